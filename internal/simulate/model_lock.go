package simulate

// lock takes the lock, does the body and releases, in the order of the Go code.
func (k *worker) lock(n *Node, e *env) ctl {
	s := n.Lock
	h := &held{spec: s}
	inner := *e
	inner.held = h
	var cancel *context
	if s.Ctx == CtxDead || s.Ctx == CtxAlive {
		cancel = &context{parent: e.ctx}
		inner.ctx = cancel
	}
	if s.Client == Etcd {
		k.step()
		if inner.ctx.cancelled() {
			return ctl{kind: returns, err: true}
		}
		h.session = &session{}
		k.sessions = append(k.sessions, h.session)
		if !s.Open {
			e.fn.deferred = append(e.fn.deferred, func() { h.session.closed = true })
		}
	}
	if !k.acquire(n, h, inner.ctx) {
		return ctl{kind: returns, err: true}
	}
	if s.Ctx == CtxAlive {
		e.fn.deferred = append(e.fn.deferred, func() { cancel.done = true })
	}
	releaseCtx := inner.ctx
	if s.Ctx == CtxDetached {
		releaseCtx = &context{}
	}
	if s.Place != AtEnd && s.Release != NoRelease {
		e.fn.deferred = append(e.fn.deferred, func() { k.release(h, releaseCtx) })
	}
	if s.Ctx == CtxDead {
		e.fn.deferred = append(e.fn.deferred, func() { cancel.done = true })
	}
	if s.Renewer != NoRenewer {
		c := &context{parent: inner.ctx}
		inner.ctx = c
		e.fn.deferred = append(e.fn.deferred, func() { c.done = true })
		k.beside = append(k.beside, &beside{node: n, held: h, ctx: c})
	}
	c := k.list(n.Body, inner)
	if c.kind != goesOn {
		return c
	}
	if s.Place == AtEnd {
		if s.Release != NoRelease {
			k.release(h, releaseCtx)
		}
		return on
	}
	e.held = h
	return on
}

// acquire reports whether the program goes on.
func (k *worker) acquire(n *Node, h *held, ctx *context) bool {
	s := h.spec
	k.owners++
	h.owner = k.name*100 + k.owners
	if s.Constant {
		h.owner = 7
	}
	k.step()
	if s.Client == Etcd {
		for k.holder() != nil && k.site.node != n && !ctx.cancelled() {
			k.blocked = true
			k.step()
		}
	}
	got, err := k.grant(n, h, ctx)
	if !got {
		k.refused = true
	}
	if s.Expire == ExpireBefore && !err {
		k.expire(h, ctx)
	}
	switch {
	case s.Check == CheckAll && !got, s.Check == CheckErr && err:
		return false
	}
	if s.Expire == ExpireAfter {
		k.expire(h, ctx)
	}
	return true
}

// grant asks the lock service.
func (k *worker) grant(n *Node, h *held, ctx *context) (got, err bool) {
	s := h.spec
	if ctx.cancelled() {
		return false, true
	}
	if k.forced(site{n, false}) || k.holder() != nil {
		return false, s.Client == Etcd
	}
	if h.session != nil && h.session.dead {
		return false, true
	}
	k.granted++
	k.gen = k.granted
	k.lastRead = -1
	h.granted, h.token = true, k.gen
	k.key = &entry{owner: h.owner, gen: k.gen, lease: h.session}
	if s.Client != Etcd && !s.NoTTL {
		k.key.expires = k.now + ttl
	}
	return true, false
}

// expire is the second command, which gives the key its expiry.
func (k *worker) expire(h *held, ctx *context) {
	k.step()
	if ctx.cancelled() {
		return
	}
	k.seen.expires = true
	e := k.holder()
	if e == nil {
		return
	}
	if !h.granted && e.gen != k.gen {
		k.seen.RefusedProlongs = true
	}
	e.expires = k.now + ttl
}

// release frees the key as the program does it.
func (k *worker) release(h *held, ctx *context) {
	s := h.spec
	match := true
	k.step()
	if s.Release == GetDelete {
		e := k.holder()
		match = e != nil && e.owner == h.owner && !ctx.cancelled()
		k.step()
	}
	if ctx.cancelled() && h.granted && k.gen > 0 {
		k.seen.DeadRelease = true
	}
	if ctx.cancelled() || k.keep {
		k.gen = 0
		return
	}
	e := k.holder()
	if s.Release == Compare {
		match = e != nil && e.owner == h.owner && (s.Client != Etcd || e.lease == h.session)
	}
	if e != nil && match {
		if e.gen != k.gen {
			k.seen.FreedOther = true
		}
		k.key = nil
	}
	k.gen = 0
}
