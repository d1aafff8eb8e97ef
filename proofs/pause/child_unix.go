//go:build unix

package pause

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// Names of the environment variables by which a story speaks to its children.
const (
	envProgram = "PAUSE_PROGRAM"
	envStops   = "PAUSE_STOPS"
	eventsFile = 3 // the first of exec.Cmd.ExtraFiles
)

// A Program is what a child process runs. Its arguments are those of Spawn.
type Program func(ctx context.Context, args []string) error

// Main runs the tests and returns their exit status. In a child process it runs
// the program that the child was started for, and exits. Call it first in TestMain.
func Main(m *testing.M, programs map[string]Program) int {
	name := os.Getenv(envProgram)
	if name == "" {
		return m.Run()
	}
	program, ok := programs[name]
	if !ok {
		fmt.Fprintf(os.Stderr, "pause: no program %q; it must be passed to pause.Main\n", name)
		os.Exit(2)
	}
	if err := runChild(program); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
	return 0
}

// reporter is the child's end: it sends events and waits for a line where it
// must stop.
type reporter struct {
	mu    sync.Mutex
	out   *json.Encoder
	lines chan struct{}
	stops *Worker // only for mustStop
}

func runChild(program Program) error {
	stops := []Kind{}
	for _, s := range strings.Fields(os.Getenv(envStops)) {
		stops = append(stops, Kind(s))
	}
	events := os.NewFile(eventsFile, "events")
	defer events.Close()
	r := &reporter{out: json.NewEncoder(events), lines: make(chan struct{}), stops: &Worker{stops: stops}}
	go func() {
		in := bufio.NewScanner(os.Stdin)
		for in.Scan() {
			r.lines <- struct{}{}
		}
		os.Exit(3) // the story has ended: leave nothing running
	}()
	return program(context.WithValue(context.Background(), key{}, stander(r)), os.Args[1:])
}

type message struct {
	Event Event
	Stop  bool
}

func (r *reporter) pass(ctx context.Context, e Event) {
	stop := r.stops.mustStop(e.Kind)
	r.mu.Lock()
	err := r.out.Encode(message{e, stop})
	r.mu.Unlock()
	if err != nil {
		os.Exit(3)
	}
	if stop {
		select {
		case <-r.lines:
		case <-ctx.Done():
		}
	}
}

type child struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stderr strings.Builder
}

// Spawn starts a program that was passed to [Main] as a worker in a process of
// its own: the test's binary is run again. Its error is what it wrote to
// standard error, or how it was ended. When the test ends it is killed.
func (s *Story) Spawn(name, program string, args []string, stops ...Kind) *Worker {
	s.t.Helper()
	w := s.worker(name, nil)
	c := &child{cmd: exec.Command(os.Args[0], args...)}
	w.child = c
	words := make([]string, len(stops))
	for i, k := range stops {
		words[i] = string(k)
	}
	c.cmd.Env = append(os.Environ(), envProgram+"="+program, envStops+"="+strings.Join(words, " "))
	c.cmd.Stderr = &c.stderr
	c.cmd.SysProcAttr = dieWithParent()

	events, theirs, err := os.Pipe()
	if err != nil {
		s.t.Fatalf("pause: %v", err)
	}
	c.cmd.ExtraFiles = []*os.File{theirs}
	if c.stdin, err = c.cmd.StdinPipe(); err == nil {
		err = c.cmd.Start()
	}
	theirs.Close()
	if err != nil {
		events.Close()
		s.t.Fatalf("pause: cannot start worker %s: %v", name, err)
	}
	ctx, cancel := context.WithCancel(s.ctx)
	w.cancel = cancel
	go func() {
		defer close(w.done)
		w.relay(ctx, events)
		w.err = c.wait()
		w.ended()
	}()
	s.t.Cleanup(func() {
		cancel()
		c.signal(syscall.SIGKILL)
		w.await()
	})
	return w
}

// relay plays the child's events in this process until it closes the pipe.
func (w *Worker) relay(ctx context.Context, events io.ReadCloser) {
	defer events.Close()
	for in := json.NewDecoder(events); ; {
		var m message
		if in.Decode(&m) != nil {
			return
		}
		m.Event.Worker = w.name
		w.story.record(m.Event)
		if !m.Stop {
			continue
		}
		w.stand(ctx, m.Event.Kind)
		// A failure means that the child was killed; the pipe tells as well.
		_, _ = io.WriteString(w.child.stdin, "\n")
	}
}

func (c *child) wait() error {
	err := c.cmd.Wait()
	if said := strings.TrimSpace(c.stderr.String()); err != nil && said != "" {
		return errors.New(said)
	}
	return err
}

func (c *child) signal(sig syscall.Signal) error {
	err := c.cmd.Process.Signal(sig)
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}

// Freeze stops a child process where it is (SIGSTOP) and waits until it stands
// still. All its goroutines stop, also those that renew locks.
func (w *Worker) Freeze() {
	w.story.t.Helper()
	w.send(syscall.SIGSTOP)
	w.story.Eventually("worker "+w.name+" is frozen", func() bool { return frozen(w.child.cmd.Process.Pid) })
	w.story.record(Event{Worker: w.name, Kind: Paused, Text: "SIGSTOP"})
}

// Thaw lets a frozen child go on (SIGCONT).
func (w *Worker) Thaw() {
	w.story.t.Helper()
	w.story.record(Event{Worker: w.name, Kind: Resumed, Text: "SIGCONT"})
	w.send(syscall.SIGCONT)
}

// Kill ends a child process at once (SIGKILL) and waits until it is gone: no
// deferred function of it runs.
func (w *Worker) Kill() {
	w.story.t.Helper()
	w.story.record(Event{Worker: w.name, Kind: Killed, Text: "SIGKILL"})
	w.send(syscall.SIGKILL)
	w.cancel() // it may stand at a point
	w.await()
}

func (w *Worker) send(sig syscall.Signal) {
	w.story.t.Helper()
	if w.child == nil {
		w.story.t.Fatalf("worker %s is a goroutine: only a worker that Spawn started can be sent %v", w.name, sig)
	}
	if err := w.child.signal(sig); err != nil {
		w.story.t.Fatalf("cannot send %v to worker %s (are signals forbidden here?): %v", sig, w.name, err)
	}
}

// frozen reads the state from /proc; where there is none the signal must do.
func frozen(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return true
	}
	state, _ := status(string(stat))
	return state == "T"
}
