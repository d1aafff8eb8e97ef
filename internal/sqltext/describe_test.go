package sqltext

import (
	"fmt"
	"strings"
)

var kindNames = []string{"Unknown", "Insert", "Update", "Delete", "Merge", "Select", "Call", "Begin", "Commit", "DDL", "Set", "Other"}

// describe renders a statement in one line, for the tables of the tests.
func describe(s *Statement) string {
	var b strings.Builder
	b.WriteString(kindNames[s.Kind])
	if s.Table != "" {
		b.WriteString(" " + s.Table)
	}
	if s.Name != "" {
		b.WriteString(" name=" + s.Name)
	}
	if s.Partial {
		b.WriteString(" partial")
	}
	if len(s.Sets) > 0 {
		b.WriteString(" set[")
		for i := range s.Sets {
			a := &s.Sets[i]
			if i > 0 {
				b.WriteString(", ")
			}
			if a.OnConflict {
				b.WriteString("!")
			}
			if a.Row > 0 {
				fmt.Fprintf(&b, "%d:", a.Row)
			}
			b.WriteString(a.Column + "=" + describeExpr(&a.Value))
		}
		b.WriteString("]")
	}
	if s.Where.Present || !s.Where.Known && (s.IsWrite() || s.Kind == Select) || len(s.Where.Terms) > 0 {
		b.WriteString(" where" + describePredicate(&s.Where))
	}
	switch s.Conflict {
	case ConflictNothing:
		b.WriteString(" conflict=nothing")
	case ConflictUpdate:
		b.WriteString(" conflict=update")
	}
	if len(s.ConflictTarget) > 0 {
		b.WriteString(" target=" + strings.Join(s.ConflictTarget, ","))
	}
	if s.ConflictWhere.Present {
		b.WriteString(" if" + describePredicate(&s.ConflictWhere))
	}
	if len(s.Returning) > 0 {
		b.WriteString(" returning=" + strings.Join(s.Returning, ","))
	}
	b.WriteString([]string{"", " for-update", " for-share"}[s.Lock])
	if s.NoWait {
		b.WriteString(" nowait")
	}
	if s.SkipLocked {
		b.WriteString(" skip")
	}
	for i := range s.Advisory {
		a := &s.Advisory[i]
		b.WriteString([]string{" lock:", " try:", " unlock:"}[a.Op] + a.Func + "(" + describeExpr(&a.Key) + ")")
		if a.Session {
			b.WriteString("session")
		}
		if a.Shared {
			b.WriteString("+shared")
		}
	}
	if s.Isolation != "" {
		b.WriteString(" isolation=" + s.Isolation)
	}
	for i := range s.CTEs {
		b.WriteString(" with " + s.CTEs[i].Name + "{" + describe(&s.CTEs[i].Statement) + "}")
	}
	for _, f := range []struct {
		name string
		ok   bool
	}{{"cond", s.IsConditional()}, {"rel", s.IsRelative()}, {"bounded", s.IsBoundedRelative()}} {
		if f.ok {
			b.WriteString(" " + f.name)
		}
	}
	return b.String()
}

func describeExpr(e *Expr) string {
	switch e.Kind {
	case ExprConst:
		return e.Text
	case ExprParam:
		if e.Param < 0 {
			return ":" + e.Name
		}
		return fmt.Sprintf("$%d", e.Param)
	case ExprColumn:
		return e.Column
	case ExprRelative:
		return e.Column + e.Op + describeExpr(e.Arg)
	case ExprExcluded:
		return "excluded." + e.Column
	case ExprNow:
		if e.Op != "" {
			return "now" + e.Op + describeExpr(e.Arg)
		}
		return "now"
	case ExprNull:
		return "null"
	case ExprHole:
		return "?"
	case ExprCall:
		return e.Name + describeArgs(e)
	case ExprCase:
		var conds []string
		for i := range e.Conds {
			conds = append(conds, describePredicate(&e.Conds[i]))
		}
		return e.Name + strings.Join(conds, "") + describeArgs(e)
	}
	if e.Query != nil {
		return "{" + describe(e.Query) + "}"
	}
	return "other" + describeArgs(e)
}

func describeArgs(e *Expr) string {
	var args []string
	for i := range e.Args {
		args = append(args, describeExpr(&e.Args[i]))
	}
	return "(" + strings.Join(args, " ") + ")"
}

func describePredicate(p *Predicate) string {
	var terms []string
	for i := range p.Terms {
		terms = append(terms, describeTerm(&p.Terms[i]))
	}
	out := "(" + strings.Join(terms, " & ") + ")"
	if !p.Known {
		return "~" + out
	}
	return out
}

func describeTerm(t *Term) string {
	if t.Op == "OR" {
		var alts []string
		for i := range t.Or {
			alts = append(alts, describePredicate(&t.Or[i]))
		}
		return strings.Join(alts, "|")
	}
	if t.Op == "EXISTS" || t.Op == "NOT EXISTS" {
		if t.Query == nil {
			return t.Op
		}
		return t.Op + "{" + describe(t.Query) + "}"
	}
	left := t.Column
	if t.Left.Kind != ExprColumn {
		left += "<" + describeExpr(&t.Left) + ">"
	}
	value := ""
	if t.Op != "CALL" {
		value = " " + describeExpr(&t.Value)
	}
	return strings.TrimSpace(left + " " + t.Op + value)
}

func describeLockRow(l LockRow, ok bool) string {
	if !ok {
		return "-"
	}
	out := []string{"acquire", "release", "renew", "end"}[l.Op]
	if l.Certain {
		out += " certain"
	}
	if l.KeyParam >= 0 {
		out += fmt.Sprintf(" key=%s:$%d", l.KeyColumn, l.KeyParam)
	} else {
		out += fmt.Sprintf(" key=%s:%s", l.KeyColumn, l.Key)
	}
	if l.OwnerColumn != "" {
		out += fmt.Sprintf(" owner=%s:%d", l.OwnerColumn, l.OwnerParam)
	}
	if l.OwnerCompared {
		out += " compared"
	}
	if l.HasExpiry {
		out += " expiry=" + l.ExpiryColumn
	}
	if l.TokenColumn != "" {
		out += " token=" + l.TokenColumn
	}
	return out
}

// readings renders all that a text says: its statements, its operations on a
// lock row, and the parameters of conditions and assignments.
func readings(text string) (statements, lock, params string) {
	var st, lk, pa []string
	for _, s := range Read(text) {
		st = append(st, describe(&s))
		if l, ok := s.LockRow(); ok {
			lk = append(lk, describeLockRow(l, ok))
		}
		w, a := append(asText(s.WhereParams()), s.WhereNames()...), append(asText(s.SetParams()), s.SetNames()...)
		if len(w)+len(a) > 0 {
			pa = append(pa, strings.Join(w, ",")+" -> "+strings.Join(a, ","))
		}
	}
	return strings.Join(st, " ; "), strings.Join(lk, " ; "), strings.Join(pa, " ; ")
}

func asText(indexes []int) []string {
	var out []string
	for _, i := range indexes {
		out = append(out, fmt.Sprint(i))
	}
	return out
}
