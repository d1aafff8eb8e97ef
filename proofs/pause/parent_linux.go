package pause

import "syscall"

// dieWithParent lets the kernel kill the child with its parent: one that is
// frozen cannot notice that its parent is gone.
func dieWithParent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
