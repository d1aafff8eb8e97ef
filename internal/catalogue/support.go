package catalogue

import (
	"slices"
	"strings"
)

// supportRules are the rules in the order of the table's columns, each with
// the question whether a row gives it something to report.
var supportRules = []struct {
	name string
	asks func(*Row) bool
}{
	{"setnxexpire", (*Row).mayNeverExpire},
	{"plaindel", (*Row).mayFree},
	{"unfenced", (*Row).mayWriteStale},
	{"nolost", (*Row).mayBeLost},
}

// The roles that give each rule something to report. A row whose Text says what
// it does (a command, a script, a statement) may be any of them.
var (
	takingRoles    = []Role{Acquire, SetAbsent, Command, Eval}
	freeingRoles   = []Role{Release, Delete, CompareDelete, Command, Eval, SQLExec}
	writingRoles   = []Role{Write, CondWrite, Put, PutPresent, Adjust, Send, SQLExec}
	prolongedRoles = []Role{Extend, Expire, CompareExpire, NewSession, LossSignal, SQLExec}
)

// mayNeverExpire: keys are created here, or a lease's length is a
// time.Duration that may lack its unit. An etcd transaction creates keys. The
// length of a lease that runs a callback is not looked at.
func (r *Row) mayNeverExpire() bool {
	switch r.Role {
	case SetAbsent, Command, Eval:
		return true
	case NewLock, Acquire:
		return r.TTL != "" && r.Unit == Duration && r.Callback == ""
	case CondWrite:
		return r.Cond == "step:If"
	}
	return false
}

func (r *Row) mayFree() bool { return slices.Contains(freeingRoles, r.Role) }

// mayWriteStale: a lock is taken, or a shared store is written.
func (r *Row) mayWriteStale() bool {
	return r.Role == RunLocked || slices.Contains(takingRoles, r.Role) || slices.Contains(writingRoles, r.Role)
}

// mayBeLost: a call that runs the work itself tells of the loss by a callback,
// or not at all.
func (r *Row) mayBeLost() bool {
	if r.Role == RunLocked {
		return r.Lost != ""
	}
	return slices.Contains(takingRoles, r.Role) || slices.Contains(prolongedRoles, r.Role)
}

// SupportTable is a table of the clients and of the rules that have something
// to report about them, in Markdown. Clients that no rule reports about, such
// as tables of values, are left out.
func SupportTable() string {
	var b strings.Builder
	b.WriteString("| client | system |")
	for _, rule := range supportRules {
		b.WriteString(" " + rule.name + " |")
	}
	b.WriteString("\n| --- | --- |" + strings.Repeat(" --- |", len(supportRules)) + "\n")
	for _, l := range libraries {
		if cells, some := l.support(); l.Anchor && some {
			b.WriteString("| " + l.Name + " | " + string(l.Kind) + " |" + cells + "\n")
		}
	}
	return b.String()
}

// support is the library's cells, and whether any of them says yes. The
// commands of a builder are spelt by its chains, so they need no rows.
func (l *Library) support() (cells string, some bool) {
	for _, rule := range supportRules {
		has := l.Builder != ""
		for i := range l.Rows {
			has = has || rule.asks(&l.Rows[i])
		}
		if has {
			cells, some = cells+" yes |", true
		} else {
			cells += " – |"
		}
	}
	return cells, some
}
