package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
)

// start measures what starting the program costs, as go vet starts it: for its
// version, and for a package outside the cone.
func (b *bench) start(ctx context.Context) error {
	if err := b.build(ctx); err != nil {
		return err
	}
	unit, err := b.unit()
	if err != nil {
		return err
	}
	lint := b.program("locklint")
	env := []string{"GOVERSION=" + goVersion()} // the go command sets it
	programs := []*program{
		{name: "empty", args: []string{b.program("empty")}, env: env},
		{name: "locklint, version", args: []string{lint, "-V=full"}, env: env},
		{name: "locklint, a unit outside the cone", args: []string{lint, unit}, env: env},
	}
	b.runs = max(b.runs, 200)
	if err := measure(ctx, b.work, b.runs, programs); err != nil {
		return err
	}
	t := &table{Title: "starting the program", Lines: lines(programs, named(programs))}
	for i := range t.Lines {
		t.Lines[i].Memory = 0 // what is counted is the size of this process before the start
	}
	return b.keep("start", t)
}

// unit writes a package that nothing but fmt is imported by, and what go vet
// would tell of it.
func (b *bench) unit() (string, error) {
	dir := filepath.Join(b.work, "unit")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	file := filepath.Join(dir, "p.go")
	if err := os.WriteFile(file, []byte("package p\n\nimport \"fmt\"\n\nfunc F() string { return fmt.Sprint(1) }\n"), 0o666); err != nil {
		return "", err
	}
	data, err := json.Marshal(map[string]any{
		"ID": "example.test/p", "Compiler": "gc", "Dir": dir, "ImportPath": "example.test/p", "GoFiles": []string{file},
		"ImportMap": map[string]string{"fmt": "fmt"}, "PackageFile": map[string]string{"fmt": ""},
		"Standard": map[string]bool{"fmt": true}, "ModulePath": "example.test", "GoVersion": "go1.26", "VetxOnly": true,
		"VetxOutput": filepath.Join(dir, "p.vetx"),
	})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "vet.cfg")
	return name, os.WriteFile(name, data, 0o666)
}
