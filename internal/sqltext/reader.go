package sqltext

import "strings"

// maxDepth caps the nesting that is followed.
const maxDepth = 40

// A reader reads ranges of tokens [lo, hi).
type reader struct {
	src   string
	toks  []token
	match []int // of ( [ CASE: index of the closing token, else -1
	close []bool
	depth int
	mysql bool

	// Names by which the current statement knows its table.
	table, alias string
	excluded     string // alias of the proposed row (MySQL: VALUES … AS new; MERGE: the source)
}

func newReader(src string, toks []token) *reader {
	r := &reader{src: src, toks: toks, match: make([]int, len(toks)), close: make([]bool, len(toks))}
	r.mysql = strings.Contains(src, "`")
	var open []int
	for i := range toks {
		r.match[i] = -1
		switch t := &toks[i]; {
		case t.text == "(" || t.text == "[" && t.kind == tokPunct:
			open = append(open, i)
		case t.kw == "CASE" && !r.isDotted(i):
			open = append(open, i)
		case t.kw == "END" && len(open) > 0 && toks[open[len(open)-1]].kw == "CASE":
			r.match[open[len(open)-1]] = i
			r.close[i] = true
			open = open[:len(open)-1]
		case t.kind == tokPunct && (t.text == ")" || t.text == "]"):
			want := "("
			if t.text == "]" {
				want = "["
			}
			for len(open) > 0 && toks[open[len(open)-1]].kw == "CASE" {
				open = open[:len(open)-1]
			}
			if len(open) > 0 && toks[open[len(open)-1]].text == want {
				r.match[open[len(open)-1]] = i
				r.close[i] = true
				open = open[:len(open)-1]
			}
		}
	}
	return r
}

func (r *reader) isDotted(i int) bool { return i > 0 && r.toks[i-1].text == "." }

// sound reports whether a range has no bad token and balanced parentheses.
func (r *reader) sound(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		t := &r.toks[i]
		if t.kind == tokBad {
			return false
		}
		if t.kind != tokPunct {
			continue
		}
		switch t.text {
		case "(", "[":
			if r.match[i] < 0 || r.match[i] >= hi {
				return false
			}
		case ")", "]":
			if !r.close[i] {
				return false
			}
		}
	}
	return true
}

// after returns the index of the next token on the same level.
func (r *reader) after(i int) int {
	if i < len(r.match) && r.match[i] > i {
		return r.match[i] + 1
	}
	return i + 1
}

func (r *reader) kw(i, hi int) string {
	if i < 0 || i >= hi || r.isDotted(i) {
		return ""
	}
	return r.toks[i].kw
}

// is reports whether the words stand at i.
func (r *reader) is(i, hi int, words ...string) bool {
	for k, w := range words {
		if r.kw(i+k, hi) != w {
			return false
		}
	}
	return true
}

func (r *reader) sym(i, hi int, text string) bool {
	return i >= 0 && i < hi && r.toks[i].text == text && (r.toks[i].kind == tokPunct || r.toks[i].kind == tokOp)
}

// find returns the first place of one of the words on this level, or hi.
func (r *reader) find(lo, hi int, words ...string) int {
	for i := lo; i < hi; i = r.after(i) {
		kw := r.toks[i].kw
		if kw == "" || r.isDotted(i) {
			continue
		}
		for _, w := range words {
			if kw == w && r.startsClause(i, lo, hi) {
				return i
			}
		}
	}
	return hi
}

// startsClause reports whether a keyword is one: a column of the same name
// stands next to an operator.
func (r *reader) startsClause(i, lo, hi int) bool {
	if i+1 < hi {
		n := &r.toks[i+1]
		if n.kind == tokOp && n.text != "*" && n.text != "-" && n.text != "+" && n.text != "@" || n.text == "." || n.text == "," {
			return false
		}
		switch n.kw {
		case "IS", "LIKE", "BETWEEN":
			return false
		}
	}
	if i > lo {
		p := &r.toks[i-1]
		if p.kind == tokOp && p.text != "*" || p.kind == tokPunct && p.text == "," {
			return false
		}
	}
	return true
}

// clauseEnd returns where the clause that starts at lo ends.
func (r *reader) clauseEnd(lo, hi int) int {
	for i := lo; i < hi; i = r.after(i) {
		if r.toks[i].text == ";" && r.toks[i].kind == tokPunct {
			return i
		}
		if r.endsClause(i, lo, hi) {
			return i
		}
	}
	return hi
}

func (r *reader) endsClause(i, lo, hi int) bool {
	next := r.kw(i+1, hi)
	switch r.kw(i, hi) {
	case "":
		return false
	case "GROUP", "ORDER":
		return next == "BY"
	case "FOR":
		return next == "UPDATE" || next == "SHARE" || next == "NO" || next == "KEY" || next == "READ"
	case "LOCK":
		return next == "IN" && r.is(i+2, hi, "SHARE")
	case "FETCH":
		return next == "FIRST" || next == "NEXT"
	case "WITH":
		return next == "UR" || next == "UPDATE" || next == "INSERT" || next == "SELECT"
	case "WINDOW":
		return r.is(i+2, hi, "AS")
	case "ON":
		return next == "CONFLICT" || next == "DUPLICATE"
	case "OPTION":
		return r.sym(i+1, hi, "(")
	case "WHERE", "RETURNING", "OUTPUT", "LIMIT", "OFFSET", "HAVING", "UNION", "INTERSECT", "EXCEPT", "MINUS",
		"SELECT", "SET", "WHEN", "ELSE", "END", "GO", "INTO", "QUALIFY", "NOWAIT":
		return r.startsClause(i, lo, hi)
	}
	return false
}

// split cuts a range at the commas of its level.
func (r *reader) split(lo, hi int) [][2]int {
	if lo >= hi {
		return nil
	}
	var parts [][2]int
	from := lo
	for i := lo; i < hi; i = r.after(i) {
		if r.sym(i, hi, ",") {
			parts = append(parts, [2]int{from, i})
			from = i + 1
		}
	}
	return append(parts, [2]int{from, hi})
}

// strip removes parentheses around the whole range.
func (r *reader) strip(lo, hi int) (int, int) {
	for lo+1 < hi && r.sym(lo, hi, "(") && r.match[lo] == hi-1 {
		lo, hi = lo+1, hi-1
	}
	return lo, hi
}

func (r *reader) text(lo, hi int) string {
	if lo >= hi || lo >= len(r.toks) {
		return ""
	}
	return r.src[r.toks[lo].start:r.toks[hi-1].end]
}

func (r *reader) isName(i, hi int) bool {
	if i >= hi {
		return false
	}
	k := r.toks[i].kind
	return k == tokWord || k == tokQuoted || k == tokHole
}

// name reads a dotted name at i: its parts in lower case, whether all of them
// are known, and the index after it. A verb of a format is an unknown part.
func (r *reader) name(i, hi int) (parts []string, known bool, next int) {
	known = true
	for i < hi {
		t := &r.toks[i]
		switch {
		case t.kind == tokWord || t.kind == tokQuoted:
			if t.partial {
				known = false
			}
			parts = append(parts, t.body)
		case t.kind == tokHole || t.kind == tokParam && t.text[0] == '%':
			known = false
			parts = append(parts, "")
		case t.text == ".": // db..table
			i++
			continue
		default:
			return parts, known, i
		}
		i++
		if !r.sym(i, hi, ".") {
			break
		}
		i++
	}
	return parts, known, i
}

// enter counts one level of recursion.
func (r *reader) enter() bool {
	r.depth++
	return r.depth <= maxDepth
}

func (r *reader) leave() { r.depth-- }
