package standalone

import (
	"go/scanner"
	"go/token"
)

// appendShape appends what the importers of a file's package see of the file:
// its tokens without comments, places and the bodies of functions. No body has
// a say in a type or a constant. Where the file does not scan, it is all of
// the file.
func appendShape(buf, src []byte) []byte {
	start := len(buf)
	broken := false
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, func(token.Position, string) { broken = true }, 0)
	depth := 0          // of parentheses, brackets and braces
	signature := false  // at depth 0, in what stands before a body
	prev := token.COMMA // the token before
	for {
		_, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		switch tok {
		case token.FUNC:
			signature = signature || depth == 0
		case token.LBRACE:
			if signature && depth == 0 && prev != token.STRUCT && prev != token.INTERFACE {
				skipBody(&s)
				signature = false
				prev = token.RBRACE
				continue
			}
			depth++
		case token.LPAREN, token.LBRACK:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth--
		case token.SEMICOLON:
			signature = signature && depth > 0
			lit = "" // written or not
		}
		prev = tok
		buf = append(buf, byte(tok))
		if tok.IsLiteral() {
			buf = append(append(buf, lit...), 0)
		}
	}
	if broken || depth != 0 {
		return append(buf[:start], src...)
	}
	return append(buf, 0)
}

// skipBody scans to the brace that closes the one just read.
func skipBody(s *scanner.Scanner) {
	for depth := 1; depth > 0; {
		switch _, tok, _ := s.Scan(); tok {
		case token.LBRACE:
			depth++
		case token.RBRACE:
			depth--
		case token.EOF:
			return // what is missing, the parser reports
		}
	}
}
