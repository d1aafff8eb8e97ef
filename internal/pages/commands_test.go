package pages

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"
)

// A trial is how a command that the pages show is tried.
type trial struct {
	command string // as the pages show it
	exit    int
	before  string // what must have been done, in a shell
	with    string // what stands in place of words in capitals: WORD=TEXT
	// want is part of what is printed on standard output, or with a leading @ the
	// file of the repository that has all of it.
	want string
	in   string // "clone" of the repository; else a repository with the examples
}

// trials are the commands that run here. The shell is the one that the pages
// are written for, and the exit status counts.
var trials = []trial{
	// In a clone.
	{command: "go run ./cmd/locklint -C examples ./...", in: "clone", exit: 1, want: "@examples/expected.txt"},
	{command: "go run ./cmd/locklint -C examples ./... > examples/expected.txt", in: "clone", exit: 1},
	{command: "go install ./cmd/locklint", in: "clone"},
	{command: "go run ./cmd/locklint -C testdata/rules ./...", in: "clone", exit: 1, want: "[plaindel/plain-delete]"},
	{command: "go generate ./internal/pages", in: "clone"},

	// The analysis.
	{command: "locklint ./...", exit: 1, want: "@examples/expected.txt"},
	{command: `go vet -vettool="$(command -v locklint)" ./...`, exit: 1},
	{command: "locklint vet ./...", exit: 1},
	{command: "locklint vet", exit: 1},
	{command: "locklint FILE", with: "FILE=sell/seats.go", exit: 1, want: "sell/seats.go:29:24: "},
	{command: "locklint -diff ./...", exit: 1, want: "+++ sell/seats.go"},
	{command: "locklint -new-from origin/main ./..."},
	{command: "locklint -new-from REV", with: "REV=HEAD"},
	{command: "locklint -f codeclimate ./... > locklint.json", exit: 1},
	{command: `go fix -fixtool="$(command -v locklint)" -diff ./...`, exit: 1, want: "+++ "},
	{command: "go tool locklint ./...", before: asTool, exit: 1, want: "@examples/expected.txt"},
	{command: `go vet -vettool="$(go tool -n locklint)" ./...`, before: asTool, exit: 1},

	// The commands.
	{command: "locklint -stats", exit: 1},
	{command: "locklint locks", want: "lock:ticket:{ticket}"},
	{command: "locklint locks ./...", want: "lock:ticket:{ticket}"},
	{command: "locklint baseline write"},
	{command: "locklint baseline write ./..."},
	{command: "locklint -baseline .locklint-baseline.jsonl ./...", before: "locklint baseline write ./..."},
	{command: "locklint config init"},
	{command: "locklint config check", before: "locklint config init", want: ".locklint.yaml"},
	{command: "locklint config schema", want: "@locklint.schema.json"},
	{command: "locklint explain plaindel/plain-delete", want: "// RIGHT"},
	{command: "locklint catalogue", want: "SetNX"},
	{command: "locklint catalogue redsync", want: "Mutex.Lock"},
	{command: "locklint catalogue NAME", with: "NAME=redislock", want: "Obtain"},
	{command: "locklint catalogue -json PATTERN", with: "PATTERN=redislock", want: `"Obtain"`},
	{command: "locklint completion bash", want: "_locklint locklint"},
	{command: "locklint help", want: "Examples:"},
	{command: "locklint version", want: "locklint "},
}

// asTool makes locklint a tool of the module as go get -tool does. No registry
// has it yet, so that it has to be that of the clone.
const asTool = `go mod edit -tool=github.com/locklint/locklint/cmd/locklint -require=github.com/locklint/locklint@v0.0.0 \
	-replace=github.com/locklint/locklint="$CLONE" && go mod tidy`

// elsewhere are the commands that do not run here, each with the script of CI
// that runs it, or the reason why none does.
var elsewhere = map[string]string{
	"go run ./internal/mutate":              ".ci/full",
	"go test ./...":                         ".ci/run",
	"go build ./... && go vet ./...":        "the loop over the modules in .ci/run builds them",
	"go test -short ./...":                  "a part of what .ci/run runs",
	"cd proofs && go test ./...":            "the loop over the modules in .ci/run runs it",
	"cd proofs && go test -tags real ./...": ".ci/servers",
	".ci/run":                               ".ci/full",
	".ci/full":                              "it is CI",
	".ci/coverage":                          ".ci/full",
	".ci/reproducible":                      ".ci/full",
	".ci/systems":                           ".ci/full",
	".ci/fuzz":                              ".ci/full",
	"golangci-lint custom":                  "it fetches a published plugin; golangci/custom is what it writes, and .ci/golangci builds that",
	"go install github.com/locklint/locklint/cmd/locklint@COMMIT":   "nothing is published yet",
	"go get github.com/locklint/locklint/proofs/pause":              "nothing is published yet",
	"go get -tool github.com/locklint/locklint/cmd/locklint@COMMIT": "nothing is published yet; asTool does what it does",
	// They need tools that .ci/ways installs.
	`locklint -f sarif ./... | reviewdog -f=sarif -diff="git diff HEAD" -reporter=local -fail-level=any`:   ".ci/ways",
	`locklint ./... | reviewdog -efm='%f:%l:%c: %m' -diff="git diff HEAD" -reporter=local -fail-level=any`: ".ci/ways",
	"go test ./internal/breadth": "a part of what .ci/run runs",
	"LOCKLINT_SEEDS=1000-3000 go test ./internal/simulate -run TestAgreement -v": "the first seeds run in .ci/run",
	// Hours on an idle machine.
	"LOCKLINT_BREADTH=. go test -timeout 6h -run TestModules -v ./internal/breadth": "it measures",
	"bench/run start":  "it measures",
	"bench/run target": "it measures",
	"bench/run peers":  "it measures",
	"bench/run scale":  "it measures",
	"bench/run write":  "it writes what was measured",
}

// measured has tables of commands whose figures stand beside them.
const measured = "docs/performance.md"

var (
	shell  = regexp.MustCompile("(?ms)^( *)```sh\n(.*?)^ *```$")
	script = regexp.MustCompile(`(?m)^  script:\n((?:    - .*\n)+)`)
	behind = regexp.MustCompile(`\s+#\s.*`)
	row    = regexp.MustCompile(`(?m)^\|.*$`)
	inline = regexp.MustCompile("`((?:locklint|go (?:build|fix|generate|get|install|run|test|tool)|golangci-lint|bench/run|pre-commit|reviewdog|nvim) [^`\n]+|\\.ci/[a-z]+)`")
	// explained is a command that each page of a category shows.
	explained = regexp.MustCompile(`^locklint explain \S+/\S+$`)
	named     = regexp.MustCompile(`^go test (\./\S+) -run (\S+)`)
)

// shown are the commands of all pages, each with a page that shows it. The log of
// changes is left out: it tells what was.
func shown(t *testing.T) map[string]string {
	t.Helper()
	commands := map[string]string{}
	for _, name := range pageNames(t) {
		if filepath.Base(name) == "CHANGELOG.md" {
			continue
		}
		text, page := read(t, name), filepath.ToSlash(strings.TrimPrefix(name, root))
		var lines []string
		for _, m := range shell.FindAllStringSubmatch(text, -1) {
			lines = append(lines, strings.Split(m[2], "\n")...)
		}
		for _, m := range script.FindAllStringSubmatch(text, -1) {
			lines = append(lines, strings.Split(strings.ReplaceAll(m[1], "    - ", ""), "\n")...)
		}
		text = fence.ReplaceAllString(text, "")
		if page == measured {
			text = row.ReplaceAllString(text, "")
		}
		for _, m := range inline.FindAllStringSubmatch(text, -1) {
			lines = append(lines, m[1])
		}
		for _, l := range lines {
			if l = strings.TrimSpace(behind.ReplaceAllString(l, "")); l != "" {
				commands[l] = page
			}
		}
	}
	return commands
}

// pageNames are the files of all pages.
func pageNames(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "docs/*/*/*.md", "testdata/*/README.md"} {
		more, err := filepath.Glob(root + pattern)
		require.NoError(t, err)
		names = append(names, more...)
	}
	return names
}

// TestShown: each command that a page shows is tried, or it stands in a table why
// not; and the tables have nothing that no page shows.
func TestShown(t *testing.T) {
	commands := shown(t)
	require.Greater(t, len(commands), 50)
	known := map[string]bool{}
	for _, tt := range trials {
		require.False(t, known[tt.command], "%q stands there twice", tt.command)
		known[tt.command] = true
		require.Contains(t, commands, tt.command, "no page shows it")
	}
	for command, where := range elsewhere {
		known[command] = true
		require.Contains(t, commands, command, "no page shows it")
		if strings.HasPrefix(where, ".ci/") {
			want := strings.ReplaceAll(command, "go test ./...", "go test -timeout 25m ./...")
			require.Contains(t, read(t, root+where), want, "%s does not run it", where)
		}
	}
	for command, page := range commands {
		if known[command] || explained.MatchString(command) {
			continue
		}
		m := named.FindStringSubmatch(command)
		require.NotNil(t, m, "%s shows %q: add it to trials, or to elsewhere with a reason", page, command)
		requireTest(t, m[1], m[2], strings.Contains(command, " -update"))
	}
}

// requireTest looks for a test among those that .ci/run runs with all others.
func requireTest(t *testing.T, dir, pattern string, updates bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
	require.NoError(t, err)
	var text strings.Builder
	for _, f := range files {
		text.WriteString(read(t, f))
	}
	for name := range strings.SplitSeq(strings.Trim(pattern, "'"), "|") {
		require.Contains(t, text.String(), "func "+name, dir)
	}
	if updates {
		require.Contains(t, text.String(), `flag.Bool("update"`, dir)
	}
}

// TestTrials runs the commands in a clone of the repository, or in one that has
// the examples and locklint in the PATH.
func TestTrials(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command in a clone")
	}
	clone, bin := t.TempDir(), t.TempDir()
	copyTracked(t, clone)
	env := append(os.Environ(), "CLONE="+clone, "GOBIN="+bin, "GOFLAGS=", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	call(t, clone, env, "go install ./cmd/locklint")
	before := tree(t, clone)
	for _, tt := range trials {
		t.Run(tt.command, func(t *testing.T) { tt.run(t, clone, env) })
	}
	require.Equal(t, before, tree(t, clone), "a command changed what is in the repository")

	ran := 0
	for command := range shown(t) {
		if explained.MatchString(command) {
			ran++
			trial{command: command, want: "// RIGHT"}.try(t, clone, clone, env)
		}
	}
	require.Greater(t, ran, 20)
}

func (tt trial) run(t *testing.T, clone string, env []string) {
	dir := clone
	if tt.in != "clone" {
		dir = shop(t, clone, env)
	}
	tt.try(t, dir, clone, env)
}

// try runs the command in a directory.
func (tt trial) try(t *testing.T, dir, clone string, env []string) {
	t.Helper()
	if tt.before != "" {
		call(t, dir, env, tt.before)
	}
	command := tt.command
	if word, text, ok := strings.Cut(tt.with, "="); ok {
		command = strings.ReplaceAll(command, word, text)
	}
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir, cmd.Env = dir, env
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run()
	require.Equal(t, tt.exit, cmd.ProcessState.ExitCode(), "%s\n%s%s", command, &out, &errs)
	file, whole := strings.CutPrefix(tt.want, "@")
	if !whole {
		require.Contains(t, out.String(), tt.want, command)
		return
	}
	got := out.String()
	if dir != clone { // names are as seen from there
		got = strings.NewReplacer("\nrenew/", "\nexamples/renew/", "\nsell/", "\nexamples/sell/",
			"\tsell/", "\texamples/sell/", "\trenew/", "\texamples/renew/", "\tstore/", "\texamples/store/").Replace("\n" + got)[1:]
	}
	require.Equal(t, read(t, filepath.Join(clone, file)), got, command)
}

// shop is a git repository with the examples as a user would have them: its main
// branch is as it is at its origin.
func shop(t *testing.T, clone string, env []string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(clone, "examples"))))
	require.NoError(t, os.Remove(filepath.Join(dir, "expected.txt")))
	call(t, dir, env, `git init -q && git add . && git -c user.name=a -c user.email=a@example.test commit -qm shop &&
git update-ref refs/remotes/origin/main HEAD`)
	return dir
}

func call(t *testing.T, dir string, env []string, command string) string {
	t.Helper()
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.CombinedOutput()
	if exit := cmd.ProcessState.ExitCode(); exit != 0 && exit != 1 {
		require.NoError(t, err, "%s\n%s", command, out)
	}
	return string(out)
}

// copyTracked copies the files that belong to the repository.
func copyTracked(t *testing.T, to string) {
	t.Helper()
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Skipf("the sources are no git repository: %v", err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // deleted, and not yet committed
		}
		require.NoError(t, err)
		file := filepath.Join(to, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
		require.NoError(t, os.WriteFile(file, data, 0o666))
	}
}

// tree is the text of all files below a directory.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		files[name] = string(data)
		return err
	}))
	return files
}

// TestShownOutput: what the README shows as output is what the examples print.
func TestShownOutput(t *testing.T) {
	want := read(t, root+"examples/expected.txt")
	text := regexp.MustCompile("(?ms)^```[a-z]+\n.*?^```$").ReplaceAllString(read(t, root+"README.md"), "")
	blocks := regexp.MustCompile("(?ms)^```\n(.*?)^```$").FindAllStringSubmatch(text, -1)
	require.NotEmpty(t, blocks)
	for _, b := range blocks {
		require.Contains(t, want, b[1])
	}
}

// TestShownFlags: the README's table has the flags that the help has.
func TestShownFlags(t *testing.T) {
	_, rest, ok := strings.Cut(read(t, root+"README.md"), "| flag | meaning |\n")
	require.True(t, ok)
	rest, _, _ = strings.Cut(rest, "\n\n")
	var table []string
	for row := range strings.Lines(rest) {
		first, _, _ := strings.Cut(strings.TrimPrefix(row, "| "), " | ")
		for _, m := range regexp.MustCompile("`-([a-zA-Z-]+)").FindAllStringSubmatch(first, -1) {
			table = append(table, m[1])
		}
	}
	cmd := exec.Command("go", "run", "./cmd/locklint", "-h")
	cmd.Dir = root
	help, err := cmd.Output()
	require.NoError(t, err)
	_, flags, ok := strings.Cut(string(help), "\nFlags:\n")
	require.True(t, ok)
	var have []string
	for _, m := range regexp.MustCompile(`(?m)^  -([a-zA-Z-]+)`).FindAllStringSubmatch(flags, -1) {
		have = append(have, m[1])
	}
	slices.Sort(table)
	slices.Sort(have)
	require.Equal(t, have, table)
}

// TestShownAction: the README gives the action no input that it does not have, and
// pre-commit no hook.
func TestShownAction(t *testing.T) {
	decode := func(name string, into any) { require.NoError(t, yaml.Unmarshal([]byte(read(t, root+name)), into)) }
	var action struct{ Inputs map[string]any }
	decode("action.yml", &action)
	var hooks []struct{ ID string }
	decode(".pre-commit-hooks.yaml", &hooks)

	text := read(t, root+"README.md")
	tried := 0
	for _, m := range regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
		var steps []struct {
			Uses string
			With map[string]any
		}
		if yaml.Unmarshal([]byte(m[1]), &steps) == nil {
			for _, s := range steps {
				if strings.HasPrefix(s.Uses, "locklint/locklint@") {
					tried++
					for name := range s.With {
						require.Contains(t, action.Inputs, name)
					}
				}
			}
		}
		var config struct {
			Repos []struct{ Hooks []struct{ ID string } }
		}
		if yaml.Unmarshal([]byte(m[1]), &config) == nil && len(config.Repos) > 0 {
			tried++
			require.Subset(t, hooks, config.Repos[0].Hooks)
		}
	}
	require.Equal(t, 2, tried)
	for name := range action.Inputs {
		require.Contains(t, text, "`"+name+"`", "the README does not name the input")
	}
}
