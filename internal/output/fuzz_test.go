package output

import (
	"bytes"
	"encoding/json"
	"go/token"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/unit"
)

// A readLog is what a reader of SARIF takes from a log.
type readLog struct {
	Runs []struct {
		Results []struct {
			RuleID    string
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           readRegion
				}
			}
			PartialFingerprints map[string]string
			Fixes               []struct {
				ArtifactChanges []struct {
					Replacements []struct {
						DeletedRegion   readRegion
						InsertedContent struct{ Text string }
					}
				}
			}
		}
	}
}

type readRegion struct{ StartLine, StartColumn, EndLine, EndColumn int }

// FuzzSARIF writes a finding of any text, place and file and reads the log as
// a viewer does: it is one log, twice the same, that names the file, the message
// and a region that is one. locklint itself reads no SARIF.
func FuzzSARIF(f *testing.F) {
	f.Add("a.go", source, "after a pause [plaindel/plain-delete]", "Unlock", 4, 10, 20, 23)
	f.Add("späte sperre/a%b,c.go", "package p\n\n\xff\u2028\n", "\x1b[31m\xff\n", "\x00", 3, 2, 11, 13)
	f.Add("../o.go", "", "", "", 0, -1, -1, 1<<40)
	f.Add("a?b#c.go", "\r\n\r\n", " [x/y]", "]]>", 1<<40, 1<<40, 0, 0)
	dir := f.TempDir()
	file := filepath.Join(dir, "file.go")
	f.Fuzz(func(t *testing.T, name, source, message, text string, line, column, start, end int) {
		if strings.ContainsRune(name, 0) || len(source) > 1<<12 {
			return
		}
		require.NoError(t, os.WriteFile(file, []byte(source), 0o666))
		at := token.Position{Filename: file, Line: line, Column: column}
		finding := unit.Finding{
			Rule: "plaindel", Category: "plain-delete", Message: message, Pos: at, End: at,
			Related: []unit.Related{{Pos: token.Position{Filename: filepath.Join(dir, name), Line: 1, Column: 1}, Message: message}},
			Fixes:   []unit.Fix{{Message: text, Edits: []unit.Edit{{File: file, Start: min(start, end), End: max(start, end), New: text}}}},
		}
		elsewhere := finding
		elsewhere.Pos.Filename = filepath.Join(dir, name)
		report := &Report{Findings: []unit.Finding{finding, elsewhere}, Dir: dir, Roots: []string{dir}}
		write, err := Named("sarif")
		require.NoError(t, err)
		var one, two bytes.Buffer
		require.NoError(t, write(&one, report))
		require.NoError(t, write(&two, report))
		require.Equal(t, one.String(), two.String())
		require.True(t, utf8.Valid(one.Bytes()))
		checkLog(t, one.Bytes(), report)
	})
}

// checkLog reads a log of two findings.
func checkLog(t *testing.T, log []byte, report *Report) {
	t.Helper()
	var read readLog
	require.NoError(t, json.Unmarshal(log, &read))
	require.Len(t, read.Runs, 1)
	require.Len(t, read.Runs[0].Results, 2)
	for i, r := range read.Runs[0].Results {
		f := report.Findings[i]
		require.Equal(t, "plaindel/plain-delete", r.RuleID)
		message, _ := cutRule(f.Message)
		require.True(t, strings.HasPrefix(r.Message.Text, string([]rune(message))), "the way out may follow: %q", r.Message.Text)
		require.Len(t, r.PartialFingerprints, 1)
		require.Len(t, r.Locations, 1)
		at := r.Locations[0].PhysicalLocation
		checkRegion(t, at.Region)
		uri, err := url.Parse(at.ArtifactLocation.URI)
		require.NoError(t, err)
		require.Empty(t, uri.RawQuery+uri.Fragment)
		if uri.Scheme == "" {
			require.Equal(t, filepath.Clean(f.Pos.Filename), filepath.Join(report.Dir, uri.Path))
		} else {
			require.Equal(t, filepath.Clean(f.Pos.Filename), filepath.Clean(uri.Path))
		}
		for _, fix := range r.Fixes {
			replacement := fix.ArtifactChanges[0].Replacements[0]
			checkRegion(t, replacement.DeletedRegion)
			require.NotZero(t, replacement.DeletedRegion.EndLine)
		}
	}
}

// checkRegion wants places that count from one, the end not before the start.
func checkRegion(t *testing.T, r readRegion) {
	t.Helper()
	require.Positive(t, r.StartLine)
	require.Positive(t, r.StartColumn)
	if r.EndLine == 0 {
		return
	}
	require.Positive(t, r.EndColumn)
	require.False(t, r.EndLine < r.StartLine || r.EndLine == r.StartLine && r.EndColumn < r.StartColumn, "%v", r)
}
