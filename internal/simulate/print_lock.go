package simulate

import (
	"fmt"
	"strings"
)

// lock prints the acquire, the body and the release.
func (pr *printer) lock(n *Node, e *env2) {
	s, i := n.Lock, n.ID
	inner := *e
	inner.lock, inner.id = s, i
	if s.Ctx == CtxDead || s.Ctx == CtxAlive {
		inner.ctx = pr.declare(fmt.Sprintf("ctx%d", i), "context.Context")
		pr.p("%s, cancel%d := context.WithCancel(%s)", inner.ctx, i, e.ctx)
	}
	pr.prepare(s, i, inner)
	after := func() {
		if s.Ctx == CtxAlive {
			pr.p("defer cancel%d()", i)
		}
		if s.Place != AtEnd && s.Release != NoRelease {
			pr.deferred(s, i, inner.ctx)
		}
		if s.Ctx == CtxDead {
			pr.p("defer cancel%d()", i)
		}
		body := inner
		if s.Renewer != NoRenewer {
			body.ctx = pr.renewer(s, i, inner.ctx)
		}
		pr.list(n.Body, body)
		if s.Place == AtEnd && s.Release != NoRelease {
			pr.release(s, i, inner.ctx)
		}
	}
	pr.acquire(s, i, inner, after)
	if s.Guard != Nested && s.Place != AtEnd {
		e.lock, e.id = s, i
	}
}

// prepare prints what comes before the acquire.
func (pr *printer) prepare(s *Spec, i int, e env2) {
	switch s.Client {
	case GoRedis:
		owner := pr.declare(fmt.Sprintf("owner%d", i), "string")
		value := "uuid.NewString()"
		if s.Constant {
			value = `"billing"`
		}
		pr.p("%s := %s", owner, value)
		if s.Release != Compare && s.Release != GetDelete && (s.Renewer == NoRenewer || s.Blind) {
			pr.p("_ = %s", owner)
		}
	case Etcd:
		pr.declare(fmt.Sprintf("session%d", i), "*concurrency.Session")
		pr.declare(fmt.Sprintf("mu%d", i), "*concurrency.Mutex")
		pr.p("session%d, err := concurrency.NewSession(w.cli, concurrency.WithTTL(30))\nif err != nil {\n%s\n}", i, e.fails("err"))
		if !s.Open {
			pr.p("defer session%d.Close()", i)
		}
		pr.p("mu%d := concurrency.NewMutex(session%d, \"/locks/\"+key)", i, i)
	case Redislock:
		pr.declare(fmt.Sprintf("lock%d", i), "*redislock.Lock")
	}
}

// asks is the call that acquires and the result that it gives.
func (pr *printer) asks(s *Spec, i int, ctx string) (call, result string) {
	switch s.Client {
	case Redislock:
		opt := "nil"
		if s.Constant {
			opt = `&redislock.Options{Token: "billing-service-01"}`
		}
		return fmt.Sprintf("w.locks.Obtain(%s, key, 30*time.Second, %s)", ctx, opt), "(*redislock.Lock, error)"
	case Etcd:
		return fmt.Sprintf("mu%d.Lock(%s)", i, ctx), "error"
	}
	life := "30*time.Second"
	if s.NoTTL {
		life = "0"
	}
	return fmt.Sprintf("w.rdb.SetNX(%s, key, owner%d, %s).Result()", ctx, i, life), "(bool, error)"
}

// via makes the call through a function, method, literal or another package.
func (pr *printer) via(how int, name, call, result string) string {
	n := pr.next()
	if result == "" {
		how = Inline
	}
	switch how {
	case ViaFunc, ViaMethod, ViaPackage:
		body := "return " + call + "\n"
		params := pr.params(body)
		list := func(skip string, f func(v string) string) string {
			var out []string
			for _, v := range params {
				if v != skip {
					out = append(out, f(v))
				}
			}
			return strings.Join(out, ", ")
		}
		typed := func(v string) string { return v + " " + pr.types[v] }
		plain := func(v string) string { return v }
		if how == ViaFunc {
			pr.helpers = append(pr.helpers, fmt.Sprintf("func %s%d(%s) %s {\n%s}\n", name, n, list("", typed), result, body))
			return fmt.Sprintf("%s%d(%s)", name, n, list("", plain))
		}
		if how == ViaMethod {
			pr.helpers = append(pr.helpers, fmt.Sprintf("func (w *worker) %s%d(%s) %s {\n%s}\n", name, n, list("w", typed), result, body))
			return fmt.Sprintf("w.%s%d(%s)", name, n, list("w", plain))
		}
		text := field.ReplaceAllString(body, "$1")
		head, args := list("w", typed), list("w", plain)
		if m := field.FindStringSubmatch(body); m != nil {
			head += ", " + m[1] + " " + fieldTypes[m[1]]
			args += ", w." + m[1]
		}
		exported := strings.ToUpper(name[:1]) + name[1:]
		pr.other = append(pr.other, fmt.Sprintf("func %s%d(%s) %s {\n%s}\n", exported, n, strings.TrimPrefix(head, ", "), result, text))
		return fmt.Sprintf("sub.%s%d(%s)", exported, n, strings.TrimPrefix(args, ", "))
	case ViaClosure:
		return fmt.Sprintf("func() %s { return %s }()", result, call)
	}
	return call
}

// The spellings of the check after an acquire.
const (
	TwoIfs = iota
	OneIf
	OneSwitch
	Nested
)

func (pr *printer) acquire(s *Spec, i int, e env2, after func()) {
	call, result := pr.asks(s, i, e.ctx)
	call = pr.via(s.Via, "take", call, result)
	switch s.Client {
	case GoRedis:
		pr.acquireKey(s, i, call, e, after)
	case Redislock:
		pr.acquireLock(s, i, call, e, after)
	case Etcd:
		pr.acquireMutex(s, call, e, after)
	}
}

func (pr *printer) acquireKey(s *Spec, i int, call string, e env2, after func()) {
	ok := fmt.Sprintf("ok%d", i)
	expire := fmt.Sprintf("if err := w.rdb.Expire(%s, key, 30*time.Second).Err(); err != nil {\n%s\n}", e.ctx, e.fails("err"))
	blind := fmt.Sprintf("w.rdb.Expire(%s, key, 30*time.Second)", e.ctx)
	rest := func() {
		if s.Expire == ExpireAfter {
			pr.p("%s", expire)
		}
		after()
	}
	switch {
	case s.Check == CheckNone:
		pr.p("_, _ = %s", call)
		if s.Expire == ExpireBefore {
			pr.p("%s", blind)
		}
		rest()
		return
	case s.Check == CheckErr:
		pr.p("if _, err := %s; err != nil {\n%s\n}", call, e.fails("err"))
		if s.Expire == ExpireBefore {
			pr.p("%s", blind)
		}
		rest()
		return
	case s.Expire == ExpireBefore:
		pr.p("%s, err := %s\nif err != nil {\n%s\n}\n%s\nif !%s {\n%s\n}", ok, call, e.fails("err"), blind, ok, e.fails("errBusy"))
		rest()
		return
	case s.Guard == Nested:
		pr.p("if %s, err := %s; err == nil && %s {", ok, call, ok)
		rest()
		pr.p("} else {\n%s\n}", e.fails("errors.Join(err, errBusy)"))
		return
	}
	pr.p("%s, err := %s", ok, call)
	switch s.Guard {
	case OneIf:
		pr.p("if err != nil || !%s {\n%s\n}", ok, e.fails("errors.Join(err, errBusy)"))
	case OneSwitch:
		pr.p("switch {\ncase err != nil:\n%s\ncase !%s:\n%s\n}", e.fails("err"), ok, e.fails("errBusy"))
	default:
		pr.p("if err != nil {\n%s\n}\nif !%s {\n%s\n}", e.fails("err"), ok, e.fails("errBusy"))
	}
	rest()
}

func (pr *printer) acquireLock(s *Spec, i int, call string, e env2, after func()) {
	lock := fmt.Sprintf("lock%d", i)
	switch {
	case s.Check == CheckNone:
		pr.p("%s, _ := %s\n_ = %s", lock, call, lock)
	case s.Check == CheckErr:
		pr.p("%s, err := %s\nif err != nil && !errors.Is(err, redislock.ErrNotObtained) {\n%s\n}\n_ = %s", lock, call, e.fails("err"), lock)
	case s.Guard == Nested:
		pr.p("if %s, err := %s; err == nil {\n_ = %s", lock, call, lock)
		after()
		pr.p("} else {\n%s\n}", e.fails("err"))
		return
	case s.Guard == OneSwitch:
		pr.p("%s, err := %s\nswitch {\ncase errors.Is(err, redislock.ErrNotObtained):\n%s\ncase err != nil:\n%s\n}\n_ = %s", lock, call, e.fails("errBusy"), e.fails("err"), lock)
	default:
		pr.p("%s, err := %s\nif err != nil {\n%s\n}\n_ = %s", lock, call, e.fails("err"), lock)
	}
	after()
}

func (pr *printer) acquireMutex(s *Spec, call string, e env2, after func()) {
	switch {
	case s.Check == CheckNone:
		pr.p("_ = %s", call)
	case s.Guard == Nested:
		pr.p("if err := %s; err == nil {", call)
		after()
		pr.p("} else {\n%s\n}", e.fails("err"))
		return
	case s.Guard == OneIf:
		pr.p("err = %s\nif err != nil {\n%s\n}", call, e.fails("err"))
	default:
		pr.p("if err := %s; err != nil {\n%s\n}", call, e.fails("err"))
	}
	after()
}

// releases is the call that releases.
func (pr *printer) releases(s *Spec, i int, ctx string) string {
	if s.Ctx == CtxDetached {
		ctx = "context.WithoutCancel(" + ctx + ")"
	}
	switch {
	case s.Client == Redislock:
		return fmt.Sprintf("lock%d.Release(%s)", i, ctx)
	case s.Client == Etcd:
		return fmt.Sprintf("mu%d.Unlock(%s)", i, ctx)
	case s.Release == Compare:
		return fmt.Sprintf("unlock.Run(%s, w.rdb, []string{key}, owner%d).Err()", ctx, i)
	case s.Release == BareScript:
		return fmt.Sprintf("w.rdb.Eval(%s, `return redis.call(\"DEL\", KEYS[1])`, []string{key}).Err()", ctx)
	}
	return fmt.Sprintf("w.rdb.Del(%s, key).Err()", ctx)
}

// deferred prints a release that is deferred.
func (pr *printer) deferred(s *Spec, i int, ctx string) {
	call := pr.releases(s, i, ctx)
	if s.Place == DeferCall && s.Release != GetDelete && s.RelVia == Inline {
		pr.p("defer %s", strings.TrimSuffix(call, ".Err()")) // with .Err it would run at once
		return
	}
	call = pr.via(s.RelVia, "free", call, "error")
	if s.Place == DeferCall && s.Release != GetDelete {
		pr.p("defer %s", call)
		return
	}
	pr.p("defer func() {")
	pr.releaseCall(s, i, ctx, call)
	pr.p("}()")
}

func (pr *printer) release(s *Spec, i int, ctx string) {
	pr.releaseCall(s, i, ctx, pr.via(s.RelVia, "free", pr.releases(s, i, ctx), "error"))
}

func (pr *printer) releaseCall(s *Spec, i int, ctx, call string) {
	if s.Release == GetDelete {
		if s.Ctx == CtxDetached {
			ctx = "context.WithoutCancel(" + ctx + ")"
		}
		pr.p("if w.rdb.Get(%s, key).Val() == owner%d {\n_ = %s\n}", ctx, i, call)
		return
	}
	pr.p("if err := %s; err != nil {\nlog.Print(err)\n}", call)
}

// renews is a renewal: the call alone, the statement before the question whether
// it failed, and that question.
func (pr *printer) renews(s *Spec, i int, ctx string) (call, before, failed string) {
	switch {
	case s.Client == Redislock:
		call = fmt.Sprintf("lock%d.Refresh(%s, 30*time.Second, nil)", i, ctx)
		return call, "err := " + call, "err != nil"
	case s.Blind:
		call = fmt.Sprintf("w.rdb.Expire(%s, key, 30*time.Second).Result()", ctx)
		return call, "still, err := " + call, "err != nil || !still"
	}
	call = fmt.Sprintf("extend.Run(%s, w.rdb, []string{key}, owner%d, 30_000).Int()", ctx, i)
	return call, "still, err := " + call, "err != nil || still == 0"
}

// renew prints a renewal between two steps.
func (pr *printer) renew(n *Node, e env2) {
	call, before, failed := pr.renews(e.lock, e.id, e.ctx)
	blank := "_ = "
	if e.lock.Client == GoRedis {
		blank = "_, _ = "
	}
	switch n.Kind {
	case DropIt:
		pr.p("%s%s", blank, call)
	case LogIt:
		pr.p("if %s; %s {\nlog.Print(\"renewal failed\", err)\n}", before, failed)
	default:
		pr.p("if %s; %s {\n%s\n}", before, failed, e.fails("errors.Join(err, errLost)"))
	}
}

// renewer prints what runs beside the work and returns the work's context.
func (pr *printer) renewer(s *Spec, i int, ctx string) string {
	work := pr.declare(fmt.Sprintf("work%dctx", i), "context.Context")
	pr.p("%s, cancelWork%d := context.WithCancel(%s)\ndefer cancelWork%d()\n_ = %s", work, i, ctx, i, work)
	if s.Client == Etcd {
		pr.p("go func() {\nselect {\ncase <-session%d.Done():\ncancelWork%d()\ncase <-%s.Done():\n}\n}()", i, i, work)
		return work
	}
	if s.Renewer == CloseLost {
		pr.declare(fmt.Sprintf("lost%d", i), "chan struct{}")
		pr.p("lost%d := make(chan struct{})", i)
	}
	pr.p("go func() {")
	beat := pr.into(func() { pr.beat(s, i, work) })
	switch {
	case s.Renewer == Endless:
		pr.p("for {\ntime.Sleep(10 * time.Second)\n%s}", beat)
	case s.Loop == 1:
		pr.p("for %s.Err() == nil {\ntime.Sleep(10 * time.Second)\n%s}", work, beat)
	case s.Loop == 2:
		pr.p("for {\nselect {\ncase <-%s.Done():\nreturn\ncase <-time.After(10 * time.Second):\n}\n%s}", work, beat)
	default:
		pr.p("tick := time.NewTicker(10 * time.Second)\ndefer tick.Stop()\nfor {\nselect {\ncase <-%s.Done():\nreturn\ncase <-tick.C:\n%s}\n}", work, beat)
	}
	pr.p("}()")
	return work
}

// beat prints one renewal of a renewer.
func (pr *printer) beat(s *Spec, i int, work string) {
	ctx := work
	if s.Renewer == Endless {
		ctx = "context.Background()"
	}
	call, before, failed := pr.renews(s, i, ctx)
	reaction := ""
	switch s.Renewer {
	case DropRenewal:
		if s.Client == GoRedis {
			pr.p("_, _ = %s", call)
		} else {
			pr.p("_ = %s", call)
		}
		return
	case LogRenewal:
		reaction = "log.Print(\"renewal failed\", err)"
	case StopRenewal:
		reaction = "return"
	case CancelWork, Endless:
		reaction = fmt.Sprintf("cancelWork%d()\nreturn", i)
	case CloseLost:
		reaction = fmt.Sprintf("close(lost%d)\nreturn", i)
	}
	pr.p("if %s; %s {\n%s\n}", before, failed, reaction)
}
