package main

import (
	"context"
	"errors"
	"os"
	"os/exec"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/standalone"
)

// vet runs go vet with this program as its tool. With an empty -vettool go vet
// would run its own checks and say nothing of it.
func (env *environment) vet(ctx context.Context, args []string) int {
	self, err := os.Executable()
	if err != nil {
		return env.Fail("%v", err)
	}
	if len(args) == 0 {
		args = []string{"./..."}
	}
	cmd := standalone.Child(ctx, env.Dir, "go", append([]string{"vet", "-vettool=" + self}, args...)...)
	if err := config.Check(env.Dir, os.Getenv); err != nil {
		return env.Fail("%v", env.Shortened(err))
	}
	if file := config.Explicit(); file != "" {
		// Not as a flag of the tool: go vet's cache would not see what is in it.
		cmd.Env = append(os.Environ(), config.Variable+"="+file)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, env.Stdout, env.Stderr
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return env.Fail("interrupted")
	case errors.As(err, &exit):
		return exit.ExitCode()
	case err != nil:
		return env.Fail("%v", err)
	}
	return standalone.Clean
}
