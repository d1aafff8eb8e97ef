package simulate

// Smaller are the programs that are one step plainer than p, the boldest steps
// first.
func (p *Program) Smaller() []*Program {
	var out []*Program
	add := func(change func(q *Program)) {
		q := p.clone()
		change(q)
		if q.tidy() && q.size() < p.size() {
			out = append(out, q)
		}
	}
	count := 0
	walk(p.Body, func(*Node) { count++ })
	for i := range count {
		add(func(q *Program) { q.Body = replace(q.Body, i, func(*Node) []*Node { return nil }) })
		add(func(q *Program) { q.Body = replace(q.Body, i, func(n *Node) []*Node { return n.Body }) })
		add(func(q *Program) { q.Body = replace(q.Body, i, func(n *Node) []*Node { return n.Else }) })
	}
	for i := range count {
		add(func(q *Program) { q.at(i).Form = 0 })
		add(func(q *Program) { q.at(i).Kind = 0 })
		add(func(q *Program) { q.at(i).Else = nil })
		s := p.at(i).Lock
		if s == nil {
			continue
		}
		for f := range s.fields() {
			add(func(q *Program) { *q.at(i).Lock.fields()[f] = 0 })
		}
		for f := range s.flags() {
			add(func(q *Program) { *q.at(i).Lock.flags()[f] = false })
		}
	}
	return out
}

// at is the nth node of the tree.
func (p *Program) at(n int) *Node {
	var out *Node
	i := 0
	walk(p.Body, func(x *Node) {
		if i == n {
			out = x
		}
		i++
	})
	return out
}

// replace puts other nodes into the place of the nth.
func replace(nodes []*Node, n int, by func(*Node) []*Node) []*Node {
	i := 0
	var list func([]*Node) []*Node
	list = func(nodes []*Node) []*Node {
		var out []*Node
		for _, x := range nodes {
			this := i
			i++
			body, other := list(x.Body), list(x.Else)
			if this == n {
				out = append(out, by(x)...)
				continue
			}
			x.Body, x.Else = body, other
			out = append(out, x)
		}
		return out
	}
	return list(nodes)
}
