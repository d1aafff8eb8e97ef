package sqltext

import "strings"

// advisoryFunc says what an advisory lock function does.
type advisoryFunc struct {
	op      AdvisoryOp
	session bool
	shared  bool
	timeout int // index of the argument that bounds the waiting, 0 if none
}

var advisoryFuncs = map[string]advisoryFunc{
	"pg_advisory_lock":                 {op: AdvisoryLock, session: true},
	"pg_advisory_lock_shared":          {op: AdvisoryLock, session: true, shared: true},
	"pg_advisory_xact_lock":            {op: AdvisoryLock},
	"pg_advisory_xact_lock_shared":     {op: AdvisoryLock, shared: true},
	"pg_try_advisory_lock":             {op: AdvisoryTry, session: true},
	"pg_try_advisory_lock_shared":      {op: AdvisoryTry, session: true, shared: true},
	"pg_try_advisory_xact_lock":        {op: AdvisoryTry},
	"pg_try_advisory_xact_lock_shared": {op: AdvisoryTry, shared: true},
	"pg_advisory_unlock":               {op: AdvisoryUnlock, session: true},
	"pg_advisory_unlock_shared":        {op: AdvisoryUnlock, session: true, shared: true},
	"pg_advisory_unlock_all":           {op: AdvisoryUnlock, session: true},
	"get_lock":                         {op: AdvisoryTry, session: true, timeout: 1},
	"release_lock":                     {op: AdvisoryUnlock, session: true},
	"release_all_locks":                {op: AdvisoryUnlock, session: true},
	"sp_getapplock":                    {op: AdvisoryLock},
	"sp_releaseapplock":                {op: AdvisoryUnlock},
	"dbms_lock.request":                {op: AdvisoryTry, session: true},
	"dbms_lock.release":                {op: AdvisoryUnlock, session: true},
}

// advisoryName returns the function of advisoryFuncs that a name means, "" if none.
func (r *reader) advisoryName(parts []string) string {
	n := len(parts)
	short := parts[n-1]
	if n > 1 && parts[n-2] == "dbms_lock" {
		short = "dbms_lock." + short
	}
	if _, ok := advisoryFuncs[short]; ok {
		return short
	}
	return ""
}

// advisories finds the calls of advisory lock functions in a range, at any
// depth.
func (r *reader) advisories(lo, hi int) []Advisory {
	var out []Advisory
	if r.is(lo, hi, "CREATE") || r.is(lo, hi, "ALTER") || r.is(lo, hi, "GRANT") || r.is(lo, hi, "REVOKE") {
		return nil // defined here, run elsewhere
	}
	for i := lo; i < hi; i++ {
		t := &r.toks[i]
		if t.kind == tokDollar && r.is(lo, hi, "DO") {
			out = append(out, r.inBody(t.body)...)
			continue
		}
		if t.kind != tokWord && t.kind != tokQuoted {
			continue
		}
		name := t.body
		if r.isDotted(i) && i >= 2 && r.toks[i-2].kw == "DBMS_LOCK" {
			name = "dbms_lock." + name
		}
		f, ok := advisoryFuncs[name]
		if !ok {
			continue
		}
		if a, ok := r.advisory(name, f, i+1, hi); ok {
			out = append(out, a)
			i = r.callEnd(name, i+1, hi) - 1 // what stands inside is read
		}
	}
	return out
}

// inBody searches the body of a DO block.
func (r *reader) inBody(body string) []Advisory {
	if !r.enter() {
		r.leave()
		return nil
	}
	defer r.leave()
	toks, ok := lex(body)
	if !ok {
		return nil
	}
	in := newReader(body, toks)
	in.depth = r.depth
	if !in.sound(0, len(toks)) {
		return nil
	}
	return in.advisories(0, len(toks))
}

func (r *reader) advisory(name string, f advisoryFunc, i, hi int) (Advisory, bool) {
	a := Advisory{Func: name, Op: f.op, Session: f.session, Shared: f.shared}
	if strings.HasPrefix(name, "sp_") {
		return r.appLock(a, i, hi), true
	}
	if !r.sym(i, hi, "(") {
		return a, false
	}
	a.Args = r.list(i+1, r.match[i])
	switch {
	case len(a.Args) == 0:
		a.Key = Expr{}
	case len(a.Args) == 2 && strings.HasPrefix(name, "pg_"):
		a.Key = Expr{Text: r.text(i+1, r.match[i]), Args: a.Args}
	default:
		a.Key = a.Args[0]
	}
	if f.timeout > 0 && len(a.Args) > f.timeout && isNegative(a.Args[f.timeout]) {
		a.Op = AdvisoryLock
	}
	if name == "dbms_lock.request" && len(a.Args) > 3 && strings.EqualFold(a.Args[3].Text, "TRUE") {
		a.Session = false
	}
	return a, true
}

func isNegative(e Expr) bool {
	return e.Kind == ExprConst && strings.HasPrefix(strings.TrimSpace(strings.Trim(e.Text, "'")), "-")
}

// callEnd returns the index after the arguments of an advisory lock function.
func (r *reader) callEnd(name string, i, hi int) int {
	if strings.HasPrefix(name, "sp_") && !r.sym(i, hi, "(") {
		return max(i, min(hi, r.clauseEnd(i, hi)))
	}
	return min(hi, r.after(i))
}

// appLock reads the arguments of sp_getapplock: by name or by position.
func (r *reader) appLock(a Advisory, i, hi int) Advisory {
	end := r.callEnd(a.Func, i, hi)
	if r.sym(i, hi, "(") {
		i, end = i+1, end-1
	}
	names := []string{"resource", "lockmode", "lockowner", "locktimeout", "dbprincipal"}
	if a.Func == "sp_releaseapplock" {
		names = []string{"resource", "lockowner", "dbprincipal"}
	}
	a.Key = Expr{Kind: ExprHole}
	if i >= end {
		a.Key = Expr{Kind: ExprParam, Param: -1, Name: "Resource"}
	}
	for k, p := range r.split(i, end) {
		name := ""
		if k < len(names) {
			name = names[k]
		}
		lo := p[0]
		if lo+2 < p[1] && r.toks[lo].kind == tokParam && r.sym(lo+1, p[1], "=") {
			name = strings.ToLower(r.toks[lo].body)
			lo += 2
		}
		if lo >= p[1] {
			continue
		}
		v := r.expr(lo, p[1])
		a.Args = append(a.Args, v)
		switch name {
		case "resource":
			a.Key = v
		case "lockmode":
			a.Shared = strings.Contains(strings.ToLower(v.Text), "shared")
		case "lockowner":
			a.Session = strings.EqualFold(strings.Trim(v.Text, "'"), "session")
			if v.Kind != ExprConst {
				a.Session = false
			}
		case "locktimeout":
			if !isNegative(v) {
				a.Op = AdvisoryTry
			}
		}
	}
	return a
}

// Called completes an application lock that is called by its procedure's name alone:
// its arguments are those of the Go call, by their names.
func (a Advisory) Called(arg func(name string) (text string, ok bool)) Advisory {
	if len(a.Args) > 0 || !strings.HasPrefix(a.Func, "sp_") {
		return a
	}
	if owner, ok := arg("LockOwner"); ok {
		a.Session = strings.EqualFold(owner, "session")
	}
	if timeout, ok := arg("LockTimeout"); ok && a.Op == AdvisoryLock && !strings.HasPrefix(timeout, "-") {
		a.Op = AdvisoryTry
	}
	return a
}

// callStmt reads CALL, EXEC and EXECUTE.
func (r *reader) callStmt(s *Statement, i, hi int) {
	s.Kind = Call
	if i+1 < hi && r.toks[i].kind == tokParam && r.sym(i+1, hi, "=") {
		i += 2
	}
	if i >= hi || !r.isName(i, hi) {
		s.Partial = true
		return
	}
	parts, known, _ := r.name(i, hi)
	if known {
		s.Name = strings.Join(parts, ".")
	}
}
