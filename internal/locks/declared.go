package locks

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/config"
	"github.com/locklint/locklint/internal/directive"
)

// Purpose is the category of locks whose purpose nobody declared. It is the
// check's, not a rule's.
const Purpose = "purpose"

// declarations are what the user says of the program: in the configuration, and
// in directives.
type declarations struct {
	config *config.Config
	said   *directive.Set
	rows   map[*types.Func]*catalogue.Row // of declared functions of this package
	saves  map[*types.Func]bool           // of these, those of an efficiency lock
	lib    *catalogue.Library             // to which the declared functions belong
	libs   map[string]*catalogue.Library  // the same of imported packages
	used   map[*directive.Directive]bool  // purposes that are some lock's
	skip   map[string]bool                // files that get no findings
}

func readDeclarations(pass *analysis.Pass) declarations {
	d := declarations{
		config: pass.ResultOf[config.Analyzer].(*config.Config),
		said:   pass.ResultOf[directive.Analyzer].(*directive.Set),
		rows:   map[*types.Func]*catalogue.Row{}, saves: map[*types.Func]bool{},
		lib: declaredLibrary(pass.Pkg), libs: map[string]*catalogue.Library{}, used: map[*directive.Directive]bool{},
	}
	d.skip = d.config.Skipped(pass.Fset, pass.Files)
	for _, x := range d.said.All() {
		if x.Problem != "" {
			continue
		}
		for _, id := range x.Covered() {
			if f, ok := pass.TypesInfo.Defs[id].(*types.Func); ok {
				d.declare(x, f, id)
			}
		}
	}
	return d
}

// declaredLibrary stands for the functions that a package declares by
// directives.
func declaredLibrary(pkg *types.Package) *catalogue.Library {
	return &catalogue.Library{Name: pkg.Name(), Paths: []string{pkg.Path()}, Anchor: true}
}

// declare notes what the directive x says of a function.
func (d *declarations) declare(x *directive.Directive, f *types.Func, id *ast.Ident) {
	switch x.Word {
	case directive.Acquire:
		d.rows[f] = inferAcquire(*x.Row, f.Signature())
		d.saves[f] = len(d.said.Covering(directive.Efficiency, id.Pos())) > 0
	case directive.Release:
		d.rows[f] = inferOther(*x.Row, catalogue.Release, f.Signature())
	case directive.Extend:
		d.rows[f] = inferOther(*x.Row, catalogue.Extend, f.Signature())
	case directive.Fenced:
		if f.Signature().Recv() != nil && types.IsInterface(f.Signature().Recv().Type()) {
			d.rows[f] = &catalogue.Row{Names: f.Name(), Role: catalogue.Neutral}
		}
	}
}

// inferAcquire fills in what the directive leaves out by the shape of the
// signature: the first text is the key, the first duration the TTL, a result
// that is neither an error nor a bool the lock object.
func inferAcquire(r catalogue.Row, sig *types.Signature) *catalogue.Row {
	r.Role = catalogue.Acquire
	inferParams(&r, sig)
	var hasErr, hasBool bool
	for i := range sig.Results().Len() {
		switch t := sig.Results().At(i).Type(); {
		case isError(t):
			hasErr = true
		case isBool(t):
			hasBool = true
		case r.Handle == "" && !isContext(t):
			r.Handle = catalogue.Path("result" + strconv.Itoa(i))
		}
	}
	if r.Wins == catalogue.WinsUnknown {
		switch {
		case hasBool:
			r.Wins = catalogue.ByTrue
		case hasErr:
			r.Wins = catalogue.ByNilError
		case r.Handle != "":
			r.Wins = catalogue.ByNonNil
		default:
			r.Wins = catalogue.Always
		}
	}
	return &r
}

// inferOther does the same for a release or an extend.
func inferOther(r catalogue.Row, role catalogue.Role, sig *types.Signature) *catalogue.Row {
	r.Role = role
	inferParams(&r, sig)
	if r.Handle == "" && sig.Recv() == nil && r.Key == "" && sig.Params().Len() > 0 {
		r.Handle = catalogue.Arg0
	}
	if r.Wins == catalogue.WinsUnknown {
		r.Wins = catalogue.ByNilError
		for v := range sig.Results().Variables() {
			if isBool(v.Type()) {
				r.Wins = catalogue.ByTrue
			}
		}
	}
	return &r
}

func inferParams(r *catalogue.Row, sig *types.Signature) {
	n := 0
	for p := range sig.Params().Variables() {
		if isContext(p.Type()) {
			continue
		}
		at := catalogue.Path("arg" + strconv.Itoa(n))
		n++
		switch {
		case typeName(p.Type()) == "time.Duration":
			if r.TTL == "" && r.Role != catalogue.Release {
				r.TTL = at
			}
		case isString(p.Type()) && r.Key == "" && r.Handle == "":
			r.Key = at
		}
	}
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// findDeclared looks the callee up among the user's rows and the functions that
// carry a directive, here or in the package that declares them.
func (e *engine) findDeclared(c *call, recv string) bool {
	d := &e.declared
	pkg := c.obj.Pkg()
	if l := d.config.Library(pkg.Path()); l != nil {
		if r := l.Find(recv, c.obj.Name()); r != nil {
			c.lib, c.row = l, r
			return true
		}
	}
	obj := c.obj.Origin()
	if r := d.rows[obj]; r != nil {
		c.lib, c.row, c.saves = d.lib, r, d.saves[obj]
		return true
	}
	if s := e.imported.fn(obj); s != nil && s.Row != nil {
		if d.libs[pkg.Path()] == nil {
			d.libs[pkg.Path()] = declaredLibrary(pkg)
		}
		c.lib, c.row, c.saves = d.libs[pkg.Path()], s.Row, s.Saves
		return true
	}
	return false
}

// about reports whether the user declares what the lock or the write at pos is for.
func (d *declarations) about(pos token.Pos) bool {
	for _, word := range []string{directive.Efficiency, directive.Correctness, directive.Fenced} {
		if len(d.said.Covering(word, pos)) > 0 {
			return true
		}
	}
	return false
}

// fenced reports whether the user says that the writes of fn carry the token.
func (e *engine) fenced(fn *function) bool {
	return len(e.declared.said.Covering(directive.Fenced, fn.f.Pos())) > 0
}

// dropFenced takes the write away from an op of a fenced function. It reports
// whether nothing of the op is left.
func dropFenced(o *Op) bool {
	switch o.Kind {
	case OpWrite:
		return true
	case OpPending: // whoever knows the text sees what is left of it
		p := *o.pending
		p.fenced = true
		o.pending = &p
	}
	o.Write = nil
	return false
}

// declaredEfficiency reports whether the user declared the lock of l an
// efficiency lock: at the acquire, at the call of its wrapper, on the function
// or type that holds it, by its key, or in the package that acquires.
func (e *engine) declaredEfficiency(l *Op) bool {
	if l.Efficiency || len(e.purposeAt(l, directive.Efficiency)) > 0 {
		return true
	}
	p := e.declared.config.Purpose(keyText(l.Key), hole)
	return p != nil && p.Efficiency
}

// purposeAt lists the directives of a word that are about the lock of l.
func (e *engine) purposeAt(l *Op, word string) []*directive.Directive {
	var out []*directive.Directive
	at := func(p token.Pos) {
		if p.IsValid() {
			out = append(out, e.declared.said.Covering(word, p)...)
		}
	}
	at(l.At.Pos)
	if l.Origin != nil {
		at(l.Origin.At.Pos)
	}
	for _, p := range l.Inner {
		at(p.Pos)
	}
	return out
}

// keyText is a key as a pattern of the configuration sees it.
func keyText(t *Term) string {
	text, known := render(t)
	if !known {
		return ""
	}
	for _, prefix := range []string{"advisory:", "sql:", "row:"} {
		text = strings.TrimPrefix(text, prefix)
	}
	return text
}

// notePurpose marks the directives that are about the lock of l.
func (e *engine) notePurpose(l *Op) {
	for _, word := range []string{directive.Efficiency, directive.Correctness} {
		for _, d := range e.purposeAt(l, word) {
			e.declared.used[d] = true
		}
	}
}

// notePurposes marks the directives that are about any lock of the package: its
// acquires, and the functions that are declared to acquire.
func (e *engine) notePurposes() {
	for _, fn := range e.funcs {
		for _, o := range fn.ops {
			if o.isAcquire() || o.Kind == OpPending {
				e.notePurpose(o)
			}
			for _, u := range o.Under {
				e.notePurpose(u)
			}
		}
	}
	for f, r := range e.declared.rows {
		if r.Role == catalogue.Acquire {
			e.notePurpose(&Op{At: Place{Pos: f.Pos()}})
		}
	}
}

// silence tells findings apart that would stand at a place by what keeps them
// from being reported; it is empty where nothing does. One finding may speak for
// others only where both are of one silence.
func (e *engine) silence(rule, category string, pos token.Pos) string {
	if f := e.pass.Fset.File(pos); f != nil && e.declared.skip[f.Name()] {
		return "skipped"
	}
	if d := e.declared.said.Ignoring(rule, category, pos); d != nil {
		return "ignored at " + strconv.Itoa(int(d.Pos))
	}
	return ""
}

// Judges reports whether the package was analysed as a whole, so that a
// directive which did nothing does nothing.
func (r *Result) Judges() bool { return r.e != nil && r.e.stats.Capped == 0 }

// Declares reports whether a directive about purpose is some lock's.
func (r *Result) Declares(d *directive.Directive) bool { return r.e == nil || r.e.declared.used[d] }

// Undeclared answers: for which locks did nobody say what they are for? One
// fault for each lock of the package, at the first acquire.
func (r *Result) Undeclared() []Fault {
	var acquires []*Op
	r.judged(func(fn *function, o *Op) {
		if o.isAcquire() && r.e.silence(config.Self, Purpose, o.At.Pos) == "" && r.e.isLock(o, r.ev) {
			acquires = append(acquires, o)
		}
	})
	sortOps(acquires)
	seen := map[string]bool{}
	var out []Fault
	for _, o := range acquires {
		name := r.e.classOf(o.Key)
		if name == "" {
			name = lockName(o)
		}
		if seen[name] || r.e.hasPurpose(o) {
			continue
		}
		seen[name] = true
		out = append(out, Fault{
			Category: Purpose, At: o.At.Pos, Message: "Nobody says whether " + lockName(o) + " saves work or guards data",
			Related: []Place{wayOut("declare it: //locklint:efficiency REASON or //locklint:correctness REASON, or by its key in " + config.Name)},
		})
	}
	return out
}

func (e *engine) hasPurpose(o *Op) bool {
	return e.declaredEfficiency(o) || len(e.purposeAt(o, directive.Correctness)) > 0 ||
		e.declared.config.Purpose(keyText(o.Key), hole) != nil
}
