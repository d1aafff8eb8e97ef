package sqltext

import (
	"fmt"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/golden"
)

// fragments are spellings that dialects, formats of Go and builders read in different
// ways, each beside what it can be mistaken for.
var fragments = []string{
	// Names and texts in quotes.
	`"a""b" "" "a b" "a-1" "1a" "a.b" "$a" "é" "a$" "100%" "it's" "a%sb"`,
	`"a\"b"`, `"a\\" b`, "`a``b` `a b` ``", "`a\\` b`", `"open`, "`open", `"a"b`, `"a" "b"`, "\"a\uFFFC\" `\uFFFC` '\uFFFC' [\uFFFC]",
	"'it''s' '' 'a\\' '\\\\' b", `'a\'b'`, `'a\' b '`, `'\'' "`, `E'a\'b' e'\\' x'1F' N'a' B'01' U'a' Q'a' F'a' E 'a\'`,
	`'a\' || $1`, `'a\'::text`, "'a\\' `b`", `'a\', 'b'`, `('a\'`, `'a)\'`, `('a\')'`, "'open", "'\xff' \"\xff\" a\xff [\xff] `\xff`",
	"\"a\x00\" `a\x00`", `"a\'b" 'c'`,
	// Brackets.
	`[a] [a b] [a-b] [1] [1a] a[1] "a"[1] $1[1] ) [a] )[a] ][a] ][1] a [b] [a`, `[] [ a] [a*] [a`, `[` + strings.Repeat("a", 128) + `]`,
	`[` + strings.Repeat("a", 129) + `]`, `[` + strings.Repeat("a", 130) + `]`, `ARRAY[1] (a)[1] 'a'[b] 1[a]`,
	// Templates, dollars.
	`{{.A}} a{{.B}}c {{a`, `a {{.B}}`, `{a} }`, `{{}}x`, `1{{.B}}`, `$1 $0 $2a $99999999999 $a $a$b$a$ $$x$$ $ $-`, `$a$ $b$ $a$`, `$a$open`, `$1$2`, `$a1 a$1`,
	// Colons and at signs.
	`a::int :=1 :a :1 :0 :2b a:1 1:2 : :: :é :_a`, `a:b`, `'a':1`, `@a @p1 @P2 @p0 @p @px @p99999 @p65536 @p65537 @@a.b @@ @ @1 @> a@b @@1 @_x`, `@p-1 @p+1`,
	// Question marks.
	`? ?1 ?2 ?a ?AND ?where ??`, `?0 ?1`, `?1 ?`, `a ?| b ?& c ?? d`, `?||'x'`, `?|'x'`, `a ? 'b'`, `a ?'b' $1`, `a ? b $1`, `?LIMIT?`, `?a.b ?TableName.c`, `?12`,
	// Formatting verbs, remainders.
	`%s %d %v %q %x %X %t %f %g %e %T %c %a %i`, `%[1]s %5.2f %-5d %+v %#v %05d %123456789d %1234567890s %12345678901s`, `a %s b`, `a%s`, `a%sb`, `%sb`, `%s_b %s.b %sé %s1`,
	`a %% b`, `%`, `a % b`, `a %2`, `a %`, `%[`, `%%d`, `a %d b`, `1%s`, `'%s' '%d' '%5d' '%sx' '%' '%%' 'x%s' '%s%s'`, `LIKE '%s' ILIKE '%d' strftime('%s') strftime('%s', '%d') (a, '%s')`, `'%s'`,
	`%s $1`, `%s ?`, `'%s' :a`, `%s @a`, `%s %d`, `%s ?1`, `%s $a`, `%s :1`, `%s @p1`, `%s ?a`, `%s ?AND`,
	// Numbers.
	`1 12 1.5 .5 1. 1.5e3 1e+3 1e-3 1e 1e+ 1E5 0x1F 0X1f 0x 0b1 1_000 1_ 1_a 2fa_codes 1.2.3 a.5 1.a 00 0`, `1e5a`, `a.1`, `1.5.`, `1 .5`, `1-1`, `-1`, `0xé`, `1é`,
	// Comments.
	"a -- b\nc", "a --b", "a - - b", "a # b\nc", "a #> b", "a #>> b", "a #- b", "a #= b", "FROM #t", "FROM ##t x", "INTO #t1", "from #", "FROM # t\n x", "a #t", "UPDATE #a.b", "#>>", "#>",
	"a /* b */ c", "a /* b /* c */ d */ e", "a /* b /* c */ d", "a /* /* */ b /* c */ d", "/*", "/**/a", "/*/ a", "a /*! b */ c", "/*!50001 a */ b */", "a */ b", "/*!5 a", "/* a", "/*/**/ a */ b", "/***/a", "-- a", "--", "-", "/",
	// Operators.
	`<=> ->> !~~* !~* ~~* !~~ <<= >>= <> != <= >= == || && -> += -= *= /= |= &= ^= @> <@ @@ << >> ~* !~ ~~ ^@`, `+-*/<>=!~^&|`, `a=b`, `a=-1`, `n=n+?`, `n>?`, `a|b`, `a|||b`, `a<-1`, `=:a`, `=@a`, `=$1`, `=?`, `=%s`, `a->'b'->>'c'`,
	// Words.
	"é_1 a$b _a $ a\u00A0b \uFEFFa \u200Bb a\u2003b \\ \x01 \x7f", "a\uFFFCb \uFFFC \uFFFCa", "\x00", "\xff", "\xc3", "a\xc3b", "a.b.c a..b .a", "(a),;b]", "\f\va\r\nb\t",
}

// TestTokens keeps how the fragments fall into tokens, and each of them cut off at each
// byte where that changes more than the last token.
func TestTokens(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, text := range fragments {
		fmt.Fprintf(&b, "%q\n", text)
		last := ""
		for n := len(text); n > 0; n-- {
			got := tokens(text[:n])
			if n < len(text) && (len(text) > 60 || strings.HasPrefix(last, got)) {
				continue
			}
			last = got
			fmt.Fprintf(&b, "\t%d: %s\n", n, got)
		}
	}
	golden.Compare(t, *update, "testdata/tokens.txt", b.String())
}

var tokenNames = []string{"bad", "word", "quoted", "string", "dollar", "number", "param", "hole", "op", "punct"}

// tokens renders the tokens of a text: kind, place, and what a token has beside its text.
func tokens(text string) string {
	toks, ok := lex(text)
	out := make([]string, 0, len(toks)+1)
	if !ok {
		out = append(out, "ambiguous")
	}
	for i := range toks {
		t := &toks[i]
		s := fmt.Sprintf("%s %q", tokenNames[t.kind], t.text)
		if t.text != text[t.start:t.end] {
			s += fmt.Sprintf(" at %d-%d", t.start, t.end)
		}
		if t.body != "" && t.body != t.text {
			s += fmt.Sprintf(" body %q", t.body)
		}
		if t.kind == tokWord && t.kw != strings.ToUpper(t.text) {
			s += fmt.Sprintf(" kw %q", t.kw)
		}
		if t.param >= 0 {
			s += fmt.Sprintf(" $%d", t.param)
		}
		if t.partial {
			s += " partial"
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}
