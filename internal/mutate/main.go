// Command mutate measures the tests: it changes the code in many small ways, one at a
// time, and counts the changes that no test notices.
//
//	go run ./internal/mutate [-seed N] [-sample PKG=N,...] [-all]
//
// A change is called a mutant. All are put into the code at once, each behind a
// question to package mutant, so that the code is compiled once and not a thousand
// times. That is the reason for a tool of our own: those at hand compile and test the
// package anew for each mutant, and here a test that notices something is mostly a
// program under testdata, which another package analyses.
//
// # What is changed
//
// Conditions and comparisons are negated, && becomes || and the reverse, < becomes <=
// and so on, calls, assignments and early exits are left out, integers are one more
// or less, true becomes false and the reverse. Left alone are package variables and
// init, whose values are made before a mutant is on, named constants, string
// literals, and the numbers that a parameter called depth is compared with or gets:
// how far a search goes is a matter of cost, and one step more or less no mistake.
//
// # What notices
//
// Command judge runs the rules over the programs of testdata as the tests do: a mutant
// is killed where a finding is missed or is wrong, or where a golden file would differ.
// The generated programs of package simulate are among them. Then come the unit tests
// of the package itself. What neither meets has survived.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/locklint/locklint/internal/mutate/mutant"
	"github.com/locklint/locklint/internal/simulate"
)

const (
	module     = "github.com/locklint/locklint"
	mutantPath = module + "/internal/mutate/mutant"
	listed     = "internal/mutate/survivors.txt"
)

// targets are the packages that are changed, with the size of their sample.
var targets = "internal/locks=300,analyzers/...=150,internal/luascript=100,internal/sqltext=100,internal/catalogue=50"

// trees are the programs, those that find most first.
var trees = []string{
	"testdata/pauses", "testdata/rules", "testdata/shapes", "testdata/cases", "testdata/pages", "testdata/purpose",
	"testdata/libraries/*", "testdata/declared", "testdata/fixes", "testdata/locks", "examples",
}

func main() {
	r := &runner{verdicts: map[int]verdict{}}
	flag.Uint64Var(&r.seed, "seed", 1, "of the sample")
	flag.StringVar(&r.sample, "sample", targets, "packages, and how many mutants of each")
	flag.BoolVar(&r.all, "all", false, "all mutants, not a sample")
	flag.IntVar(&r.workers, "workers", 2, "processes")
	flag.Float64Var(&r.least, "least", 80, "per cent that must be killed in each package")
	flag.StringVar(&r.work, "work", "", "directory to work in, which is kept; without its state.json the programs are listed anew")
	flag.Parse()
	if err := r.run(); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

type runner struct {
	seed    uint64
	sample  string
	all     bool
	workers int
	least   float64
	work    string
	same    bool // the directory has what is prepared for the same code

	root    string
	mutants []*Mutant
	mu      sync.Mutex

	verdicts map[int]verdict
	log      io.Writer // gets each verdict as it falls
}

// A verdict is what became of a mutant: killed, timeout, crash, survived, unmet.
type verdict struct{ what, where string }

func (v verdict) killed() bool { return v.what == "killed" || v.what == "timeout" || v.what == "crash" }

func (r *runner) run() error {
	root, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	r.root = root
	if r.work == "" {
		if r.work, err = os.MkdirTemp("", "mutate"); err != nil {
			return err
		}
		defer os.RemoveAll(r.work)
	} else if err := os.MkdirAll(r.work, 0o777); err != nil {
		return err
	}
	groups, err := r.rewriteAll()
	if err != nil {
		return err
	}
	chosen := r.choose(groups)
	log, err := os.Create(r.path(fmt.Sprintf("verdicts-%d.txt", r.seed)))
	if err != nil {
		return err
	}
	defer log.Close()
	r.log = log
	r.step("%d mutants, %d of them tried", len(r.mutants), len(chosen))
	if err := r.prepare(); err != nil {
		return err
	}
	r.step("on the programs")
	r.each(chosen, r.judge)
	var rest []*Mutant
	for _, m := range chosen {
		if !r.verdicts[m.ID].killed() {
			rest = append(rest, m)
		}
	}
	r.step("%d by unit tests", len(rest))
	if err := r.unitTests(rest); err != nil {
		return err
	}
	return r.print(groups, chosen)
}

var began = time.Now()

func (r *runner) step(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%5.0fs %s\n", time.Since(began).Seconds(), fmt.Sprintf(format, args...))
}

// A group is the packages of a pattern.
type group struct {
	pattern string
	size    int
	mutants []*Mutant
}

// rewriteAll writes the changed files and tells the go command of them.
func (r *runner) rewriteAll() ([]*group, error) {
	w := &rewriter{root: r.root, names: map[string]int{}}
	overlay := map[string]string{}
	var groups []*group
	_, err := os.Stat(r.path("state.json"))
	r.same = err == nil
	for part := range strings.SplitSeq(r.sample, ",") {
		pattern, size, _ := strings.Cut(part, "=")
		g := &group{pattern: pattern}
		g.size, _ = strconv.Atoi(size)
		pkgs, err := packages.Load(&packages.Config{
			Dir:  r.root,
			Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedExportFile,
		}, "./"+pattern)
		if err != nil {
			return nil, err
		}
		if packages.PrintErrors(pkgs) > 0 {
			return nil, fmt.Errorf("%s has errors", pattern)
		}
		before := len(w.mutants)
		for _, p := range pkgs {
			files, err := w.rewrite(p)
			if err != nil {
				return nil, err
			}
			for _, name := range slices.Sorted(maps.Keys(files)) {
				text := files[name]
				to := filepath.Join(r.work, fmt.Sprintf("%d-%s", len(overlay), filepath.Base(name)))
				if old, err := os.ReadFile(to); err != nil || !bytes.Equal(old, text) {
					r.same = false
				}
				if err := os.WriteFile(to, text, 0o666); err != nil {
					return nil, err
				}
				overlay[name] = to
			}
		}
		g.mutants = w.mutants[before:]
		groups = append(groups, g)
	}
	r.mutants = w.mutants
	data, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		return nil, err
	}
	return groups, os.WriteFile(filepath.Join(r.work, "overlay.json"), data, 0o666)
}

// choose samples each group, from each file as many as its share.
func (r *runner) choose(groups []*group) []*Mutant {
	var out []*Mutant
	for _, g := range groups {
		if r.all || g.size >= len(g.mutants) {
			out = append(out, g.mutants...)
			continue
		}
		random := rand.New(rand.NewPCG(r.seed, 0))
		byFile := map[string][]*Mutant{}
		var files []string
		for _, m := range g.mutants {
			if byFile[m.File] == nil {
				files = append(files, m.File)
			}
			byFile[m.File] = append(byFile[m.File], m)
		}
		// As many of the first k files as k's share of all: no rest is left over.
		seen, taken := 0, 0
		for _, f := range files {
			list := byFile[f]
			random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			seen += len(list)
			n := g.size*seen/len(g.mutants) - taken
			out = append(out, list[:n]...)
			taken += n
		}
	}
	slices.SortFunc(out, func(x, y *Mutant) int { return cmp.Compare(x.ID, y.ID) })
	return out
}

func (r *runner) path(name string) string { return filepath.Join(r.work, name) }

func (r *runner) command(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	return cmd
}

// prepare builds the judge of the rewritten packages, and lists the programs.
func (r *runner) prepare() error {
	if r.same {
		return nil
	}
	if err := r.command(r.root, "go", "build", "-overlay", r.path("overlay.json"), "-o", r.path("judge"), "./internal/mutate/judge").Run(); err != nil {
		return fmt.Errorf("building the judge: %w", err)
	}
	args := []string{"prepare", r.path("state.json"), r.root}
	for _, t := range trees {
		names, err := filepath.Glob(filepath.Join(r.root, t, "go.mod"))
		if err != nil || len(names) == 0 {
			return fmt.Errorf("no programs in %s", t)
		}
		for _, n := range names {
			rel, err := filepath.Rel(r.root, filepath.Dir(n))
			if err != nil {
				return err
			}
			args = append(args, filepath.ToSlash(rel))
		}
	}
	if err := r.generate(r.path("generated")); err != nil {
		return fmt.Errorf("generating programs: %w", err)
	}
	args = append(args, r.path("generated"))
	r.step("listing the programs")
	if err := r.command(r.root, r.path("judge"), args...).Run(); err != nil {
		return fmt.Errorf("judge prepare: %w", err)
	}
	return nil
}

// generate writes the programs of package simulate's TestAgreement, each as a package
// of one module.
func (r *runner) generate(dir string) error {
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(r.root, "internal/simulate/testdata/module"))); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	for seed := range uint64(simulate.Programs) {
		name := fmt.Sprintf("p%d", seed)
		files, err := simulate.Generate(seed).Files(simulate.ModulePath + "/" + name)
		if err != nil {
			return err
		}
		for file, text := range files {
			to := filepath.Join(dir, name, filepath.FromSlash(file))
			if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
				return err
			}
			if err := os.WriteFile(to, []byte(text), 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}

// each gives each worker its part of the mutants.
func (r *runner) each(list []*Mutant, fn func([]*Mutant)) {
	var wg sync.WaitGroup
	for i := range r.workers {
		part := list[len(list)*i/r.workers : len(list)*(i+1)/r.workers]
		wg.Go(func() { fn(part) })
	}
	wg.Wait()
}

// judge tries mutants on the programs. Where a process ends before its time, the
// mutant that was on has ended it.
func (r *runner) judge(list []*Mutant) {
	for len(list) > 0 {
		var in bytes.Buffer
		for _, m := range list {
			fmt.Fprintln(&in, m.ID)
		}
		cmd := r.command(r.root, r.path("judge"), "try", r.path("state.json"))
		cmd.Stdin, cmd.Stderr = &in, nil
		out, _ := cmd.StdoutPipe()
		if err := cmd.Start(); err != nil {
			panic(err)
		}
		done := 0
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			f := strings.SplitN(lines.Text(), " ", 3)
			r.set(list[done], verdict{f[1], f[2]})
			done++
		}
		if err := cmd.Wait(); err != nil && done < len(list) && r.get(list[max(done-1, 0)]).what != "timeout" {
			r.set(list[done], verdict{"crash", err.Error()})
			done++
		}
		list = list[done:]
	}
}

func (r *runner) set(m *Mutant, v verdict) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.verdicts[m.ID] = v
	if r.log != nil {
		fmt.Fprintf(r.log, "%s\t%s\t%s\n", v.what, m.Name(), v.where)
	}
}

func (r *runner) get(m *Mutant) verdict {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.verdicts[m.ID]
}

// unitTests runs the tests of the mutants' own packages.
func (r *runner) unitTests(list []*Mutant) error {
	met := map[string]map[int]bool{}
	for _, m := range list {
		if met[m.Pkg] != nil {
			continue
		}
		met[m.Pkg] = map[int]bool{}
		binary := r.testBinary(m.Pkg)
		if err := r.command(r.root, "go", "test", "-c", "-vet=off", "-overlay", r.path("overlay.json"), "-o", binary, m.Pkg).Run(); err != nil {
			return fmt.Errorf("building the tests of %s: %w", m.Pkg, err)
		}
		if _, err := os.Stat(binary); err != nil {
			continue // it has none
		}
		trace := binary + ".trace"
		if out, err := r.test(m.Pkg, mutant.TraceVariable+"="+trace); err != nil {
			return fmt.Errorf("the tests of %s fail without a mutant: %w\n%s", m.Pkg, err, out)
		}
		text, _ := os.ReadFile(trace)
		for f := range strings.FieldsSeq(string(text)) {
			n, _ := strconv.Atoi(f)
			met[m.Pkg][n] = true
		}
	}
	r.each(list, func(part []*Mutant) {
		for _, m := range part {
			if !met[m.Pkg][m.ID] {
				continue
			}
			out, err := r.test(m.Pkg, mutant.Variable+"="+strconv.Itoa(m.ID))
			switch {
			case err == nil:
				r.set(m, verdict{"survived", ""})
			case bytes.Contains(out, []byte("panic: test timed out")), strings.Contains(err.Error(), "signal: killed"):
				r.set(m, verdict{"timeout", "unit tests"})
			default:
				r.set(m, verdict{"killed", "unit tests"})
			}
		}
	})
	return nil
}

func (r *runner) testBinary(pkg string) string {
	return r.path(strings.ReplaceAll(strings.TrimPrefix(pkg, module+"/"), "/", "-") + ".test")
}

// test runs the tests of a package, with a bound of its memory. Package catalogue's
// resolve takes a minute and needs the network's modules, so it is short.
func (r *runner) test(pkg, env string) ([]byte, error) {
	cmd := exec.Command(r.testBinary(pkg), "-test.short", "-test.failfast", "-test.timeout=3m")
	cmd.Dir = filepath.Join(r.root, strings.TrimPrefix(pkg, module+"/"))
	cmd.Env = append(os.Environ(), env, "GOMEMLIMIT=3GiB")
	return cmd.CombinedOutput()
}

// print tells the figures, and the survivors that are not in the list of those that
// are known.
func (r *runner) print(groups []*group, chosen []*Mutant) error {
	known, err := readKnown(filepath.Join(r.root, listed))
	if err != nil {
		return err
	}
	tried := map[int]bool{}
	for _, m := range chosen {
		tried[m.ID] = true
	}
	var low []string
	fmt.Printf("seed %d\n%-24s %8s %6s %7s %8s %9s %6s %9s %6s\n", r.seed, "package", "mutants", "tried", "killed", "timeouts", "survived", "unmet", "explained", "%")
	for _, g := range groups {
		count := map[string]int{}
		n, killed, explained := 0, 0, 0
		for _, m := range g.mutants {
			if !tried[m.ID] {
				continue
			}
			n++
			v := r.verdicts[m.ID]
			count[v.what]++
			if v.killed() {
				killed++
			} else if known[m.Name()] != "" {
				explained++
			}
		}
		share := 100 * float64(killed) / float64(max(n, 1))
		fmt.Printf("%-24s %8d %6d %7d %8d %9d %6d %9d %6.1f\n", g.pattern, len(g.mutants), n, killed, count["timeout"], count["survived"], count["unmet"], explained, share)
		if share < r.least && n > 0 {
			low = append(low, g.pattern)
		}
	}
	for _, m := range chosen {
		if v := r.verdicts[m.ID]; !v.killed() && known[m.Name()] == "" {
			fmt.Printf("%s:%d: %s (%s)\n", m.File, m.Line, m.Name(), v.what)
		}
	}
	if low != nil {
		return fmt.Errorf("fewer than %.0f %% killed: %s", r.least, strings.Join(low, ", "))
	}
	return nil
}

// readKnown reads the list of survivors: lines of a name, " // " and the reason why no
// test can or need notice. A line that begins with # is a comment.
func readKnown(name string) (map[string]string, error) {
	data, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil, nil
	}
	known := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if name, reason, ok := strings.Cut(strings.TrimSpace(line), " // "); ok && !strings.HasPrefix(name, "#") {
			known[name] = reason
		}
	}
	return known, err
}
