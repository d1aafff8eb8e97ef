//go:build unix && !linux

package pause

import "syscall"

func dieWithParent() *syscall.SysProcAttr { return nil }
