package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// A target is a program from the module proxy.
type target struct {
	name, module, version string
	touched               string // a file of a package in the cone
	slow                  int    // how often what takes minutes is run
	huge                  bool   // too large for a tool that needs gigabytes for a small one
}

var known = []target{
	{name: "asynq", module: "github.com/hibiken/asynq", version: "v0.26.0", touched: "internal/rdb/rdb.go", slow: 3},
	{name: "dskit", module: "github.com/grafana/dskit", version: "v0.0.0-20260703122047-de1ec7541c44", touched: "kv/etcd/etcd.go", slow: 2, huge: true},
	{name: "prometheus", module: "github.com/prometheus/prometheus", version: "v0.316.0", touched: "discovery/consul/consul.go", slow: 1, huge: true},
}

// A peer is a tool that people run.
type peer struct{ name, path, version string }

var peers = []peer{
	{"staticcheck", "honnef.co/go/tools/cmd/staticcheck", "v0.8.2"},
	{"nilaway", "go.uber.org/nilaway/cmd/nilaway", "v0.0.0-20260918162853-acb8859b9031"},
	{"golangci-lint", "github.com/golangci/golangci-lint/v2/cmd/golangci-lint", "v2.15.0"},
}

func (b *bench) targets(ctx context.Context, names []string, withPeers bool) error {
	if err := b.build(ctx); err != nil {
		return err
	}
	if withPeers {
		for _, p := range peers {
			if err := b.install(ctx, p); err != nil {
				return err
			}
		}
	}
	for _, t := range known {
		if len(names) > 0 && !slices.Contains(names, t.name) {
			continue
		}
		dir, err := b.fetch(ctx, t)
		if err != nil {
			return err
		}
		logf("%s", t.name)
		suffix, programs := "", b.own(dir, t)
		if withPeers {
			suffix, programs = "-peers", b.others(t)
		}
		if err := measure(ctx, dir, b.runs, programs); err != nil {
			return err
		}
		title := fmt.Sprintf("%s %s", t.module, t.version)
		if err := b.keep(t.name+suffix, &table{Title: title, Lines: lines(programs, named(programs))}); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) install(ctx context.Context, p peer) error {
	if _, err := os.Stat(b.program(p.name)); err == nil {
		return nil
	}
	cmd := exec.CommandContext(ctx, "go", "install", p.path+"@"+p.version)
	cmd.Env = append(os.Environ(), "GOBIN="+b.bin)
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// fetch copies a target out of the module cache and has the go command build
// what it imports: people have built what they lint.
func (b *bench) fetch(ctx context.Context, t target) (string, error) {
	dir := filepath.Join(b.work, "targets", t.name+"@"+t.version)
	if _, err := os.Stat(dir); err != nil {
		out, err := exec.CommandContext(ctx, "go", "mod", "download", "-json", t.module+"@"+t.version).Output()
		if err != nil {
			return "", err
		}
		var m struct{ Dir string }
		if err := json.Unmarshal(out, &m); err != nil {
			return "", err
		}
		if err := copyTree(dir, m.Dir); err != nil {
			return "", err
		}
	}
	return dir, command(ctx, dir, "go", "list", "-e", "-export", "-deps", "-test", "./...")
}

// copyTree copies files that may be changed. A workspace names modules that the
// proxy does not have beside this one.
func copyTree(to, from string) error {
	tmp := to + ".part"
	err := os.RemoveAll(tmp)
	if err == nil {
		err = os.CopyFS(tmp, os.DirFS(from))
	}
	if err != nil {
		return err
	}
	err = filepath.WalkDir(tmp, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.Chmod(path, 0o755)
		}
		return os.Chmod(path, 0o644)
	})
	if err != nil {
		return err
	}
	_ = os.Remove(filepath.Join(tmp, "go.work"))
	return os.Rename(tmp, to)
}

// coldVet has a flag that it never had before, so that nothing is known from an
// earlier run.
var coldVet = []string{"go", "vet", "-printf.funcs=xRUN", "./..."}

// own are the programs of section "target": this one in all its ways.
func (b *bench) own(dir string, t target) []*program {
	file := filepath.Join(dir, filepath.FromSlash(t.touched))
	var text []byte
	empty := func(int) error { return os.RemoveAll(b.cache()) }
	touch := func(run int) (err error) {
		if text, err = os.ReadFile(file); err != nil {
			return err
		}
		return os.WriteFile(file, fmt.Appendf(text[:len(text):len(text)], "\n// %d\n", run), 0o644)
	}
	restore := func() error { return os.WriteFile(file, text, 0o644) }
	lint, fresh := b.program("locklint"), filepath.Join(b.bin, "fresh", "locklint")
	// For the go command another build ID is another tool.
	relink := func(run int) error {
		id := fmt.Sprintf("-ldflags=-buildid=%d-%d", os.Getpid(), run)
		return command(context.Background(), b.root, "go", "build", id, "-o", fresh, "./cmd/locklint")
	}
	return []*program{
		{name: "go list", args: []string{"go", "list", "-e", "-deps", "-test", "-json=ImportPath,Name,Dir,ForTest,GoFiles,Imports,Module,Error", "./..."}},
		{name: "floor", args: []string{b.program("floor"), "./..."}},
		{name: "locklint, cold", args: []string{lint, "-exit-zero", "./..."}, prepare: empty},
		{name: "locklint, warm", args: []string{lint, "-exit-zero", "./..."}},
		{name: "locklint, one file touched", args: []string{lint, "-exit-zero", "./..."}, prepare: touch, after: restore},
		{name: "go vet, cold", args: coldVet, runs: t.slow},
		{name: "go vet with locklint, cold", args: []string{"go", "vet", "-vettool=" + fresh, "./..."}, prepare: relink, runs: t.slow},
		{name: "go vet with locklint, warm", args: []string{"go", "vet", "-vettool=" + fresh, "./..."}, runs: t.slow},
	}
}

// others are the programs of section "peers".
func (b *bench) others(t target) []*program {
	dir := func(name string) string { return filepath.Join(b.work, "cache-"+name) }
	empty := func(name string) func(int) error {
		return func(int) error { return os.RemoveAll(dir(name)) }
	}
	env := func(variable, name string) []string { return []string{variable + "=" + dir(name)} }
	lint, static, golangci := b.program("locklint"), b.program("staticcheck"), b.program("golangci-lint")
	linter := []string{golangci, "run", "--no-config", "--default=none", "--enable=errcheck", "--allow-parallel-runners", "--issues-exit-code=0", "./..."}
	list := []*program{
		{name: "floor", args: []string{b.program("floor"), "./..."}},
		{name: "locklint, cold", args: []string{lint, "-exit-zero", "./..."}, prepare: func(int) error { return os.RemoveAll(b.cache()) }},
		{name: "locklint, warm", args: []string{lint, "-exit-zero", "./..."}},
		{name: "staticcheck, cold", args: []string{static, "./..."}, env: env("STATICCHECK_CACHE", "staticcheck"), prepare: empty("staticcheck")},
		{name: "staticcheck, warm", args: []string{static, "./..."}, env: env("STATICCHECK_CACHE", "staticcheck")},
		{name: "golangci-lint with errcheck, cold", args: linter, env: env("GOLANGCI_LINT_CACHE", "golangci"), prepare: empty("golangci")},
		{name: "golangci-lint with errcheck, warm", args: linter, env: env("GOLANGCI_LINT_CACHE", "golangci")},
		{name: "go vet, cold", args: coldVet},
		{name: "go vet, warm", args: []string{"go", "vet", "./..."}},
	}
	if !t.huge {
		list = append(list, &program{name: "nilaway", args: []string{b.program("nilaway"), "./..."}})
	}
	for _, p := range list[3:] {
		p.runs = t.slow
	}
	return list
}
