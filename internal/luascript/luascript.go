// Package luascript reads the Lua scripts that programs run in a Redis server
// and says what they do to keys.
//
// The syntax is read by gopher-lua's parser; nothing is ever run. A small
// abstract interpreter walks the statements with the values of locals, keeping
// for each path the conditions that hold on it: that a key's stored value was
// compared with an argument, that a key was missing, that a create succeeded.
// Paths split at conditions and are bounded; each command on a path is an
// [Effect] with what is known to hold there.
//
// Limits: loops are walked once, recursive functions are not entered, and a
// script whose command names are computed is unknown as a whole: a reading says
// nothing rather than something wrong.
package luascript

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua/parse"
)

// Op says what an effect does to its keys.
type Op uint8

// The operations.
const (
	OpOther Op = iota
	// OpSetAbsent creates the key unless it exists.
	OpSetAbsent
	// OpSet writes the key, whatever is there; OpSetPresent only if it exists.
	OpSet
	OpSetPresent
	OpDelete
	OpExpire
	OpPersist
	OpRead
	// OpWrite changes part of a key (HSET, LPUSH, ZADD).
	OpWrite
	// OpIncrement changes a number relative to what it is.
	OpIncrement
)

// Unit is the unit of an expiry.
type Unit uint8

// The units; None means that no expiry is given.
const (
	None Unit = iota
	Seconds
	Milliseconds
	UnixSeconds
	UnixMilliseconds
)

// ValueKind says where a value comes from.
type ValueKind uint8

// The kinds of values.
const (
	Unknown ValueKind = iota
	// Keys is KEYS[Index]; index 0 is any of them.
	Keys
	// Argv is ARGV[Index]; index 0 is any of them.
	Argv
	Const
	Concat
	// Reply is what a command answered.
	Reply
)

// A Value is what a script computes with, as far as it matters to a caller.
type Value struct {
	Kind  ValueKind
	Index int
	Text  string
	Parts []Value
}

// String is the value's text; equal values have equal texts.
func (v Value) String() string {
	switch v.Kind {
	case Keys:
		return fmt.Sprintf("KEYS[%d]", v.Index)
	case Argv:
		return fmt.Sprintf("ARGV[%d]", v.Index)
	case Const:
		return fmt.Sprintf("%q", v.Text)
	case Concat:
		parts := make([]string, len(v.Parts))
		for i, p := range v.Parts {
			parts[i] = p.String()
		}
		return strings.Join(parts, "..")
	case Reply:
		return "reply(" + v.Text + ")"
	}
	return "?"
}

// GuardKind says what is known on a path.
type GuardKind uint8

// The kinds of guards.
const (
	// Opaque: some condition that the reader does not understand.
	Opaque GuardKind = iota
	// StoredEqual: the stored value of Key (of its Field) equals With.
	StoredEqual
	// StoredLess and StoredLessEqual: the stored number is smaller than With,
	// or not larger.
	StoredLess
	StoredLessEqual
	Exists
	Missing
	// Created: a set-if-absent of Key succeeded; NotCreated: it did not.
	Created
	NotCreated
	// TTLMissing: Key exists without expiry.
	TTLMissing
)

// A Guard is a condition that holds where an effect happens.
type Guard struct {
	Kind       GuardKind
	Key, Field Value
	With       Value
}

// An Effect is one command of the script.
type Effect struct {
	Op      Op
	Command string // upper case
	Keys    []Value
	Value   Value // written
	Field   Value // of a hash
	TTL     Value
	Unit    Unit
	// Guards hold on every path to the effect.
	Guards []Guard
	Line   int

	paths [][]Guard // the guards of each path
	after []map[int]bool
}

// A Return is one way in which the script answers.
type Return struct {
	// Value is "1", "OK", "nil", "false", "true", "reply", "error" or "?".
	Value string
	// Command is the command whose reply is returned.
	Command string
	// After lists the effects that happened before it.
	After []int
	Line  int
}

// A Reading is what a script does.
type Reading struct {
	// Known is false where the script could not be read: it does not parse, is
	// too large, or computes its command names. Then nothing else is set.
	Known   bool
	Err     string
	Effects []Effect
	Returns []Return
}

// Bounds of what is read.
const (
	maxText    = 1 << 20
	maxNesting = 200
	maxPaths   = 64
	maxEffects = 512
	maxSteps   = 20000
)

// Read reads a script. It never panics and takes time linear in the text, up to
// the bound on paths.
func Read(text string) (r *Reading) {
	r = &Reading{}
	defer func() {
		if p := recover(); p != nil {
			r = &Reading{Err: "the script cannot be read"}
		}
	}()
	if len(text) > maxText {
		r.Err = "the script is larger than 1 MB"
		return r
	}
	if strings.HasPrefix(text, "#!") {
		if i := strings.IndexByte(text, '\n'); i >= 0 {
			text = "--" + text[:i] + text[i:]
		}
	}
	if nesting(text) > maxNesting {
		r.Err = "the script is nested too deeply"
		return r
	}
	chunk, err := parse.Parse(strings.NewReader(text), "script")
	if err != nil {
		r.Err = strings.TrimSpace(err.Error())
		return r
	}
	in := newInterp()
	in.run(chunk)
	if in.computed || in.over {
		r.Err = "the script computes its commands or has too many paths"
		return r
	}
	r.Known, r.Effects, r.Returns = true, in.finish(), in.returns
	return r
}

// nesting is a bound on how deep the parser will recurse: brackets and block
// words that are open at once.
func nesting(text string) int {
	depth, deepest := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth--
		}
		deepest = max(deepest, depth)
	}
	words := strings.Count(text, "function") + strings.Count(text, " do") + strings.Count(text, "then") + strings.Count(text, "not ") + strings.Count(text, "..")
	if words > 5000 {
		return maxNesting + 1
	}
	return deepest
}

// OwnerChecked reports whether, on every path to the effect, the stored value
// of its own key was compared equal with something that is no constant, or the
// key was missing.
func (e *Effect) OwnerChecked() bool {
	if e.Command == "DELIFEQ" || e.Command == "DELEX" && e.Value.Kind != Unknown {
		return true
	}
	return e.everyPath(func(g Guard) bool {
		return len(e.Keys) > 0 && g.Key.String() == e.Keys[0].String() &&
			(g.Kind == Missing || g.Kind == StoredEqual && g.With.Kind != Const)
	}) && e.everyPathSome(StoredEqual)
}

// Fenced reports whether the effect happens only if a stored number lets it
// pass (a fence that grows), or if the owner of another key was compared.
func (e *Effect) Fenced() bool {
	return e.everyPath(func(g Guard) bool {
		switch g.Kind {
		case StoredLess, StoredLessEqual:
			return g.With.Kind != Const
		case StoredEqual:
			return g.With.Kind != Const
		case Missing, Created:
			return len(e.Keys) > 0 && g.Key.String() == e.Keys[0].String()
		}
		return false
	})
}

func (e *Effect) everyPath(ok func(Guard) bool) bool {
	if len(e.paths) == 0 {
		return false
	}
	for _, p := range e.paths {
		found := false
		for _, g := range p {
			found = found || ok(g)
		}
		if !found {
			return false
		}
	}
	return true
}

// everyPathSome reports whether some path has a guard of kind.
func (e *Effect) everyPathSome(kind GuardKind) bool {
	for _, p := range e.paths {
		for _, g := range p {
			if g.Kind == kind {
				return true
			}
		}
	}
	return false
}

// ExpiryOf is the expiry that effect i gives its key: its own, or that of a
// later command on a path through it. The unit is None if there is none.
func (r *Reading) ExpiryOf(i int) (Value, Unit) {
	e := &r.Effects[i]
	if e.Unit != None {
		return e.TTL, e.Unit
	}
	for j := range r.Effects {
		x := &r.Effects[j]
		if x.Op != OpExpire || len(x.Keys) == 0 || len(e.Keys) == 0 || x.Keys[0].String() != e.Keys[0].String() {
			continue
		}
		for _, done := range x.after {
			if done[i] {
				return x.TTL, x.Unit
			}
		}
	}
	return Value{}, None
}
