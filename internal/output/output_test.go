package output

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/unit"
)

// source has a tab, letters of two bytes and a column behind them.
const source = "package p\n\nfunc f() {\n\tübel(\"schlüssel\").Del(ctx)\n}\n"

// sample is a report of a file with a name that needs escaping.
func sample(t *testing.T) *Report {
	t.Helper()
	dir := t.TempDir()
	name := filepath.Join(dir, "späte sperre", "a%b,c.go")
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
	require.NoError(t, os.WriteFile(name, []byte(source), 0o666))
	del := strings.Index(source, "(ctx)")
	line := strings.LastIndexByte(source[:del], '\n') + 1
	at := token.Position{Filename: name, Offset: del, Line: 4, Column: del - line + 1}
	end := at
	end.Column += len("(ctx)")
	taken := token.Position{Filename: name, Line: 4, Column: 2}
	outside := token.Position{Filename: filepath.Join(filepath.Dir(dir), "other", "o.go"), Line: 7, Column: 1}
	one := unit.Finding{
		Rule: "plaindel", Category: "plain-delete", Message: "after a pause 50% <lock> goes [plaindel/plain-delete]",
		URL: "https://example.test/plaindel#plain-delete", Func: "T.f", Pos: at, End: end,
		Related: []unit.Related{
			{Pos: taken, End: taken, Message: "the lock is taken here"},
			{Pos: outside, End: outside, Message: "the call"},
			{Pos: at, End: at, Message: "compare and delete"},
		},
		Fixes: []unit.Fix{{Message: "compare", Edits: []unit.Edit{
			{File: name, Start: del - len("Del"), End: del, New: "Unlock"},
			{File: name, Start: len(source), End: len(source), New: "// end\n"},
		}}},
	}
	bare := unit.Finding{Rule: "other", Message: "no category", Pos: taken, End: taken}
	return &Report{
		Findings:   []unit.Finding{one, one, bare},
		Suppressed: []Suppressed{{one, "inSource", "an operator's command"}, {bare, "external", ""}},
		Errors:     []unit.Error{{Pos: taken, Message: "undefined: übel"}, {Message: "no place"}},
		Rules: func() []Rule {
			return []Rule{{
				ID: "plaindel/plain-delete", Title: "t", Summary: "S.", Help: "h", Markdown: "*h*", URL: "https://example.test/plaindel#plain-delete",
			}}
		},
		Version: "v0.3.1-dev", Dir: dir, Roots: []string{dir},
	}
}

func written(t *testing.T, format string, r *Report) string {
	t.Helper()
	write, err := Named(format)
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, write(&out, r))
	return out.String()
}

func validate(t *testing.T, schema, text string) {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(schema)
	require.NoError(t, err)
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err, text)
	require.NoError(t, s.Validate(value), text)
}

func TestSARIF(t *testing.T) {
	r := sample(t)
	text := written(t, "sarif", r)
	validate(t, "testdata/sarif-2.1.0.json", text)
	validate(t, "testdata/sarif-2.1.0.json", written(t, "sarif", &Report{}))

	var log sarifLog
	require.NoError(t, json.Unmarshal([]byte(text), &log))
	run := log.Runs[0]
	require.Equal(t, "unicodeCodePoints", run.ColumnKind)
	require.Equal(t, fileURI(r.Dir)+"/", run.OriginalURIBaseIDs["%SRCROOT%"].URI)
	require.Equal(t, "0.3.1-dev", run.Tool.Driver.SemanticVersion)
	require.False(t, run.Invocations[0].ExecutionSuccessful)
	require.Len(t, run.Invocations[0].Notifications, 2)
	require.Len(t, run.Results, 5, "suppressed findings stay")

	first := run.Results[0]
	at := first.Locations[0].PhysicalLocation
	require.Equal(t, "sp%C3%A4te%20sperre/a%25b,c.go", at.ArtifactLocation.URI)
	require.Equal(t, "%SRCROOT%", at.ArtifactLocation.URIBaseID)
	require.Equal(t, 23, at.Region.StartColumn, "in characters")
	require.Equal(t, 28, at.Region.EndColumn)
	require.Equal(t, "plaindel/plain-delete", first.RuleID)
	require.Equal(t, "after a pause 50% <lock> goes\ncompare and delete", first.Message.Text)
	require.Len(t, first.RelatedLocations, 3)
	require.Empty(t, first.RelatedLocations[1].PhysicalLocation.ArtifactLocation.URIBaseID, "outside the base directory")
	steps := first.CodeFlows[0].ThreadFlows[0].Locations
	require.Len(t, steps, 3)
	require.Equal(t, "the lock is taken here", steps[0].Location.Message.Text)
	require.Equal(t, at, steps[2].Location.PhysicalLocation, "ends at the fault")
	edits := first.Fixes[0].ArtifactChanges[0].Replacements
	require.Equal(t, 20, edits[0].DeletedRegion.StartColumn)
	require.Equal(t, 23, edits[0].DeletedRegion.EndColumn)
	require.Equal(t, 6, edits[1].DeletedRegion.StartLine)
	require.Empty(t, first.Suppressions)
	require.Equal(t, "an operator's command", run.Results[3].Suppressions[0].Justification)
	require.Equal(t, "external", run.Results[4].Suppressions[0].Kind)
	require.Equal(t, "other", run.Tool.Driver.Rules[run.Results[2].RuleIndex].ID)
}

// TestFingerprints: they do not change when lines move, and tell equal findings
// apart.
func TestFingerprints(t *testing.T) {
	prints := func(r *Report) []string {
		var log sarifLog
		require.NoError(t, json.Unmarshal([]byte(written(t, "sarif", r)), &log))
		var out []string
		for _, x := range log.Runs[0].Results {
			out = append(out, x.PartialFingerprints[fingerprintName])
		}
		return out
	}
	r := sample(t)
	before := prints(r)
	require.NotEqual(t, before[0], before[1])
	for i := range r.Findings {
		r.Findings[i].Pos.Line += 100
		r.Findings[i].Pos.Column += 3
		r.Findings[i].Related = nil
	}
	require.Equal(t, before, prints(r))
	r.Findings[0].Func = "T.g"
	require.NotEqual(t, before[0], prints(r)[0])
}

func TestJSON(t *testing.T) {
	const schema = "../../docs/findings.schema.json"
	r := sample(t)
	text := written(t, "json", r)
	validate(t, schema, text)
	validate(t, schema, written(t, "json", &Report{}))

	var out jsonReport
	require.NoError(t, json.Unmarshal([]byte(text), &out))
	require.Len(t, out.Findings, 3)
	require.Equal(t, filepath.Join("späte sperre", "a%b,c.go"), out.Findings[0].File)
	require.Equal(t, out.Findings[0].Column+len("(ctx)"), out.Findings[0].End.Column)
	require.Nil(t, out.Findings[2].End, "only the start is known")
	require.Equal(t, "an operator's command", out.Suppressed[0].Suppression.Reason)
	require.Contains(t, text, "<lock>", "as it is")
}

func TestGitHub(t *testing.T) {
	lines := strings.Split(written(t, "github", sample(t)), "\n")
	require.Len(t, lines, 4)
	require.True(t, strings.HasPrefix(lines[0], "::error file=späte sperre/a%25b%2Cc.go,line=4,col=23,title=locklint plaindel::after a pause 50%25 <lock> goes [plaindel/plain-delete]%0A"), lines[0])
}

func TestCheckstyle(t *testing.T) {
	text := written(t, "checkstyle", sample(t))
	require.True(t, strings.HasPrefix(text, "<?xml"), text)
	var out checkstyleReport
	require.NoError(t, xml.Unmarshal([]byte(text), &out))
	require.Len(t, out.Files, 1)
	require.Len(t, out.Files[0].Errors, 3)
	require.Equal(t, "plaindel/plain-delete", out.Files[0].Errors[0].Source)
	require.Equal(t, "other", out.Files[0].Errors[2].Source)
	require.Contains(t, out.Files[0].Errors[0].Message, "\n")
}

// codeQuality is what GitLab asks of a report, by its documentation.
const codeQuality = `{
	"type": "array",
	"items": {
		"type": "object",
		"required": ["description", "check_name", "fingerprint", "severity", "location"],
		"properties": {
			"description": {"type": "string", "minLength": 1},
			"check_name": {"type": "string", "minLength": 1},
			"fingerprint": {"type": "string", "minLength": 1},
			"severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
			"location": {
				"type": "object",
				"required": ["path", "lines"],
				"properties": {
					"path": {"type": "string", "pattern": "^[^./]"},
					"lines": {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}}
				}
			}
		}
	}
}`

func TestCodeClimate(t *testing.T) {
	schema := filepath.Join(t.TempDir(), "codequality.json")
	require.NoError(t, os.WriteFile(schema, []byte(codeQuality), 0o666))
	text := written(t, "codeclimate", sample(t))
	validate(t, schema, text)
	validate(t, schema, written(t, "codeclimate", &Report{}))
	var out []climateIssue
	require.NoError(t, json.Unmarshal([]byte(text), &out))
	require.Len(t, out, 3)
	require.Equal(t, "späte sperre/a%b,c.go", out[0].Location.Path)
	require.NotEqual(t, out[0].Fingerprint, out[1].Fingerprint)
	require.Equal(t, "[]\n", written(t, "codeclimate", &Report{}))
}

func TestText(t *testing.T) {
	r := sample(t)
	r.Findings = r.Findings[:1]
	plain := written(t, "text", r)
	require.Contains(t, plain, "a%b,c.go:4:25: after a pause 50% <lock> goes [plaindel/plain-delete]\n\t")
	require.NotContains(t, plain, "übel")

	r.Source = true
	require.Contains(t, written(t, "text", r), "\n\t\tübel(\"schlüssel\").Del(ctx)\n\t\t                     ^\n\t")
	require.NotContains(t, written(t, "text", r), "\x1b")
	r.Color = true
	require.Contains(t, written(t, "text", r), "\x1b[32m^\x1b[0m\n")
}

// TestMissingSource: a file that is gone, too short or a directory gives plain
// columns, never an error.
func TestMissingSource(t *testing.T) {
	r := sample(t)
	r.Source = true
	for _, name := range []string{"/nowhere/x.go", r.Dir, ""} {
		for i := range r.Findings {
			r.Findings[i].Pos.Filename = name
			r.Findings[i].Fixes = []unit.Fix{{Edits: []unit.Edit{{File: name, Start: 5, End: 9}}}}
		}
		for _, format := range Names() {
			text := written(t, format, r)
			if format == "sarif" {
				validate(t, "testdata/sarif-2.1.0.json", text)
			}
		}
	}
}

// TestOutside: a //line directive may name any file; no line of one outside the
// program's modules is read, nor by a link.
func TestOutside(t *testing.T) {
	r := sample(t)
	secret := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(secret, []byte("a\nb\nc\nübel secret\n"), 0o666))
	link := filepath.Join(r.Dir, "link.go")
	require.NoError(t, os.Symlink(secret, link))
	r.Source = true
	for _, name := range []string{secret, link, filepath.Join(r.Dir, "..", filepath.Base(filepath.Dir(secret)), "secret")} {
		for i := range r.Findings {
			r.Findings[i].Pos.Filename, r.Findings[i].Pos.Column = name, 4
		}
		require.NotContains(t, written(t, "text", r), "übel")
		require.Contains(t, written(t, "sarif", r), `"startColumn": 4`, "in bytes: nobody knows the characters")
	}
}

func TestUnknownFormat(t *testing.T) {
	_, err := Named("xml")
	require.EqualError(t, err, `unknown format "xml": the formats are text, json, sarif, github, checkstyle, codeclimate`)
}
