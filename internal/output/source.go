package output

import (
	"go/token"
	"os"
	"strings"
	"unicode/utf8"
)

// maxSource bounds the files of which lines are shown.
const maxSource = 16 << 20

// sources reads the lines of files, each file once.
type sources map[string][]string

// line is the text of a line, without its end. The second result is false where
// there is none: the file changed, or a //line directive names another one.
func (s sources) line(p token.Position) (string, bool) {
	lines, ok := s[p.Filename]
	if !ok {
		lines = readLines(p.Filename)
		s[p.Filename] = lines
	}
	if p.Line < 1 || p.Line > len(lines) {
		return "", false
	}
	return strings.TrimSuffix(lines[p.Line-1], "\r"), true
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
func (s sources) column(p token.Position) int {
	line, ok := s.line(p)
	if !ok || p.Column < 1 || p.Column-1 > len(line) {
		return p.Column
	}
	return utf8.RuneCountInString(line[:p.Column-1]) + 1
}
