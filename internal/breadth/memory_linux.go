package breadth

import (
	"os"
	"syscall"
)

// largest is the memory in megabytes of the largest of a process and those that
// it waited for.
func largest(state *os.ProcessState) int {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return int(usage.Maxrss >> 10)
}
