// Package mend applies the fixes of findings to files.
//
// Of each finding the first fix is taken, as in go vet -fix. A fix is taken as a
// whole, in all its files, or not at all: one that changes what an earlier one
// changes too is left for the next run. A file that was formatted by gofmt is so
// afterwards, and an import that no fix by itself but all together leave unused
// is dropped.
//
// Files are written when all of them are made, each by a temporary file beside
// it, so that a failure leaves no file half written.
package mend

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/locklint/locklint/internal/unit"
)

// A Plan is what the fixes of some findings do to files.
type Plan struct {
	Files []File // sorted by name
	// Mended tells of each finding, in their order, whether its fix is taken.
	Mended []bool
	// Left counts the fixes that collide with one that is taken.
	Left int
}

// A File is changed from Old to New.
type File struct {
	Name     string
	Old, New []byte
}

// Make plans the fixes of the findings. The error is about a file that cannot be
// read or changed since it was analysed.
func Make(findings []unit.Finding) (*Plan, error) {
	m := &maker{old: map[string][]byte{}, edits: map[string][]udiff.Edit{}}
	p := &Plan{Mended: make([]bool, len(findings))}
	for i, f := range findings {
		if len(f.Fixes) == 0 {
			continue
		}
		taken, err := m.take(f.Fixes[0])
		if err != nil {
			return nil, err
		}
		p.Mended[i] = taken
		if !taken {
			p.Left++
		}
	}
	for name, edits := range m.edits {
		text, err := apply(name, m.old[name], edits)
		if err != nil {
			return nil, err
		}
		p.Files = append(p.Files, File{name, m.old[name], text})
	}
	slices.SortFunc(p.Files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return p, nil
}

// maker gathers the edits of each file.
type maker struct {
	old   map[string][]byte
	edits map[string][]udiff.Edit
}

// take adds a fix to those that are taken, unless it collides with them.
func (m *maker) take(fix unit.Fix) (bool, error) {
	mine := map[string][]udiff.Edit{}
	for _, e := range fix.Edits {
		old, err := m.read(e.File)
		if err != nil {
			return false, err
		}
		if e.Start < 0 || e.End < e.Start || e.End > len(old) {
			return false, fmt.Errorf("%s: changed since it was analysed", e.File)
		}
		text := e.New
		if bytes.Contains(old, []byte("\r\n")) {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		mine[e.File] = append(mine[e.File], udiff.Edit{Start: e.Start, End: e.End, New: text})
	}
	merged := map[string][]udiff.Edit{}
	for name, edits := range mine {
		all, ok := udiff.Merge(m.edits[name], edits)
		if !ok {
			return false, nil
		}
		merged[name] = all
	}
	for name, all := range merged {
		m.edits[name] = all
	}
	return len(mine) > 0, nil
}

func (m *maker) read(name string) ([]byte, error) {
	if old, ok := m.old[name]; ok {
		return old, nil
	}
	old, err := os.ReadFile(name)
	if err == nil {
		m.old[name] = old
	}
	return old, err
}

func apply(name string, old []byte, edits []udiff.Edit) ([]byte, error) {
	text, err := udiff.ApplyBytes(old, edits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	formatted, err := format.Source(old)
	if err != nil || !bytes.Equal(formatted, old) {
		return text, nil // its authors have a form of their own
	}
	if text, err = dropImports(old, text); err == nil {
		text, err = format.Source(text)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: the fixes make no Go of it: %w", name, err)
	}
	return text, nil
}

// dropImports drops the imports that are used in the old text and not in the new
// one.
func dropImports(old, text []byte) ([]byte, error) {
	before, err := parser.ParseFile(token.NewFileSet(), "", old, 0)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	after, err := parser.ParseFile(fset, "", text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	dropped := false
	for _, i := range before.Imports {
		if path := strings.Trim(i.Path.Value, "\"`"); astutil.UsesImport(before, path) && !astutil.UsesImport(after, path) {
			dropped = astutil.DeleteNamedImport(fset, after, nameOf(i), path) || dropped
		}
	}
	if !dropped {
		return text, nil
	}
	var out bytes.Buffer
	err = format.Node(&out, fset, after)
	return out.Bytes(), err
}

func nameOf(i *ast.ImportSpec) string {
	if i.Name == nil {
		return ""
	}
	return i.Name.Name
}

// Diff is a unified diff of all files, by the names that shown gives them.
func (p *Plan) Diff(shown func(string) string) string {
	var b strings.Builder
	for _, f := range p.Files {
		name := filepath.ToSlash(shown(f.Name))
		b.WriteString(udiff.Unified(name+".orig", name, string(f.Old), string(f.New)))
	}
	return b.String()
}

// Write writes the files. Links to files are followed. Where one file cannot be
// written those before it in the plan are; the error has the name that shown gives
// it.
func (p *Plan) Write(shown func(string) string) error {
	for _, f := range p.Files {
		err := replace(f)
		var temporary *fs.PathError // its name says nothing to anybody
		if errors.As(err, &temporary) {
			err = temporary.Err
		}
		if err != nil {
			return fmt.Errorf("%s: %w", shown(f.Name), err)
		}
	}
	return nil
}

func replace(f File) error {
	name, err := filepath.EvalSymlinks(f.Name)
	if err != nil {
		return err
	}
	st, err := os.Stat(name)
	if err != nil {
		return err
	}
	if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, f.Old) {
		return cmp.Or(err, errors.New("changed since it was analysed"))
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".locklint-fix-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // it is gone if all went well
	_, err = tmp.Write(f.New)
	if err == nil {
		err = tmp.Chmod(st.Mode().Perm())
	}
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}
