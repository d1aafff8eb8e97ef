package luascript

import "slices"

// Answers are the values with which the script answers when effect i happened
// or what it would do is so already, and those with which it answers when not.
// A value is a text as the client gets it, "nil", "error", or "?" if it is
// computed. A value that stands in both tells nothing.
func (r *Reading) Answers(i int) (done, not []string) {
	if i < 0 || i >= len(r.Effects) {
		return nil, nil
	}
	e := &r.Effects[i]
	for n := range r.Returns {
		x := &r.Returns[n]
		happened := slices.Contains(x.After, i)
		for _, guards := range x.paths {
			switch {
			case x.Value == "error":
				not = append(not, x.Value)
			case happened && x.Value == "reply" && x.Command == e.Command:
				yes, no := e.reply()
				done, not = append(done, yes), append(not, no)
			default:
				d, m := e.shows(happened, guards)
				if d {
					done = append(done, x.text())
				}
				if m {
					not = append(not, x.text())
				}
			}
		}
	}
	return distinct(done), distinct(not)
}

// shows says of a path whether the effect may have happened on it, and whether
// it may not.
func (e *Effect) shows(happened bool, guards []Guard) (done, not bool) {
	mine := slices.ContainsFunc(guards, e.ownerCompared)
	if !happened {
		held := mine && e.Op == OpSetAbsent
		return held, !held
	}
	if !e.contended() {
		return true, false
	}
	for _, g := range guards {
		switch {
		case g.Kind == Created && e.own(g):
			return true, false
		case g.Kind == NotCreated && e.own(g):
			return mine, !mine
		}
	}
	return true, true // nobody looked
}

// contended reports whether the command itself may find the key taken.
func (e *Effect) contended() bool {
	switch e.Command {
	case "SETNX", "MSETNX", "HSETNX":
		return true
	case "SET":
		return e.Op == OpSetAbsent && !e.somePath(e.absent)
	}
	return false
}

// reply is what the effect's own reply is when it happened and when not.
func (e *Effect) reply() (done, not string) {
	if e.Command == "SET" {
		return "OK", "nil"
	}
	return "1", "0"
}

// text is the answer as the client gets it.
func (x *Return) text() string {
	switch x.Value {
	case "true":
		return "1"
	case "false":
		return "nil"
	case "reply":
		return "?"
	}
	return x.Value
}

func distinct(vs []string) []string {
	slices.Sort(vs)
	return slices.Compact(vs)
}
