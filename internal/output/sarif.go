package output

import (
	"encoding/json"
	"go/token"
	"io"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"honnef.co/go/tools/sarif"

	"github.com/locklint/locklint/internal/unit"
)

// Package honnef.co/go/tools/sarif has the plain parts of the form. What code
// scanning needs beside them is added here: fingerprints, code flows, base
// directories, the kind of columns.

const (
	sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"
	homepage    = "https://github.com/locklint/locklint"
	sourceRoot  = "%SRCROOT%"
	// fingerprintName has the version of what is hashed.
	fingerprintName = "locklint/v1"
)

type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool               sarifTool                         `json:"tool"`
		Invocations        []sarifInvocation                 `json:"invocations"`
		OriginalURIBaseIDs map[string]sarif.ArtifactLocation `json:"originalUriBaseIds,omitempty"`
		ColumnKind         string                            `json:"columnKind"`
		Results            []sarifResult                     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name            string      `json:"name"`
		Version         string      `json:"version,omitempty"`
		SemanticVersion string      `json:"semanticVersion,omitempty"`
		InformationURI  string      `json:"informationUri"`
		Rules           []sarifRule `json:"rules"`
	}
	sarifRule struct {
		sarif.ReportingDescriptor
		FullDescription sarif.Message `json:"fullDescription"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level     string           `json:"level"`
		Message   sarif.Message    `json:"message"`
		Locations []sarif.Location `json:"locations,omitempty"`
	}
	sarifResult struct {
		RuleID              string              `json:"ruleId"`
		RuleIndex           int                 `json:"ruleIndex"`
		Kind                string              `json:"kind"`
		Level               string              `json:"level"`
		Message             sarif.Message       `json:"message"`
		Locations           []sarif.Location    `json:"locations"`
		RelatedLocations    []sarif.Location    `json:"relatedLocations,omitempty"`
		CodeFlows           []sarifCodeFlow     `json:"codeFlows,omitempty"`
		PartialFingerprints map[string]string   `json:"partialFingerprints"`
		Fixes               []sarif.Fix         `json:"fixes,omitempty"`
		Suppressions        []sarif.Suppression `json:"suppressions"`
	}
	sarifCodeFlow struct {
		ThreadFlows []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		Locations []sarifFlowLocation `json:"locations"`
	}
	sarifFlowLocation struct {
		Location sarif.Location `json:"location"`
	}
)

// writeSARIF prints a log of one run.
func writeSARIF(w io.Writer, r *Report) error {
	s := &sarifWriter{Report: r, rules: []sarifRule{}, index: map[string]int{}, sources: r.sources(), prints: fingerprints{}}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{sarifSchema, sarif.Version, []sarifRun{s.run()}})
}

type sarifWriter struct {
	*Report
	sources *sources
	prints  fingerprints
	rules   []sarifRule
	index   map[string]int // of rules, by ID
}

// number is the form in which SARIF wants a version.
var number = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^v(\d+\.\d+\.\d+.*)$`) })

func (s *sarifWriter) run() sarifRun {
	if s.Rules != nil {
		for _, rule := range s.Rules() {
			s.addRule(rule)
		}
	}
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	for i := range s.Findings {
		run.Results = append(run.Results, s.result(&s.Findings[i]))
	}
	for i := range s.Suppressed {
		x := &s.Suppressed[i]
		result := s.result(&x.Finding)
		result.Suppressions = append(result.Suppressions, sarif.Suppression{Kind: x.Kind, Justification: x.Reason})
		run.Results = append(run.Results, result)
	}
	run.Invocations = []sarifInvocation{s.invocation()}
	if s.Dir != "" {
		run.OriginalURIBaseIDs = map[string]sarif.ArtifactLocation{sourceRoot: {URI: fileURI(s.Dir) + "/"}}
	}
	run.Tool.Driver = sarifDriver{Name: "locklint", Version: s.Version, InformationURI: homepage, Rules: s.rules}
	if m := number().FindStringSubmatch(s.Version); m != nil {
		run.Tool.Driver.SemanticVersion = m[1]
	}
	return run
}

func (s *sarifWriter) addRule(rule Rule) int {
	s.index[rule.ID] = len(s.rules)
	s.rules = append(s.rules, sarifRule{
		sarif.ReportingDescriptor{
			ID:                   rule.ID,
			ShortDescription:     sarif.Message{Text: rule.Title},
			Help:                 sarif.Message{Text: rule.Help, Markdown: rule.Markdown},
			HelpURI:              rule.URL,
			DefaultConfiguration: sarif.ReportingConfiguration{Enabled: true, Level: sarif.Error},
		},
		sarif.Message{Text: rule.Summary},
	})
	return len(s.rules) - 1
}

// ruleIndex finds the rule of a finding; one that has no page gets a bare entry.
func (s *sarifWriter) ruleIndex(f *unit.Finding) int {
	id := ruleID(f.Rule, f.Category)
	if i, ok := s.index[id]; ok {
		return i
	}
	return s.addRule(Rule{ID: id, Title: f.Rule, Summary: f.Rule, Help: f.Rule, URL: f.URL})
}

func (s *sarifWriter) invocation() sarifInvocation {
	out := sarifInvocation{ExecutionSuccessful: len(s.Errors) == 0}
	for _, e := range s.Errors {
		n := sarifNotification{Level: sarif.Error, Message: sarif.Message{Text: e.Message}}
		if e.Pos.IsValid() {
			n.Locations = []sarif.Location{s.location(e.Pos, e.Pos, "")}
		}
		out.Notifications = append(out.Notifications, n)
	}
	return out
}

func (s *sarifWriter) result(f *unit.Finding) sarifResult {
	file, _ := s.below(f.Pos.Filename)
	message, _ := cutRule(f.Message)
	out := sarifResult{
		RuleID: ruleID(f.Rule, f.Category), RuleIndex: s.ruleIndex(f), Kind: sarif.Fail, Level: sarif.Error,
		Locations:           []sarif.Location{s.location(f.Pos, f.End, "")},
		PartialFingerprints: map[string]string{fingerprintName: s.prints.next(KeyOf(f, file))},
		Suppressions:        []sarif.Suppression{},
	}
	for i, rel := range f.Related {
		at := s.location(rel.Pos, rel.End, rel.Message)
		at.ID = i + 1
		out.RelatedLocations = append(out.RelatedLocations, at)
		if rel.Pos == f.Pos { // the way out: few viewers show related places
			message += "\n" + rel.Message
		}
	}
	out.Message.Text = message
	out.CodeFlows = s.flows(f)
	for _, fix := range f.Fixes {
		if x, ok := s.fix(fix); ok {
			out.Fixes = append(out.Fixes, x)
		}
	}
	return out
}

// flows leads from the acquire to the fault.
func (s *sarifWriter) flows(f *unit.Finding) []sarifCodeFlow {
	var steps []sarifFlowLocation
	for _, rel := range f.Related {
		if rel.Pos != f.Pos {
			steps = append(steps, sarifFlowLocation{s.location(rel.Pos, rel.End, rel.Message)})
		}
	}
	if len(steps) == 0 {
		return nil
	}
	message, _ := cutRule(f.Message)
	steps = append(steps, sarifFlowLocation{s.location(f.Pos, f.End, message)})
	return []sarifCodeFlow{{[]sarifThreadFlow{{steps}}}}
}

func (s *sarifWriter) location(pos, end token.Position, message string) sarif.Location {
	var at sarif.Location
	at.PhysicalLocation.ArtifactLocation = s.artifact(pos.Filename)
	at.PhysicalLocation.Region = sarif.Region{StartLine: max(pos.Line, 1), StartColumn: max(s.sources.column(pos), 1)}
	if end.Filename == pos.Filename && end.Line >= pos.Line && end != pos {
		at.PhysicalLocation.Region.EndLine = end.Line
		at.PhysicalLocation.Region.EndColumn = max(s.sources.column(end), 1)
	}
	if message != "" {
		at.Message = &sarif.Message{Text: message}
	}
	return at
}

func (s *sarifWriter) artifact(name string) sarif.ArtifactLocation {
	if rel, ok := s.below(name); ok {
		return sarif.ArtifactLocation{URI: (&url.URL{Path: rel}).EscapedPath(), URIBaseID: sourceRoot}
	}
	return sarif.ArtifactLocation{URI: fileURI(name)}
}

func fileURI(name string) string {
	name = filepath.ToSlash(name)
	if !strings.HasPrefix(name, "/") { // a drive letter
		name = "/" + name
	}
	return (&url.URL{Scheme: "file", Path: name}).String()
}

// fix translates a fix into changes by file. One whose places cannot be found
// in its files is left out.
func (s *sarifWriter) fix(fix unit.Fix) (sarif.Fix, bool) {
	out := sarif.Fix{Description: sarif.Message{Text: fix.Message}}
	for _, e := range fix.Edits {
		region, ok := s.region(e)
		if !ok {
			return sarif.Fix{}, false
		}
		change := sarif.Replacement{DeletedRegion: region, InsertedContent: sarif.ArtifactContent{Text: e.New}}
		file := s.artifact(e.File)
		if n := len(out.ArtifactChanges); n == 0 || out.ArtifactChanges[n-1].ArtifactLocation != file {
			out.ArtifactChanges = append(out.ArtifactChanges, sarif.ArtifactChange{ArtifactLocation: file})
		}
		last := &out.ArtifactChanges[len(out.ArtifactChanges)-1]
		last.Replacements = append(last.Replacements, change)
	}
	return out, len(out.ArtifactChanges) > 0
}

func (s *sarifWriter) region(e unit.Edit) (sarif.Region, bool) {
	lines := s.sources.of(e.File)
	startLine, startColumn := lineOf(lines, e.Start)
	endLine, endColumn := lineOf(lines, e.End)
	return sarif.Region{StartLine: startLine, StartColumn: startColumn, EndLine: endLine, EndColumn: endColumn}, startLine > 0 && endLine > 0
}

// lineOf is the line and the column in characters of a byte offset, or zeros.
func lineOf(lines []string, offset int) (line, column int) {
	for i, text := range lines {
		if offset <= len(text) {
			return i + 1, utf8.RuneCountInString(text[:max(offset, 0)]) + 1
		}
		offset -= len(text) + 1
	}
	return 0, 0
}
