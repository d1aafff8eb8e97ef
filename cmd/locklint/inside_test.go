package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/standalone"
)

// Two scripts that free a lock: the one without the comparison is a finding
// where it is read.
const (
	bareScript  = "return redis.call('del', KEYS[1])\n"
	rightScript = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end\n"
)

// embedding is a package that frees by an embedded script, which is what stands
// for EMBED and TEXT.
const embedding = `package embedding

import (
	"context"
	"embed"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
)

var _ embed.FS

EMBED

func Free(ctx context.Context, rdb *redis.Client) error {
	id := uuid.NewString()
	ok, err := rdb.SetNX(ctx, "lock:e", id, time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	return rdb.Eval(ctx, TEXT, []string{"lock:e"}, id).Err()
}
`

// inside are ways to name a file: what a program embeds is read only where the
// compiler would read it, too.
var inside = []struct {
	name  string
	embed string
	text  string
	set   func(p *place, outside string) // outside is a directory with free.lua
	read  bool
}{
	{
		name: "in the package", embed: "//go:embed free.lua\nvar text string", text: "text", read: true,
		set: func(p *place, _ string) { p.write("embedding/free.lua", bareScript) },
	},
	{
		name: "in a directory", embed: "//go:embed lua\nvar files embed.FS\n\nvar text, _ = files.ReadFile(\"lua/free.lua\")", text: "string(text)", read: true,
		set: func(p *place, _ string) { p.write("embedding/lua/free.lua", bareScript) },
	},
	{
		name: "above", embed: "//go:embed ../free.lua\nvar text string", text: "text",
		set: func(p *place, _ string) { p.write("free.lua", bareScript) },
	},
	{name: "absolute", embed: "//go:embed OUTSIDE/free.lua\nvar text string", text: "text"},
	{
		name: "link", embed: "//go:embed free.lua\nvar text string", text: "text",
		set: func(p *place, outside string) { p.link(filepath.Join(outside, "free.lua"), "embedding/free.lua") },
	},
	{
		name: "link of a directory", embed: "//go:embed lua/free.lua\nvar text string", text: "text",
		set: func(p *place, outside string) { p.link(outside, "embedding/lua") },
	},
	{
		name: "link in a directory", embed: "//go:embed lua\nvar files embed.FS\n\nvar text, _ = files.ReadFile(\"lua/free.lua\")", text: "string(text)",
		set: func(p *place, outside string) {
			p.write("embedding/lua/other.lua", rightScript)
			p.link(filepath.Join(outside, "free.lua"), "embedding/lua/free.lua")
		},
	},
	{
		name: "name above", embed: "//go:embed lua\nvar files embed.FS\n\nvar text, _ = files.ReadFile(\"lua/../../free.lua\")", text: "string(text)",
		set: func(p *place, _ string) {
			p.write("embedding/lua/o.lua", rightScript)
			p.write("free.lua", bareScript)
		},
	},
	{
		name: "//line", embed: "//line OUTSIDE/x.go:1\n\n//go:embed free.lua\nvar text string", text: "text",
		set: func(p *place, _ string) { p.write("embedding/free.lua", rightScript) },
	},
	{
		name: "at run time", embed: "var text = func() string { b, _ := os.ReadFile(\"OUTSIDE/free.lua\"); return string(b) }()", text: "text",
		set: func(p *place, _ string) {
			p.edit("embedding/e.go", func(s string) string { return strings.Replace(s, "\t\"time\"", "\t\"os\"\n\t\"time\"", 1) })
		},
	},
}

// TestInside: no file outside the module is read because the analysed code
// names it.
func TestInside(t *testing.T) {
	for _, test := range inside {
		t.Run(test.name, func(t *testing.T) {
			p := hostileModule(t)
			p.edit("go.mod", func(s string) string { return s + "\nrequire github.com/google/uuid v1.6.0\n" })
			outside, err := filepath.EvalSymlinks(t.TempDir())
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(outside, "free.lua"), []byte(bareScript), 0o666))
			text := strings.NewReplacer("EMBED", test.embed, "TEXT", test.text).Replace(embedding)
			p.write("embedding/e.go", strings.ReplaceAll(text, "OUTSIDE", outside))
			if test.set != nil {
				test.set(p, outside)
			}
			r := p.hostileRun("./...")
			require.True(t, r.shopFound(), r.errs)
			found := false
			for f := range r.found {
				found = found || strings.HasSuffix(f, ": plaindel") && !strings.HasPrefix(f, "sell/")
			}
			require.Equal(t, test.read, found, "%v %v", r.found, r.errs)
		})
	}
}

// TestNothingRuns analyses a module whose every part would leave a file behind
// if it ran.
func TestNothingRuns(t *testing.T) {
	p := hostileModule(t)
	p.needsC()
	mark := filepath.Join(p.dir, "ran")
	runs := "\n\nimport \"os\"\n\n//go:generate touch " + mark + "\n\nfunc init() { _ = os.WriteFile(`" + mark + "`, nil, 0o666) }\n"
	p.write("lib/lib.go", "package lib"+runs)
	p.write("cmd/main.go", "package main\n\nimport _ \"github.com/locklint/locklint/examples/lib\"\n\nfunc main() {}\n")
	p.write("lib/lib_test.go", "package lib\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestMain(m *testing.M) { _ = os.WriteFile(`"+mark+"`, nil, 0o666) }\n")
	p.edit("sell/seats.go", func(s string) string {
		return strings.Replace(s, "package sell\n", "package sell\n//go:generate touch "+mark+"\nimport _ \"github.com/locklint/locklint/examples/lib\"\n", 1)
	})
	p.write("c/c.go", "package c"+strings.Replace(clauses, "import (", "/*\n__attribute__((constructor)) static void touch(void) { extern int creat(const char *, unsigned); creat(\""+mark+"\", 0666); }\nint one(void) { return 1; }\n*/\nimport \"C\"\n\nimport (", 1)+"var One = C.one()\n\n"+mistake)
	for _, tool := range []string{"evil.sh", "go", "gcc", "git", "cgo"} { // nothing of the module's directory is a program
		p.write(tool, "#!/bin/sh\ntouch "+mark+"\n")
		require.NoError(t, os.Chmod(filepath.Join(p.dir, tool), 0o777))
	}
	for _, args := range [][]string{{"./..."}, {"-diff", "./..."}} {
		cmd := p.command(args...)
		out, _ := cmd.CombinedOutput()
		require.Equal(t, standalone.Found, cmd.ProcessState.ExitCode(), string(out))
		require.NoFileExists(t, mark, args)
	}

	// What the compiler of C is told goes through the go command's list of harmless
	// flags.
	p.edit("c/c.go", func(s string) string {
		return strings.Replace(s, "/*\n", "/*\n#cgo CFLAGS: -fplugin="+p.dir+"/evil.so -wrapper,"+mark+"\n", 1)
	})
	r := p.hostileRun("./...")
	require.Equal(t, standalone.Failed, r.exit)
	require.Contains(t, strings.Join(r.errs, "\n"), "invalid flag in #cgo CFLAGS")
	require.NoFileExists(t, mark)
}

// TestNoNetwork counts what a proxy is asked for where all modules are there:
// nothing. A module that is missing is asked for by the go command alone.
func TestNoNetwork(t *testing.T) {
	var asked atomic.Int32
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		http.NotFound(w, nil)
	}))
	defer proxy.Close()
	p := hostileModule(t)
	p.envs = []string{
		"GOPROXY=" + proxy.URL, "GONOSUMDB=*", "GOVCS=*:off", "HTTP_PROXY=" + proxy.URL, "HTTPS_PROXY=" + proxy.URL, "NO_PROXY=",
		"http_proxy=" + proxy.URL, "https_proxy=" + proxy.URL,
	}
	for _, args := range [][]string{{"./..."}, {"-f", "sarif", "./..."}, {"-diff", "./..."}, {"locks", "./..."}, {"explain", "nolost"}, {"version"}} {
		out, _ := p.command(args...).CombinedOutput()
		require.Zero(t, asked.Load(), "%v: %s", args, out)
	}
	p.write("go.mod", "module m.test\n\ngo 1.26.0\n\nrequire example.test/none v1.0.0\n")
	p.write("go.sum", "")
	p.envs = append(p.envs, "GOFLAGS=-mod=mod")
	p.write("sell/seats.go", "package sell\n\nimport _ \"example.test/none\"\n")
	r := p.hostileRun("./...")
	require.Equal(t, standalone.Failed, r.exit)
	require.Positive(t, asked.Load(), "the control")
}

// TestNoClient: the command cannot open a connection, whatever it is told.
func TestNoClient(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	require.NoError(t, err)
	deps := strings.Fields(string(out))
	require.Contains(t, deps, "os/exec")
	for _, path := range []string{"net", "net/http", "crypto/tls", "plugin", "net/rpc"} {
		require.NotContains(t, deps, path)
	}
}

// TestForged: what the code calls its locks and files cannot break a line or
// talk to the terminal, in any format that people read.
func TestForged(t *testing.T) {
	p := hostileModule(t)
	p.write("forged/x.go", "package forged"+clauses+"//line \x1b[31mx.go:7:1\n"+
		strings.ReplaceAll(mistake, "lock:h", `lock:h\x1b[2J\nfake.go:1:1: forged [plaindel/plain-delete]\u202e`)+
		"\n//locklint:\x1b[5mignore\nfunc F() {}\n")
	p.write("bad/x.go", "package bad\n\nimport _ \"a\x1b[31mb\"\n")
	for _, args := range [][]string{{"./..."}, {"-f", "github", "./..."}, {"-f", "checkstyle", "./..."}, {"locks", "./..."}, {"vet", "./forged"}} {
		out, _ := p.command(args...).CombinedOutput()
		require.Contains(t, string(out), "fake.go", args)
		require.NotContains(t, string(out), "\x1b", args)
		require.NotContains(t, string(out), "\u202e", args)
		for line := range strings.Lines(string(out)) {
			require.False(t, strings.HasPrefix(line, "fake.go"), "%v: %s", args, line)
		}
	}
}
