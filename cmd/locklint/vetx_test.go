package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// vetModule has a package that takes a lock, declared by directives, and one
// that imports it and, beside using it, makes a mistake that needs no fact.
var vetModule = map[string]string{
	"go.mod": "module example.test/m\n\ngo 1.26.0\n",
	"locks/locks.go": `package locks

type L struct{}

//locklint:acquire key=arg0 wins=true
func (L) Take(key string) bool { return true }

//locklint:release key=arg0
func (L) Free(key string) {}
`,
	"user/user.go": `package user

import "example.test/m/locks"

//locklint:acquire kee=arg0
func Try(key string) bool { return false }

func Use(l locks.L, work func()) {
	if l.Take("a") {
		defer l.Free("a")
		work()
	}
}
`,
}

// vetted runs go vet with this program over a module, with a build cache of its
// own.
type vetted struct {
	*place
	cache string
	way   string
}

func (v *vetted) vet() (errs string, exit int) {
	self, err := os.Executable()
	require.NoError(v.t, err)
	cmd := exec.Command("go", "vet", "-vettool="+self, "./user")
	cmd.Dir = v.dir
	cmd.Env = append(os.Environ(), "GOCACHE="+v.cache, "GOFLAGS=", "GOWORK=off", "PWD="+v.dir, "LOCKLINT_UNIT="+v.way)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run()
	return out.String(), cmd.ProcessState.ExitCode()
}

// damage changes the files in the build cache that begin with a text.
func (v *vetted) damage(begin string, change func([]byte) []byte) (n int) {
	require.NoError(v.t, filepath.WalkDir(v.cache, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, "-d") {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil || !bytes.HasPrefix(data, []byte(begin)) {
			return err
		}
		n++
		changed := change(bytes.Clone(data))
		require.Len(v.t, changed, len(data), "the go command would see it")
		require.NoError(v.t, os.Chmod(name, 0o644))
		return os.WriteFile(name, changed, 0o644)
	}))
	return n
}

// TestDamagedVetx changes the files of facts in go vet's cache. What is wrong in
// the importing package is found all the same, one line says that facts were
// left out, and go vet fails, so that the go command does not keep the result.
func TestDamagedVetx(t *testing.T) {
	last := func(b []byte) []byte { b[len(b)-1] ^= 1; return b }
	tests := []struct {
		name, way, begin string
		change           func([]byte) []byte
		told             string // in the line about the facts
		found            bool   // the mistake of the importing package
	}{
		{"damaged", "fast", "locklint facts 3\n", last, "they are damaged", true},
		{"an older version", "fast", "locklint facts 3\n", func(b []byte) []byte { return bytes.Replace(b, []byte("facts 3"), []byte("facts 2"), 1) }, "not in the form", true},
		{"foreign", "fast", "locklint facts 3\n", func(b []byte) []byte { copy(b, "vetx"); return b }, "not in the form", true},
		{"zeros", "fast", "locklint facts 3\n", func(b []byte) []byte { clear(b); return b }, "not in the form", true},
		// The file of the slow way has the types too, without which nothing can
		// be analysed; it is x/tools' to read.
		{"damaged, slow", "slow", "vetx", last, "decoding facts", false},
		{"foreign, slow", "slow", "vetx", func(b []byte) []byte { copy(b, "lock"); return b }, "bad magic", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v := &vetted{place: &place{t: t, dir: t.TempDir()}, cache: t.TempDir(), way: test.way}
			for name, text := range vetModule {
				v.write(name, text)
			}
			const mistake = "user.go:5:1: //locklint:acquire says nothing"
			errs, exit := v.vet()
			require.Equal(t, 1, exit, errs)
			require.Contains(t, errs, mistake)
			require.Positive(t, v.damage(test.begin, test.change))
			for range 2 { // nothing of it is kept
				errs, exit = v.vet()
				require.Equal(t, 1, exit, errs)
				require.Equal(t, 1, strings.Count(errs, test.told), errs)
				require.Equal(t, test.found, strings.Contains(errs, mistake), errs)
				require.NotContains(t, errs, "goroutine ")
			}
		})
	}
}
