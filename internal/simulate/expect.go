package simulate

import (
	"slices"
	"strings"
)

// A Question is one that both sides answer: the runs of a program by whether
// something can happen, locklint by findings of some categories.
type Question struct {
	Name       string
	Rule       string
	Categories []string
	Can        func(*Answers) bool
}

// Questions are all questions, in the order of the rules' pages.
var Questions = []*Question{
	{"the key may stay for ever", "setnxexpire", []string{"separate-expire", "no-expiry"}, func(a *Answers) bool { return a.Stays }},
	{"a refused worker prolongs the holder's lock", "setnxexpire", []string{"blind-expire"}, func(a *Answers) bool { return a.RefusedProlongs && !a.Stays }},
	{
		"a release frees another's lock", "plaindel",
		[]string{"plain-delete", "get-then-delete", "bare-script", "shared-owner"},
		func(a *Answers) bool { return a.FreedOther },
	},
	{"a release never reaches the store", "plaindel", []string{"dead-context"}, func(a *Answers) bool { return a.DeadRelease }},
	{"a holder that was paused overwrites", "unfenced", []string{"tokenless-lock", "no-token", "other-session"}, func(a *Answers) bool { return a.StaleAccepted }},
	{"nobody learns of a refused write", "unfenced", []string{"rejection-ignored"}, func(a *Answers) bool { return a.RejectionUnheard }},
	{"nobody learns of a failed renewal", "nolost", []string{"result-dropped"}, func(a *Answers) bool { return a.RenewalUnheard }},
	{"nobody learns of the session's end", "nolost", []string{"signal-dropped"}, func(a *Answers) bool { return a.SignalUnheard }},
	{"a renewal prolongs another's lock", "nolost", []string{"blind-extend"}, func(a *Answers) bool { return a.ProlongsOther }},
	{"the lock is kept when the work is over", "nolost", []string{"endless-renewal"}, func(a *Answers) bool { return a.KeepsRenewing }},
	{"who was refused works", "nolost", []string{"acquire-ignored"}, func(a *Answers) bool { return a.WorksRefused }},
}

// Reported tells whether the verdict has a finding that answers the question, or
// one that names such a category as a second one.
func (v *Verdict) Reported(q *Question) bool {
	for _, f := range v.Findings {
		if f.Rule != q.Rule {
			continue
		}
		if slices.Contains(q.Categories, f.Category) {
			return true
		}
		for _, c := range q.Categories {
			if strings.Contains(f.Message, "(also "+c+")") {
				return true
			}
		}
	}
	return false
}

// A Disagreement is a question to which the runs and the findings have different
// answers.
type Disagreement struct {
	*Question
	Missed bool // it can happen, and is not reported
}

func (d Disagreement) String() string {
	if d.Missed {
		return "silent: " + d.Name
	}
	return "reported: " + d.Name
}

// Disagreements are those of the verdict. Findings of one place are one finding: the
// rule that has several things to say says the first.
func (v *Verdict) Disagreements() []Disagreement {
	var out []Disagreement
	for _, q := range Questions {
		can := q.Can(v.Answers)
		if can == v.Reported(q) || can && v.coveredBy(q) || !can && q.Rule == "plaindel" && v.covers(q) {
			continue
		}
		out = append(out, Disagreement{q, can})
	}
	return out
}

// coveredBy reports whether another question of the rule is answered with yes on
// both sides, which leaves no place to say more.
func (v *Verdict) coveredBy(q *Question) bool {
	if q.Rule != "plaindel" && q.Rule != "unfenced" {
		return false
	}
	return slices.ContainsFunc(Questions, func(o *Question) bool {
		return o != q && o.Rule == q.Rule && v.Reported(o) && (o.Can(v.Answers) || q.Rule == "plaindel")
	})
}

// covers reports whether the finding is about a release that is wrong in another
// way: one that never reaches the store cannot free anything there.
func (v *Verdict) covers(q *Question) bool {
	return slices.ContainsFunc(Questions, func(o *Question) bool { return o != q && o.Rule == q.Rule && o.Can(v.Answers) })
}
