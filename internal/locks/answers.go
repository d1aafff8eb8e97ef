package locks

import (
	"go/token"
	"strconv"

	"github.com/locklint/locklint/internal/luascript"
)

// Answers are the values with which a script answers when it did what an op
// says, and those with which it answers when it did not. A script that answers
// in the usual way has none: there 1 and "OK" are good, 0 and nil are bad.
type Answers struct{ Done, Not []string }

// answersOf are the answers of effect i where they are not the usual ones.
func answersOf(r *luascript.Reading, i int) *Answers {
	done, not := r.Answers(i)
	if len(done) == 0 || len(not) == 0 {
		return nil
	}
	a := &Answers{Done: done, Not: not}
	if a.usual() {
		return nil
	}
	return a
}

func (a *Answers) usual() bool {
	for _, v := range a.Done {
		if n, err := strconv.Atoi(v); v != "OK" && (err != nil || n <= 0) {
			return false
		}
	}
	for _, v := range a.Not {
		if v != "0" && v != "nil" && v != "error" {
			return false
		}
	}
	return true
}

// verdict is what a condition says that only some answers meet.
func (a *Answers) verdict(meets func(string) bool) verdict {
	done, not := false, false
	for _, v := range a.Done {
		done = done || meets(v)
	}
	for _, v := range a.Not {
		not = not || meets(v)
	}
	switch {
	case done && !not:
		return succeeded
	case not && !done:
		return failed
	}
	return unsure
}

// compared is what `answer op other` says.
func (a *Answers) compared(op token.Token, other *Term) verdict {
	if other.Kind != Const {
		return unsure
	}
	return a.verdict(func(v string) bool {
		switch v {
		case "?":
			return true
		case "nil", "error": // the reply is an error, and the value a zero
			if v = "0"; !other.isNumber() {
				v = ""
			}
		}
		return holdsBetween(op, v, other.Text)
	})
}

// truth is what the answer's being true or false as a bool says.
func (a *Answers) truth(branch bool) verdict {
	return a.verdict(func(v string) bool {
		good := v != "0" && v != "nil" && v != "error"
		return v == "?" || good == branch
	})
}

// failing is what an error says: a nil answer is one. Where the client's own
// failures are errors, too, an error is no success.
func (a *Answers) failing(isErr bool) verdict {
	v := a.verdict(func(v string) bool { return (v == "nil" || v == "error") == isErr })
	if isErr && v == succeeded {
		return unsure
	}
	return v
}

// empty is what it says that the answer is nil, or that it is not.
func (a *Answers) empty(isNil bool) verdict {
	return a.verdict(func(v string) bool { return (v == "nil") == isNil })
}

func (t *Term) isNumber() bool { _, ok := t.number(); return ok }

// holdsBetween compares two texts, as numbers if they are.
func holdsBetween(op token.Token, l, r string) bool {
	m, errL := strconv.ParseFloat(l, 64)
	n, errR := strconv.ParseFloat(r, 64)
	numbers := errL == nil && errR == nil
	switch op {
	case token.EQL:
		return l == r || numbers && m == n
	case token.NEQ:
		return l != r && (!numbers || m != n)
	case token.LSS:
		return numbers && m < n
	case token.LEQ:
		return numbers && m <= n
	case token.GTR:
		return numbers && m > n
	case token.GEQ:
		return numbers && m >= n
	}
	return false
}
