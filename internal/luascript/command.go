package luascript

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// A commandRow says what a command does; positions count its arguments, the
// name left out.
type commandRow struct {
	op    Op
	value int // of the value written, or -1
	ttl   int // of the expiry, or -1
	unit  Unit
	field int  // of the hash field, or -1
	all   bool // every argument is a key
}

// commands that matter. Source: https://redis.io/docs/latest/commands/
var commands = map[string]commandRow{
	"SETNX": {OpSetAbsent, 1, -1, None, -1, false}, "MSETNX": {OpSetAbsent, 1, -1, None, -1, false}, "HSETNX": {OpSetAbsent, 2, -1, None, 1, false},
	"SETEX": {OpSet, 2, 1, Seconds, -1, false}, "PSETEX": {OpSet, 2, 1, Milliseconds, -1, false},
	"GETSET": {OpSet, 1, -1, None, -1, false}, "MSET": {OpSet, 1, -1, None, -1, false}, "APPEND": {OpWrite, 1, -1, None, -1, false},
	"DEL": {OpDelete, -1, -1, None, -1, true}, "UNLINK": {OpDelete, -1, -1, None, -1, true}, "GETDEL": {OpDelete, -1, -1, None, -1, false},
	"DELIFEQ": {OpDelete, 1, -1, None, -1, false}, "DELEX": {OpDelete, 2, -1, None, -1, false},
	"EXPIRE": {OpExpire, -1, 1, Seconds, -1, false}, "PEXPIRE": {OpExpire, -1, 1, Milliseconds, -1, false},
	"EXPIREAT": {OpExpire, -1, 1, UnixSeconds, -1, false}, "PEXPIREAT": {OpExpire, -1, 1, UnixMilliseconds, -1, false},
	"PERSIST": {OpPersist, -1, -1, None, -1, false},
	"GET":     {OpRead, -1, -1, None, -1, false}, "EXISTS": {OpRead, -1, -1, None, -1, false}, "HGET": {OpRead, -1, -1, None, 1, false},
	"HEXISTS": {OpRead, -1, -1, None, 1, false}, "TTL": {OpRead, -1, -1, None, -1, false}, "PTTL": {OpRead, -1, -1, None, -1, false},
	"HGETALL": {OpRead, -1, -1, None, -1, false}, "MGET": {OpRead, -1, -1, None, -1, true}, "HMGET": {OpRead, -1, -1, None, 1, false}, "TYPE": {OpRead, -1, -1, None, -1, false},
	"LINDEX": {OpRead, -1, -1, None, 1, false}, "LLEN": {OpRead, -1, -1, None, -1, false}, "LRANGE": {OpRead, -1, -1, None, -1, false},
	"ZSCORE": {OpRead, -1, -1, None, 1, false}, "ZCARD": {OpRead, -1, -1, None, -1, false}, "ZRANGE": {OpRead, -1, -1, None, -1, false},
	"ZCOUNT": {OpRead, -1, -1, None, -1, false}, "SISMEMBER": {OpRead, -1, -1, None, 1, false}, "SMEMBERS": {OpRead, -1, -1, None, -1, false},
	"SCARD": {OpRead, -1, -1, None, -1, false}, "STRLEN": {OpRead, -1, -1, None, -1, false}, "GETRANGE": {OpRead, -1, -1, None, -1, false},
	"HSET": {OpWrite, 2, -1, None, 1, false}, "HMSET": {OpWrite, 2, -1, None, 1, false}, "HDEL": {OpWrite, -1, -1, None, 1, false},
	"LPUSH": {OpWrite, 1, -1, None, -1, false}, "RPUSH": {OpWrite, 1, -1, None, -1, false}, "LPOP": {OpWrite, -1, -1, None, -1, false},
	"RPOP": {OpWrite, -1, -1, None, -1, false}, "LREM": {OpWrite, 2, -1, None, -1, false}, "LTRIM": {OpWrite, -1, -1, None, -1, false},
	"LSET": {OpWrite, 2, -1, None, -1, false}, "SADD": {OpWrite, 1, -1, None, -1, false}, "SREM": {OpWrite, 1, -1, None, -1, false},
	"ZADD": {OpWrite, 2, -1, None, -1, false}, "ZREM": {OpWrite, 1, -1, None, -1, false}, "XADD": {OpWrite, -1, -1, None, -1, false},
	"ZREMRANGEBYSCORE": {OpWrite, -1, -1, None, -1, false}, "ZREMRANGEBYRANK": {OpWrite, -1, -1, None, -1, false},
	"RENAMENX": {OpWrite, -1, -1, None, -1, false}, "COPY": {OpWrite, -1, -1, None, -1, false}, "SMOVE": {OpWrite, -1, -1, None, -1, false},
	"RPOPLPUSH": {OpWrite, -1, -1, None, -1, false}, "LMOVE": {OpWrite, -1, -1, None, -1, false}, "SPOP": {OpWrite, -1, -1, None, -1, false},
	"ZPOPMIN": {OpWrite, -1, -1, None, -1, false}, "ZPOPMAX": {OpWrite, -1, -1, None, -1, false}, "LINSERT": {OpWrite, -1, -1, None, -1, false},
	"HSETEX": {OpWrite, -1, -1, None, -1, false}, "SETRANGE": {OpWrite, 2, -1, None, -1, false}, "PFADD": {OpWrite, 1, -1, None, -1, false},
	"GETEX": {OpRead, -1, -1, None, -1, false}, "HLEN": {OpRead, -1, -1, None, -1, false}, "HKEYS": {OpRead, -1, -1, None, -1, false},
	"HVALS": {OpRead, -1, -1, None, -1, false}, "ZRANK": {OpRead, -1, -1, None, 1, false}, "ZRANGEBYSCORE": {OpRead, -1, -1, None, -1, false},
	"RENAME": {OpWrite, -1, -1, None, -1, false}, "SETBIT": {OpWrite, -1, -1, None, -1, false},
	"INCR": {OpIncrement, -1, -1, None, -1, false}, "INCRBY": {OpIncrement, 1, -1, None, -1, false}, "DECR": {OpIncrement, -1, -1, None, -1, false},
	"DECRBY": {OpIncrement, 1, -1, None, -1, false}, "INCRBYFLOAT": {OpIncrement, 1, -1, None, -1, false},
	"HINCRBY": {OpIncrement, 2, -1, None, 1, false}, "HINCRBYFLOAT": {OpIncrement, 2, -1, None, 1, false}, "ZINCRBY": {OpIncrement, 1, -1, None, 2, false},
}

// effectKey tells one effect from another: a call that is reached with other
// keys, as in a function, is another effect.
type effectKey struct {
	call *ast.FuncCallExpr
	what string
}

// command records what a redis.call does on a path.
func (in *interp) command(e *ast.FuncCallExpr, args []*val, p *path) *val {
	args = spreadTable(args)
	if len(args) == 0 || args[0].kind != kConst {
		in.fail(e.Line(), "the command is computed")
		return unknown
	}
	name := strings.ToUpper(args[0].text)
	args = args[1:]
	f := in.effect(name, args)
	f.Line = e.Line()
	i := in.effectIndex(e, &f)
	if i < 0 {
		return unknown
	}
	old := &in.effects[i]
	old.paths = append(old.paths, append(slices.Clone(p.guards), ownGuards(&f, args)...))
	old.after = append(old.after, maps.Clone(p.done))
	p.done[i] = true
	r := &reply{command: name, op: f.Op, field: f.Field, args: args, old: f.Op == OpSetAbsent && hasOption(args, "GET")}
	if len(f.Keys) > 0 {
		r.key = f.Keys[0]
	}
	return &val{kind: kReply, reply: r}
}

// effectIndex finds or adds the effect of a call; it is -1 above the bound.
func (in *interp) effectIndex(e *ast.FuncCallExpr, f *Effect) int {
	var b strings.Builder
	b.WriteString(f.Command)
	for _, v := range append(slices.Clone(f.Keys), f.Field, f.Value, f.TTL) {
		b.WriteByte(' ')
		b.WriteString(v.String())
	}
	key := effectKey{e, b.String()}
	if i, ok := in.index[key]; ok {
		return i
	}
	if len(in.effects) >= maxEffects {
		in.fail(e.Line(), "too many effects")
		return -1
	}
	in.index[key] = len(in.effects)
	in.effects = append(in.effects, *f)
	return len(in.effects) - 1
}

// ownGuards are the conditions that a command brings itself.
func ownGuards(f *Effect, args []*val) []Guard {
	if len(f.Keys) == 0 {
		return nil
	}
	switch {
	case f.Op == OpExpire && hasOption(args, "NX"):
		return []Guard{{Kind: TTLMissing, Key: f.Keys[0]}}
	case f.Command == "DELIFEQ":
		return []Guard{{Kind: StoredEqual, Key: f.Keys[0], With: f.Value}}
	case f.Command == "SET" || f.Command == "DELEX":
		if v := optionValue(args, "IFEQ"); v != nil {
			return []Guard{{Kind: StoredEqual, Key: f.Keys[0], With: public(v)}}
		}
	}
	return nil
}

// hasOption reports whether a word stands behind key and value.
func hasOption(args []*val, word string) bool {
	return slices.ContainsFunc(args[min(2, len(args)):], func(v *val) bool {
		return v.kind == kConst && strings.EqualFold(v.text, word)
	})
}

// optionValue is the argument after a word, nil if there is none.
func optionValue(args []*val, word string) *val {
	for i := 1; i+1 < len(args); i++ {
		if args[i].kind == kConst && strings.EqualFold(args[i].text, word) {
			return args[i+1]
		}
	}
	return nil
}

// spreadTable replaces unpack(t) at the end by the elements of a list that is
// known.
func spreadTable(args []*val) []*val {
	n := len(args)
	if n == 0 || args[n-1].kind != kSpread || args[n-1].parts[0].kind != kTable {
		return args
	}
	list := args[n-1].parts[0]
	out := append(slices.Clone(args[:n-1]), list.parts...)
	if list.rest != nil {
		out = append(out, list.rest)
	}
	return out
}

func (in *interp) effect(name string, args []*val) Effect {
	f := Effect{Command: name, Op: OpOther}
	if len(args) > 0 && args[0].kind == kSpread {
		f.Keys = spreadKeys(args[0])
	} else if len(args) > 0 {
		f.Keys = []Value{public(args[0])}
	}
	if name == "SET" {
		setEffect(&f, args)
		return f
	}
	row, ok := commands[name]
	if !ok {
		return f
	}
	f.Op = row.op
	at := func(i int) Value {
		if i >= 0 && i < len(args) {
			return public(args[i])
		}
		return Value{}
	}
	f.Value, f.TTL, f.Field = at(row.value), at(row.ttl), at(row.field)
	if row.ttl >= 0 {
		f.Unit = row.unit
	}
	if n, err := strconv.Atoi(f.TTL.Text); f.Op == OpExpire && f.TTL.Kind == Const && err == nil && n <= 0 {
		f.Op, f.Unit = OpDelete, None // what expires at once is gone
	}
	if step, n := keyStep(name, row, len(args)); n > 1 {
		f.Keys = nil
		for i := 0; i < len(args) && len(f.Keys) < n; i += step {
			f.Keys = append(f.Keys, keysOf(args[i])...)
		}
	}
	return f
}

// keyStep is the distance of a command's keys, and how many they may be.
func keyStep(name string, row commandRow, args int) (step, n int) {
	switch name {
	case "MSET", "MSETNX":
		return 2, args
	case "RENAME", "RENAMENX", "RPOPLPUSH", "LMOVE", "SMOVE", "COPY":
		return 1, 2
	}
	if row.all {
		return 1, args
	}
	return 1, 1
}

func keysOf(v *val) []Value {
	if v.kind == kSpread {
		return spreadKeys(v)
	}
	return []Value{public(v)}
}

// spreadKeys are the keys of unpack(t).
func spreadKeys(s *val) []Value {
	t := s.parts[0]
	switch t.kind {
	case kKeys:
		return []Value{{Kind: Keys}}
	case kArgv:
		return []Value{{Kind: Argv}}
	}
	return []Value{{}}
}

// setEffect reads SET's options in any order.
func setEffect(f *Effect, args []*val) {
	f.Op = OpSet
	if len(args) > 1 {
		f.Value = public(args[1])
	}
	for i := 2; i < len(args); i++ {
		if args[i].kind != kConst {
			if f.Unit == None {
				f.Unit = Unsure
			}
			continue
		}
		switch strings.ToUpper(args[i].text) {
		case "NX":
			f.Op = OpSetAbsent
		case "XX":
			f.Op = OpSetPresent
		case "EX":
			f.Unit = Seconds
		case "PX":
			f.Unit = Milliseconds
		case "EXAT":
			f.Unit = UnixSeconds
		case "PXAT":
			f.Unit = UnixMilliseconds
		case "KEEPTTL":
			f.Unit = Unsure
			continue
		case "IFEQ", "IFNE", "IFDEQ", "IFDNE":
			i++ // the value it compares
			continue
		default:
			continue
		}
		if w := strings.ToUpper(args[i].text); w != "NX" && w != "XX" && i+1 < len(args) {
			f.TTL = public(args[i+1])
			i++
		}
	}
}
