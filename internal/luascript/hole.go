package luascript

import (
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// Hole stands in a script's text for something that the caller does not know,
// such as an argument of a format. It is read where a value stands, inside of a
// string or as an operand; elsewhere the script is not known.
const Hole = "\uFFFC"

// holes are the holes of a text, numbered from 0 in their order. The parser
// sees a name that begins with mark in the place of each.
type holes struct{ mark string }

// plug writes names into the holes of a text.
func plug(text string) (string, holes) {
	if !strings.Contains(text, Hole) {
		return text, holes{}
	}
	h := holes{"hole_"}
	for strings.Contains(text, h.mark) {
		h.mark += "_"
	}
	var b strings.Builder
	for i, part := range strings.Split(text, Hole) {
		if i > 0 {
			b.WriteString(h.mark + strconv.Itoa(i-1) + "_")
		}
		b.WriteString(part)
	}
	return b.String(), h
}

// in reports whether a text has a hole.
func (h holes) in(text string) bool { return h.mark != "" && strings.Contains(text, h.mark) }

// text is a string of the script with its holes as parts.
func (h holes) text(s string) *val {
	if !h.in(s) {
		return &val{kind: kConst, text: s}
	}
	var v *val
	add := func(part *val) {
		if v == nil {
			v = part
		} else {
			v = concat(v, part)
		}
	}
	for i, part := range strings.Split(s, h.mark) {
		if i > 0 {
			var n string
			n, part, _ = strings.Cut(part, "_")
			add(holeValue(n))
		}
		if part != "" {
			add(&val{kind: kConst, text: part})
		}
	}
	return v
}

func holeValue(number string) *val {
	n, err := strconv.Atoi(number)
	if err != nil {
		return unknown
	}
	return &val{kind: kElem, elem: Value{Kind: Computed, Index: n}}
}

// hole is a hole as an operand. One that is only a part of a name leaves the
// script unknown.
func (in *interp) hole(e *ast.IdentExpr) *val {
	n, ok := strings.CutPrefix(e.Value, in.holes.mark)
	n, rest, _ := strings.Cut(n, "_")
	if !ok || rest != "" {
		in.fail(e.Line(), "the name is computed")
		return unknown
	}
	return holeValue(n)
}

func (v *val) isHole() bool { return v.kind == kElem && v.elem.Kind == Computed }
