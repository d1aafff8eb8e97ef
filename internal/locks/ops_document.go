package locks

import (
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/sqltext"
)

// A document store's filter and update document are a statement's WHERE and
// SET in another spelling, so they are read as a statement: Key is the filter,
// Owner the update. What follows for conditions, relative updates and lock rows
// is then said in one place.

// identity is the field that names a document.
const identity = "_id"

// documentOps lists what a write of documents does.
func (e *engine) documentOps(c *call, o *Op) []*Op {
	if c.row.Args != "" {
		return one(e.bulkOp(c, o))
	}
	d := &documents{wholly: strings.Contains(o.Name, "Replace")}
	filter, update := e.at(c, c.row.Key), e.at(c, c.row.Owner)
	d.stmt.Table = collectionName(e.eval(c.recv))
	switch {
	case strings.Contains(o.Name, "Delete"):
		d.stmt.Kind = sqltext.Delete
	case strings.Contains(o.Name, "Insert"):
		d.stmt.Kind, d.stmt.Conflict = sqltext.Insert, sqltext.NoConflictClause
		d.assignAll(filter)
		return append(e.rowOps(e.source(c), &d.stmt, d.args), o)
	default:
		d.stmt.Kind = sqltext.Update
		d.update(update)
	}
	if o.Name == "UpdateByID" {
		d.where(identity, filter)
	} else {
		d.filter(filter)
	}
	if anyTerm(e.evalEach(c.args), upserts) {
		o.Wins, o.Won = catalogue.ByNilError, ""
	}
	w := o.Write
	w.Cond, w.Relative, w.Bounded = d.decides(), d.stmt.IsRelative(), d.stmt.IsBoundedRelative()
	w.Deletes, w.Constant = d.stmt.Kind == sqltext.Delete, len(d.stmt.Sets) > 0 && len(d.stmt.SetParams()) == 0
	ops := e.rowOps(e.source(c), &d.stmt, d.args)
	for _, row := range ops {
		row.Wins, row.Won = o.Wins, o.Won
	}
	return append(ops, o)
}

// bulkOp reads the models of a bulk write: the store decides about it if it does
// about each model. Models that are collected elsewhere are not seen.
func (e *engine) bulkOp(c *call, o *Op) *Op {
	models, known := e.list(c, c.row.Args)
	w := o.Write
	w.Low = !known || len(models) == 0
	w.Cond, w.Relative = true, true
	for _, m := range models {
		d, known := e.model(m)
		w.Low = w.Low || !known
		w.Cond = w.Cond && d.decides()
		w.Relative = w.Relative && d.stmt.IsRelative()
	}
	return o
}

// model reads one model of a bulk write, made in steps or as a struct.
func (e *engine) model(t *Term) (d *documents, known bool) {
	ch := e.chain(t)
	part := func(name string) *Term {
		if s := ch.find("Set" + name); s != nil && len(s.args) > 0 {
			return s.args[0]
		}
		return t.Get(name)
	}
	d = &documents{}
	d.stmt.Kind = sqltext.Update
	update, document := part("Update"), part("Document")
	switch replacement := part("Replacement"); {
	case document != nil: // the first wins
		d.stmt.Kind, d.wholly = sqltext.Insert, true
		d.where("document", document)
		return d, true
	case replacement != nil:
		d.wholly = true
		d.update(replacement)
	case update != nil:
		d.update(update)
	default:
		d.stmt.Kind = sqltext.Delete
	}
	filter := part("Filter")
	d.filter(filter)
	return d, filter != nil
}

// collectionName is what the program calls a collection: its field or variable,
// without the package's path.
func collectionName(t *Term) string {
	name := pattern(t)
	name = name[strings.LastIndexByte(name, '/')+1:]
	if _, rest, ok := strings.Cut(name, "."); ok {
		return rest
	}
	return name
}

// upserts reports whether an option makes a filter that matches nothing insert:
// if the document is there, that is a duplicate key.
func upserts(t *Term) bool {
	return t.Kind == Apply && t.Text == "step:SetUpsert" && len(t.Args) > 1 && t.Args[1].Kind == Const && t.Args[1].Text == "true"
}

// documents reads documents into a statement.
type documents struct {
	stmt   sqltext.Statement
	args   []*Term
	wholly bool // the update is the new document
}

// decides reports whether the store decides about the write. A replacement sets
// every field.
func (d *documents) decides() bool {
	if d.wholly {
		return slices.ContainsFunc(d.stmt.Where.Terms, func(t sqltext.Term) bool { return t.Column != identity })
	}
	return d.stmt.IsConditional()
}

// A pair is one field of a document.
type pair struct {
	key   string
	value *Term
}

// pairs are the fields of a document: a map, a list of Key and Value, or a
// pipeline of documents.
func pairs(t *Term) []pair {
	var out []pair
	switch {
	case t == nil:
	case isMap(t):
		for i, n := range t.Names {
			out = append(out, pair{n, t.Args[i]})
		}
	case t.Kind == Object && t.Get("Key") != nil:
		if k := t.Get("Key"); k.Kind == Const {
			v := t.Get("Value")
			if v == nil {
				v = nilTerm
			}
			out = append(out, pair{k.Text, v})
		}
	case t.Kind == List:
		for _, a := range t.Args {
			out = append(out, pairs(a)...)
		}
	}
	return out
}

// filter reads a filter into the statement's WHERE.
func (d *documents) filter(t *Term) {
	d.stmt.Where = d.predicate(t)
}

func (d *documents) predicate(t *Term) sqltext.Predicate {
	p := sqltext.Predicate{Present: true, Known: true}
	for _, f := range pairs(t) {
		switch f.key {
		case "$and":
			for _, a := range elements(f.value) {
				p.Terms = append(p.Terms, d.predicate(a).Terms...)
			}
		case "$or":
			or := sqltext.Term{Op: "OR"}
			for _, a := range elements(f.value) {
				or.Or = append(or.Or, d.predicate(a))
			}
			p.Terms = append(p.Terms, or)
		case "$expr":
			inner := d.expression(f.value)
			p.Known = p.Known && inner.Known
			p.Terms = append(p.Terms, inner.Terms...)
		case "$nor", "$where", "$comment":
			p.Known = false
		default:
			p.Terms = append(p.Terms, d.compared(f.key, f.value)...)
		}
	}
	return p
}

// expression reads $expr: comparisons of "$field" with something.
func (d *documents) expression(t *Term) sqltext.Predicate {
	p := sqltext.Predicate{Present: true, Known: true}
	for _, f := range pairs(t) {
		sides := elements(f.value)
		switch op := comparisons[f.key]; {
		case f.key == "$and":
			for _, a := range sides {
				inner := d.expression(a)
				p.Known = p.Known && inner.Known
				p.Terms = append(p.Terms, inner.Terms...)
			}
		case op != "" && len(sides) == 2:
			p.Terms = append(p.Terms, d.sides(op, sides[0], sides[1]))
		default:
			p.Known = false
		}
	}
	return p
}

// sides is the comparison of two operands of which one is a field.
func (d *documents) sides(op string, l, r *Term) sqltext.Term {
	if fieldPath(l) == "" {
		l, r, op = r, l, sqltext.Flip(op)
	}
	if column := fieldPath(l); column != "" && fieldPath(r) == "" {
		return sqltext.Term{Column: column, Op: op, Value: d.value(r)}
	}
	return sqltext.Term{}
}

// fieldPath is the field that "$field" names, or "".
func fieldPath(t *Term) string {
	if t.Kind != Const || strings.HasPrefix(t.Text, "$$") {
		return ""
	}
	name, ok := strings.CutPrefix(t.Text, "$")
	if !ok {
		return ""
	}
	return name
}

// comparisons are the operators of filters.
var comparisons = map[string]string{
	"$eq": "=", "$ne": "<>", "$lt": "<", "$lte": "<=", "$gt": ">", "$gte": ">=", "$in": "IN", "$nin": "NOT IN",
}

// compared reads what a filter says of one field.
func (d *documents) compared(column string, v *Term) []sqltext.Term {
	var out []sqltext.Term
	for _, f := range pairs(v) {
		switch op := comparisons[f.key]; {
		case op != "":
			out = append(out, sqltext.Term{Column: column, Op: op, Value: d.value(f.value)})
		case f.key == "$exists":
			out = append(out, sqltext.Term{Column: column, Op: "IS", Value: sqltext.Expr{Kind: sqltext.ExprNull}})
		default:
			out = append(out, sqltext.Term{Column: column})
		}
	}
	if len(out) > 0 {
		return out
	}
	if v.Kind == Nil {
		return []sqltext.Term{{Column: column, Op: "IS", Value: sqltext.Expr{Kind: sqltext.ExprNull}}}
	}
	return []sqltext.Term{{Column: column, Op: "=", Value: d.value(v)}}
}

// where adds an equality to the statement's WHERE.
func (d *documents) where(column string, v *Term) {
	d.stmt.Where = sqltext.Predicate{Present: true, Known: true, Terms: []sqltext.Term{{Column: column, Op: "=", Value: d.value(v)}}}
}

// update reads an update document into the statement's SET.
func (d *documents) update(t *Term) {
	if d.wholly {
		d.assignAll(t)
		return
	}
	for _, op := range pairs(t) {
		switch op.key {
		case "$set", "$addFields":
			d.assignAll(op.value)
		case "$unset":
			for _, f := range pairs(op.value) {
				d.assign(f.key, sqltext.Expr{Kind: sqltext.ExprNull})
			}
		case "$currentDate":
			for _, f := range pairs(op.value) {
				d.assign(f.key, sqltext.Expr{Kind: sqltext.ExprNow})
			}
		case "$setOnInsert":
		default:
			for _, f := range pairs(op.value) {
				d.assign(f.key, d.moved(op.key, f))
			}
		}
	}
}

// moves are the operators that start from what a field holds.
var moves = map[string]string{
	"$inc": "+", "$mul": "*", "$max": "max", "$min": "min", "$bit": "bit",
	"$push": "push", "$addToSet": "add", "$pull": "pull", "$pullAll": "pull",
}

// moved is the value of a field after an operator of an update.
func (d *documents) moved(operator string, f pair) sqltext.Expr {
	op := moves[operator]
	if op == "" {
		return sqltext.Expr{Kind: sqltext.ExprOther}
	}
	arg := d.value(f.value)
	return sqltext.Expr{Kind: sqltext.ExprRelative, Column: f.key, Op: op, Arg: &arg}
}

// assignAll assigns the fields of a document or of a struct.
func (d *documents) assignAll(t *Term) {
	if t != nil && t.Kind == Object && !isMap(t) && t.Get("Key") == nil {
		for i, n := range t.Names {
			d.assign(strings.ToLower(n), d.value(t.Args[i]))
		}
		return
	}
	for _, f := range pairs(t) {
		d.assign(f.key, d.value(f.value))
	}
}

func (d *documents) assign(column string, v sqltext.Expr) {
	d.stmt.Sets = append(d.stmt.Sets, sqltext.Assign{Column: column, Value: v})
}

// value is a term as an operand.
func (d *documents) value(t *Term) sqltext.Expr {
	switch {
	case t == nil || t.Kind == Nil:
		return sqltext.Expr{Kind: sqltext.ExprNull}
	case t.Kind == Const:
		return sqltext.Expr{Kind: sqltext.ExprConst, Text: t.Text}
	case isNow(t):
		return sqltext.Expr{Kind: sqltext.ExprNow}
	case t.has(func(p *Term) bool { return p.Kind == Now }):
		return sqltext.Expr{Kind: sqltext.ExprNow, Op: "+"}
	}
	d.args = append(d.args, t)
	return sqltext.Expr{Kind: sqltext.ExprParam, Param: len(d.args) - 1}
}

// isNow reports whether a term is the current time itself, in whatever zone or
// type, with nothing added.
func isNow(t *Term) bool {
	for t.Kind == Apply && len(t.Args) == 1 {
		t = t.Args[0]
	}
	return t.Kind == Now
}
