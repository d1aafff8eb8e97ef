package baseline

import (
	"go/token"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/unit"
)

func finding(dir, file, fn string, line int) unit.Finding {
	return unit.Finding{
		Rule: "plaindel", Category: "plain-delete", Message: "a <lock> goes [plaindel/plain-delete]", Func: fn,
		Pos: token.Position{Filename: filepath.Join(dir, file), Line: line, Column: 1},
	}
}

func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, Name)
	findings := []unit.Finding{
		finding(dir, "b/ü b.go", "T.f", 1), finding(dir, "b/ü b.go", "T.f", 9), finding(dir, "a.go", "", 1), finding(filepath.Dir(dir), "up.go", "", 1),
	}
	require.NoError(t, New(file, findings).Write())
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, `{"version":1}
{"rule":"plaindel","category":"plain-delete","file":"../up.go","message":"a <lock> goes","count":1}
{"rule":"plaindel","category":"plain-delete","file":"a.go","message":"a <lock> goes","count":1}
{"rule":"plaindel","category":"plain-delete","file":"b/ü b.go","func":"T.f","message":"a <lock> goes","count":2}
`, string(text))

	b, err := Read(file)
	require.NoError(t, err)
	for i := range findings {
		findings[i].Pos.Line += 50 // lines move
	}
	fresh, covered, stale := b.Split(findings)
	require.Empty(t, fresh)
	require.Len(t, covered, 4)
	require.Empty(t, stale)
	require.Equal(t, findings[0].Pos.Filename, b.Path(b.Entries[2]))

	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1, "no temporary file stays")
}

func TestSplit(t *testing.T) {
	dir := t.TempDir()
	one, two, other := finding(dir, "a.go", "f", 1), finding(dir, "a.go", "f", 5), finding(dir, "a.go", "g", 9)
	b := New(filepath.Join(dir, Name), []unit.Finding{one, two})

	fresh, covered, stale := b.Split([]unit.Finding{two, other})
	require.Equal(t, []unit.Finding{other}, fresh)
	require.Equal(t, []unit.Finding{two}, covered)
	require.Len(t, stale, 1)
	require.Equal(t, 1, stale[0].Count, "one of two is left")

	b = b.Without(stale)
	require.Equal(t, 1, b.Entries[0].Count)
	require.Empty(t, b.Without(b.Entries).Entries)

	b = b.With([]unit.Finding{two, other})
	require.Len(t, b.Entries, 2)
	require.Equal(t, 2, b.Entries[0].Count)
}

func TestBad(t *testing.T) {
	const head = "{\"version\":1}\n"
	for _, tt := range []struct{ text, want string }{
		{"", `b:1: this is no baseline: the first line must be {"version":1} (the line is empty)`},
		{"\x00\xff", `b:1: this is no baseline: the first line must be {"version":1} (invalid character '\x00' looking for beginning of value)`},
		{"{\"version\":2}\n", "b:1: version 2 is unknown: this locklint reads version 1"},
		{"{}\n", "b:1: version 0 is unknown: this locklint reads version 1"},
		{head + "{\"rule\":\"a\",\"file\":\"f\",\"count\":1}\n{\n", "b:3: unexpected EOF"},
		{head + "\n", "b:2: the line is empty"},
		{head + "{\"rule\":\"a\",\"file\":\"f\",\"count\":1,\"line\":3}", `b:2: unknown field "line"`},
		{head + "{\"rule\":\"a\",\"file\":\"f\",\"count\":\"1\"}", "b:2: cannot unmarshal string into Go struct field line.count of type int"},
		{head + "{\"rule\":\"a\",\"file\":\"f\",\"count\":1} {}", "b:2: more than one value"},
		{head + "{\"file\":\"f\",\"count\":1}", "b:2: rule is missing"},
		{head + "{\"rule\":\"a\",\"count\":1}", "b:2: file is missing"},
		{head + "{\"rule\":\"a\",\"file\":\"f\"}", "b:2: count must be 1 or more"},
		{head + "{\"rule\":\"a\",\"file\":\"f\",\"count\":1}\n{\"rule\":\"a\",\"file\":\"f\",\"count\":1}", "b:3: the same finding as in line 2"},
	} {
		_, err := parse("b", []byte(tt.text))
		require.EqualError(t, err, tt.want, tt.text)
	}
	_, err := Read(t.TempDir())
	require.ErrorContains(t, err, "is not a file")
	_, err = Read(filepath.Join(t.TempDir(), "none"))
	require.ErrorContains(t, err, "no such file")
}

// TestWriteFails: what was there stays, and nothing else.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "sub")
	require.NoError(t, os.Mkdir(file, 0o777)) // a directory cannot be replaced
	require.Error(t, New(file, nil).Write())
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1)
}

// FuzzParse: any text is a baseline or one error, and what is read is written
// and read again as the same.
func FuzzParse(f *testing.F) {
	f.Add([]byte("{\"version\":1}\n{\"rule\":\"a\",\"category\":\"b\",\"file\":\"c/d.go\",\"func\":\"T.f\",\"message\":\"m\",\"count\":2}\n"))
	f.Add([]byte("{\"version\":2}"))
	f.Add([]byte("{\"version\":1}\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := parse("b", data)
		if err != nil {
			return
		}
		text, err := b.encode()
		require.NoError(t, err)
		again, err := parse("b", text)
		require.NoError(t, err, string(text))
		require.Len(t, again.Entries, len(b.Entries))
		more, err := again.encode()
		require.NoError(t, err)
		require.Equal(t, string(text), string(more))
	})
}
