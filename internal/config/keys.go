package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/locklint/locklint/internal/catalogue"
)

// rules lists the rules with their categories, in the order of their pages. The
// rule locklint is about what users say: directives and purposes.
var rules = []struct {
	name       string
	categories []string
}{
	{"setnxexpire", []string{"separate-expire", "blind-expire", "no-expiry", "tiny-ttl"}},
	{"plaindel", []string{"plain-delete", "get-then-delete", "bare-script", "shared-owner", "unheld-release", "dead-context"}},
	{"unfenced", []string{"no-token", "tokenless-lock", "rejection-ignored", "other-session"}},
	{"nolost", []string{"result-dropped", "signal-dropped", "blind-extend", "late-renewal", "endless-renewal", "acquire-ignored", "pooled-session"}},
	{Self, []string{"directive", "purpose"}},
}

// Self is the rule about what users say to locklint.
const Self = "locklint"

// Rules lists the names of the rules in the order of their pages.
func Rules() []string {
	var names []string
	for _, r := range rules {
		names = append(names, r.name)
	}
	return names
}

// Categories lists the categories of a rule; nil if there is no such rule.
func Categories(rule string) []string {
	for _, r := range rules {
		if r.name == rule {
			return r.categories
		}
	}
	return nil
}

func switchNames() []string {
	var names []string
	for _, r := range rules {
		names = append(names, r.name)
		for _, c := range r.categories {
			names = append(names, r.name+"/"+c)
		}
	}
	return names
}

// top is the name of the whole file in messages.
const top = "the configuration"

// keys is the shape of the file. It is made when the first file is read.
var keys = sync.OnceValue(func() *shape {
	return &shape{kind: object, fields: []field{
		{"include", false, texts("files that are read too, relative to this one, inside the module")},
		{"rules", false, &shape{kind: switches, enum: switchNames(), doc: "rules and categories, on or off"}},
		{"confidence", false, oneOf("the least confidence that is reported; the default is medium", "high", "medium", "low")},
		{"exclude", false, texts("files and directories that get no findings: globs relative to the module's root")},
		{"tests", false, &shape{kind: boolean, doc: "report in test files"}},
		{"generated", false, &shape{kind: boolean, doc: "report in generated files"}},
		{"purpose", false, &shape{kind: list, doc: "what the locks of some keys are for", elem: purposeShape()}},
		{"require-purpose", false, &shape{kind: boolean, doc: "report each lock whose purpose is not declared"}},
		{"rows", false, &shape{kind: list, doc: "what functions mean that the catalogue does not know", elem: rowShape()}},
	}}
})

func purposeShape() *shape {
	return &shape{kind: object, fields: []field{
		{"key", true, plain("the lock's key; * stands for any text")},
		{"is", true, oneOf("efficiency: two holders at once harm nobody; correctness: they would", "efficiency", "correctness")},
		{"reason", true, plain("why")},
	}}
}

func plain(doc string) *shape { return &shape{kind: text, doc: doc} }

func texts(doc string) *shape { return &shape{kind: list, doc: doc, elem: plain("")} }

func oneOf(doc string, names ...string) *shape { return &shape{kind: text, doc: doc, enum: names} }

func match(doc, what, re string) *shape {
	return &shape{kind: text, doc: doc, what: what, regexp: regexp.MustCompile(re)}
}

// The grammar of package catalogue: a place is an expression of places.
const (
	placeRE  = `(recv|arg[0-9]|result[0-9])(\.[A-Za-z_][A-Za-z0-9_]*)*(\.\.\.)?|option:[A-Za-z_][A-Za-z0-9_]*`
	identRE  = `[A-Za-z_][A-Za-z0-9_]*`
	condRE   = `(` + placeRE + `|step:` + identRE + `)(/` + identRE + `)?((=|!=|~|!~)[^|]*)?`
	durRE    = `never|([0-9]+(\.[0-9]+)?(ns|us|ms|s|m|h))+`
	pathRE   = `[^\s"\\]+`
	wantWhat = `a place such as recv, arg0, arg1.TTL, result0 or option:WithTTL`
)

var placeExpr = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(` + placeRE + `)(\|(` + placeRE + `))*$`) })

func place(doc string) *shape {
	return &shape{kind: text, doc: doc, what: wantWhat, regexp: placeExpr()}
}

// A column is a key of a row and how it is put into the catalogue's row.
type column struct {
	name  string
	shape *shape
	set   func(r *catalogue.Row, v *value)
}

func at(name, doc string, to func(*catalogue.Row) *catalogue.Path) column {
	return column{name, place(doc), func(r *catalogue.Row, v *value) { *to(r) = catalogue.Path(v.text) }}
}

func word(name string, s *shape, to func(*catalogue.Row) *string) column {
	return column{name, s, func(r *catalogue.Row, v *value) { *to(r) = v.text }}
}

func yes(name, doc string, to func(*catalogue.Row) *bool) column {
	return column{name, &shape{kind: boolean, doc: doc}, func(r *catalogue.Row, v *value) { *to(r) = v.on }}
}

// choice is a column whose values are the names of the catalogue's constants.
func choice[T interface {
	~uint8
	fmt.Stringer
}](name, doc string, to func(*catalogue.Row) *T) column {
	var names []string
	for i := T(0); i.String() != "unknown"; i++ {
		if i.String() != "" {
			names = append(names, i.String())
		}
	}
	return column{name, oneOf(doc, names...), func(r *catalogue.Row, v *value) {
		for i := T(0); i.String() != "unknown"; i++ {
			if i.String() == v.text {
				*to(r) = i
			}
		}
	}}
}

// columns are those of a row beside the package: the fields of catalogue.Row by
// the same names, in kebab case.
var columns = sync.OnceValue(func() []column {
	return []column{
		word("type", match(`the receiver's type, without pointer; "-" for functions only; left out: any`, "a type's name", `^(-|`+identRE+`)$`), func(r *catalogue.Row) *string { return &r.Type }),
		word("name", match("the function's name, or several parted by |", "names of functions parted by |", `^`+identRE+`(\|`+identRE+`)*$`), func(r *catalogue.Row) *string { return &r.Names }),
		choice("role", "what the function does", func(r *catalogue.Row) *catalogue.Role { return &r.Role }),
		at("key", "the lock's or entry's key, name or prefix", func(r *catalogue.Row) *catalogue.Path { return &r.Key }),
		at("item", "the fields that name the entry within key, where key is a table", func(r *catalogue.Row) *catalogue.Path { return &r.Item }),
		at("owner", "the value that tells holders apart; for put the value", func(r *catalogue.Row) *catalogue.Path { return &r.Owner }),
		at("ttl", "how long until it expires", func(r *catalogue.Row) *catalogue.Path { return &r.TTL }),
		choice("unit", "of ttl; the default is duration, a time.Duration", func(r *catalogue.Row) *catalogue.Unit { return &r.Unit }),
		at("handle", "the lock or session object; the default is the receiver", func(r *catalogue.Row) *catalogue.Path { return &r.Handle }),
		at("session", "the session that the lock is bound to", func(r *catalogue.Row) *catalogue.Path { return &r.Session }),
		at("text", "script, statement, command or format", func(r *catalogue.Row) *catalogue.Path { return &r.Text }),
		at("args", "what fills the text", func(r *catalogue.Row) *catalogue.Path { return &r.Args }),
		at("key-count", "how many of args are keys", func(r *catalogue.Row) *catalogue.Path { return &r.KeyCount }),
		at("callback", "the function that is called", func(r *catalogue.Row) *catalogue.Path { return &r.Callback }),
		choice("wins", "how the caller learns that it succeeded", func(r *catalogue.Row) *catalogue.Wins { return &r.Wins }),
		at("won", "the result that wins looks at, if it is not the obvious one", func(r *catalogue.Row) *catalogue.Path { return &r.Won }),
		word("default-ttl", match("the TTL if it is left out", `a duration such as 8s, or never`, `^(`+durRE+`)$`), func(r *catalogue.Row) *string { return &r.DefaultTTL }),
		word("zero-ttl", oneOf("what a TTL of zero means; left out: never", "never", "default", "error", "now"), func(r *catalogue.Row) *string { return &r.ZeroTTL }),
		word("negative-ttl", oneOf("what a negative TTL means; left out: error, or for a key of a store never", "never", "default", "error", "now"), func(r *catalogue.Row) *string { return &r.NegativeTTL }),
		choice("bound", "what ends the lock beside its expiry and its release", func(r *catalogue.Row) *catalogue.Bound { return &r.Bound }),
		at("lost", "the signal that the lock is lost", func(r *catalogue.Row) *catalogue.Path { return &r.Lost }),
		at("stop", "the channel whose closing ends what the call does by itself", func(r *catalogue.Row) *catalogue.Path { return &r.Stop }),
		at("once", "the option that lets an acquire give up without an error", func(r *catalogue.Row) *catalogue.Path { return &r.Once }),
		yes("renews", "the library renews the lease by itself", func(r *catalogue.Row) *bool { return &r.Renews }),
		choice("token", "whether the value that the acquire yields is a fencing token", func(r *catalogue.Row) *catalogue.Token { return &r.Token }),
		choice("on", "the kind of connection of a SQL call", func(r *catalogue.Row) *catalogue.Session { return &r.On }),
		word("cond", match("what makes a write conditional", "places or steps parted by |", `^(`+condRE+`)(\|(`+condRE+`))*$`), func(r *catalogue.Row) *string { return &r.Cond }),
		at("dest", "the argument that the reply is written to, where that is no result", func(r *catalogue.Row) *catalogue.Path { return &r.Dest }),
		yes("lazy", "the call makes an action that a flush carries out", func(r *catalogue.Row) *bool { return &r.Lazy }),
		word("absent", match("the condition with which a write is a set-if-absent of key", "places or steps parted by |", `^(`+condRE+`)(\|(`+condRE+`))*$`), func(r *catalogue.Row) *string { return &r.Absent }),
		word("with-ttl", match("of a set-absent without TTL: the function that takes one after the same arguments", "a function's name", `^`+identRE+`$`), func(r *catalogue.Row) *string { return &r.WithTTL }),
		word("unlock", match("of a set-absent: the call in Go by which its receiver deletes the key if it still holds the owner", "a call with {ctx}, {script}, {key} and {owner}", `^`+identRE+`\(.*\)$`), func(r *catalogue.Row) *string { return &r.Unlock }),
		yes("upsert", "where the conditions match no row, the call writes the row anyway", func(r *catalogue.Row) *bool { return &r.Upsert }),
		yes("cache", "losing such an entry hurts nobody", func(r *catalogue.Row) *bool { return &r.Cache }),
		yes("low", "findings about the call have low confidence", func(r *catalogue.Row) *bool { return &r.Low }),
		word("since", plain("the first version that has the function"), func(r *catalogue.Row) *string { return &r.Since }),
		word("until", plain("the first version without it"), func(r *catalogue.Row) *string { return &r.Until }),
		word("source", plain("where the claim comes from"), func(r *catalogue.Row) *string { return &r.Source }),
		word("note", plain("for people"), func(r *catalogue.Row) *string { return &r.Note }),
	}
})

// Columns reads a row's columns as a directive writes them: COLUMN=PLACE.
func Columns(words []string) (*catalogue.Row, error) {
	r := new(catalogue.Row)
	for _, w := range words {
		name, text, _ := strings.Cut(w, "=")
		i := slices.IndexFunc(columns(), func(c column) bool { return c.name == name })
		if i < 0 || name == "name" || name == "type" || name == "role" {
			return nil, fmt.Errorf("unknown column %q", name)
		}
		c := columns()[i]
		v := &value{text: text, on: text == "true"}
		if c.shape.kind == boolean && text != "true" && text != "false" {
			return nil, fmt.Errorf("%s: want true or false, got %q", name, text)
		}
		if c.shape.kind != boolean {
			if wrong := c.shape.checkText(text); wrong != "" {
				return nil, fmt.Errorf("%s: %s", name, wrong)
			}
		}
		c.set(r, v)
	}
	return r, nil
}

func rowShape() *shape {
	s := &shape{kind: object, fields: []field{
		{"package", true, match("the import path of the package that declares the function", "an import path", `^`+pathRE+`$`)},
	}}
	for _, c := range columns() {
		s.fields = append(s.fields, field{c.name, c.name == "name" || c.name == "role", c.shape})
	}
	return s
}

func (r Row) names() []string { return strings.Split(r.Names, "|") }
