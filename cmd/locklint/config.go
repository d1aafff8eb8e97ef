package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/standalone"
)

// configuration is for those who write a configuration file.
func (env *environment) configuration(_ context.Context, args []string) int {
	if exit, ok := env.parse(flag.NewFlagSet("config", flag.ContinueOnError), args, 1); !ok {
		return exit
	}
	var what string
	if len(args) > 0 {
		what = args[0]
	}
	var text []byte
	var err error
	switch what {
	case "init":
		text, err = env.initConfig()
	case "check":
		text, err = env.checkConfig()
	case "schema":
		text, err = config.Schema()
	case "":
		err = errors.New("name what to do: init, check or schema")
	default:
		err = fmt.Errorf("unknown action %q: there are init, check and schema", what)
	}
	if err == nil {
		_, err = env.Stdout.Write(text)
	}
	if err != nil {
		return env.Fail("config: %v", err)
	}
	return standalone.Clean
}

// initConfig writes a file with all keys, each commented out, for the module in
// the directory. It overwrites nothing, and leaves no part of a file.
func (env *environment) initConfig() ([]byte, error) {
	root := config.ModuleRoot(env.Dir)
	if root == "" {
		return nil, fmt.Errorf("%s: no go.mod here or above", env.Dir)
	}
	name := filepath.Join(root, config.Name)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s exists already", env.Shown(name))
	}
	if err != nil {
		return nil, err
	}
	_, err = f.Write(config.Template())
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, errors.Join(err, os.Remove(name))
	}
	return []byte("wrote " + env.Shown(name) + "\n"), nil
}

// checkConfig names the files that hold.
func (env *environment) checkConfig() ([]byte, error) {
	files, err := config.Files(env.Dir, os.Getenv)
	if err != nil {
		return nil, env.Shortened(err)
	}
	if len(files) == 0 {
		return []byte("no configuration: the defaults hold\n"), nil
	}
	var b strings.Builder
	for _, f := range files {
		fmt.Fprintf(&b, "%s: ok\n", env.Shown(f))
	}
	return []byte(b.String()), nil
}
