package locks

import (
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/sqltext"
)

// locksRows reports whether a builder's read has a FOR UPDATE clause.
func (e *engine) locksRows(c *call) bool {
	if c.recv == nil {
		return false
	}
	for _, s := range e.chain(e.eval(c.recv)).steps {
		if s.name == "ForUpdate" || anyTerm(s.args, func(t *Term) bool { return isRowLock(s.name, t) }) {
			return true
		}
	}
	return false
}

// isRowLock reports whether an argument of a step asks for FOR UPDATE.
func isRowLock(step string, t *Term) bool {
	switch t.Kind {
	case Object:
		return strings.HasSuffix(t.Type, "clause.Locking")
	case Const:
		text := strings.ToUpper(t.Text)
		return strings.Contains(text, "FOR UPDATE") || step == "For" && strings.HasPrefix(text, "UPDATE")
	}
	return false
}

// A chain is a builder chain: the calls from its root to its end.
type chain struct {
	root  *Term
	steps []step
	lib   string // of the steps
}

type step struct {
	name string
	args []*Term
}

// chain reads a term of builder steps.
func (e *engine) chain(t *Term) chain {
	var ch chain
	for t != nil && t.Kind == Apply && strings.HasPrefix(t.Text, "step:") && len(t.Args) > 0 {
		ch.steps = append(ch.steps, step{strings.TrimPrefix(t.Text, "step:"), t.Args[1:]})
		if t.Type != "" {
			ch.lib = t.Type
		}
		t = t.Args[0]
	}
	ch.root = t
	slices.Reverse(ch.steps)
	return ch
}

func (c chain) find(name string) *step {
	for i := range c.steps {
		if c.steps[i].name == name {
			return &c.steps[i]
		}
	}
	return nil
}

// readBuilder reads the conditions of an ORM's or builder's chain. If the chain
// is a lock row's statement, it returns those operations, too.
func (e *engine) readBuilder(c *call, o *Op) []*Op {
	ch := e.chain(e.eval(c.recv))
	stmt, args := e.written(c.lib, ch, &step{c.obj.Name(), e.stepArgs(c)})
	o.Write.readWritten(stmt)
	rows := e.chainRows(c, stmt, args)
	if len(rows) > 0 {
		o.Key = rows[0].Key // the write may be the lock's own
	}
	if len(ch.steps) == 0 {
		return rows
	}
	w := o.Write
	set := map[string]bool{}
	data, conds := c.args, []*Term(nil)
	if c.row.Text == catalogue.Rest1 && len(data) > 1 {
		data, conds = data[:1], flatten(e.evalEach(data[1:]))
	}
	for _, a := range data {
		t := e.eval(a)
		columnsOf(t, set)
		if boxed, ok := a.(*ssa.MakeInterface); ok {
			model := typeName(boxed.X.Type())
			e.modelTraits(c, model, w)
			if isTypeParam(boxed.X.Type()) {
				set[anyColumn] = true
			} else if t.Kind != Object || len(t.Names) == 0 || c.row.Upsert {
				e.modelColumns(model, set)
			}
		}
		if t.has(func(t *Term) bool { return t.Kind == Apply && strings.HasSuffix(t.Text, ".Expr") }) {
			w.Relative = true
		}
	}
	e.readChain(c, ch, set, w)
	e.readWhere(conds, set, w)
	w.Args = append(w.Args, e.eval(c.recv))
	return rows
}

// readChain reads the steps of a chain: what it sets, and whether what it sets
// decides that it applies. The columns of set are set already.
func (e *engine) readChain(c *call, ch chain, set map[string]bool, w *Write) {
	model := ""
	for _, s := range ch.steps {
		switch s.name {
		case "Model", "Table", "NewUpdate":
			if len(s.args) > 0 {
				w.Target = s.args[0]
				model = s.args[0].Type
				e.modelTraits(c, model, w)
			}
		case "Set", "SetMap", "SetColumn", "SetExpr", "Incr", "Decr", "Add", "Column":
			for _, a := range s.args {
				columnsOf(a, set)
			}
		case "Clauses":
			if anyTerm(s.args, doesNothing) {
				w.Creates = true
			}
			if anyTerm(s.args, overwrites) {
				w.Creates = false
			}
		}
		if s.name == "Scopes" || slices.ContainsFunc(s.args, func(t *Term) bool { return t.Kind == Func }) {
			w.Low = true // a function adds conditions that are not seen
		}
	}
	if len(set) == 0 {
		e.modelColumns(model, set) // written as a whole
	}
	for _, s := range ch.steps {
		switch s.name {
		case "Where", "Not", "And":
			e.readWhere(s.args, set, w)
		case "Clauses":
			e.readWhere(conditionsOf(s.args), set, w)
		}
	}
	if c.row.Upsert && ch.find("Select") == nil {
		w.Cond = false
	}
}

// conditionsOf are the clauses that hold conditions, and of ON CONFLICT its own: what
// it assigns is none.
func conditionsOf(clauses []*Term) []*Term {
	var out []*Term
	for _, t := range flatten(clauses) {
		if t.Kind == Object && strings.HasSuffix(t.Type, "clause.OnConflict") {
			t = t.Get("Where")
		}
		if t != nil {
			out = append(out, t)
		}
	}
	return out
}

// doesNothing reports whether a clause is ON CONFLICT DO NOTHING.
func doesNothing(t *Term) bool {
	return t.Kind == Object && strings.HasSuffix(t.Type, "clause.OnConflict") && t.Get("DoNothing") != nil
}

// overwrites reports whether a clause is ON CONFLICT DO UPDATE of whatever is there.
func overwrites(t *Term) bool {
	return t.Kind == Object && strings.HasSuffix(t.Type, "clause.OnConflict") && t.Get("Where") == nil &&
		(t.Get("UpdateAll") != nil || t.Get("DoUpdates") != nil)
}

func anyTerm(ts []*Term, ok func(*Term) bool) bool {
	return slices.ContainsFunc(ts, func(t *Term) bool { return t.has(ok) })
}

// modelTraits reads what a model itself brings to a write: hooks whose
// conditions are not seen, and a version that the library compares by itself.
func (e *engine) modelTraits(c *call, model string, w *Write) {
	named := e.typeNamed(model)
	if named == nil {
		return
	}
	for _, hook := range c.lib.Hooks {
		if obj, _, _ := types.LookupFieldOrMethod(named, true, e.pkg.Pkg, hook); obj != nil {
			w.Low = true // what it adds is not seen
		}
	}
	st := structOf(named)
	for i := 0; st != nil && i < st.NumFields(); i++ {
		if c.lib.VersionType != "" && typeName(st.Field(i).Type()) == c.lib.VersionType || hasTagWord(st.Tag(i), c.lib.VersionTag) {
			w.Cond = true
		}
	}
}

// modelColumns adds the columns of a model that is written as a whole, its
// identity left out.
func (e *engine) modelColumns(model string, set map[string]bool) {
	named := e.typeNamed(model)
	if named == nil {
		return
	}
	st := structOf(named)
	for i := 0; st != nil && i < st.NumFields(); i++ {
		f := st.Field(i)
		if !isIdentity(f.Name()) && !identityTag().MatchString(st.Tag(i)) {
			set[strings.ToLower(f.Name())] = true
			set[snake(f.Name())] = true
		}
	}
}

// identityTag is how mappers mark what identifies a row. It is compiled where a
// model is met: each call of go vet's tool would pay for it at its start.
var identityTag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(pk|primary_?key|autoincr)\b`)
})

// tagValue is the value that a tag has for a key.
func tagValue(tag, key string) string { return reflect.StructTag(tag).Get(key) }

// hasTagWord reports whether a field's tag has the word of a tag:"word".
func hasTagWord(tag, want string) bool {
	key, word, ok := strings.Cut(want, ":")
	if !ok {
		return false
	}
	return slices.Contains(strings.FieldsFunc(reflect.StructTag(tag).Get(key), func(r rune) bool { return r == ' ' || r == ',' || r == ';' }), word)
}

// typeNamed finds a type by its full name in this package and those that it
// imports.
func (e *engine) typeNamed(name string) types.Type {
	i := strings.LastIndexByte(name, '.')
	if i < 0 || e.pkg == nil {
		return nil
	}
	for _, p := range append([]*types.Package{e.pkg.Pkg}, e.pkg.Pkg.Imports()...) {
		if p.Path() != name[:i] {
			continue
		}
		if obj, ok := p.Scope().Lookup(name[i+1:]).(*types.TypeName); ok {
			return obj.Type()
		}
	}
	return nil
}

// columnsOf collects the columns that an update's argument names: as a name, as
// an assignment, or as the fields and keys of a value.
func columnsOf(t *Term, set map[string]bool) {
	switch t.Kind {
	case Const:
		if strings.Contains(t.Text, "=") {
			for _, s := range sqltext.Read("UPDATE t SET " + t.Text) {
				for _, a := range s.Sets {
					set[strings.ToLower(a.Column)] = true
				}
			}
			return
		}
		set[strings.ToLower(t.Text)] = true
	case Object:
		for _, n := range t.Names {
			set[strings.ToLower(n)] = true
			set[snake(n)] = true
		}
	case List:
		for _, a := range t.Args {
			columnsOf(a, set)
		}
	}
}

// snake writes a Go field's name as ORMs name its column.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z' {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// readWhere reads a Where step: the write is conditional if it constrains a
// column that the write also sets.
func (e *engine) readWhere(args []*Term, set map[string]bool, w *Write) {
	if len(args) == 0 {
		return
	}
	if text, ok := render(args[0]); ok {
		w.Cond = w.Cond || constrains(text, set)
		return
	}
	for _, a := range args {
		w.Cond = w.Cond || a.has(func(t *Term) bool { return comparesColumn(t, set) })
	}
}

// constrains reports whether the text of a predicate bears on one of the
// columns.
func constrains(text string, set map[string]bool) bool {
	for _, t := range sqltext.ReadPredicate(text).Terms {
		if has(set, t.Column) {
			return true
		}
		for _, alt := range t.Or {
			for _, tt := range alt.Terms {
				if has(set, tt.Column) {
					return true
				}
			}
		}
	}
	return false
}

// anyColumn in a set of columns stands for all of a model that is not known
// here, its identity left out.
const anyColumn = "*"

// has reports whether a column is in the set, by its name without its table.
func has(set map[string]bool, column string) bool {
	name := strings.ToLower(column[strings.LastIndexByte(column, '.')+1:])
	return set[name] || set[anyColumn] && name != "" && !isIdentity(name)
}

// isIdentity reports whether mappers take a field or column of that name for
// what identifies a row, if nothing else is marked for it.
func isIdentity(name string) bool { return strings.EqualFold(name, "id") }

// isTypeParam reports whether a model is of a type that only callers know.
func isTypeParam(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// comparesColumn reports whether a term of a condition names one of the columns:
// the key of a map, the field of a struct, a clause's column, or the first
// argument of a function that makes a condition.
func comparesColumn(t *Term, set map[string]bool) bool {
	switch t.Kind {
	case Object:
		for _, n := range t.Names {
			if has(set, n) {
				return true
			}
		}
		col := t.Get("Column")
		return col != nil && col.Kind == Const && has(set, col.Text)
	case Apply:
		if len(t.Args) == 0 || t.Args[0].Kind != Const {
			return false
		}
		text := t.Args[0].Text
		return has(set, text) || strings.ContainsAny(text, "=<>") && constrains(text, set)
	}
	return false
}
