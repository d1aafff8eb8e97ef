// Package inventory lists the locks of a program, so that its people can answer
// which locks they have, what each guards, and what it is for.
//
// The engine answers for each package; here the answers become one. A lock that
// one package takes by a function of another is the other's: what happens under
// it in both stands in one entry. The rules' findings about a lock's places are
// its verdicts.
//
// The inventory is made by an analyzer of its own that no driver runs but the
// command locks.
package inventory

import (
	"cmp"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/locks"
	"github.com/locklint/locklint/internal/report"
	"github.com/locklint/locklint/internal/unit"
)

// Version is the version of the JSON form, which docs/locks.schema.json describes.
const Version = 1

// Analyzer yields the locks of a package.
var Analyzer = &analysis.Analyzer{
	Name:       "inventory",
	Doc:        "list the locks of a package",
	Requires:   []*analysis.Analyzer{locks.Analyzer},
	Run:        run,
	ResultType: reflect.TypeFor[*Package](),
}

type (
	// A Report is what the formats print.
	Report struct {
		Version int      `json:"version"`
		Locks   []*Lock  `json:"locks"`
		Errors  []string `json:"errors,omitempty"`
	}
	// A Lock is all that is known of a lock of the program.
	Lock struct {
		Name     string    `json:"name"`
		Key      string    `json:"key,omitempty"`
		Package  string    `json:"package"`
		System   string    `json:"system,omitempty"`
		Client   string    `json:"client,omitempty"`
		TTL      TTL       `json:"ttl"`
		Owner    string    `json:"owner"`
		Token    string    `json:"token"`
		Renews   bool      `json:"renewsItself,omitempty"`
		Loss     string    `json:"lossSignal"` // none, given or watched
		Purpose  Purpose   `json:"purpose"`
		Acquires []Event   `json:"acquires"`
		Renewals []Event   `json:"renewals"`
		Signals  []Event   `json:"signals"`
		Writes   []Event   `json:"writes"`
		Releases []Event   `json:"releases"`
		Verdicts []Verdict `json:"verdicts"`

		id   string
		home bool
	}
	// A TTL is how long a lock lives without renewal.
	TTL struct {
		Text    string  `json:"text"` // empty if unknown
		Seconds float64 `json:"seconds,omitempty"`
	}
	// A Purpose is what the user says that a lock is for.
	Purpose struct {
		Kind   string `json:"kind"` // efficiency, correctness or undeclared
		Reason string `json:"reason,omitempty"`
	}
	// An Event is a place where something happens to a lock or under it.
	Event struct {
		File      string `json:"file"`
		Line      int    `json:"line"`
		Column    int    `json:"column"` // 1 in packages that are known by their facts
		Func      string `json:"func,omitempty"`
		Call      string `json:"call"`
		Detail    string `json:"detail,omitempty"`
		Unchecked bool   `json:"unchecked,omitempty"`
	}
	// A Verdict is what a rule says of a lock.
	Verdict struct {
		Rule     string    `json:"rule"`
		Right    bool      `json:"right"`
		Findings []Finding `json:"findings"`
	}
	// A Finding is one of the rule's about the lock.
	Finding struct {
		Category string `json:"category"`
		Message  string `json:"message"`
		URL      string `json:"url,omitempty"`
		File     string `json:"file"`
		Line     int    `json:"line"`
		Column   int    `json:"column"`
		// Silenced says why it is not reported, if it is not.
		Silenced string `json:"silenced,omitempty"`
	}
)

// A Package is the answer for one package.
type Package struct {
	path  string
	locks []*Lock
}

func run(pass *analysis.Pass) (any, error) {
	p := &Package{path: pass.Pkg.Path()}
	for _, l := range pass.ResultOf[locks.Analyzer].(*locks.Result).Inventory() {
		p.locks = append(p.locks, &Lock{
			id: l.ID, home: l.Home, Name: l.Name, Key: l.Key, Package: pass.Pkg.Path(), System: l.System, Client: l.Client,
			TTL: TTL{l.TTL, l.Seconds}, Owner: l.Owner, Token: l.Token, Renews: l.Renews, Loss: l.Loss, Purpose: Purpose{l.Purpose, l.Reason},
			Acquires: places(pass, l.Acquires), Renewals: places(pass, l.Renewals), Signals: places(pass, l.Signals),
			Writes: places(pass, l.Writes), Releases: places(pass, l.Releases), Verdicts: []Verdict{},
		})
	}
	return p, nil
}

func places(pass *analysis.Pass, events []locks.Event) []Event {
	out := []Event{}
	for _, e := range events {
		pos := pass.Fset.Position(report.Position(pass, e.Place))
		out = append(out, Event{pos.Filename, pos.Line, pos.Column, e.Func, e.Call, e.Detail, e.Unchecked})
	}
	return out
}

// Merge makes one inventory of those of packages, with the findings of the rules
// that ran. Locks are in the order of their packages and places.
func Merge(packages []*Package, rules []string, findings, silenced []unit.Finding) []*Lock {
	slices.SortFunc(packages, func(a, b *Package) int { return cmp.Compare(a.path, b.path) })
	byID := map[string]*Lock{}
	var all []*Lock
	for _, home := range []bool{true, false} {
		for _, p := range packages {
			for _, l := range p.locks {
				if l.home != home {
					continue
				}
				if known := byID[l.id]; known != nil {
					known.join(l)
					continue
				}
				byID[l.id] = l
				all = append(all, l)
			}
		}
	}
	slices.SortFunc(all, func(a, b *Lock) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), comparePlaces(a.first(), b.first()), cmp.Compare(a.Name, b.Name))
	})
	for _, l := range all {
		for _, rule := range rules {
			l.Verdicts = append(l.Verdicts, l.verdict(rule, findings, silenced))
		}
	}
	return all
}

// first is where the lock is taken first.
func (l *Lock) first() Event {
	if len(l.Acquires) == 0 {
		return Event{}
	}
	return l.Acquires[0]
}

// join adds what another package knows of the lock.
func (l *Lock) join(o *Lock) {
	for _, x := range []struct{ to, from *[]Event }{
		{&l.Acquires, &o.Acquires}, {&l.Renewals, &o.Renewals}, {&l.Signals, &o.Signals}, {&l.Writes, &o.Writes}, {&l.Releases, &o.Releases},
	} {
		for _, e := range *x.from {
			i := slices.IndexFunc(*x.to, func(k Event) bool { return k.File == e.File && k.Line == e.Line && k.Call == e.Call })
			switch {
			case i < 0:
				*x.to = append(*x.to, e)
			case e.Unchecked && !(*x.to)[i].Unchecked:
				(*x.to)[i].Unchecked, (*x.to)[i].Detail = true, e.Detail
			}
		}
		slices.SortStableFunc(*x.to, comparePlaces)
	}
	if o.Loss == "watched" {
		l.Loss = o.Loss
	}
	if l.Purpose.Kind == "undeclared" {
		l.Purpose = o.Purpose
	}
}

func comparePlaces(a, b Event) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// verdict gathers what a rule found at the lock's places. A finding that names
// one of them only beside its own is about the lock, too.
func (l *Lock) verdict(rule string, findings, silenced []unit.Finding) Verdict {
	v := Verdict{Rule: rule, Right: true, Findings: []Finding{}}
	for _, f := range findings {
		if f.Rule == rule && l.about(f) {
			v.Right = false
			v.Findings = append(v.Findings, told(f, ""))
		}
	}
	for _, f := range silenced {
		if f.Rule == rule && l.about(f) {
			v.Findings = append(v.Findings, told(f, cmp.Or(f.Suppression.Reason, f.Suppression.Directive)))
		}
	}
	return v
}

func told(f unit.Finding, silenced string) Finding {
	message, _, _ := strings.Cut(f.Message, " ["+f.Rule+"/")
	return Finding{f.Category, message, f.URL, f.Pos.Filename, f.Pos.Line, f.Pos.Column, silenced}
}

func (l *Lock) about(f unit.Finding) bool {
	if l.has(f.Pos) {
		return true
	}
	return slices.ContainsFunc(f.Related, func(r unit.Related) bool { return r.Pos != f.Pos && l.has(r.Pos) })
}

func (l *Lock) has(p token.Position) bool {
	for _, list := range [][]Event{l.Acquires, l.Renewals, l.Signals, l.Writes, l.Releases} {
		if slices.ContainsFunc(list, func(e Event) bool { return e.File == p.Filename && e.Line == p.Line }) {
			return true
		}
	}
	return false
}

// Shorten names the files of the locks as shown does.
func (r *Report) Shorten(shown func(string) string) {
	for _, l := range r.Locks {
		for _, list := range [][]Event{l.Acquires, l.Renewals, l.Signals, l.Writes, l.Releases} {
			for i := range list {
				list[i].File = shown(list[i].File)
			}
		}
		for _, v := range l.Verdicts {
			for i := range v.Findings {
				v.Findings[i].File = shown(v.Findings[i].File)
			}
		}
	}
}
