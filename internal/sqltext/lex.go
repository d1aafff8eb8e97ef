package sqltext

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// hole stands for text that the analyzer does not know.
const hole = '\uFFFC'

type tokenKind uint8

const (
	tokBad    tokenKind = iota // unterminated, NUL, invalid UTF-8
	tokWord                    // identifier or keyword, not quoted
	tokQuoted                  // quoted identifier
	tokString                  // string literal; body is its content
	tokDollar                  // dollar-quoted literal; body is its content
	tokNumber
	tokParam
	tokHole
	tokOp
	tokPunct // ( ) [ ] , ; .
)

type token struct {
	kind       tokenKind
	text       string // as written
	body       string // identifier without quotes, content of a literal, name of a parameter
	kw         string // upper case, of a tokWord
	start, end int
	param      int  // of a tokParam: index of the Go argument, -1 where it has a name only
	partial    bool // an identifier or literal with a hole inside
}

// A lexer turns text into tokens. It knows no dialect: where dialects read the
// same characters in different ways, the neighbourhood decides.
type lexer struct {
	src     string
	pos     int
	toks    []token
	escapes bool // a backslash escapes in every string, not in E'' alone

	ambiguous   bool // a backslash stands before a quote
	nestDead    bool // a nested comment was tried and did not end
	version     bool // inside /*! … */
	zeroBased   bool // ?0 occurs: ?n counts from zero
	dollars     bool // $1 occurs: ? is an operator
	otherParams bool // a placeholder other than a formatting verb occurs
}

// lex reads text once, and a second time with the other meaning of the
// backslash where the two differ. ok is false if nothing tells them apart.
func lex(text string) (toks []token, ok bool) {
	l := lexer{src: text}
	l.run()
	if !l.ambiguous {
		return l.finish(), true
	}
	e := lexer{src: text, escapes: true}
	e.run()
	plainBad, escBad := l.bad(), e.bad()
	switch {
	case plainBad && !escBad:
		return e.finish(), true
	case !plainBad && escBad:
		return l.finish(), true
	case plainBad:
		return l.finish(), true
	case len(l.toks) == len(e.toks):
		return l.finish(), sameShape(l.toks, e.toks)
	case l.dollars || strings.Contains(text, "::"):
		return l.finish(), true
	case strings.Contains(text, "`"):
		return e.finish(), true
	}
	return l.finish(), false
}

func sameShape(a, b []token) bool {
	for i := range a {
		if a[i].kind != b[i].kind || a[i].start != b[i].start {
			return false
		}
	}
	return true
}

func (l *lexer) bad() bool {
	for i := range l.toks {
		if l.toks[i].kind == tokBad {
			return true
		}
	}
	depth := 0
	for i := range l.toks {
		if l.toks[i].kind != tokPunct {
			continue
		}
		switch l.toks[i].text {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth < 0 {
			return true
		}
	}
	return depth != 0
}

// finish gives the placeholders their numbers: only the whole text tells
// whether ?1 counts from zero, whether ? is an operator, and whether a
// formatting verb is the only kind of placeholder.
func (l *lexer) finish() []token {
	next := 0
	for i := range l.toks {
		t := &l.toks[i]
		if t.kind != tokParam {
			continue
		}
		switch {
		case t.text[0] == '?' && len(t.text) > 1:
			if !l.zeroBased {
				t.param = max(t.param-1, 0)
			}
		case t.text == "?":
			if l.dollars || (i+1 < len(l.toks) && l.toks[i+1].kind == tokString) {
				t.kind = tokOp
				continue
			}
			t.param = next
			next++
		case t.text[0] == '%' || t.text[0] == '\'':
			if l.otherParams {
				t.kind = tokHole
				continue
			}
			t.param = next
			next++
		}
	}
	return l.toks
}

func (l *lexer) run() {
	l.toks = make([]token, 0, len(l.src)/5+8)
	for l.pos < len(l.src) {
		l.next()
	}
}

func (l *lexer) at(i int) byte {
	if i < len(l.src) {
		return l.src[i]
	}
	return 0
}

func (l *lexer) emit(kind tokenKind, start int, body string) *token {
	l.toks = append(l.toks, token{
		kind: kind, text: l.src[start:l.pos], body: body, start: start, end: l.pos, param: -1,
	})
	return &l.toks[len(l.toks)-1]
}

// stop gives up: the rest of the text is one bad token.
func (l *lexer) stop(start int) {
	l.pos = len(l.src)
	l.emit(tokBad, start, "")
}

func (l *lexer) prev() *token {
	if len(l.toks) == 0 {
		return nil
	}
	return &l.toks[len(l.toks)-1]
}

// glued reports whether the last token ends where the next one starts.
func (l *lexer) glued() *token {
	p := l.prev()
	if p == nil || p.end != l.pos {
		return nil
	}
	return p
}

func (l *lexer) next() {
	start := l.pos
	c := l.src[start]
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
		l.pos++
	case c == '-' && l.at(start+1) == '-':
		l.line()
	case c == '/' && l.at(start+1) == '*':
		l.comment()
	case c == '*' && l.at(start+1) == '/' && l.version:
		l.version = false
		l.pos += 2
	case c == '#':
		l.sharp()
	case c == '\'':
		l.str('\'', false)
	case c == '"':
		l.ident('"')
	case c == '`':
		l.ident('`')
	case c == '[':
		l.bracket()
	case c == '{' && l.at(start+1) == '{':
		l.template()
	case c == '$':
		l.dollar()
	case c == ':':
		l.colon()
	case c == '@':
		l.atSign()
	case c == '?':
		l.question()
	case c == '%':
		l.percent()
	case isDigit(c) || c == '.' && isDigit(l.at(start+1)) && l.glued() == nil:
		l.number()
	case strings.IndexByte("(),;.]", c) >= 0:
		l.pos++
		l.emit(tokPunct, start, "")
	case strings.IndexByte("+-*/<>=!~^&|{}", c) >= 0:
		l.operator()
	default:
		l.word()
	}
}

func (l *lexer) line() {
	n := strings.IndexByte(l.src[l.pos:], '\n')
	if n < 0 {
		l.pos = len(l.src)
		return
	}
	l.pos += n + 1
}

// comment skips /* … */. Postgres and SQL Server nest comments, the others do
// not: nested first, flat where the nested reading does not end. The content
// of /*! … */ is code in MySQL.
func (l *lexer) comment() {
	start := l.pos
	if l.at(start+2) == '!' {
		l.pos += 3
		for isDigit(l.at(l.pos)) {
			l.pos++
		}
		l.version = true
		return
	}
	flat := strings.Index(l.src[start+2:], "*/")
	if flat < 0 {
		l.stop(start)
		return
	}
	end := start + 2 + flat + 2
	if !l.nestDead && strings.Contains(l.src[start+2:end-2], "/*") {
		if nested := nestedEnd(l.src, start); nested > 0 {
			end = nested
		} else {
			l.nestDead = true
		}
	}
	l.pos = end
}

func nestedEnd(src string, i int) int {
	depth := 0
	for ; i+1 < len(src); i++ {
		switch {
		case src[i] == '/' && src[i+1] == '*':
			depth++
			i++
		case src[i] == '*' && src[i+1] == '/':
			depth--
			i++
			if depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// sharp reads #: a JSON operator of Postgres, a temporary table of SQL Server,
// a comment of MySQL.
func (l *lexer) sharp() {
	start := l.pos
	switch c := l.at(start + 1); {
	case c == '>' || c == '-' || c == '=':
		l.pos += 2
		if c == '>' && l.at(l.pos) == '>' {
			l.pos++
		}
		l.emit(tokOp, start, "")
	case (isLetter(c) || c == '#') && l.tableExpected():
		l.pos++
		if c == '#' {
			l.pos++
		}
		for isIdent(l.at(l.pos)) {
			l.pos++
		}
		t := l.emit(tokWord, start, "")
		t.body, t.kw = t.text, strings.ToUpper(t.text)
	default:
		l.line()
	}
}

func (l *lexer) tableExpected() bool {
	p := l.prev()
	if p == nil || p.kind != tokWord {
		return false
	}
	switch p.kw {
	case "FROM", "INTO", "UPDATE", "JOIN", "TABLE", "EXISTS", "DELETE", "USING", "MERGE":
		return true
	}
	return false
}

// str reads a literal in single quotes.
func (l *lexer) str(quote byte, escape bool) {
	start := l.pos
	if p := l.glued(); p != nil && p.kind == tokWord {
		switch p.kw {
		case "E":
			escape = true
			l.toks = l.toks[:len(l.toks)-1]
		case "N", "X", "B", "U", "Q":
			l.toks = l.toks[:len(l.toks)-1]
		}
	}
	escape = escape || l.escapes
	for i := start + 1; i < len(l.src); i++ {
		switch l.src[i] {
		case '\\':
			if escape {
				i++
			} else if l.at(i+1) == quote {
				l.ambiguous = true
			}
		case quote:
			if l.at(i+1) == quote {
				i++
				continue
			}
			l.pos = i + 1
			l.literal(start, l.src[start+1:i])
			return
		}
	}
	l.stop(start)
}

func (l *lexer) literal(start int, body string) {
	if !utf8.ValidString(body) {
		l.emit(tokBad, start, "")
		return
	}
	if l.isQuotedVerb(body) {
		l.emit(tokParam, start, body)
		return
	}
	t := l.emit(tokString, start, body)
	t.partial = strings.ContainsRune(body, hole)
}

// isQuotedVerb reports whether a literal is a formatting verb and nothing
// else. After LIKE it is a pattern, in strftime the format of seconds.
func (l *lexer) isQuotedVerb(body string) bool {
	if len(body) < 2 || body[0] != '%' || verbLen(body) != len(body) {
		return false
	}
	n := len(l.toks)
	if n > 1 && l.toks[n-1].text == "(" && l.toks[n-2].kw == "STRFTIME" {
		return false
	}
	return n == 0 || l.toks[n-1].kw != "LIKE" && l.toks[n-1].kw != "ILIKE"
}

// ident reads a quoted identifier.
func (l *lexer) ident(quote byte) {
	start := l.pos
	for i := start + 1; i < len(l.src); i++ {
		if l.src[i] == '\\' && quote == '"' && l.escapes {
			i++
			continue
		}
		if l.src[i] != quote {
			if l.src[i] == '\\' && quote == '"' && l.at(i+1) == quote {
				l.ambiguous = true
			}
			continue
		}
		if l.at(i+1) == quote {
			i++
			continue
		}
		l.pos = i + 1
		l.quoted(start, l.src[start+1:i], quote)
		return
	}
	l.stop(start)
}

func (l *lexer) quoted(start int, body string, quote byte) {
	if !utf8.ValidString(body) || strings.IndexByte(body, 0) >= 0 {
		l.emit(tokBad, start, "")
		return
	}
	// MySQL writes strings in double quotes: what cannot be a name is one.
	if quote == '"' && !looksLikeName(body) {
		l.emit(tokString, start, body).partial = strings.ContainsRune(body, hole)
		return
	}
	t := l.emit(tokQuoted, start, strings.ToLower(body))
	t.partial = strings.ContainsRune(body, hole) || strings.ContainsRune(body, '%')
}

func looksLikeName(s string) bool {
	if s == "" {
		return false
	}
	for i, r := range s {
		if r == '_' || r == hole || r == '%' || unicode.IsLetter(r) {
			continue
		}
		if i > 0 && (r == '$' || r == '.' || r == '-' || r == ' ' || unicode.IsDigit(r)) {
			continue
		}
		return false
	}
	return true
}

// bracket reads [name] of SQL Server; after an operand, [ is a subscript.
func (l *lexer) bracket() {
	start := l.pos
	subscript := false
	if p := l.glued(); p != nil {
		subscript = p.kind == tokWord || p.kind == tokQuoted || p.kind == tokParam || p.text == ")" || p.text == "]"
	}
	if !subscript {
		i := start + 1
		for i < len(l.src) && i-start < 130 && (isIdent(l.src[i]) || l.src[i] == ' ' || l.src[i] == '-') {
			i++
		}
		if i > start+1 && l.at(i) == ']' && !isDigit(l.src[start+1]) {
			body := l.src[start+1 : i]
			l.pos = i + 1
			if !utf8.ValidString(body) {
				l.emit(tokBad, start, "")
				return
			}
			l.emit(tokQuoted, start, strings.ToLower(body)).partial = strings.ContainsRune(body, hole)
			return
		}
	}
	l.pos++
	l.emit(tokPunct, start, "")
}

// template reads {{ … }} of text/template, which is a hole.
func (l *lexer) template() {
	start := l.pos
	n := strings.Index(l.src[start:], "}}")
	if n < 0 {
		l.stop(start)
		return
	}
	l.pos = start + n + 2
	if p := l.prev(); p != nil && p.end == start && p.kind == tokWord {
		p.end, p.text, p.partial = l.pos, l.src[p.start:l.pos], true
		return
	}
	l.emit(tokHole, start, "")
}

// dollar reads $1, $name and $tag$ … $tag$.
func (l *lexer) dollar() {
	start := l.pos
	i := start + 1
	if isDigit(l.at(i)) {
		n := l.digits(i)
		t := l.emit(tokParam, start, "")
		t.param = max(n-1, 0)
		l.dollars, l.otherParams = true, true
		return
	}
	for isIdent(l.at(i)) && l.at(i) != '$' {
		i++
	}
	if l.at(i) == '$' {
		tag := l.src[start : i+1]
		n := strings.Index(l.src[i+1:], tag)
		if n < 0 {
			l.stop(start)
			return
		}
		l.pos = i + 1 + n + len(tag)
		l.emit(tokDollar, start, l.src[i+1:i+1+n])
		return
	}
	l.pos = i
	if i == start+1 {
		l.emit(tokBad, start, "")
		return
	}
	l.otherParams = true
	l.emit(tokParam, start, l.src[start+1:i])
}

// digits reads a number at i and leaves the position after it. It saturates.
func (l *lexer) digits(i int) int {
	from := i
	for isDigit(l.at(i)) {
		i++
	}
	l.pos = i
	n, err := strconv.Atoi(l.src[from:i])
	if err != nil || n > 1<<16 {
		return 1 << 16
	}
	return n
}

// colon reads ::, := and the parameters :name and :1.
func (l *lexer) colon() {
	start := l.pos
	c := l.at(start + 1)
	switch {
	case c == ':' || c == '=':
		l.pos += 2
		l.emit(tokOp, start, "")
	case isDigit(c) && l.glued() == nil || isDigit(c) && l.glued().kind != tokNumber:
		n := l.digits(start + 1)
		l.emit(tokParam, start, "").param = max(n-1, 0)
		l.otherParams = true
	case isLetter(c):
		l.pos++
		for isIdent(l.at(l.pos)) {
			l.pos++
		}
		l.otherParams = true
		l.emit(tokParam, start, l.src[start+1:l.pos])
	default:
		l.pos++
		l.emit(tokOp, start, "")
	}
}

// atSign reads @p1, @name, @@variable and the operators with @.
func (l *lexer) atSign() {
	start := l.pos
	c := l.at(start + 1)
	if c == '@' && isLetter(l.at(start+2)) {
		l.pos += 2
		for isIdent(l.at(l.pos)) || l.at(l.pos) == '.' {
			l.pos++
		}
		t := l.emit(tokWord, start, "")
		t.body, t.kw = strings.ToLower(t.text), strings.ToUpper(t.text)
		return
	}
	if !isLetter(c) {
		l.operator()
		return
	}
	l.pos++
	for isIdent(l.at(l.pos)) {
		l.pos++
	}
	name := l.src[start+1 : l.pos]
	l.otherParams = true
	t := l.emit(tokParam, start, name)
	if (name[0] == 'p' || name[0] == 'P') && len(name) > 1 {
		if n, err := strconv.Atoi(name[1:]); err == nil && n > 0 && n <= 1<<16 {
			t.param, t.body = n-1, ""
		}
	}
}

// question reads ?, ?1, ?name and the operators ?| ?& of Postgres.
func (l *lexer) question() {
	start := l.pos
	c := l.at(start + 1)
	switch {
	case c == '|' || c == '&' || c == '?':
		l.pos += 2
		if c == '|' && l.at(l.pos) == '|' { // ?||'x' is a concatenation
			l.pos--
			l.plainMark(start)
			return
		}
		l.emit(tokOp, start, "")
	case isDigit(c):
		n := l.digits(start + 1)
		l.zeroBased = l.zeroBased || n == 0
		l.otherParams = true
		l.emit(tokParam, start, "").param = n
	case isLetter(c):
		l.pos++
		end := l.pos
		for isIdent(l.at(end)) {
			end++
		}
		if isClauseWord(strings.ToUpper(l.src[l.pos:end])) {
			l.plainMark(start)
			return
		}
		// A name of the builder (?TableName): unknown text.
		l.pos = end
		l.emit(tokHole, start, "")
	default:
		l.pos++
		l.plainMark(start)
	}
}

func (l *lexer) plainMark(start int) {
	l.otherParams = true
	l.emit(tokParam, start, "")
}

// percent reads a formatting verb, or the remainder operator.
func (l *lexer) percent() {
	start := l.pos
	n := verbLen(l.src[start:])
	if n == 0 {
		l.pos++
		l.emit(tokOp, start, "")
		return
	}
	if n == 2 && l.at(start+1) == '%' {
		l.pos += 2
		l.emit(tokOp, start, "")
		return
	}
	if p := l.glued(); p != nil && p.kind == tokWord {
		l.pos += n
		l.wordTail()
		p.end, p.text, p.partial = l.pos, l.src[p.start:l.pos], true
		return
	}
	l.pos += n
	if isIdent(l.at(l.pos)) {
		l.wordTail()
		l.emit(tokHole, start, "")
		return
	}
	l.emit(tokParam, start, "")
}

func (l *lexer) wordTail() {
	for isIdent(l.at(l.pos)) {
		l.pos++
	}
}

// verbLen returns the length of the formatting verb that s starts with.
func verbLen(s string) int {
	i := 1
	for i < len(s) && i < 12 && strings.IndexByte("+-#0123456789.[]", s[i]) >= 0 {
		i++
	}
	if i >= len(s) {
		return 0
	}
	if s[i] == '%' && i == 1 {
		return 2
	}
	if strings.IndexByte("sdvqxXtfgeTc", s[i]) < 0 {
		return 0
	}
	// %sum is a remainder of a column; %s_locks is a verb in a name.
	if i+1 < len(s) && (isLetter(s[i+1]) && s[i+1] != '_' && s[i+1] < utf8.RuneSelf || isDigit(s[i+1])) {
		return 0
	}
	return i + 1
}

func (l *lexer) number() {
	start := l.pos
	i := start
	if l.at(i) == '0' && (l.at(i+1) == 'x' || l.at(i+1) == 'X') {
		i += 2
		for isDigit(l.at(i)) || isLetter(l.at(i)) && l.at(i) < utf8.RuneSelf {
			i++
		}
	}
	for isDigit(l.at(i)) || l.at(i) == '.' || l.at(i) == '_' && isDigit(l.at(i+1)) {
		i++
	}
	if c := l.at(i); c == 'e' || c == 'E' {
		j := i + 1
		if l.at(j) == '+' || l.at(j) == '-' {
			j++
		}
		if isDigit(l.at(j)) {
			i = j
			for isDigit(l.at(i)) {
				i++
			}
		}
	}
	l.pos = i
	if isLetter(l.at(i)) {
		// 2fa_codes: an identifier that starts with a digit (MySQL).
		l.wordTail()
		l.finishWord(start)
		return
	}
	l.emit(tokNumber, start, "")
}

// operators, longest first.
var operators = []string{
	"<=>", "->>", "!~~*", "!~*", "~~*", "!~~", "<<=", ">>=",
	"<>", "!=", "<=", ">=", "==", "||", "&&", "->", "+=", "-=", "*=", "/=", "|=", "&=", "^=",
	"@>", "<@", "@@", "<<", ">>", "~*", "!~", "~~", "^@",
}

func (l *lexer) operator() {
	start := l.pos
	for _, op := range operators {
		if strings.HasPrefix(l.src[start:], op) {
			l.pos += len(op)
			l.emit(tokOp, start, "")
			return
		}
	}
	l.pos++
	l.emit(tokOp, start, "")
}

func (l *lexer) word() {
	start := l.pos
	r, n := utf8.DecodeRuneInString(l.src[start:])
	switch {
	case r == utf8.RuneError && n <= 1, r == 0:
		l.pos += n
		l.emit(tokBad, start, "")
		return
	case unicode.IsSpace(r) || r == '\uFEFF' || r == '\u200B':
		l.pos += n
		return
	case r < utf8.RuneSelf && !isLetter(byte(r)):
		l.pos += n
		l.emit(tokBad, start, "")
		return
	}
	l.wordTail()
	l.finishWord(start)
}

func (l *lexer) finishWord(start int) {
	text := l.src[start:l.pos]
	if !utf8.ValidString(text) {
		l.emit(tokBad, start, "")
		return
	}
	if text == string(hole) {
		l.emit(tokHole, start, "")
		return
	}
	t := l.emit(tokWord, start, strings.ToLower(text))
	t.kw = strings.ToUpper(text)
	t.partial = strings.ContainsRune(text, hole)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= utf8.RuneSelf
}

func isIdent(c byte) bool { return isLetter(c) || isDigit(c) || c == '$' }

// isClauseWord reports whether a word can follow an operand without being one.
func isClauseWord(kw string) bool {
	switch kw {
	case "AND", "OR", "WHERE", "LIMIT", "ORDER", "GROUP", "RETURNING", "SET", "FOR", "ON", "FROM",
		"THEN", "ELSE", "END", "WHEN", "AS", "IS", "IN", "BETWEEN", "OFFSET":
		return true
	}
	return false
}
