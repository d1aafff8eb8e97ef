package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// scale measures modules that differ only in how many packages they have and
// how many of these hold a lock.
func (b *bench) scale(ctx context.Context, args []string) error {
	sizes := []int{10, 100, 1000, 10000}
	if len(args) > 0 {
		sizes = nil
		for _, a := range args {
			n, err := strconv.Atoi(a)
			if err != nil || n < 1 {
				return fmt.Errorf("%q is no number of packages", a)
			}
			sizes = append(sizes, n)
		}
	}
	if err := b.build(ctx); err != nil {
		return err
	}
	t := &table{Title: "generated modules"}
	for _, share := range []int{1, 50} {
		for _, n := range sizes {
			dir := filepath.Join(b.work, fmt.Sprintf("scale-%d-%d", n, share))
			cone, err := generate(dir, n, share)
			if err != nil {
				return err
			}
			lines, err := b.scaleOne(ctx, dir)
			if err != nil {
				return err
			}
			for i := range lines {
				lines[i].Size, lines[i].Cone = n, cone
			}
			t.Lines = append(t.Lines, lines...)
			if err := os.RemoveAll(dir); err != nil {
				return err
			}
		}
	}
	return b.keep("scale", t)
}

func (b *bench) scaleOne(ctx context.Context, dir string) ([]line, error) {
	lint := b.program("locklint")
	logf("%s", filepath.Base(dir))
	// The first run has the go command build what the cone imports.
	if err := command(ctx, dir, lint, "-exit-zero", "./..."); err != nil {
		return nil, err
	}
	programs := []*program{
		{name: "go list", args: []string{"go", "list", "-e", "-deps", "-test", "-json=ImportPath,Name,Dir,ForTest,GoFiles,Imports,Module,Error", "./..."}},
		{name: "locklint, cold", args: []string{lint, "-exit-zero", "./..."}, prepare: func(int) error { return os.RemoveAll(b.cache()) }},
		{name: "locklint, warm", args: []string{lint, "-exit-zero", "./..."}},
	}
	if err := measure(ctx, dir, b.runs, programs); err != nil {
		return nil, err
	}
	return lines(programs, named(programs)), nil
}

const (
	client = `// Package redis has the parts of the client that the generated packages call.
package redis

import (
	"context"
	"time"
)

type (
	Client  struct{}
	BoolCmd struct{ v bool }
	IntCmd  struct{}
)

func (c *BoolCmd) Result() (bool, error) { return c.v, nil }
func (c *IntCmd) Err() error              { return nil }

func (*Client) SetNX(ctx context.Context, key string, value any, ttl time.Duration) *BoolCmd { return &BoolCmd{} }
func (*Client) Del(ctx context.Context, keys ...string) *IntCmd                             { return &IntCmd{} }
`
	locking = `package %[1]s

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
%[2]s)

func Guarded(ctx context.Context, rdb *redis.Client, work func() error) error {
	ok, err := rdb.SetNX(ctx, "lock:%[1]s", "held", time.Minute).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Del(ctx, "lock:%[1]s")
	return work()
}
%[3]s`
	plain = `package %[1]s

import (
	"errors"
%[2]s)

var ErrNone = errors.New("none")
%[3]s`
	function = `
func Step%[1]d(list []int) (sum int) {
	for i, n := range list {
		switch {
		case n%%%[2]d == 0:
			sum += n * i
		case n < 0:
			return -1
		}
	}
	return sum%[3]s
}
`
)

// functions is how many each package has beside the one that locks.
const functions = 12

// generate writes a module of n packages, of which the share (in percent, at
// least one package) takes a lock, and returns how many that are. Each package
// imports up to three; only a locking one imports a locking one, so that the
// cone is what was asked for.
func generate(dir string, n, share int) (cone int, err error) {
	write := func(name, text string) {
		if err != nil {
			return
		}
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err = os.MkdirAll(filepath.Dir(name), 0o777); err == nil {
			err = os.WriteFile(name, []byte(text), 0o666)
		}
	}
	write("go.mod", "module example.test/scale\n\ngo 1.26\n\nrequire github.com/redis/go-redis/v9 v9.0.0\n\nreplace github.com/redis/go-redis/v9 => ./client\n")
	write("client/go.mod", "module github.com/redis/go-redis/v9\n\ngo 1.26\n")
	write("client/client.go", client)
	locks := func(i int) bool { return i%(100/share) == 0 }
	for i := range n {
		name := fmt.Sprintf("p%d", i)
		text := plain
		if locks(i) {
			text = locking
			cone++
		}
		var imports, calls []string
		for _, d := range []int{i - 1, i / 2, i / 3} {
			if d < 0 || d == i || locks(d) && !locks(i) {
				continue
			}
			spec := fmt.Sprintf("\t\"example.test/scale/p%d\"\n", d)
			if len(imports) == 0 || !strings.Contains(strings.Join(imports, ""), spec) {
				imports = append(imports, spec)
				calls = append(calls, fmt.Sprintf(" + p%d.Step0(list)", d))
			}
		}
		var body strings.Builder
		for j := range functions {
			extra := ""
			if j == 0 {
				extra = strings.Join(calls, "")
			}
			fmt.Fprintf(&body, function, j, j+2, extra)
		}
		write(name+"/"+name+".go", fmt.Sprintf(text, name, strings.Join(imports, ""), body.String()))
	}
	return cone, err
}
