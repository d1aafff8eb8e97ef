package simulate

import "math/rand/v2"

// Generate makes the program of a seed.
func Generate(seed uint64) *Program {
	for try := uint64(0); ; try++ {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, try))}
		p := &Program{Seed: seed, Body: g.around(g.IntN(3))}
		if p.tidy() {
			return p
		}
	}
}

type generator struct {
	*rand.Rand
	ids int
}

func (g *generator) id() int { g.ids++; return g.ids }

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

// around is the lock in some control forms.
func (g *generator) around(depth int) []*Node {
	if depth == 0 {
		return []*Node{g.lock()}
	}
	n := g.form()
	n.Body = g.around(depth - 1)
	if g.chance(20) {
		n.Else = []*Node{{Op: Work}}
	}
	return []*Node{n}
}

func (g *generator) form() *Node {
	return &Node{Op: Block, Form: g.IntN(blockForms), ID: g.id()}
}

// lock makes a lock and the work under it. Most of what a lock can be done wrong
// is done right, so that one fault does not hide behind another.
func (g *generator) lock() *Node {
	s := &Spec{Client: g.IntN(clients), Guard: g.IntN(guards), Place: g.IntN(3), Loop: g.IntN(renewLoops)}
	if g.chance(40) {
		s.Via = g.IntN(vias)
	}
	if g.chance(40) {
		s.RelVia = g.IntN(vias)
	}
	switch g.IntN(10) {
	case 0:
		s.NoTTL = true
	case 1:
		s.NoTTL, s.Expire = true, ExpireAfter
	case 2:
		s.Expire = ExpireBefore
	case 3:
		s.NoTTL, s.Expire = true, ExpireBefore
	}
	switch g.IntN(8) {
	case 0:
		s.Check = CheckErr
	case 1:
		s.Check = CheckNone
	}
	if g.chance(50) {
		s.Release = 1 + g.IntN(4)
	}
	switch g.IntN(8) {
	case 0, 1:
		s.Ctx = CtxPlain
	case 2:
		s.Ctx = CtxDead
	case 3:
		s.Ctx = CtxAlive
	}
	s.Constant = g.chance(10)
	s.Blind = g.chance(15)
	s.Open = g.chance(15)
	if g.chance(50) {
		s.Renewer = 1 + g.IntN(renewers-1)
	}
	return &Node{Op: Lock, Lock: s, ID: g.id(), Body: g.body(2, nil)}
}

// body is what is done under the lock.
func (g *generator) body(depth int, reads []int) []*Node {
	var out []*Node
	for range 1 + g.IntN(3) {
		if depth > 0 && g.chance(35) {
			n := g.form()
			n.Body = g.body(depth-1, reads)
			if g.chance(40) {
				n.Else = g.body(depth-1, reads)
			}
			out = append(out, n)
			continue
		}
		n := g.leaf(reads)
		if n.Op == Read {
			reads = append(reads, n.ID)
			out = append(out, n, g.use(n.ID))
			continue
		}
		out = append(out, n)
	}
	return out
}

func (g *generator) leaf(reads []int) *Node {
	switch g.IntN(12) {
	case 0, 1:
		return &Node{Op: Read, ID: g.id()}
	case 2, 3, 4:
		if len(reads) > 0 && g.chance(60) {
			return g.use(reads[g.IntN(len(reads))])
		}
		n := &Node{Op: Write, Kind: g.IntN(writeKinds)}
		if conditional(n.Kind) {
			n.Form = g.answer()
		}
		return n
	case 5, 6:
		return &Node{Op: Renew, Kind: g.IntN(renewKinds)}
	case 7:
		return &Node{Op: Look}
	case 8:
		return &Node{Op: Return, Kind: g.IntN(2)}
	case 9:
		return &Node{Op: Leave, Kind: g.IntN(2)}
	case 10:
		return &Node{Op: Panic}
	}
	return &Node{Op: Work}
}

// use is a write of what was read.
func (g *generator) use(id int) *Node {
	if g.chance(35) {
		return &Node{Op: Write, Kind: Modify, Ref: id}
	}
	return &Node{Op: Write, Kind: Versioned, Ref: id, Form: g.answer()}
}

// answer is how the answer of a conditional write is asked: three in four are.
func (g *generator) answer() int {
	if g.chance(25) {
		return Unasked
	}
	return 1 + g.IntN(answerForms-1)
}
