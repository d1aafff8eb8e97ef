package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A program is one line of a table.
type program struct {
	name string
	args []string
	env  []string // beside those of this process
	// prepare is called before each run and not measured.
	prepare func(run int) error
	after   func() error
	// runs is how often it runs, if that is not as often as the others.
	runs    int
	figures []figure
	failed  string // why there are no figures
}

// command is what a reader would type.
func (p *program) command() string {
	args := slices.Clone(p.args)
	args[0] = filepath.Base(args[0])
	for i := range args {
		if tool, ok := strings.CutPrefix(args[i], "-vettool="); ok {
			args[i] = "-vettool=" + filepath.Base(tool)
		} else if filepath.IsAbs(args[i]) {
			args[i] = filepath.Base(args[i])
		}
	}
	return strings.ReplaceAll(strings.Join(args, " "), "RUN", "N")
}

// A figure is what one run cost.
type figure struct {
	wall, cpu time.Duration
	rss       int64 // bytes, of the largest process
}

// measure runs the programs in the directory, one after the other, again and
// again: whatever else the machine does in the meantime meets all of them.
func measure(ctx context.Context, dir string, runs int, programs []*program) error {
	for i := range runs {
		for _, p := range programs {
			if p.failed != "" || p.runs > 0 && i >= p.runs {
				continue
			}
			if p.prepare != nil {
				if err := p.prepare(i); err != nil {
					return fmt.Errorf("%s: %w", p.name, err)
				}
			}
			f, err := once(ctx, dir, p, i)
			if p.after != nil {
				if err := p.after(); err != nil {
					return fmt.Errorf("%s: %w", p.name, err)
				}
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				p.failed = err.Error()
				logf("%s: %v", p.name, err)
				continue
			}
			p.figures = append(p.figures, f)
			logf("%-28s wall %6.2f s, CPU %6.2f s, %5d MB", p.name, f.wall.Seconds(), f.cpu.Seconds(), f.rss>>20)
		}
	}
	return nil
}

// limit ends what does not come back.
const limit = 20 * time.Minute

// once runs the program. In its arguments RUN stands for the number of the run:
// a flag that differs makes the go command's cached results of another one
// useless. Findings are no failure.
func once(ctx context.Context, dir string, p *program, run int) (figure, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	args := slices.Clone(p.args)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "RUN", fmt.Sprint(os.Getpid()*1000+run))
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), p.env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if ctx.Err() != nil {
		return figure{}, ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() > 3) {
		return figure{}, fmt.Errorf("%w: %s", err, firstLine(out.String()))
	}
	f := figure{wall: wall, cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		f.rss = u.Maxrss * rssUnit
	}
	return f, nil
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

func logf(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

// median is that of a column of the figures.
func (p *program) median(of func(figure) float64) float64 {
	var v []float64
	for _, f := range p.figures {
		v = append(v, of(f))
	}
	return median(v)
}

func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

// ratio is the median of the ratios of the runs of p to those of q beside them.
func (p *program) ratio(q *program, of func(figure) float64) float64 {
	var v []float64
	for i := range min(len(p.figures), len(q.figures)) {
		if d := of(q.figures[i]); d > 0 {
			v = append(v, of(p.figures[i])/d)
		}
	}
	return median(v)
}

func cpu(f figure) float64  { return f.cpu.Seconds() }
func wall(f figure) float64 { return f.wall.Seconds() }
func rss(f figure) float64  { return float64(f.rss) / (1 << 20) }
