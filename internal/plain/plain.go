// Package plain takes out of a text what is more than text.
//
// Names of files, keys of locks and words of comments come from the analysed
// code and are shown in terminals and logs, where a line break would forge a
// finding and an escape sequence talks to the terminal.
package plain

import (
	"strings"
	"unicode"
)

// Text replaces what is neither printed nor a tab: control characters, the
// separators of lines, and the marks that turn the direction of a text around.
func Text(s string) string { return strings.Map(shown, s) }

// Lines does the same, and keeps line breaks.
func Lines(s string) string {
	return strings.Map(func(c rune) rune {
		if c == '\n' {
			return c
		}
		return shown(c)
	}, s)
}

func shown(c rune) rune {
	switch {
	case c == '\t':
		return c
	case unicode.IsControl(c), unicode.Is(unicode.Zl, c), unicode.Is(unicode.Zp, c), unicode.Is(unicode.Bidi_Control, c):
		return '·'
	}
	return c
}
