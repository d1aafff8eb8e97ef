package sqltext

import "strings"

// predicate reads a range as a conjunction.
func (r *reader) predicate(lo, hi int) Predicate {
	p := Predicate{Present: true, Known: true}
	if !r.enter() {
		r.leave()
		p.Known = false
		p.Terms = []Term{r.opaque(lo, hi)}
		return p
	}
	defer r.leave()
	r.conjuncts(&p, lo, hi)
	return p
}

func (r *reader) opaque(lo, hi int) Term {
	text := r.text(lo, hi)
	return Term{Text: text, Value: Expr{Text: text, Args: r.params(lo, hi)}}
}

// conjuncts adds the conjuncts of a range.
func (r *reader) conjuncts(p *Predicate, lo, hi int) {
	lo, hi = r.strip(lo, hi)
	if lo >= hi {
		p.Known = false
		return
	}
	ors, ands := r.connectives(lo, hi)
	if len(ors) > 0 {
		t := Term{Op: "OR", Text: r.text(lo, hi)}
		from := lo
		for _, i := range append(ors, hi) {
			alt := r.predicate(from, i)
			p.Known = p.Known && alt.Known
			t.Or = append(t.Or, alt)
			from = i + 1
		}
		p.Terms = append(p.Terms, t)
		return
	}
	from := lo
	for _, i := range append(ands, hi) {
		r.conjunct(p, from, i)
		from = i + 1
	}
}

// connectives finds OR and AND of this level. The AND of BETWEEN is none.
func (r *reader) connectives(lo, hi int) (ors, ands []int) {
	between := false
	for i := lo; i < hi; i = r.after(i) {
		switch r.kw(i, hi) {
		case "BETWEEN":
			between = true
		case "OR", "XOR":
			ors = append(ors, i)
		case "AND":
			if !between {
				ands = append(ands, i)
			}
			between = false
		case "":
			// && is AND in MySQL; Postgres uses it on arrays and ranges.
			if r.mysql && r.toks[i].text == "&&" {
				ands = append(ands, i)
			}
		}
	}
	return ors, ands
}

// conjunct reads one conjunct; a group of conjuncts is flattened.
func (r *reader) conjunct(p *Predicate, lo, hi int) {
	lo, hi = r.dropHoles(p, lo, hi)
	if lo >= hi {
		p.Known = false
		return
	}
	if a, b := r.strip(lo, hi); a != lo && r.kw(a, b) != "SELECT" {
		if !r.enter() {
			r.leave()
			p.Known = false
			p.Terms = append(p.Terms, r.opaque(lo, hi))
			return
		}
		r.conjuncts(p, a, b)
		r.leave()
		return
	}
	terms, ok := r.terms(lo, hi)
	p.Known = p.Known && ok
	p.Terms = append(p.Terms, terms...)
}

// dropHoles cuts holes off the ends of a conjunct, which may be more conjuncts.
func (r *reader) dropHoles(p *Predicate, lo, hi int) (int, int) {
	for lo < hi && r.isHole(hi-1) && (lo+1 == hi || r.endsOperand(hi-2)) {
		hi--
		p.Known = false
	}
	for lo < hi && r.isHole(lo) && lo+1 < hi && r.startsOperand(lo+1) {
		lo++
		p.Known = false
	}
	return lo, hi
}

func (r *reader) isHole(i int) bool {
	t := &r.toks[i]
	return t.kind == tokHole || t.kind == tokParam && t.text[0] == '%'
}

func (r *reader) endsOperand(i int) bool {
	switch t := &r.toks[i]; t.kind {
	case tokParam, tokNumber, tokString, tokQuoted, tokHole, tokDollar:
		return true
	case tokWord:
		switch t.kw {
		case "NOT", "IN", "LIKE", "IS", "BETWEEN", "ANY", "ALL", "FROM", "EXISTS", "ILIKE":
			return false
		}
		return true
	case tokPunct:
		return t.text == ")" || t.text == "]"
	}
	return false
}

func (r *reader) startsOperand(i int) bool {
	switch t := &r.toks[i]; t.kind {
	case tokParam, tokNumber, tokString, tokQuoted, tokDollar, tokHole:
		return true
	case tokWord:
		switch t.kw {
		case "IS", "IN", "LIKE", "BETWEEN", "ILIKE", "REGEXP":
			return false
		case "NOT":
			return r.kw(i+1, len(r.toks)) == "EXISTS"
		}
		return true
	case tokPunct:
		return t.text == "("
	}
	return false
}

// terms reads a conjunct without connectives. ok is false if it was not
// understood.
func (r *reader) terms(lo, hi int) (out []Term, ok bool) {
	text := r.text(lo, hi)
	if r.is(lo, hi, "NOT") {
		return r.negated(lo, hi)
	}
	if r.is(lo, hi, "EXISTS") && r.sym(lo+1, hi, "(") && r.match[lo+1] == hi-1 {
		q := r.queryIn(lo+1, hi)
		return []Term{{Op: "EXISTS", Query: q, Text: text, Value: Expr{Query: q}}}, true
	}
	if r.is(lo, hi, "CURRENT", "OF") {
		return []Term{{Op: "CURRENT OF", Text: text}}, false
	}
	cmp := r.comparison(lo, hi)
	if cmp.op == "" {
		return r.bare(lo, hi)
	}
	if cmp.op == "BETWEEN" || cmp.op == "NOT BETWEEN" {
		return []Term{r.between(lo, hi, cmp)}, true
	}
	if ts := r.tuple(lo, hi, cmp); ts != nil {
		return ts, true
	}
	t := Term{Op: cmp.op, Text: text}
	t.Left = r.expr(lo, cmp.lo)
	if !r.rightSide(&t, cmp, hi) {
		return []Term{t}, false
	}
	orient(&t)
	return []Term{t}, t.Left.Kind != ExprOther || len(t.Left.Args) > 0 || t.Left.Query != nil || lo+1 == cmp.lo
}

// negated reads NOT ….
func (r *reader) negated(lo, hi int) ([]Term, bool) {
	text := r.text(lo, hi)
	if !r.enter() {
		r.leave()
		return []Term{r.opaque(lo, hi)}, false
	}
	defer r.leave()
	a, b := r.strip(lo+1, hi)
	if ors, ands := r.connectives(a, b); len(ors)+len(ands) > 0 {
		inner := r.predicate(a, b)
		return []Term{{Op: "NOT", Text: text, Value: Expr{Text: text, Conds: []Predicate{inner}}}}, inner.Known
	}
	ts, ok := r.terms(a, b)
	if len(ts) != 1 {
		return []Term{r.opaque(lo, hi)}, false
	}
	t := ts[0]
	t.Text = text
	t.Op = negations[t.Op]
	if t.Op == "" {
		t.Op = "NOT"
	}
	return []Term{t}, ok
}

var negations = map[string]string{
	"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "IN": "NOT IN", "IS": "ISNOT", "ISNOT": "IS",
	"LIKE": "NOT LIKE", "EXISTS": "NOT EXISTS", "BETWEEN": "NOT BETWEEN", "NOT IN": "IN", "NOT EXISTS": "EXISTS",
}

// bare reads a conjunct without a comparison: a flag or a call.
func (r *reader) bare(lo, hi int) ([]Term, bool) {
	e := r.expr(lo, hi)
	t := Term{Text: r.text(lo, hi), Left: e}
	switch e.Kind {
	case ExprColumn:
		t.Column, t.Op, t.Value = e.Column, "IS", Expr{Kind: ExprConst, Text: "TRUE"}
		return []Term{t}, true
	case ExprCall:
		t.Op = "CALL"
		return []Term{t}, true
	case ExprConst, ExprParam, ExprCase:
		return []Term{t}, true
	}
	if e.Query != nil {
		t.Query = e.Query
		return []Term{t}, true
	}
	return []Term{t}, false
}

// A comparison is an operator at [lo, hi).
type comparison struct {
	op     string
	lo, hi int
}

func (r *reader) comparison(lo, hi int) comparison {
	for i := lo; i < hi; i = r.after(i) {
		t := &r.toks[i]
		if t.kind == tokOp {
			if op := compareOp(t.text); op != "" && i > lo {
				return comparison{op, i, i + 1}
			}
			continue
		}
		if i == lo {
			continue
		}
		switch r.kw(i, hi) {
		case "IS":
			return r.isOp(i, hi)
		case "ISNULL":
			return comparison{"IS", i, i}
		case "NOTNULL":
			return comparison{"ISNOT", i, i}
		case "NOT":
			switch next := r.kw(i+1, hi); next {
			case "IN", "LIKE", "BETWEEN":
				return comparison{"NOT " + next, i, i + 2}
			case "ILIKE":
				return comparison{"NOT LIKE", i, i + 2}
			case "REGEXP", "RLIKE", "GLOB", "MATCH", "SIMILAR":
				return comparison{"NOT", i, i + 2}
			}
		case "IN", "LIKE", "BETWEEN":
			return comparison{t.kw, i, i + 1}
		case "ILIKE":
			return comparison{"LIKE", i, i + 1}
		case "REGEXP", "RLIKE", "GLOB", "MATCH", "SIMILAR", "MEMBER", "OVERLAPS":
			return comparison{t.kw, i, i + 1}
		}
	}
	return comparison{}
}

func (r *reader) isOp(i, hi int) comparison {
	switch {
	case r.is(i, hi, "IS", "NOT", "DISTINCT", "FROM"):
		return comparison{"=", i, i + 4}
	case r.is(i, hi, "IS", "DISTINCT", "FROM"):
		return comparison{"<>", i, i + 3}
	case r.is(i, hi, "IS", "NOT"):
		return comparison{"ISNOT", i, i + 2}
	}
	return comparison{"IS", i, i + 1}
}

func compareOp(text string) string {
	switch text {
	case "=", "<", "<=", ">", ">=", "<>":
		return text
	case "!=":
		return "<>"
	case "==", "<=>":
		return "="
	case "@>", "<@", "~", "~*", "!~", "!~*", "&&", "?", "?|", "?&", "@@", "^@":
		return text
	}
	return ""
}

// rightSide reads what follows the operator into t. It reports whether it was
// understood.
func (r *reader) rightSide(t *Term, cmp comparison, hi int) bool {
	lo := cmp.hi
	if cmp.lo == cmp.hi { // ISNULL
		t.Value = Expr{Kind: ExprNull}
		return lo+1 == hi
	}
	if lo >= hi {
		return false
	}
	switch {
	case cmp.op == "IN" || cmp.op == "NOT IN":
		if q := r.queryIn(lo, hi); q != nil {
			t.Query = q
			t.Value = Expr{Text: r.text(lo, hi), Query: q}
			return true
		}
		a, b := r.strip(lo, hi)
		// Each range is read once only, or nesting would double the work.
		if items := r.split(a, b); len(items) > 1 {
			t.Value = Expr{Text: r.text(lo, hi), Args: r.list(a, b)}
			return true
		}
		t.Value = r.expr(a, b)
		return true
	case r.is(lo, hi, "ANY") || r.is(lo, hi, "SOME") || r.is(lo, hi, "ALL"):
		if !r.sym(lo+1, hi, "(") {
			break
		}
		all := r.is(lo, hi, "ALL")
		if cmp.op == "=" && !all {
			t.Op = "IN"
		} else if cmp.op == "<>" && all {
			t.Op = "NOT IN"
		}
		t.Value = r.expr(lo+1, hi)
		t.Query = t.Value.Query
		return true
	case cmp.op == "LIKE" || cmp.op == "NOT LIKE":
		if esc := r.find(lo, hi, "ESCAPE"); esc < hi {
			hi = esc
		}
	}
	t.Value = r.expr(lo, hi)
	t.Query = t.Value.Query
	// A second comparison at this level is no SQL that all dialects share.
	return r.comparison(lo-1, hi).op == "" || cmp.lo == cmp.hi
}

// between reads col BETWEEN a AND b.
func (r *reader) between(lo, hi int, cmp comparison) Term {
	t := Term{Op: cmp.op, Text: r.text(lo, hi), Left: r.expr(lo, cmp.lo)}
	and := r.findPlain(cmp.hi, hi, "AND")
	t.Value = Expr{Text: r.text(cmp.hi, hi), Args: []Expr{r.expr(cmp.hi, and)}}
	if and < hi {
		t.Value.Args = append(t.Value.Args, r.expr(and+1, hi))
	}
	t.Column = t.Left.Column
	if t.Column == "" {
		// now() BETWEEN a AND b
		for i := range t.Value.Args {
			if c := t.Value.Args[i].Column; c != "" && t.Column == "" {
				t.Column = c
			}
		}
	}
	return t
}

// tuple reads (a, b) = (x, y) and (a, b) IN (…) as one term for each column.
func (r *reader) tuple(lo, hi int, cmp comparison) []Term {
	a, b := r.strip(lo, cmp.lo)
	if a == lo {
		return nil
	}
	left := r.split(a, b)
	if len(left) < 2 {
		return nil
	}
	text := r.text(lo, hi)
	c, d := r.strip(cmp.hi, hi)
	right := r.split(c, d)
	switch cmp.op {
	case "=":
		if len(right) == len(left) {
			break
		}
		fallthrough
	default:
		right = nil
	}
	var out []Term
	op := cmp.op
	for i, l := range left {
		t := Term{Op: op, Text: text, Left: r.expr(l[0], l[1])}
		switch {
		case right != nil:
			t.Value = r.expr(right[i][0], right[i][1])
		case i == 0:
			t.Value = r.expr(cmp.hi, hi)
			t.Query = t.Value.Query
		}
		orient(&t)
		out = append(out, t)
		if op != "=" && op != "IN" && op != "NOT IN" {
			// Rows are compared from the left: only the first column is bound.
			if !strings.HasSuffix(op, "=") && len(op) == 1 {
				out[0].Op += "="
			}
			for _, l := range left[1:] {
				out[0].Value.Args = append(out[0].Value.Args, r.params(l[0], l[1])...)
			}
			break
		}
	}
	return out
}

// orient puts the constrained column on the left.
func orient(t *Term) {
	constrains := func(e *Expr) bool { return e.Column != "" && e.Kind != ExprExcluded }
	if !constrains(&t.Left) || t.Left.Kind != ExprColumn && t.Value.Kind == ExprColumn && isFlat(t.Left) {
		if f := Flip(t.Op); f != "" && constrains(&t.Value) {
			t.Left, t.Value, t.Op = t.Value, t.Left, f
		}
	}
	if !constrains(&t.Left) {
		return
	}
	t.Column = t.Left.Column
	// now() - col > x says how far back col is.
	if (t.Left.Kind == ExprOther || t.Left.Kind == ExprCall) && t.Left.Op == "-" {
		if f := Flip(t.Op); f != "" {
			t.Op = f
		}
	}
}

// isFlat reports whether an expression only mentions its column inside a call.
func isFlat(e Expr) bool { return e.Kind == ExprOther || e.Kind == ExprCall }

// Flip is the comparison as seen from its other operand, or empty if it has no
// such form.
func Flip(op string) string {
	switch op {
	case "=", "<>":
		return op
	case "<":
		return ">"
	case ">":
		return "<"
	case "<=":
		return ">="
	case ">=":
		return "<="
	}
	return ""
}
