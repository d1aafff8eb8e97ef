package toolid

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBuildID(t *testing.T) {
	tests := []struct{ name, head, want string }{
		{"text", "MZ...\xff Go build ID: \"a/b/c\"\n \xff...", "a/b/c"},
		{"none", "MZ...", ""},
		{"cut text", "\xff Go build ID: \"cut", ""},
		{"late text", strings.Repeat("x", 1<<20) + "\xff Go build ID: \"late\"\n \xff", ""},
		{"note", "\x7fELF\x02\x01...\x04\x00\x00\x00\x05\x00\x00\x00\x04\x00\x00\x00Go\x00\x00a/b/c...", "a/b/c"},
		{"note, big-endian", "\x7fELF\x02\x02...\x00\x00\x00\x04\x00\x00\x00\x05\x00\x00\x00\x04Go\x00\x00a/b/c...", "a/b/c"},
		{"another note first", "\x7fELF\x02\x01...\x04\x00\x00\x00\x01\x00\x00\x00\x03\x00\x00\x00Go\x00\x00x..." +
			"\x04\x00\x00\x00\x05\x00\x00\x00\x04\x00\x00\x00Go\x00\x00a/b/c", "a/b/c"},
		{"cut note", "\x7fELF\x02\x01...\x04\x00\x00\x00\x05\x00\x00\x00\x04\x00\x00\x00Go\x00\x00a/b", ""},
		{"no note", "\x7fELF\x02\x01", ""},
		{"short", "\x7fELF", ""},
		{"empty", "", ""},
	}
	for _, test := range tests {
		require.Equal(t, test.want, buildID(strings.NewReader(test.head)), test.name)
	}
}

// TestID compares with what the go command reads from this program: hashing
// megabytes instead would be right too, but slow in each process.
func TestID(t *testing.T) {
	name, err := os.Executable()
	require.NoError(t, err)
	out, err := exec.Command("go", "tool", "buildid", name).Output()
	require.NoError(t, err)
	want := string(bytes.TrimSpace(out))
	require.NotEmpty(t, want)
	require.Equal(t, want, ID())
}

func FuzzBuildID(f *testing.F) {
	f.Add([]byte("\x7fELF\x02\x01...\x04\x00\x00\x00\x05\x00\x00\x00\x04\x00\x00\x00Go\x00\x00a/b/c"))
	f.Fuzz(func(_ *testing.T, head []byte) { buildID(bytes.NewReader(head)) })
}

// TestHash: a program without an ID (go build -ldflags=-buildid=) is known by all its
// bytes, and one that cannot be read by nothing.
func TestHash(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) string {
		name := filepath.Join(dir, "program")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
		return of(name)
	}
	long := strings.Repeat("x", 1<<20)
	require.Regexp(t, "^[0-9a-f]{64}$", write(long))
	require.Equal(t, write(long), write(long))
	require.NotEqual(t, write(long), write(long+"y"), "the last byte counts")
	require.NotEqual(t, write("y"+long), write("z"+long), "the first one, too")
	require.Equal(t, "a/b", write("\xff Go build ID: \"a/b\"\n \xff"+long))
	require.Empty(t, of(filepath.Join(dir, "missing")))
	require.Empty(t, of(dir), "a directory")
}
