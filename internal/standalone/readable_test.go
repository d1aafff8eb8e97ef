package standalone

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestFirstPipe(t *testing.T) {
	dir := t.TempDir()
	pipe := func(name string) string {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		if out, err := exec.Command("mkfifo", name).CombinedOutput(); err != nil {
			t.Skipf("no named pipes: %s", out)
		}
		return name
	}
	pipe("control") // the go command does not open it
	pipe(".git/x.go")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "d.go"), 0o777))
	require.Empty(t, firstPipe(t.Context(), dir))
	name := pipe("p/x.h")
	require.Equal(t, name, firstPipe(t.Context(), dir))
	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.Empty(t, firstPipe(ctx, dir))
}

// TestWhileReadable: nobody looks while the go command is quick, and an
// interrupt is told from a pipe.
func TestWhileReadable(t *testing.T) {
	defer func(d time.Duration) { patience = d }(patience)
	patience = time.Millisecond
	ctx, stop := whileReadable(t.Context(), t.TempDir())
	time.Sleep(20 * time.Millisecond)
	require.NoError(t, ctx.Err(), "there is no pipe")
	stop()
	require.ErrorIs(t, context.Cause(ctx), context.Canceled)
}
