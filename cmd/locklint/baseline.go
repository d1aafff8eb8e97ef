package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/locklint/locklint/internal/baseline"
	"github.com/locklint/locklint/internal/output"
	"github.com/locklint/locklint/internal/standalone"
)

// baseline writes the findings of today to a file. An existing file only
// shrinks, unless -grow is given.
func (env *environment) baseline(ctx context.Context, args []string) int {
	if len(args) > 0 && args[0] == "write" {
		return env.writeBaseline(ctx, args[1:])
	}
	if len(args) > 0 && (args[0] == "-h" || args[0] == "-help" || args[0] == "--help") {
		return env.writeBaseline(ctx, args[:1])
	}
	return env.Fail("baseline: say locklint baseline write")
}

func (env *environment) writeBaseline(ctx context.Context, args []string) int {
	set := flag.NewFlagSet("baseline", flag.ContinueOnError)
	name := set.String("o", "", "write `file` (default "+baseline.Name+")")
	grow := set.Bool("grow", false, "add findings to a baseline that exists")
	if exit, ok := env.parse(set, args, len(args)); !ok {
		return exit
	}
	if *name == "" {
		*name = filepath.Join(env.Dir, baseline.Name)
	}
	file, err := filepath.Abs(*name)
	if err != nil {
		return env.Fail("%v", err)
	}
	old, err := baseline.Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		old, *grow, err = baseline.New(file, nil), true, nil
	}
	if err != nil {
		return env.Fail("%v", err)
	}
	r, exit := env.Analyze(ctx, set.Args())
	if r == nil {
		return exit
	}
	if len(r.Errors) > 0 {
		return env.Fail("baseline: nothing is written: %v", r.Errors[0])
	}
	return env.update(old, r, *grow)
}

// update writes what is left of a baseline after an analysis, with what is new
// where it may grow.
func (env *environment) update(old *baseline.Baseline, r *standalone.Report, grow bool) int {
	fresh, covered, stale := old.Split(r.Findings)
	stale = env.Examined(old, stale, r)
	next := old.Without(stale)
	if grow {
		next = next.With(fresh)
	}
	if err := next.Write(); err != nil {
		return env.Fail("%v", err)
	}
	shown := old.File
	if dir, err := os.Getwd(); err == nil {
		shown = output.Path(dir, old.File)
	}
	if grow {
		_, _ = fmt.Fprintf(env.Stdout, "%s: %d added, %d kept, %d removed\n", shown, len(fresh), len(covered), len(stale))
		return standalone.Clean
	}
	_, _ = fmt.Fprintf(env.Stdout, "%s: %d kept, %d removed\n", shown, len(covered), len(stale))
	if len(fresh) > 0 {
		_, _ = fmt.Fprintf(env.Stderr, "locklint: %d findings are not in the baseline: -grow adds them\n", len(fresh))
		return standalone.Found
	}
	return standalone.Clean
}
