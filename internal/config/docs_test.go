package config

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const page = "../../docs/configuration.md"

// TestDocs keeps the tables of the page in step with the parser.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	want := string(text)
	want = between(t, want, "keys", table("key", keys()))
	want = between(t, want, "columns of purpose", table("column", purposeShape()))
	want = between(t, want, "columns of rows", table("column", rowShape()))
	var list strings.Builder
	for _, r := range Rules() {
		fmt.Fprintf(&list, "- `%s`: `%s`\n", r, strings.Join(Categories(r), "`, `"))
	}
	want = between(t, want, "rules", list.String())
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o666))
	}
	require.Equal(t, want, string(text), "go test ./internal/config -run TestDocs -update")
}

// between replaces what stands between two marks.
func between(t *testing.T, page, name, text string) string {
	t.Helper()
	begin, end := "<!-- "+name+":begin -->\n", "<!-- "+name+":end -->\n"
	head, rest, ok := strings.Cut(page, begin)
	require.True(t, ok, name)
	_, tail, ok := strings.Cut(rest, end)
	require.True(t, ok, name)
	return head + begin + text + end + tail
}

func table(what string, s *shape) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | value | meaning |\n| --- | --- | --- |\n", what)
	for _, f := range s.fields {
		doc := f.shape.doc
		if f.required {
			doc += " (required)"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", f.name, valueOf(f.shape), strings.ReplaceAll(doc, "|", `\|`))
	}
	return b.String()
}

func valueOf(s *shape) string {
	switch s.kind {
	case boolean:
		return "`true`, `false`"
	case onOff, switches:
		return "`RULE: on`, `RULE/CATEGORY: off`"
	case list:
		if s.elem.kind == text {
			return "list of texts"
		}
		return "list, see below"
	case text:
		if len(s.enum) > 0 {
			return "`" + strings.Join(s.enum, "`, `") + "`"
		}
		if s.what == wantWhat {
			return "a place"
		}
	}
	return strings.ReplaceAll(s.want(), "|", `\|`)
}
