package breadth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"

	"github.com/locklint/locklint/internal/reach"
)

// Limits of one run of locklint. What goes beyond them is a failure, as is a
// panic: people would take it for one.
const (
	timeLimit   = 10 * time.Minute
	memoryLimit = 8 << 10 // megabytes of the largest process
)

// A Runner analyses modules.
type Runner struct {
	Program string   // locklint
	Work    string   // a directory for what it unpacks
	Env     []string // beside that of this process
}

// A Cost is what the analysis of a module took.
type Cost struct {
	Date    string  // of the run
	Seconds float64 // by the clock
	CPU     float64 // seconds of the processors, with what the go command built
	Memory  int     // megabytes of the largest process
	Sources int     // packages that were read from source, those of dependencies too

	lines int // of the module that were analysed
}

// Run fetches a module and analyses it as its developers would.
func (r *Runner) Run(ctx context.Context, m Module) (*Record, *Cost, error) {
	dir, err := r.unpack(ctx, m)
	if dir != "" {
		defer os.RemoveAll(dir)
	}
	if err != nil {
		return nil, nil, err
	}
	record := &Record{Group: m.Group, Path: m.Path, Version: m.Version}
	if err := r.measure(ctx, dir, m, record); err != nil {
		return nil, nil, err
	}
	cost, err := r.findings(ctx, dir, m, record)
	if err != nil {
		return nil, nil, err
	}
	return record, cost, r.sites(ctx, dir, m, record)
}

// unpack lays out a module's files as a main module. Its go.mod may replace
// modules by directories beside it, which the proxy's archive does not have, and
// a workspace or a vendor directory would name such. Tests go, too: they get no
// findings, and what they import would have to be built.
func (r *Runner) unpack(ctx context.Context, m Module) (string, error) {
	out, err := r.goCommand(ctx, r.Work, "mod", "download", "-json", m.ID())
	var got struct{ Zip, Error string }
	if jerr := json.Unmarshal(out, &got); jerr != nil || got.Error != "" {
		return "", fmt.Errorf("go mod download %s: %w: %s", m.ID(), errors.Join(err, jerr), got.Error)
	}
	dir, err := os.MkdirTemp(r.Work, "module")
	if err != nil {
		return "", err
	}
	if err := modzip.Unzip(dir, module.Version{Path: m.Path, Version: m.Version}, got.Zip); err != nil {
		return dir, err
	}
	err = errors.Join(
		os.RemoveAll(filepath.Join(dir, "vendor")),
		os.RemoveAll(filepath.Join(dir, "go.work")),
		dropLocal(filepath.Join(dir, "go.mod")),
		dropTests(dir),
	)
	if err == nil && m.Fork {
		err = rename(dir, m.Path, "fork.test/"+m.Path)
	}
	return dir, err
}

func dropTests(dir string) error {
	return filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		return os.Remove(name)
	})
}

// rename gives a module another path, in its go.mod and in all imports.
func rename(dir, from, to string) error {
	old := regexp.MustCompile(`"` + regexp.QuoteMeta(from) + `(["/])`)
	return filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() != "go.mod" && filepath.Ext(name) != ".go" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if d.Name() == "go.mod" {
			text = bytes.Replace(text, []byte("module "+from), []byte("module "+to), 1)
		} else {
			text = old.ReplaceAll(text, []byte(`"`+to+"$1"))
		}
		return rewrite(name, text)
	})
}

// rewrite changes a file that the archive made read-only.
func rewrite(name string, text []byte) error {
	return errors.Join(os.Remove(name), os.WriteFile(name, text, 0o644))
}

// dropLocal removes the replacements by directories from a go.mod.
func dropLocal(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	f, err := modfile.Parse(name, text, nil)
	if err != nil {
		return err
	}
	for _, rep := range f.Replace {
		if rep.New.Version != "" {
			continue
		}
		if err := f.DropReplace(rep.Old.Path, rep.Old.Version); err != nil {
			return err
		}
	}
	f.Cleanup()
	if text, err = f.Format(); err != nil {
		return err
	}
	return rewrite(name, text)
}

// measure counts packages and lines, and has the dependencies downloaded.
func (r *Runner) measure(ctx context.Context, dir string, m Module, record *Record) error {
	if out, err := r.goCommand(ctx, dir, append([]string{"list", "-e", "-deps", "-f", "{{with .Module}}{{end}}"}, m.patterns()...)...); err != nil {
		return fmt.Errorf("%s: go list: %w: %s", m.ID(), err, out)
	}
	out, err := r.goCommand(ctx, dir, append([]string{"list", "-e", "-json=Dir,GoFiles,CgoFiles"}, m.patterns()...)...)
	if err != nil {
		return fmt.Errorf("%s: go list: %w", m.ID(), err)
	}
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		var p struct {
			Dir               string
			GoFiles, CgoFiles []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		record.Packages++
		for _, name := range append(p.GoFiles, p.CgoFiles...) {
			text, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				return err
			}
			record.Lines += reach.Lines(text)
		}
	}
}

// stats is what locklint -stats says.
var stats = regexp.MustCompile(`from source (\d+),.* lines of yours (\d+)`)

func (r *Runner) findings(ctx context.Context, dir string, m Module, record *Record) (*Cost, error) {
	var report struct {
		Findings []struct {
			Rule, Category, Message, File string
			Line, Column                  int
		}
		Errors []string
	}
	cost, err := r.locklint(ctx, dir, &report, append([]string{"-f", "json", "-stats"}, m.patterns()...)...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.ID(), err)
	}
	record.Analysed = cost.lines
	for _, f := range report.Findings {
		id := f.Rule
		if f.Category != "" {
			id += "/" + f.Category
		}
		message := strings.TrimSuffix(f.Message, " ["+id+"]")
		record.Findings = append(record.Findings, &Finding{File: f.File, Line: f.Line, Column: f.Column, ID: id, Message: message})
	}
	return cost, nil
}

// sites counts the places where the inventory says that a lock is taken.
func (r *Runner) sites(ctx context.Context, dir string, m Module, record *Record) error {
	type place struct {
		File         string
		Line, Column int
	}
	var report struct {
		Locks []struct{ Acquires []place }
	}
	if _, err := r.locklint(ctx, dir, &report, append([]string{"locks", "-json"}, m.patterns()...)...); err != nil {
		return fmt.Errorf("%s: %w", m.ID(), err)
	}
	seen := map[place]bool{}
	for _, l := range report.Locks {
		for _, a := range l.Acquires {
			if filepath.IsLocal(a.File) { // else a dependency's
				seen[a] = true
			}
		}
	}
	record.Sites = len(seen)
	return nil
}

// locklint runs the program in a module and reads the JSON that it prints.
func (r *Runner) locklint(ctx context.Context, dir string, report any, args ...string) (*Cost, error) {
	ctx, stop := context.WithTimeout(ctx, timeLimit)
	defer stop()
	cmd := r.command(ctx, dir, r.Program, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	began := time.Now()
	err := cmd.Run()
	cost := &Cost{Date: began.UTC().Format(time.DateOnly), Seconds: time.Since(began).Seconds()}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("locklint did not end within %v", timeLimit)
	case errors.As(err, &exit) && exit.ExitCode() != 1:
		return nil, fmt.Errorf("locklint: %w: %s", err, tail(errs.String()+out.String()))
	case err != nil && exit == nil:
		return nil, err
	}
	state := cmd.ProcessState
	cost.CPU = (state.UserTime() + state.SystemTime()).Seconds()
	if cost.Memory = largest(state); cost.Memory > memoryLimit {
		return nil, fmt.Errorf("locklint took %d MB, and %d are its limit", cost.Memory, memoryLimit)
	}
	if m := stats.FindStringSubmatch(errs.String()); m != nil {
		cost.Sources, cost.lines = number(m[1]), number(m[2])
	}
	if err := json.Unmarshal(out.Bytes(), report); err != nil {
		return nil, fmt.Errorf("locklint's output: %w", err)
	}
	return cost, nil
}

// tail is the end of what a program said.
func tail(s string) string {
	const most = 2000
	if len(s) > most {
		s = "…" + s[len(s)-most:]
	}
	return strings.TrimSpace(s)
}

// goCommand runs the go command and returns what it prints, with its complaints
// where it fails.
func (r *Runner) goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := r.command(ctx, dir, "go", args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, tail(errs.String()))
	}
	return out, err
}

// command prepares a program. Modules whose local replacements were dropped need
// sums that their go.sum lacks, hence -mod=mod.
func (r *Runner) command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOTOOLCHAIN=local")
	cmd.Env = append(cmd.Env, r.Env...)
	cmd.WaitDelay = 10 * time.Second
	return cmd
}
