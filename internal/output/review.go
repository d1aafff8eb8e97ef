package output

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// github prints workflow commands, which GitHub shows beside the code.
func github(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	src := r.sources()
	for _, f := range r.Findings {
		file, _ := r.below(f.Pos.Filename)
		_, _ = fmt.Fprintf(out, "::error file=%s,line=%d,col=%d,title=%s::%s\n",
			property(file), f.Pos.Line, src.column(f.Pos), property("locklint "+f.Rule), data(r.told(f.Message, f.Related)))
	}
	return out.Flush()
}

// data escapes the text of a workflow command, property a value before it.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s))
}

type (
	checkstyleError struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleReport struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}
)

// checkstyle prints the XML that many build servers read.
func checkstyle(w io.Writer, r *Report) error {
	out := checkstyleReport{Version: "5.0"}
	src := r.sources()
	for _, f := range r.Findings {
		name := r.path(f.Pos.Filename)
		if n := len(out.Files); n == 0 || out.Files[n-1].Name != name { // sorted by file
			out.Files = append(out.Files, checkstyleFile{Name: name})
		}
		file := &out.Files[len(out.Files)-1]
		file.Errors = append(file.Errors, checkstyleError{
			f.Pos.Line, src.column(f.Pos), "error", r.told(f.Message, f.Related), ruleID(f.Rule, f.Category),
		})
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "\t")
	if err := enc.Encode(out); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

type (
	climateLines struct {
		Begin int `json:"begin"`
	}
	climateLocation struct {
		Path  string       `json:"path"`
		Lines climateLines `json:"lines"`
	}
	climateIssue struct {
		Type        string          `json:"type"`
		Description string          `json:"description"`
		CheckName   string          `json:"check_name"`
		Categories  []string        `json:"categories"`
		Fingerprint string          `json:"fingerprint"`
		Severity    string          `json:"severity"`
		Location    climateLocation `json:"location"`
	}
)

// codeClimate prints the array that GitLab shows as a code quality report.
func codeClimate(w io.Writer, r *Report) error {
	out := []climateIssue{}
	prints := fingerprints{}
	for i := range r.Findings {
		f := &r.Findings[i]
		file, _ := r.below(f.Pos.Filename)
		out = append(out, climateIssue{
			Type: "issue", Description: r.told(f.Message, f.Related), CheckName: ruleID(f.Rule, f.Category),
			Categories: []string{"Bug Risk"}, Fingerprint: prints.next(KeyOf(f, file)), Severity: "major",
			Location: climateLocation{file, climateLines{f.Pos.Line}},
		})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	return enc.Encode(out)
}
