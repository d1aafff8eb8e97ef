// Bench measures locklint against the floor (see floor/main.go), against other
// tools, and against itself on programs that grow.
//
//	bench/run [-work DIR] [-n RUNS] start             starting the program
//	bench/run [-work DIR] [-n RUNS] target [NAME...]  real programs: small, middle, large
//	bench/run [-work DIR] [-n RUNS] peers [NAME...]   the same with other tools
//	bench/run [-work DIR] scale [SIZE...]             generated modules
//	bench/run write                                   docs/performance.md and its chart
//
// The first four keep what they measured in bench/results, of which the last
// makes the page. Targets and tools come from the module proxy, at fixed
// versions. The work directory, by default locklint-bench in the user's cache
// directory, grows to some gigabytes.
//
// Programs are run in turn, RUNS times around, so that what else the machine
// does meets all of them alike. Ratios are medians of the ratios within a round.
// Time is the processor's (user and system, of all processes) unless it says
// wall; memory is that of the largest process.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		logf("bench: %v", err)
		os.Exit(1)
	}
}

// A bench is what the commands share.
type bench struct {
	root string // the repository
	work string
	bin  string
	runs int
}

func run(ctx context.Context, args []string) error {
	set := flag.NewFlagSet("bench", flag.ContinueOnError)
	b := &bench{}
	set.StringVar(&b.work, "work", "", "directory for targets, tools and caches")
	set.IntVar(&b.runs, "n", 5, "how often each program runs")
	if err := set.Parse(args); err != nil {
		return err
	}
	if b.runs < 1 || set.NArg() == 0 {
		return errors.New("want a command: start, target, peers, scale or write")
	}
	if err := b.directories(); err != nil {
		return err
	}
	rest := set.Args()[1:]
	switch set.Arg(0) {
	case "start":
		return b.start(ctx)
	case "target":
		return b.targets(ctx, rest, false)
	case "peers":
		return b.targets(ctx, rest, true)
	case "scale":
		return b.scale(ctx, rest)
	case "write":
		return b.write()
	}
	return fmt.Errorf("no command %s: there are start, target, peers, scale and write", set.Arg(0))
}

func (b *bench) directories() error {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return err
	}
	b.root = filepath.Dir(filepath.Dir(strings.TrimSpace(string(out))))
	if b.work == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return err
		}
		b.work = filepath.Join(cache, "locklint-bench")
	}
	if b.work, err = filepath.Abs(b.work); err != nil {
		return err
	}
	b.bin = filepath.Join(b.work, "bin")
	// A workspace around the targets must not change what they are.
	if err := errors.Join(os.Setenv("LOCKLINT_CACHE", b.cache()), os.Setenv("GOWORK", "off")); err != nil {
		return err
	}
	return os.MkdirAll(b.bin, 0o777)
}

// build builds what is measured.
func (b *bench) build(ctx context.Context) error {
	for name, dir := range map[string]string{"locklint": ".", "floor": "bench", "empty": "bench"} {
		pkg := "./" + name
		if dir == "." {
			pkg = "./cmd/locklint"
		}
		if err := command(ctx, filepath.Join(b.root, dir), "go", "build", "-o", b.program(name), pkg); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) cache() string { return filepath.Join(b.work, "cache") }

func (b *bench) program(name string) string { return filepath.Join(b.bin, name) }

// command runs what is not measured.
func command(ctx context.Context, dir, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, firstLine(string(out)))
	}
	return nil
}

// A table is what a command measured.
type table struct {
	Title   string
	Machine string
	Lines   []line
}

// A line is a program's.
type line struct {
	Name    string
	Command string
	Runs    int
	CPU     float64 // seconds
	Wall    float64 // seconds
	Memory  float64 // MB
	// ToFloor and ToVet are ratios of processor time, ToFloorMemory of memory,
	// ToEmpty of wall time; 0 where there is none.
	ToFloor, ToVet, ToFloorMemory, ToEmpty float64 `json:",omitempty"`
	// Size and Cone are the packages of a generated module.
	Size, Cone int    `json:",omitempty"`
	Failed     string `json:",omitempty"`
}

// lines makes the table's lines.
func lines(programs []*program, base func(name string) *program) []line {
	var out []line
	for _, p := range programs {
		l := line{
			Name: p.name, Command: p.command(), Runs: len(p.figures), Failed: p.failed,
			CPU: p.median(cpu), Wall: p.median(wall), Memory: p.median(rss),
		}
		if q := base("floor"); q != nil {
			l.ToFloor, l.ToFloorMemory = p.ratio(q, cpu), p.ratio(q, rss)
		}
		if q := base("go vet, cold"); q != nil {
			l.ToVet = p.ratio(q, cpu)
		}
		if q := base("empty"); q != nil {
			l.ToEmpty = p.ratio(q, wall)
		}
		out = append(out, l)
	}
	return out
}

func named(programs []*program) func(string) *program {
	return func(name string) *program {
		for _, p := range programs {
			if p.name == name && len(p.figures) > 0 {
				return p
			}
		}
		return nil
	}
}

// machine says where the figures come from.
func machine() string {
	text := fmt.Sprintf("%s/%s, %d cores, %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), goVersion())
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		text += ", load at the end " + strings.Fields(string(load))[0]
	}
	return text + ", " + time.Now().UTC().Format(time.DateOnly)
}

func goVersion() string {
	out, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		return "unknown Go"
	}
	return strings.TrimSpace(string(out))
}

func (b *bench) results() string { return filepath.Join(b.root, "bench", "results") }

func (b *bench) keep(name string, t *table) error {
	t.Machine = machine()
	data, err := json.MarshalIndent(t, "", "\t")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(b.results(), 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.results(), name+".json"), append(data, '\n'), 0o666)
}

func (b *bench) kept(name string) (*table, error) {
	data, err := os.ReadFile(filepath.Join(b.results(), name+".json"))
	if err != nil {
		return nil, err
	}
	t := new(table)
	return t, json.Unmarshal(data, t)
}
