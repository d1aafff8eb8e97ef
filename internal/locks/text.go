package locks

import (
	"path"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
)

// This file is about texts that the program does not write in one piece:
// collected by a builder, embedded from files, kept in fields, loaded before.

// collectedTerm is what a builder holds when its text is taken: all that was
// appended before in the same function. It is nil where an append may run or
// not, or where the builder is handed on.
func (e *engine) collectedTerm(c *call, taken *ssa.Call) *Term {
	buf, ok := c.recv.(*ssa.Alloc)
	if !ok {
		return nil
	}
	appends, ok := e.appendsTo(buf)
	if !ok {
		return nil
	}
	var parts []*Term
	looped := loops(taken.Parent())
	for _, b := range taken.Parent().DomPreorder() {
		for _, in := range b.Instrs {
			if in == ssa.Instruction(taken) {
				return concat(parts...)
			}
			a := appends[in]
			if a == nil {
				continue
			}
			if !b.Dominates(taken.Block()) || looped[b] {
				return nil
			}
			parts = append(parts, e.appended(a))
		}
	}
	return nil
}

// appendsTo lists the appends to a builder by their instruction. It is false if
// the builder is used in another way.
func (e *engine) appendsTo(buf *ssa.Alloc) (map[ssa.Instruction]*call, bool) {
	appends := map[ssa.Instruction]*call{}
	users := append([]ssa.Instruction{}, *buf.Referrers()...)
	for i := 0; i < len(users); i++ {
		switch u := users[i].(type) {
		case *ssa.MakeInterface:
			users = append(users, *u.Referrers()...)
		case *ssa.ChangeInterface:
			users = append(users, *u.Referrers()...)
		case *ssa.DebugRef:
		case *ssa.Call:
			c := e.resolve(u)
			switch {
			case c.row == nil:
				return nil, false
			case c.row.Role == catalogue.Append, c.row.Role == catalogue.Log && c.row.Handle != "":
				appends[u] = c
			case c.row.Role != catalogue.Collected && c.row.Role != catalogue.Neutral:
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return appends, true
}

// appended is what one append adds.
func (e *engine) appended(c *call) *Term {
	if c.row.Text != "" {
		return e.formatTerm(c)
	}
	args, _ := e.list(c, c.row.Args)
	for i, t := range args {
		args[i] = asCharacter(t, c.place(strings.TrimSuffix(string(c.row.Args), "...")))
	}
	return concat(args...)
}

// asCharacter writes the constant of a byte or rune as the character it is.
func asCharacter(t *Term, v ssa.Value) *Term {
	n, ok := t.number()
	if !ok || v == nil {
		return t
	}
	if isInteger(v.Type()) {
		return constTerm(string(rune(n)))
	}
	return t
}

// embeddedApply names the term of a file among embedded files: the name may be
// known at a caller only.
const embeddedApply = "embedded"

// embeddedTerm is the content of an embedded file.
func (e *engine) embeddedTerm(c *call) *Term {
	fs, name := e.at(c, c.row.Handle), e.at(c, c.row.Key)
	if fs == nil || fs.Kind != Global || name == nil {
		return nil
	}
	return e.embeddedFile(newTerm(Apply, embeddedApply, "", fs, name))
}

// embeddedFile replaces the term of an embedded file by its content, if the
// file is known and belongs to this package.
func (e *engine) embeddedFile(t *Term) *Term {
	fs, name := t.Args[0], t.Args[1]
	if name.Kind != Const || fs.Kind != Global || e.pkg == nil {
		return t
	}
	variable, ok := strings.CutPrefix(fs.Text, e.pkg.Pkg.Path()+".")
	if !ok {
		return t
	}
	d, ok := e.embedded.dirs[variable]
	if !ok || !d.has(name.Text) {
		return t
	}
	text, ok := readSmall(d.dir, name.Text)
	if !ok {
		return t
	}
	return constTerm(text)
}

// An embeddedDir is a variable of embedded files.
type embeddedDir struct {
	dir      string // of the package
	patterns []string
}

// has reports whether the file name is among the embedded ones.
func (d embeddedDir) has(name string) bool {
	if path.Clean(name) != name || path.IsAbs(name) || strings.HasPrefix(name, "..") {
		return false
	}
	for _, p := range d.patterns {
		p = strings.TrimPrefix(p, "all:")
		// A pattern matches the file, or a directory above it.
		for n := name; n != "."; n = path.Dir(n) {
			if ok, err := path.Match(p, n); ok && err == nil {
				return true
			}
		}
		if p == "." {
			return true
		}
	}
	return false
}

// text sees through what stands between a text and its use: the reply of a
// call that loaded it, a field that is set once, an embedded file.
func (e *engine) text(t *Term) *Term {
	for range 4 {
		switch {
		case t == nil:
			return nil
		case t.Kind == Apply && t.Text == "unwrap" && len(t.Args) == 1:
			t = t.Args[0]
		case t.Kind == Field:
			one := e.storedOnce(t)
			if one == nil {
				return t
			}
			t = one
		default:
			return t.mapTerm(func(p *Term) *Term {
				if p.Kind == Apply && p.Text == embeddedApply && len(p.Args) == 2 {
					return e.embeddedFile(p)
				}
				return nil
			})
		}
	}
	return t
}

// storedOnce is the one value that the package stores in a field, or nil. A field that
// is emptied has no other: nobody works with nothing.
func (e *engine) storedOnce(f *Term) *Term {
	var found *Term
	for _, v := range e.fieldVals[f.Type+"."+f.Text] {
		t := e.eval(v.val)
		if t.Kind == Nil {
			continue
		}
		if found != nil && !same(found, t) {
			return nil
		}
		found = t
	}
	return found
}
