package metamorph

import (
	"go/ast"
	"go/token"
)

func invert(r *rewriting) {
	for _, f := range r.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			s, ok := n.(*ast.IfStmt)
			if !ok {
				return true
			}
			other, ok := s.Else.(*ast.BlockStmt)
			if !ok {
				return true
			}
			r.around(s.Cond, "!(", ")")
			r.replace(s.Body.Pos(), s.Body.End(), r.text(other))
			r.replace(other.Pos(), other.End(), r.text(s.Body))
			return false // what is inside has moved
		})
	}
}

// nest puts the statements after an if that leaves the block into its else.
func nest(r *rewriting) {
	for _, f := range r.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			if _, labelled := n.(*ast.LabeledStmt); labelled {
				return false
			}
			block, ok := n.(*ast.BlockStmt)
			if !ok {
				return true
			}
			for i, s := range block.List {
				early, ok := s.(*ast.IfStmt)
				if ok && early.Else == nil && early.Init == nil && leaves(early.Body) && i+1 < len(block.List) {
					r.replace(early.End(), early.End(), " else {")
					last := block.List[len(block.List)-1].End()
					r.replace(last, last, " }")
					break // one for each block: the rest is inside of it now
				}
			}
			return true
		})
	}
}

// leaves reports a block whose last statement leaves the function or the loop.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE || s.Tok == token.BREAK
	}
	return false
}

// wrap puts a call that is deferred or started into a literal. The arguments are
// worked out later then, so only those that nothing assigns to stay the same: see
// [settled].
func wrap(r *rewriting) {
	for _, f := range r.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			var call *ast.CallExpr
			switch n := n.(type) {
			case *ast.DeferStmt:
				call = n.Call
			case *ast.GoStmt:
				call = n.Call
			default:
				return true
			}
			if _, literal := call.Fun.(*ast.FuncLit); !literal && r.settled(call) {
				r.around(call, "func() { ", " }()")
			}
			return true
		})
	}
}

// settled reports a call whose arguments have no effect and are no calls: names
// and constants, fields of names, and a context's constructors.
func (r *rewriting) settled(call *ast.CallExpr) bool {
	if id, ok := call.Fun.(*ast.Ident); ok && (id.Name == "recover" || id.Name == "panic") {
		return false
	}
	for _, arg := range call.Args {
		ok := true
		ast.Inspect(arg, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if fn, isSel := n.Fun.(*ast.SelectorExpr); !isSel || r.text(fn.X) != "context" {
					ok = false
				}
			case *ast.UnaryExpr:
				ok = ok && n.Op != token.ARROW
			}
			return ok
		})
		if !ok {
			return false
		}
	}
	return true
}
