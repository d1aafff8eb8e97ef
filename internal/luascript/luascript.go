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
// Lua's rules hold: 0 is true, a missing key answers false and never nil, a
// status is a table. Where a script gets them wrong (a reply compared with nil,
// a status with 'OK'), the side that was meant keeps its guard and the other
// learns nothing.
//
// Limits: loops are walked once, with what they assign unknown; one over KEYS is
// taken to run, and what it learns about any key holds after it only if every
// turn learns it. Functions are read where they are called. A script that
// recurses, jumps, or computes its command names is unknown as a whole: a
// reading says nothing rather than something wrong.
package luascript

import (
	"fmt"
	"slices"
	"strconv"
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
	// Unsure: an option is computed, there may be an expiry or not.
	Unsure
)

// ValueKind says where a value comes from.
type ValueKind uint8

// The kinds of values.
const (
	Unknown ValueKind = iota
	// Keys is KEYS[Index]; index 0 is each of them in turn, -1 an unknown one.
	Keys
	// Argv is ARGV[Index], likewise.
	Argv
	Const
	Concat
	// Reply is what a command answered.
	Reply
	// Computed is what fills the hole number Index of the text.
	Computed
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
	case Computed:
		return fmt.Sprintf("hole %d", v.Index)
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
	// StoredOther: Key is missing or its stored value is not With, which the caller
	// passed.
	StoredOther
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

	paths [][]Guard // the guards of each path to it
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
	maxTokens  = 30000
	maxPaths   = 64
	maxEffects = 512
	maxSteps   = 50000
	maxDepth   = 1000 // of an expression
	maxCalls   = 8    // of functions in each other
	maxLocals  = 1000
	maxUnroll  = 16
	maxConst   = 4096
	maxReply   = 1024
	maxParts   = 64
)

// Read reads a script. It never panics and takes time linear in the text, up to
// the bound on paths.
func Read(text string) *Reading { return read(text, "") }

// ReadFunction reads the function that a library's source registers as name.
// A source that registers no such function is not known.
func ReadFunction(text, name string) *Reading { return read(text, name) }

func read(text, function string) (r *Reading) {
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
	text, holes := plug(text)
	if r.Err = tooDeep(text); r.Err != "" {
		return r
	}
	chunk, err := parse.Parse(strings.NewReader(text), "script")
	if err != nil {
		r.Err = strings.TrimSpace(err.Error())
		return r
	}
	in := newInterp()
	in.function, in.holes = function, holes
	in.run(chunk)
	if in.failure != "" {
		r.Err = in.failure
		return r
	}
	r.Known, r.Effects, r.Returns = true, in.finish(), in.returns
	return r
}

// OwnerChecked reports whether, on every path to the effect, the stored value
// of its own key was compared equal with something that is no constant, or the
// key was missing.
func (e *Effect) OwnerChecked() bool {
	return e.everyPath(func(g Guard) bool {
		return e.ownerCompared(g) || g.Kind == Missing && e.own(g)
	}) && e.somePath(e.ownerCompared)
}

// Stuck reports whether the effect also happens to a key that has no expiry,
// whoever stored it, and otherwise checks the owner.
func (e *Effect) Stuck() bool {
	return e.everyPath(func(g Guard) bool {
		return e.ownerCompared(g) || (g.Kind == Missing || g.Kind == TTLMissing) && e.own(g)
	}) && e.somePath(func(g Guard) bool { return g.Kind == TTLMissing })
}

// Present reports whether the effect happens only if its key exists, whoever
// stored it.
func (e *Effect) Present() bool {
	return e.Op == OpSetPresent || e.everyPath(func(g Guard) bool {
		return g.Kind == Exists && g.Field.Kind == Unknown && e.own(g)
	})
}

// Holder is what the effect stores of the holder: a hash that counts each
// holder's entries names it by the field.
func (e *Effect) Holder() Value {
	if e.Field.Kind == Argv || e.Field.Kind == Concat {
		return e.Field
	}
	return e.Value
}

// Opaque reports whether the effect hangs on a condition that the reader does not
// understand, or on what is stored in another key.
func (e *Effect) Opaque() bool {
	return slices.ContainsFunc(e.Guards, func(g Guard) bool {
		return g.Kind == Opaque || g.Kind == StoredOther && !e.own(g)
	})
}

func (e *Effect) ownerCompared(g Guard) bool {
	return g.Kind == StoredEqual && g.comparesArgument() && e.own(g)
}

// comparesArgument reports whether the stored value is compared with what the
// caller passed, and not with a constant or with another key.
func (g Guard) comparesArgument() bool {
	return g.With.Kind != Const && g.With.Kind != Reply
}

// Fenced reports whether the effect happens only if a stored number lets it
// pass (a fence that grows; no number yet passes too), or if the owner of
// another key was compared.
func (e *Effect) Fenced() bool {
	return e.everyPath(func(g Guard) bool {
		return e.fences(g) || g.Kind == Missing || g.Kind == Created && e.own(g)
	}) && e.somePath(e.fences)
}

// fences reports whether the guard compares a token or another key's owner.
func (e *Effect) fences(g Guard) bool {
	switch g.Kind {
	case StoredLess, StoredLessEqual:
		return g.comparesArgument()
	case StoredEqual:
		return g.comparesArgument() && !e.own(g)
	}
	return false
}

// own reports whether the guard is about one of the effect's keys.
func (e *Effect) own(g Guard) bool {
	for _, k := range e.Keys {
		if k.equal(g.Key) {
			return true
		}
	}
	return false
}

func (e *Effect) everyPath(ok func(Guard) bool) bool {
	for _, p := range e.paths {
		if !slices.ContainsFunc(p, ok) {
			return false
		}
	}
	return len(e.paths) > 0
}

// somePath reports whether some path has a guard that is ok.
func (e *Effect) somePath(ok func(Guard) bool) bool {
	for _, p := range e.paths {
		if slices.ContainsFunc(p, ok) {
			return true
		}
	}
	return false
}

// ExpiryOf is the expiry that effect i gives its key: its own, or that of a
// later command on a path through it where the key may have been created. The
// unit is None if there is none.
func (r *Reading) ExpiryOf(i int) (Value, Unit) {
	if i < 0 || i >= len(r.Effects) {
		return Value{}, None
	}
	e := &r.Effects[i]
	if e.Unit != None {
		return e.TTL, e.Unit
	}
	for j := range r.Effects {
		if x := &r.Effects[j]; x.Unit != None && e.sharesKey(x) && x.follows(i, e) {
			return x.TTL, x.Unit
		}
	}
	return Value{}, None
}

// BlindExpiry is the effect that gives the key of create i an expiry although the
// create may have failed, whoever then holds the key. It is nil if there is none.
func (r *Reading) BlindExpiry(i int) *Effect {
	e := &r.Effects[i]
	for j := range r.Effects {
		x := &r.Effects[j]
		if x.Op != OpExpire || !e.sharesKey(x) {
			continue
		}
		blind, follows := false, false
		for n, done := range x.after {
			follows = follows || done[i]
			blind = blind || (done[i] == e.contended()) && e.refusedAt(x.paths[n])
		}
		if blind && follows {
			return x
		}
	}
	return nil
}

// refusedAt reports whether nothing on a path says that e created its key, or that
// the caller holds it.
func (e *Effect) refusedAt(path []Guard) bool {
	return !slices.ContainsFunc(path, func(g Guard) bool {
		return !e.own(g) || g.Kind != NotCreated && g.Kind != Exists && g.Kind != StoredOther
	})
}

// Quiet reports whether the script tells by a number, which is no error to a client,
// that effect i did not happen.
func (r *Reading) Quiet(i int) bool {
	return slices.ContainsFunc(r.Returns, func(x Return) bool {
		n, err := strconv.Atoi(x.Value)
		return err == nil && n <= 0 && !slices.Contains(x.After, i)
	})
}

func (e *Effect) sharesKey(o *Effect) bool {
	return slices.ContainsFunc(o.Keys, func(k Value) bool { return e.own(Guard{Key: k}) })
}

// follows reports whether x comes after effect i, which is e, on a path where e
// did not fail to create its key.
func (x *Effect) follows(i int, e *Effect) bool {
	for n, done := range x.after {
		lost := slices.ContainsFunc(x.paths[n], func(g Guard) bool { return g.Kind == NotCreated && e.own(g) })
		if done[i] && !lost {
			return true
		}
	}
	return false
}
