package luascript

import (
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
	"HGETALL": {OpRead, -1, -1, None, -1, false}, "MGET": {OpRead, -1, -1, None, -1, true}, "TYPE": {OpRead, -1, -1, None, -1, false},
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
	"RENAME": {OpWrite, -1, -1, None, -1, false}, "SETBIT": {OpWrite, -1, -1, None, -1, false},
	"INCR": {OpIncrement, -1, -1, None, -1, false}, "INCRBY": {OpIncrement, 1, -1, None, -1, false}, "DECR": {OpIncrement, -1, -1, None, -1, false},
	"DECRBY": {OpIncrement, 1, -1, None, -1, false}, "INCRBYFLOAT": {OpIncrement, 1, -1, None, -1, false},
	"HINCRBY": {OpIncrement, 2, -1, None, 1, false}, "HINCRBYFLOAT": {OpIncrement, 2, -1, None, 1, false}, "ZINCRBY": {OpIncrement, 1, -1, None, 2, false},
}

// command records what a redis.call does on a path.
func (in *interp) command(e *ast.FuncCallExpr, args []*val, p *path) *val {
	if len(args) == 0 || args[0].kind != kConst {
		in.computed = true
		return unknown
	}
	name := strings.ToUpper(args[0].text)
	args = args[1:]
	i, ok := in.index[e]
	if !ok {
		if len(in.effects) >= maxEffects {
			in.over = true
			return unknown
		}
		i = len(in.effects)
		in.index[e] = i
		in.effects = append(in.effects, Effect{})
	}
	f := in.effect(name, args)
	f.Line, f.paths, f.after = e.Line(), in.effects[i].paths, in.effects[i].after
	f.paths = append(f.paths, append([]Guard{}, p.guards...))
	done := map[int]bool{}
	for k := range p.done {
		done[k] = true
	}
	f.after = append(f.after, done)
	in.effects[i] = f
	p.done[i] = true
	r := &reply{command: name, effect: i, op: f.Op, field: f.Field}
	if len(f.Keys) > 0 {
		r.key = f.Keys[0]
	}
	return &val{kind: kReply, reply: r}
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
	if row.all {
		f.Keys = nil
		for _, a := range args {
			if a.kind == kSpread {
				f.Keys = append(f.Keys, spreadKeys(a)...)
			} else {
				f.Keys = append(f.Keys, public(a))
			}
		}
	}
	return f
}

// spreadKeys are the keys of unpack(t).
func spreadKeys(s *val) []Value {
	t := s.parts[0]
	switch t.kind {
	case kKeys:
		return []Value{{Kind: Keys}}
	case kTable:
		var out []Value
		for _, v := range t.parts {
			out = append(out, public(v))
		}
		return out
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
		default:
			continue
		}
		if w := strings.ToUpper(args[i].text); w != "NX" && w != "XX" && i+1 < len(args) {
			f.TTL = public(args[i+1])
			i++
		}
	}
}
