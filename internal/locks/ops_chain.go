package locks

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/sqltext"
)

// A builder's chain is written out as the statement that it spells, with "?" for
// each value of the program, and read as any statement is. What a step's function
// adds that is not understood is a hole, so that nothing is taken for the whole.

// A spelling is a statement on its way from a chain to a text.
type spelling struct {
	e       *engine
	lib     *catalogue.Library
	verb    string
	table   string
	model   *Term
	sets    []fragment
	columns []string
	row     []fragment // values of columns
	where   []fragment
	tail    []fragment
	ignores bool
}

// A fragment is a part of a statement with the values of its placeholders.
type fragment struct {
	text string
	args []*Term
}

var holeFragment = fragment{text: hole}

// written reads a chain as a statement: the steps, then the call that ends it.
// It is nil where the chain spells none that could be a lock row's.
func (e *engine) written(lib *catalogue.Library, ch chain, last *step) (*sqltext.Statement, []*Term) {
	if lib == nil || len(lib.Clauses) == 0 {
		return nil, nil
	}
	w := &spelling{e: e, lib: lib}
	for i := range ch.steps {
		w.step(&ch.steps[i], ch.root)
	}
	if last != nil {
		w.step(last, ch.root)
	}
	f, ok := w.statement()
	if !ok {
		return nil, nil
	}
	stmts := e.statements(f.text)
	if len(stmts) != 1 {
		return nil, nil
	}
	return &stmts[0], f.args
}

// step adds what a link of the chain says.
func (w *spelling) step(s *step, root *Term) {
	cl := w.lib.Clause(s.name)
	if cl == nil {
		w.unknown(s.args)
		return
	}
	if cl.Verb != "" && w.verb == "" {
		w.verb = cl.Verb
	}
	args := flatten(s.args)
	switch cl.Part {
	case catalogue.PartRoot:
		w.table = rootName(root)
		w.names(args)
	case catalogue.PartTable:
		w.from(args)
	case catalogue.PartAssign:
		w.assignments(args)
	case catalogue.PartSet:
		w.set(args)
	case catalogue.PartExpr:
		w.setExpr(args)
	case catalogue.PartAdd:
		w.add(cl.Op, args)
	case catalogue.PartRow:
		w.insert(args)
	case catalogue.PartColumns:
		w.names(args)
	case catalogue.PartWhere, catalogue.PartAnd:
		w.where = append(w.where, w.conditions(args))
	case catalogue.PartNot:
		w.where = append(w.where, joined("NOT (", ")", w.conditions(args)))
	case catalogue.PartOr, catalogue.PartOrs:
		w.where = []fragment{w.join(" OR ", []fragment{w.join(" AND ", w.where), w.conditions(args)})}
	case catalogue.PartModelWhere:
		w.modelWhere(args)
	case catalogue.PartBeans:
		w.beans(args)
	case catalogue.PartIdentity:
		w.identity(args)
	case catalogue.PartIgnore:
		w.ignores = len(args) == 0 || slices.ContainsFunc(args, func(t *Term) bool { return t.Kind == Const && strings.EqualFold(t.Text, "ignore") })
	case catalogue.PartConflict:
		w.conflict(args)
	case catalogue.PartTail:
		w.tail = append(w.tail, w.text(args))
	}
}

// rootName is the table that a generated variable stands for: what is embedded in
// the variable's type is the same table.
func rootName(t *Term) string {
	for range 4 {
		switch {
		case t == nil:
			return ""
		case t.Kind == Global:
			return snake(t.Text[strings.LastIndexByte(t.Text, '.')+1:])
		case t.Kind != Field:
			return ""
		}
		t = t.Args[0]
	}
	return ""
}

// assignments reads values for the columns that were listed, or assignments that
// are values themselves.
func (w *spelling) assignments(args []*Term) {
	for i, a := range args {
		cl := w.clauseOf(a)
		switch {
		case a.Kind == Apply && cl != nil && cl.Part == catalogue.PartAssign && len(a.Args) > 1 && w.name(a.Args[0]) != "":
			w.assign(w.name(a.Args[0]), w.value(a.Args[1]))
		case i < len(w.columns):
			w.assign(w.columns[i], w.value(a))
		default:
			w.sets = append(w.sets, holeFragment)
		}
	}
}

// unknown notes a step that has no clause: a function that it gets may add
// conditions.
func (w *spelling) unknown(args []*Term) {
	if slices.ContainsFunc(args, func(t *Term) bool { return t.Kind == Func }) {
		w.where = append(w.where, holeFragment)
	}
}

func joined(before, after string, f fragment) fragment {
	return fragment{before + f.text + after, f.args}
}

// join puts an operator between conditions.
func (w *spelling) join(op string, fs []fragment) fragment {
	var out fragment
	for i, f := range fs {
		if i > 0 {
			out.text += op
		}
		if len(fs) > 1 {
			f = joined("(", ")", f)
		}
		out.text += f.text
		out.args = append(out.args, f.args...)
	}
	return out
}

// from takes the table: a name, or the model whose rows it has.
func (w *spelling) from(args []*Term) {
	if len(args) == 0 {
		return
	}
	t := args[0]
	if name := w.name(t); name != "" {
		w.table = name
		return
	}
	if t.Type != "" {
		w.model = t
		w.table = w.e.tableOf(w.lib, t.Type)
	}
}

// name is the text of a column or table: as it is, or within the function that
// makes one of it.
func (w *spelling) name(t *Term) string {
	switch {
	case t == nil:
		return ""
	case t.Kind == Const:
		return t.Text
	case t.Kind == Field && w.rooted(t):
		return snake(t.Text)
	case t.Kind == Object && t.Get("Name") != nil: // clause.Column
		return w.name(t.Get("Name"))
	case t.Kind == Apply && len(t.Args) > 0:
		if cl := w.clauseOf(t); cl != nil && cl.Part == catalogue.PartColumn {
			return w.name(t.Args[len(t.Args)-1])
		}
		if strings.HasSuffix(t.Text, ".Table") {
			return w.name(t.Args[len(t.Args)-1])
		}
	}
	return ""
}

// rooted reports whether a field is a column of a generated table.
func (w *spelling) rooted(t *Term) bool {
	cl := w.lib.Clause("INSERT")
	return cl != nil && cl.Part == catalogue.PartRoot && rootName(t) != ""
}

// clauseOf is what the function or type that made a term means.
func (w *spelling) clauseOf(t *Term) *catalogue.Clause {
	made := t.Text
	if t.Kind != Apply {
		made = t.Type
	}
	if made == "" {
		return nil
	}
	made, _, _ = strings.Cut(made, "#")
	made = strings.TrimPrefix(made, "step:")
	return w.lib.Clause(made[strings.LastIndexByte(made, '.')+1:])
}

// text is a text with arguments for its placeholders.
func (w *spelling) text(args []*Term) fragment {
	if len(args) == 0 {
		return fragment{}
	}
	if args[0].Kind == Apply {
		return w.value(args[0])
	}
	text, known := render(args[0])
	if !known || strings.Contains(text, "$1") {
		return holeFragment // numbered placeholders would count those of other parts
	}
	n := placeholders(text)
	f := fragment{text: text}
	for i := range n {
		if i+1 < len(args) {
			f.args = append(f.args, args[i+1])
		} else {
			f.args = append(f.args, opaque("sql"))
		}
	}
	return f
}

// placeholders counts the question marks outside of quotes that stand for a value.
func placeholders(text string) int {
	n, quoted := 0, false
	for i := range len(text) {
		switch {
		case text[i] == '\'':
			quoted = !quoted
		case text[i] == '?' && !quoted && (i+1 >= len(text) || !isWord(text[i+1])):
			n++
		}
	}
	return n
}

func isWord(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_' }

// value writes a value: an expression as it is, NULL, or a placeholder.
func (w *spelling) value(t *Term) fragment {
	if t.Kind == Nil && t.Type == "" {
		return fragment{text: "NULL"}
	}
	if sql := t.Get("SQL"); t.Kind == Object && sql != nil { // clause.Expr
		return w.text(append([]*Term{sql}, flatten([]*Term{orNil(t.Get("Vars"))})...))
	}
	if t.Kind == Apply {
		switch cl := w.clauseOf(t); {
		case cl == nil:
		case cl.Part == catalogue.PartText:
			return w.text(flatten(t.Args))
		case cl.Part == catalogue.PartValue && len(t.Args) == 1:
			return w.value(t.Args[0])
		case cl.Part == catalogue.PartNow:
			return fragment{text: "now()"}
		}
	}
	return fragment{"?", []*Term{t}}
}

func orNil(t *Term) *Term {
	if t == nil {
		return nilTerm
	}
	return t
}

// set reads an assignment.
func (w *spelling) set(args []*Term) {
	if len(args) == 0 {
		return
	}
	if args[0].Kind == Object {
		w.assignAll(args[0])
		return
	}
	name := w.name(args[0])
	switch {
	case name != "" && strings.Contains(name, "="):
		w.sets = append(w.sets, w.text(args))
	case name != "" && len(args) > 1:
		w.assign(name, w.value(args[1]))
	case args[0].Type != "" && len(args) == 1:
		w.from(args)
		w.sets = append(w.sets, holeFragment)
	default:
		w.sets = append(w.sets, holeFragment)
	}
}

func (w *spelling) assign(column string, f fragment) {
	w.sets = append(w.sets, joined(column+" = ", "", f))
}

// setExpr reads a column that gets an expression, or without one NULL.
func (w *spelling) setExpr(args []*Term) {
	if len(args) == 0 || w.name(args[0]) == "" {
		w.sets = append(w.sets, holeFragment)
		return
	}
	f := fragment{text: "NULL"}
	if len(args) > 1 {
		f = w.text(args[1:])
	}
	w.assign(w.name(args[0]), f)
}

// add reads a column that is moved on by its argument, or by 1.
func (w *spelling) add(op string, args []*Term) {
	if len(args) == 0 || w.name(args[0]) == "" {
		w.sets = append(w.sets, holeFragment)
		return
	}
	by := fragment{text: "1"}
	if len(args) > 1 {
		if by = w.value(args[1]); args[1].isNumber() {
			by = fragment{text: args[1].Text}
		}
	}
	column := w.name(args[0])
	w.assign(column, joined(column+" "+op+" ", "", by))
}

// assignAll assigns the entries of a map or the fields of a struct, those of the
// chosen columns only if some are chosen.
func (w *spelling) assignAll(t *Term) {
	for i, column := range w.columnsOf(t) {
		if column == "" {
			w.sets = append(w.sets, holeFragment)
			continue
		}
		if !isMap(t) && w.e.isIdentity(t.Type, t.Names[i]) {
			continue // it names the row
		}
		if len(w.columns) == 0 || slices.Contains(w.columns, column) {
			w.assign(column, w.value(t.Args[i]))
		}
	}
}

// columnsOf are the columns of a map's or struct's entries, "" for one with an
// unknown name.
func (w *spelling) columnsOf(t *Term) []string {
	out := make([]string, len(t.Names))
	for i, n := range t.Names {
		switch {
		case isMap(t):
			if !strings.HasPrefix(n, "?") {
				out[i] = n
			}
		default:
			out[i] = w.e.columnOf(w.lib, t.Type, n)
		}
	}
	return out
}

// insert reads the row of an INSERT.
func (w *spelling) insert(args []*Term) {
	if len(args) == 1 && (args[0].Kind == Object || args[0].Type != "") {
		t := args[0]
		if !isMap(t) {
			w.from(args)
		}
		if t.Kind != Object {
			w.columns, w.row = append(w.columns, hole), append(w.row, holeFragment)
			return
		}
		columns := w.columnsOf(t)
		for _, i := range rowOrder(t) {
			w.columns = append(w.columns, columns[i])
			w.row = append(w.row, w.value(t.Args[i]))
		}
		return
	}
	for _, a := range args {
		w.row = append(w.row, w.value(a))
	}
}

// rowOrder is the order in which the entries of a row are written. Those of a map
// have none, and the reader takes the first column for what names the row: that is
// sooner a constant than a value that is made for each holder, and never an instant.
func rowOrder(t *Term) []int {
	out := make([]int, len(t.Args))
	for i := range out {
		out[i] = i
	}
	if !isMap(t) {
		return out
	}
	rank := func(v *Term) int {
		switch {
		case v.Kind == Const:
			return 0
		case v.has(func(p *Term) bool { return p.Kind == Now }):
			return 3
		case v.has(func(p *Term) bool { return p.Kind == Fresh || p.Kind == Shared }):
			return 2
		}
		return 1
	}
	slices.SortStableFunc(out, func(a, b int) int { return rank(t.Args[a]) - rank(t.Args[b]) })
	return out
}

// names adds to the columns that are listed.
func (w *spelling) names(args []*Term) {
	for _, a := range args {
		if n := w.name(a); n != "" {
			w.columns = append(w.columns, n)
		}
	}
}

// conditions is the conjunction that a step's arguments are.
func (w *spelling) conditions(args []*Term) fragment {
	if len(args) == 0 {
		return holeFragment
	}
	if _, ok := render(args[0]); ok {
		f := w.text(args)
		if named := slices.ContainsFunc(args[1:], func(t *Term) bool { return t.Kind == Object }); named && len(f.args) == 0 {
			return holeFragment
		}
		return f
	}
	fs := make([]fragment, len(args))
	for i, a := range args {
		fs[i] = w.condition(a)
	}
	return w.join(" AND ", fs)
}

// condition writes a condition that is a value of the program.
func (w *spelling) condition(t *Term) fragment {
	cl := w.clauseOf(t)
	switch {
	case t.Kind == Object && t.Get("Column") != nil && cl != nil && cl.Part == catalogue.PartCompare: // clause.Eq
		return w.compare(w.name(t.Get("Column")), cl.Op, orNil(t.Get("Value")))
	case t.Kind == Object && t.Get("Column") != nil && strings.HasSuffix(packageOf(t.Type), "/clause"): // clause.IN
		return holeFragment
	case t.Kind == Object:
		return w.entries(t, cl)
	case t.Kind == List:
		op := " AND "
		if cl != nil && cl.Part == catalogue.PartOrs {
			op = " OR "
		}
		return w.all(op, t.Args)
	case t.Kind != Apply || cl == nil:
		return holeFragment
	}
	args := flatten(t.Args)
	if len(args) > 0 && args[0].Kind == Nil {
		args = args[1:]
	}
	switch cl.Part {
	case catalogue.PartCompare:
		if len(args) > 1 {
			return w.compare(w.name(args[0]), cl.Op, args[1])
		}
	case catalogue.PartIsNull:
		if len(args) > 0 && w.name(args[0]) != "" {
			return fragment{text: strings.Join(strings.Fields(w.name(args[0])+" IS "+cl.Op+" NULL"), " ")}
		}
	case catalogue.PartAnd, catalogue.PartWhere:
		return w.all(" AND ", args)
	case catalogue.PartOrs:
		return w.all(" OR ", args)
	case catalogue.PartOr:
		if len(args) > 1 { // one alone is the alternative of what stands before it
			return w.all(" OR ", args)
		}
	case catalogue.PartNot:
		return joined("NOT (", ")", w.all(" AND ", args))
	case catalogue.PartText:
		return w.text(args)
	}
	return holeFragment
}

// packageOf is the path of a named type's package.
func packageOf(typ string) string { return typ[:max(strings.LastIndexByte(typ, '.'), 0)] }

func (w *spelling) all(op string, ts []*Term) fragment {
	if len(ts) == 0 {
		return holeFragment
	}
	fs := make([]fragment, len(ts))
	for i, t := range ts {
		fs[i] = w.condition(t)
	}
	return w.join(op, fs)
}

// compare writes a comparison. A value may be a map of operators to values.
func (w *spelling) compare(column, op string, v *Term) fragment {
	switch {
	case column == "":
		return holeFragment
	case isMap(v) && len(v.Names) == 1:
		cl := w.lib.Clause(v.Names[0])
		if cl == nil || cl.Part != catalogue.PartCompare {
			return holeFragment
		}
		op, v = cl.Op, v.Args[0]
	}
	if v.Kind == Nil && op == "=" {
		return fragment{text: column + " IS NULL"}
	}
	return joined(column+" "+op+" ", "", w.value(v))
}

// entries writes the comparisons of a map or struct.
func (w *spelling) entries(t *Term, cl *catalogue.Clause) fragment {
	op, and := "=", " AND "
	if cl != nil && cl.Op != "" {
		op = cl.Op
		if cl.Part == catalogue.PartOrs {
			and = " OR "
		}
	}
	var fs []fragment
	for i, column := range w.columnsOf(t) {
		fs = append(fs, w.compare(column, op, t.Args[i]))
	}
	if len(fs) == 0 {
		return holeFragment
	}
	return w.join(and, fs)
}

// modelWhere reads a model whose fields are conditions, and what is behind it.
func (w *spelling) modelWhere(args []*Term) {
	if len(args) == 0 {
		return
	}
	w.from(args)
	if t := args[0]; t.Kind == Object && len(t.Names) > 0 && !isMap(t) {
		w.where = append(w.where, w.entries(t, nil))
	} else if t.Kind != Object && t.Kind != Nil {
		w.where = append(w.where, holeFragment)
	}
	if len(args) > 1 {
		w.where = append(w.where, w.conditions(args[1:]))
	}
}

// beans reads a model or map that is written, and those behind it whose fields
// are conditions.
func (w *spelling) beans(args []*Term) {
	if len(args) == 0 {
		return
	}
	if t := args[0]; t.Kind == Object {
		if !isMap(t) && w.table == "" {
			w.from(args)
		}
		w.assignAll(t)
	} else {
		w.from(args)
		w.sets = append(w.sets, holeFragment)
	}
	for _, c := range args[1:] {
		w.where = append(w.where, w.condition(c))
	}
}

// identity compares the model's key, or "id" with what is given.
func (w *spelling) identity(args []*Term) {
	f := fragment{"id = ?", []*Term{opaque("id")}}
	if len(args) > 0 {
		f.args = args[:1]
	}
	if w.model != nil && len(args) == 0 {
		for i, n := range w.model.Names {
			if w.e.isIdentity(w.model.Type, n) {
				f = w.compare(w.e.columnOf(w.lib, w.model.Type, n), "=", w.model.Args[i])
			}
		}
	}
	w.where = append(w.where, f)
}

// conflict reads what an INSERT does where the row is there.
func (w *spelling) conflict(args []*Term) {
	if len(args) == 0 {
		return
	}
	if text, ok := render(args[0]); ok { // "CONFLICT (name) DO NOTHING"
		f := w.text(args)
		f.text = "ON " + strings.TrimPrefix(text, "ON ")
		w.tail = append(w.tail, f)
		return
	}
	for _, t := range args {
		switch {
		case t.Kind == Object && strings.HasSuffix(t.Type, ".OnConflict"):
			w.onConflict(t)
		case t.Kind == Object && strings.HasSuffix(t.Type, ".Where"):
			if exprs := t.Get("Exprs"); exprs != nil {
				w.where = append(w.where, w.all(" AND ", flatten([]*Term{exprs})))
			}
		case t.Kind == Object: // clause.Locking, clause.Returning
		case strings.Contains(t.Text, "DoNothing"), strings.Contains(t.Text, "DoNothing") && t.Kind == Apply:
			w.ignores = true
		default:
			w.tail = append(w.tail, holeFragment)
		}
	}
}

// onConflict reads a clause object of ON CONFLICT.
func (w *spelling) onConflict(t *Term) {
	if t.Get("DoNothing") != nil {
		w.ignores = true
		return
	}
	updates, target := t.Get("DoUpdates"), ""
	if cols := t.Get("Columns"); cols != nil && cols.Kind == List && len(cols.Args) > 0 {
		target = w.name(cols.Args[0])
	}
	if target == "" || updates == nil || updates.Kind != Apply || len(updates.Args) != 1 {
		w.tail = append(w.tail, holeFragment)
		return
	}
	f := fragment{text: "ON CONFLICT (" + target + ") DO UPDATE SET "}
	switch from := updates.Args[0]; from.Kind {
	case Object: // clause.Assignments
		for i, column := range w.columnsOf(from) {
			if i > 0 {
				f.text += ", "
			}
			v := w.value(from.Args[i])
			f.text += column + " = " + v.text
			f.args = append(f.args, v.args...)
		}
	case List: // clause.AssignmentColumns
		for i, c := range from.Args {
			if i > 0 {
				f.text += ", "
			}
			f.text += w.name(c) + " = excluded." + w.name(c)
		}
	default:
		f = holeFragment
	}
	if wh := t.Get("Where"); wh != nil && wh.Get("Exprs") != nil {
		c := w.all(" AND ", flatten([]*Term{wh.Get("Exprs")}))
		f.text += " WHERE " + c.text
		f.args = append(f.args, c.args...)
	}
	w.tail = append(w.tail, f)
}

// statement is the whole text. It is none if its table is not known.
func (w *spelling) statement() (fragment, bool) {
	if w.table == "" || strings.ContainsAny(w.table, " \t\n(") {
		return fragment{}, false
	}
	switch w.verb {
	case "UPDATE":
		return w.update(), true
	case "DELETE":
		return w.close(fragment{text: "DELETE FROM " + w.table}), true
	case "INSERT":
		return w.insertion()
	}
	return fragment{}, false
}

func (w *spelling) update() fragment {
	f := fragment{text: "UPDATE " + w.table + " SET "}
	if len(w.sets) == 0 && w.model != nil && w.model.Kind == Object {
		w.assignAll(w.model)
	}
	if len(w.sets) == 0 {
		w.sets = append(w.sets, holeFragment)
	}
	for i, s := range w.sets {
		if i > 0 {
			f.text += ", "
		}
		f.text += s.text
		f.args = append(f.args, s.args...)
	}
	return w.close(f)
}

// close appends the conditions and the tail.
func (w *spelling) close(f fragment) fragment {
	if len(w.where) > 0 {
		c := w.join(" AND ", w.where)
		f.text += " WHERE " + c.text
		f.args = append(f.args, c.args...)
	}
	for _, t := range w.tail {
		f.text += " " + t.text
		f.args = append(f.args, t.args...)
	}
	return f
}

func (w *spelling) insertion() (fragment, bool) {
	if len(w.row) == 0 && w.model != nil && w.model.Kind == Object {
		w.insert([]*Term{w.model})
	}
	if len(w.row) == 0 || len(w.row) != len(w.columns) || slices.Contains(w.columns, "") {
		return fragment{}, false
	}
	f := fragment{text: "INSERT INTO " + w.table + " (" + strings.Join(w.columns, ", ") + ") VALUES ("}
	for i, v := range w.row {
		if i > 0 {
			f.text += ", "
		}
		f.text += v.text
		f.args = append(f.args, v.args...)
	}
	f.text += ")"
	for _, s := range w.sets {
		if s.text == hole {
			return fragment{}, false
		}
	}
	w.where = nil
	f = w.close(f)
	if w.ignores {
		f.text += " ON CONFLICT DO NOTHING"
	}
	return f, true
}

// isMap reports whether a term is a map.
func isMap(t *Term) bool {
	return t != nil && t.Kind == Object && (t.Type == "map" || strings.HasPrefix(t.Type, "map:"))
}

// tableOf is the table of a model: as its method says, or by its type's name.
func (e *engine) tableOf(lib *catalogue.Library, model string) string {
	named := e.typeNamed(model)
	if named == nil {
		return ""
	}
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, e.pkg.Pkg, "TableName")
	if m, ok := obj.(*types.Func); ok {
		if fn := e.byObj[m.Origin()]; fn != nil {
			if t := e.resultOf(fn, 0); t != nil && t.Kind == Const {
				return t.Text
			}
		}
		return ""
	}
	name := snake(model[strings.LastIndexByte(model, '.')+1:])
	switch {
	case !lib.Plural:
	case strings.HasSuffix(name, "y"):
		name = strings.TrimSuffix(name, "y") + "ies"
	default:
		name += "s"
	}
	return name
}

// tagOf is the tag that a library gives a model's field.
func (e *engine) tagOf(model, name string) string {
	named := e.typeNamed(model)
	if named == nil {
		return ""
	}
	st := structOf(named)
	if st == nil {
		return ""
	}
	i := fieldIndex(st, name)
	if i < 0 {
		return ""
	}
	return st.Tag(i)
}

func (e *engine) isIdentity(model, name string) bool {
	return identityTag().MatchString(e.tagOf(model, name)) || strings.EqualFold(name, "id")
}

// columnOf is the column of a model's field.
func (e *engine) columnOf(lib *catalogue.Library, model, name string) string {
	if lib.ColumnTag != "" {
		if column := lib.ColumnOf(tagValue(e.tagOf(model, name), lib.ColumnTag)); column != "" {
			return column
		}
	}
	return snake(name)
}

// readWritten notes whether the statement of a chain is conditional.
func (w *Write) readWritten(s *sqltext.Statement) {
	if s == nil {
		return
	}
	w.Cond = w.Cond || s.IsConditional()
	if s.Kind == sqltext.Insert && s.Conflict == sqltext.ConflictUpdate && !s.IsConditional() {
		w.Creates, w.Relative = false, w.Relative || s.IsRelative()
	}
}

// chainRows lists what the statement of a chain does to a lock row.
func (e *engine) chainRows(c *call, s *sqltext.Statement, args []*Term) []*Op {
	if s == nil {
		return nil
	}
	ops := e.rowOps(e.source(c), s, args)
	for _, o := range ops {
		o.Name = c.obj.Name()
		if s.Kind == sqltext.Insert && s.Conflict == sqltext.NoConflictClause {
			o.Wins, o.Won = catalogue.ByNilError, ""
		}
	}
	return ops
}

// typed gives a step's argument the type of the model that it is, where the term
// does not say it.
func typed(v ssa.Value, t *Term) *Term {
	boxed, ok := v.(*ssa.MakeInterface)
	if !ok || t.Type != "" || t.Kind == Const || t.Kind == Object {
		return t
	}
	name := typeName(boxed.X.Type())
	if name == "" || structOf(boxed.X.Type()) == nil {
		return t
	}
	n := *t
	n.Type = name
	return &n
}
