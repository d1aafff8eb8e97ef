package linttest_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/linttest"
)

// TestSameEntries analyses two checkouts in different directories with more and
// with fewer cores. All that is kept, facts and findings under their keys, must
// be the same to the byte: then one machine can use what another one kept.
func TestSameEntries(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	var first map[string]string
	for _, procs := range []string{"1", "4"} {
		dir, store := filepath.Join(t.TempDir(), "with-"+procs), t.TempDir()
		require.NoError(t, os.CopyFS(dir, os.DirFS("../../examples")))
		linttest.Download(t, dir)
		cmd := exec.Command(self, "-exit-zero", "./...")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), asTool+"=rules", "LOCKLINT_CACHE="+store, "GOMAXPROCS="+procs)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		kept := map[string]string{}
		require.NoError(t, filepath.WalkDir(store, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(name)
			rel, _ := filepath.Rel(store, name)
			if len(filepath.Base(rel)) >= 32 { // by a key; others are about the cache itself
				kept[rel] = string(text)
			}
			return err
		}))
		require.Greater(t, len(kept), 3)
		if first == nil {
			first = kept
		}
		require.Equal(t, first, kept)
	}
}

// TestCacheProgram has go vet use a cache that is a program, as a team's shared
// cache is: what was vetted in one checkout is not vetted again in another.
func TestCacheProgram(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	store := t.TempDir()
	files := map[string]string{
		"go.mod": "module example.test/m\n\ngo 1.26.0\n",
		"a/a.go": "package a\n\n//locklint:acquire\nfunc Take(name string) bool { return true }\n\n//locklint:release\nfunc Give(name string) {}\n",
		"b/b.go": "package b\n\nimport \"example.test/m/a\"\n\nfunc B() {\n\ta.Take(\"b\")\n\ta.Give(\"b\")\n}\n",
	}
	var dirs []string
	vet := func() (out string, puts int) {
		dir := t.TempDir()
		dirs = append(dirs, dir, "")
		for name, text := range files {
			require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
		}
		cmd := exec.Command("go", "vet", "-json", "-trimpath", "-vettool="+self, "./...")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), asTool+"=rules", "LOCKLINT_UNIT=fast", "GOCACHEPROG="+self+" "+cacheProgram+" "+store)
		text, err := cmd.CombinedOutput()
		require.NoError(t, err, string(text))
		log, err := os.ReadFile(filepath.Join(store, "log"))
		require.NoError(t, err)
		require.NoError(t, os.Remove(filepath.Join(store, "log")))
		return strings.NewReplacer(dirs...).Replace(string(text)), strings.Count(string(log), "put\n")
	}
	want, puts := vet()
	require.Contains(t, want, "b.go:6:", "a result that is not looked at")
	require.Positive(t, puts)
	got, puts := vet()
	require.Equal(t, want, got)
	require.Zero(t, puts, "all is in the cache")
}

// cacheProgram is the argument by which the test program is a cache for the go
// command.
const cacheProgram = "cache-program"

// serveCache speaks the protocol of GOCACHEPROG with a directory behind it. It
// notes what it was asked for.
func serveCache(dir string) error {
	type response struct {
		ID            int64
		KnownCommands []string   `json:",omitempty"`
		Miss          bool       `json:",omitempty"`
		OutputID      []byte     `json:",omitempty"`
		Size          int64      `json:",omitempty"`
		Time          *time.Time `json:",omitempty"`
		DiskPath      string     `json:",omitempty"`
	}
	log, err := os.OpenFile(filepath.Join(dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer log.Close()
	out := json.NewEncoder(os.Stdout)
	if err := out.Encode(response{KnownCommands: []string{"get", "put", "close"}}); err != nil {
		return err
	}
	for in := json.NewDecoder(os.Stdin); ; {
		var ask struct {
			ID                 int64
			Command            string
			ActionID, OutputID []byte
			BodySize           int64
		}
		if err := in.Decode(&ask); err != nil {
			return err
		}
		fmt.Fprintln(log, ask.Command)
		answer := response{ID: ask.ID}
		action := filepath.Join(dir, "a-"+hex.EncodeToString(ask.ActionID))
		switch ask.Command {
		case "get":
			output, err := os.ReadFile(action)
			if err != nil {
				answer.Miss = true
				break
			}
			answer.OutputID = output
			answer.DiskPath = filepath.Join(dir, "o-"+hex.EncodeToString(output))
			info, err := os.Stat(answer.DiskPath)
			if err != nil {
				return err
			}
			made := info.ModTime()
			answer.Size, answer.Time = info.Size(), &made
		case "put":
			var body []byte
			if ask.BodySize > 0 {
				if err := in.Decode(&body); err != nil {
					return err
				}
			}
			answer.DiskPath = filepath.Join(dir, "o-"+hex.EncodeToString(ask.OutputID))
			if err := os.WriteFile(answer.DiskPath, body, 0o666); err != nil {
				return err
			}
			if err := os.WriteFile(action, ask.OutputID, 0o666); err != nil {
				return err
			}
		}
		if err := out.Encode(answer); err != nil || ask.Command == "close" {
			return err
		}
	}
}
