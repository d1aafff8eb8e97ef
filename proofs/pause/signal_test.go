//go:build unix

package pause_test

import (
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/proofs/pause"
)

// nobody is a user who may not send signals to others.
const nobody = 65534

// Where signals are forbidden a story says so. Root may send any, so that it lets
// another user look. The signal is SIGSTOP, since SIGCONT is let through to every
// process of one's own session (kill(2)), and in a container the first process can be
// of it.
func TestSignalsAreForbidden(t *testing.T) {
	if os.Getuid() == 0 {
		asNobody(t)
		return
	}
	first, err := os.FindProcess(1)
	require.NoError(t, err)
	if first.Signal(syscall.Signal(0)) == nil {
		t.Skip("the first process may be sent signals here")
	}
	f := &failure{TB: t}
	f.run(func() { pause.WorkerOf(pause.New(f), "A", first).Freeze() })
	require.Contains(t, f.said, "cannot send stopped (signal) to worker A (are signals forbidden here?): operation not permitted")
}

// asNobody runs the test again as another user.
func asNobody(t *testing.T) {
	again := exec.Command("/proc/self/exe", "-test.v", "-test.run", "^"+t.Name()+"$")
	again.Dir = "/"
	again.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := again.CombinedOutput()
	if again.ProcessState == nil {
		t.Skipf("the test cannot run as another user: %v", err)
	}
	require.NoError(t, err, "%s", out)
	require.Contains(t, string(out), "--- PASS: "+t.Name())
}
