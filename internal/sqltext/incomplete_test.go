package sqltext

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden file of incomplete statements")

// TestIncomplete reads each statement of the table with an unknown text in place of
// each of its words, as a program that puts it together leaves it, and cut off before
// each. The golden file has what is read; a reading that repeats the one before is left
// out.
func TestIncomplete(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, tt := range readTests {
		words := strings.Fields(tt.sql)
		fmt.Fprintf(&b, "%s\n", strings.Join(words, " "))
		last := ""
		for i := range words {
			holed := append(append([]string{}, words[:i]...), "\ufffc")
			writeReading(&b, &last, fmt.Sprintf("unknown %d", i+1), strings.Join(append(holed, words[i+1:]...), " "))
		}
		for i := 2; i < len(words); i++ {
			writeReading(&b, &last, fmt.Sprintf("cut %d", i+1), strings.Join(words[:i], " "))
		}
	}
	const name = "testdata/incomplete.txt"
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String(), "run go test ./internal/sqltext -update")
}

func writeReading(b *strings.Builder, last *string, label, text string) {
	got := whole(text)
	if got == *last {
		return
	}
	*last = got
	fmt.Fprintf(b, "\t%s: %s\n", label, got)
}

// whole is all that is read of a text, with what a statement keeps for itself.
func whole(text string) string {
	statements, lock, params := readings(text)
	if lock != "" {
		statements += " | " + lock
	}
	if params != "" {
		statements += " | " + params
	}
	for _, s := range Read(text) {
		if s.Alias != "" {
			statements += " alias=" + s.Alias
		}
		for i := range s.Sets {
			if span, ok := s.Sets[i].Value.Ahead(); ok {
				statements += fmt.Sprintf(" %s=+%v", s.Sets[i].Column, span.Length)
			}
		}
		if s.setsPartial {
			statements += " sets-partial"
		}
		if s.rowsPartial {
			statements += " rows-partial"
		}
	}
	return statements
}
