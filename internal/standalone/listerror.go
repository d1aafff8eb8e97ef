package standalone

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/unit"
)

// listError notes what the go command says is wrong with a package: in its
// clauses, or in the pattern that named it.
func (p *program) listError(l *listed) {
	e := l.Error
	text := strings.ReplaceAll(e.Err, "\n\t", " ")
	if strings.Contains(text, "matched no packages") || strings.HasSuffix(text, "directory not found") {
		text = "no packages match: " + text
	}
	pos := p.position(e.Pos)
	if place, rest, ok := strings.Cut(text, ": "); ok && !pos.IsValid() {
		if at := p.position(place); at.IsValid() {
			pos, text = at, rest // the go command words some of them so
		}
	}
	if name, ok := strings.CutSuffix(strings.TrimPrefix(text, "read "), nulInFile); ok {
		pos, text = firstNUL(name), nulInFile[len(": "):]
	}
	if !pos.IsValid() && strings.HasPrefix(text, importCycle) && len(e.ImportStack) > 1 {
		text += ": " + strings.Join(e.ImportStack, " imports ")
		pos = l.importClause(e.ImportStack[1])
	}
	if !pos.IsValid() && l.Module != nil && !strings.Contains(text, l.path()) && !strings.Contains(text, l.Dir) {
		text = l.path() + ": " + text
	}
	p.errs = append(p.errs, unit.Error{Pos: pos, Message: text})
}

// What the go command says without naming a place.
const (
	importCycle = "import cycle not allowed"
	nulInFile   = ": unexpected NUL in input"
)

// firstNUL is where a file, which the go command has read, has a zero byte.
func firstNUL(name string) token.Position {
	text, _ := os.ReadFile(name)
	before, _, _ := bytes.Cut(text, []byte{0})
	return token.Position{Filename: name, Line: bytes.Count(before, []byte("\n")) + 1, Column: len(before) - bytes.LastIndexByte(before, '\n')}
}

// importClause is where the package imports another one.
func (l *listed) importClause(path string) token.Position {
	fset := token.NewFileSet()
	for _, name := range l.join(l.GoFiles) {
		file, err := parser.ParseFile(fset, name, nil, parser.ImportsOnly)
		if err != nil {
			continue
		}
		for _, spec := range file.Imports {
			if s, err := strconv.Unquote(spec.Path.Value); err == nil && s == path {
				return fset.Position(spec.Pos())
			}
		}
	}
	return token.Position{}
}

// position reads "file:line:column".
func (p *program) position(s string) token.Position {
	var pos token.Position
	parts := strings.Split(s, ":")
	if len(parts) < 3 {
		return pos
	}
	n := len(parts)
	if _, err := fmt.Sscan(parts[n-2], &pos.Line); err != nil {
		return token.Position{}
	}
	_, _ = fmt.Sscan(parts[n-1], &pos.Column)
	pos.Filename = strings.Join(parts[:n-2], ":")
	if !filepath.IsAbs(pos.Filename) {
		pos.Filename = filepath.Join(p.dir, pos.Filename)
	}
	return pos
}
