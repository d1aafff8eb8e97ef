package output

import (
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxSource bounds the files of which lines are shown.
const maxSource = 16 << 20

// sources reads the lines of files, each file once.
type sources struct {
	roots []string // only below them
	lines map[string][]string
}

func (r *Report) sources() *sources {
	s := &sources{lines: map[string][]string{}}
	for _, dir := range r.Roots {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			s.roots = append(s.roots, real)
		}
	}
	return s
}

// inside reports whether a file is one of the program's: a //line directive may
// name any.
func (s *sources) inside(name string) bool {
	real, err := filepath.EvalSymlinks(name)
	return err == nil && slices.ContainsFunc(s.roots, func(root string) bool {
		rel, err := filepath.Rel(root, real)
		return err == nil && filepath.IsLocal(rel)
	})
}

// line is the text of a line, without its end. The second result is false where
// there is none: the file changed, or a //line directive names another one.
func (s *sources) line(p token.Position) (string, bool) {
	lines := s.of(p.Filename)
	if p.Line < 1 || p.Line > len(lines) {
		return "", false
	}
	return strings.TrimSuffix(lines[p.Line-1], "\r"), true
}

// of are the lines of a file, none if it may not or cannot be read.
func (s *sources) of(name string) []string {
	lines, ok := s.lines[name]
	if !ok && s.inside(name) {
		lines = readLines(name)
	}
	s.lines[name] = lines
	return lines
}

func readLines(name string) []string {
	if st, err := os.Stat(name); err != nil || st.Size() > maxSource || !st.Mode().IsRegular() {
		return nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	return strings.Split(string(data), "\n")
}

// column counts characters up to a place, from 1.
func (s *sources) column(p token.Position) int {
	line, ok := s.line(p)
	if !ok || p.Column < 1 || p.Column-1 > len(line) {
		return p.Column
	}
	return utf8.RuneCountInString(line[:p.Column-1]) + 1
}
