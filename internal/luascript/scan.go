package luascript

import (
	"fmt"
	"strings"
)

// tooDeep says why a text must not reach the parser and the interpreter, which
// recurse: brackets and blocks that are nested, and chains of operators, which
// the number of tokens bounds. It is "" for a text that may.
func tooDeep(text string) string {
	s := &scanner{text: text, line: 1}
	depth := 0
	for n := 0; ; n++ {
		switch s.next() {
		case "":
			return ""
		case "(", "[", "{", "function", "do", "then", "repeat":
			depth++
		case ")", "]", "}", "end", "until", "elseif": // the "then" of elseif opens again
			depth--
		}
		if depth > maxNesting {
			return fmt.Sprintf("line %d: nested too deeply", s.line)
		}
		if n >= maxTokens {
			return fmt.Sprintf("line %d: the script is too long", s.line)
		}
	}
}

// scanner splits text into words and single bytes, past strings and comments. It
// need not be exact: the parser judges what is left.
type scanner struct {
	text string
	pos  int
	line int
}

// next returns the next token, "" at the end.
func (s *scanner) next() string {
	for s.pos < len(s.text) {
		start := s.pos
		switch c := s.text[start]; {
		case c == '\n':
			s.line++
			s.pos++
		case c == '"' || c == '\'':
			s.skipString(c)
		case strings.HasPrefix(s.text[start:], "--"):
			s.pos += 2
			if !s.skipLong() {
				s.skipTo("\n")
			}
		case c == '[' && s.skipLong():
		case isWord(c):
			for s.pos < len(s.text) && isWord(s.text[s.pos]) {
				s.pos++
			}
			return s.text[start:s.pos]
		default:
			s.pos++
			if c != ' ' && c != '\t' && c != '\r' {
				return s.text[start:s.pos]
			}
		}
	}
	return ""
}

func (s *scanner) skipString(quote byte) {
	for s.pos++; s.pos < len(s.text); s.pos++ {
		switch s.text[s.pos] {
		case '\\':
			s.pos++
		case '\n':
			return // unterminated: the parser says so
		case quote:
			s.pos++
			return
		}
	}
	s.pos = len(s.text)
}

// skipLong skips a long bracket, if one opens here.
func (s *scanner) skipLong() bool {
	rest := s.text[s.pos:]
	if !strings.HasPrefix(rest, "[") {
		return false
	}
	level := 0
	for 1+level < len(rest) && rest[1+level] == '=' {
		level++
	}
	if 1+level >= len(rest) || rest[1+level] != '[' {
		return false
	}
	s.skipTo("]" + strings.Repeat("=", level) + "]")
	return true
}

func (s *scanner) skipTo(end string) {
	rest := s.text[s.pos:]
	stop := len(rest)
	if i := strings.Index(rest, end); i >= 0 {
		stop = i
		if end != "\n" {
			stop += len(end)
		}
	}
	s.line += strings.Count(rest[:stop], "\n")
	s.pos += stop
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
