package pause

import (
	"os"
	"os/exec"
)

// WorkerOf takes a process that is there for a worker of the story.
func WorkerOf(s *Story, name string, p *os.Process) *Worker {
	w := s.worker(name, nil)
	w.child = &child{cmd: &exec.Cmd{Process: p}}
	return w
}
