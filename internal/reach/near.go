package reach

import (
	"bytes"
	"go/ast"
	"go/scanner"
	"go/token"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/config"
)

// Directive is how every comment begins that speaks to locklint.
const Directive = "//locklint:"

// Near applies the rules that need no types: 1, 3 and 4. It returns the reason
// why the package is in the cone, or the empty text. The files are parsed with
// comments; foreign is what [Foreign] says.
func Near(imports []string, files []*ast.File, foreign bool) string {
	if why := Anchored(imports, foreign); why != "" {
		return why
	}
	return nearTexts(files, foreign)
}

func nearTexts(files []*ast.File, foreign bool) string {
	for _, f := range files {
		if why := nearText(f, foreign); why != "" {
			return why
		}
	}
	return ""
}

// Anchored applies rule 1 to the paths that a package imports.
func Anchored(imports []string, foreign bool) string {
	for _, p := range imports {
		if isAnchor(p, foreign) {
			return "imports " + p
		}
	}
	return ""
}

// Declared applies rule 1 to the packages for which the user wrote rows.
func Declared(imports []string, cfg *config.Config) string {
	for _, p := range imports {
		if cfg.Library(p) != nil {
			return "imports " + p + ", which the configuration has rows for"
		}
	}
	return ""
}

// MayMatter reports whether a file's text could put its package into the cone
// by rule 3 or 4. It looks at bytes and at the tokens of interfaces, so that a
// driver needs to parse only the files where the answer is yes: one in a
// thousand.
func MayMatter(src []byte, foreign bool) bool {
	if bytes.Contains(src, []byte(Directive)) {
		return true
	}
	if foreign {
		return false
	}
	for {
		_, rest, ok := bytes.Cut(src, []byte("interface"))
		if !ok {
			return false
		}
		src = bytes.TrimLeft(rest, " \t\r\n")
		switch {
		case bytes.HasPrefix(src, []byte("/")):
			return true // a comment, perhaps, and then the brace
		case !bytes.HasPrefix(src, []byte("{")):
			continue // a word of a comment or a name
		}
		if names, ok := scanMethods(src); !ok || familyOf(names) != "" {
			return true
		}
	}
}

// scanMethods reads the names of the methods in the braces at the start of src.
// It reports false if the braces do not end.
func scanMethods(src []byte) (names []string, ok bool) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(src)), src, nil, 0)
	depth := 0
	name := "" // of what may be a method
	start := false
	for {
		_, tok, lit := s.Scan()
		switch tok {
		case token.EOF:
			return nil, false
		case token.LPAREN:
			if name != "" {
				names = append(names, name)
			}
			depth++
		case token.LBRACE, token.LBRACK:
			depth++
		case token.RPAREN, token.RBRACE, token.RBRACK:
			if depth--; depth <= 0 {
				return names, true
			}
		}
		name = ""
		if start && tok == token.IDENT {
			name = lit
		}
		start = depth == 1 && (tok == token.LBRACE || tok == token.SEMICOLON)
	}
}

// ImportsOf lists what the files import, sorted, each path once.
func ImportsOf(files []*ast.File) []string {
	var paths []string
	seen := map[string]bool{}
	for _, f := range files {
		for _, s := range f.Imports {
			p, err := strconv.Unquote(s.Path.Value)
			if err != nil || seen[p] {
				continue
			}
			seen[p] = true
			paths = append(paths, p)
		}
	}
	sort.Strings(paths)
	return paths
}

// nearText applies rules 3 and 4 to one file.
func nearText(f *ast.File, foreign bool) string {
	for _, g := range f.Comments {
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, Directive) {
				return "has a " + Directive + " directive"
			}
		}
	}
	if foreign {
		return ""
	}
	why := ""
	ast.Inspect(f, func(n ast.Node) bool {
		i, ok := n.(*ast.InterfaceType)
		if !ok || why != "" {
			return why == ""
		}
		names := methodNames(i)
		if lib := familyOf(names); lib != "" {
			why = "declares an interface like the client of " + lib + " (" + strings.Join(names, ", ") + ")"
		}
		return true
	})
	return why
}

func methodNames(i *ast.InterfaceType) []string {
	var names []string
	if i.Methods == nil {
		return nil
	}
	for _, m := range i.Methods.List {
		for _, n := range m.Names {
			names = append(names, n.Name)
		}
	}
	return names
}

// familyOf returns the name of an anchor library that has at least two of the
// method names, one of them telling: Get and Set are a thousand interfaces,
// Get and SetNX are a Redis client.
func familyOf(names []string) string {
	if len(names) < 2 || !slices.ContainsFunc(names, isLockWord) {
		return ""
	}
	for _, l := range catalogue.Libraries() {
		if !l.Anchor {
			continue
		}
		known, telling := 0, false
		for _, n := range names {
			k, t := kindOf(l, n)
			if k {
				known++
			}
			telling = telling || t
		}
		if known >= 2 && telling {
			return l.Name
		}
	}
	return ""
}

// kindOf says whether the library has a method of that name which touches a
// lock or an entry, and whether that name alone speaks of a lock. The rows of
// one name differ by receiver, so all of them count.
func kindOf(l *catalogue.Library, name string) (known, telling bool) {
	for i := range l.Rows {
		r := &l.Rows[i]
		if r.Type == "-" || !named(r.Names, name) {
			continue
		}
		switch r.Role {
		case catalogue.NewLock, catalogue.Acquire, catalogue.Release, catalogue.Extend,
			catalogue.NewSession, catalogue.RunLocked, catalogue.SetAbsent, catalogue.CompareDelete,
			catalogue.Expire, catalogue.CompareExpire, catalogue.PutPresent, catalogue.Eval:
			known, telling = true, telling || isLockWord(name)
		case catalogue.Put, catalogue.Delete, catalogue.Get, catalogue.Adjust, catalogue.Persist,
			catalogue.TimeToLive, catalogue.Command, catalogue.Watch, catalogue.CloseSession,
			catalogue.LossSignal, catalogue.TokenOf:
			known = true
		}
	}
	return known, telling
}

// lockWords are parts of names that speak of a lock, a lease or a set-if-absent
// by themselves. A library may call such a function Create or Purge too, but
// so does half of the world.
var lockWords = []string{
	"nx", "absent", "ifnot", "compare", "swap", "lock", "mutex", "semaphore", "lease", "expire", "eval",
	"acqui", "obtain", "refresh", "renew", "extend", "keepalive", "session", "leader", "elect",
}

func isLockWord(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(lockWords, func(w string) bool { return strings.Contains(name, w) })
}

// named reports whether name is one of the names parted by "|".
func named(names, name string) bool {
	for n := range strings.SplitSeq(names, "|") {
		if n == name {
			return true
		}
	}
	return false
}
