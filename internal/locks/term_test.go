package locks

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func param(i int, name string) *Term {
	return &Term{Kind: Param, Text: "f", Index: i, Names: []string{name}, size: 1}
}

func TestFormatParts(t *testing.T) {
	id := param(0, "id")
	for _, c := range []struct {
		format string
		args   []*Term
		want   *Term
	}{
		{"job:%d:lock", []*Term{id}, concat(constTerm("job:"), id, constTerm(":lock"))},
		{"%s", []*Term{id}, id},
		{"100%%", nil, constTerm("100%")},
		{"a%05.2fb", []*Term{constTerm("1")}, constTerm("a1b")},
		{"", nil, constTerm("")},
		{"%", nil, constTerm("%")},
	} {
		require.Equal(t, c.want.String(), formatParts(c.format, c.args).String(), c.format)
	}
}

func TestConcat(t *testing.T) {
	id := param(0, "id")
	joined := concat(constTerm("a"), constTerm("b"), concat(id, constTerm("")), nil)
	require.Equal(t, concat(constTerm("ab"), id, opaque("?")).String(), joined.String())
	require.Equal(t, constTerm("").String(), concat().String())
}

func TestTermsAreBounded(t *testing.T) {
	big := concat(param(0, "a"), param(1, "b"))
	for range 20 {
		big = newTerm(Apply, "f", "", big, big)
	}
	require.LessOrEqual(t, big.nodes(), maxTerm)
}

func TestRatio(t *testing.T) {
	ttl := param(0, "ttl")
	second := constTerm("1000000000")
	for _, c := range []struct {
		name   string
		a, b   *Term
		want   float64
		wantOK bool
	}{
		{"numbers", arith("*", constTerm("8"), second), arith("*", constTerm("10"), second), 0.8, true},
		{"a fraction of the same term", arith("/", ttl, constTerm("3")), ttl, 1.0 / 3, true},
		{"a multiple of the same term", arith("*", constTerm("2"), ttl), ttl, 2, true},
		{"different terms", param(1, "period"), ttl, 0, false},
		{"a term and a number", ttl, second, 0, false},
		{"nothing", nil, ttl, 0, false},
	} {
		q, ok := ratio(c.a, c.b)
		require.Equal(t, c.wantOK, ok, c.name)
		require.InDelta(t, c.want, q, 1e-9, c.name)
	}
}

func TestPattern(t *testing.T) {
	id, other := param(0, "id"), &Term{Kind: Param, Text: "g", Index: 2, size: 1}
	lock := func(v *Term) *Term { return concat(constTerm("job:"), v, constTerm(":lock")) }
	require.Equal(t, pattern(lock(id)), pattern(lock(other)), "the same key in two functions")
	require.NotEqual(t, pattern(lock(id)), pattern(concat(constTerm("job:"), id)), "another key")
	require.NotEqual(t, pattern(id), pattern(other), "bare parameters of two functions")
	require.Empty(t, pattern(opaque("x")))
}

func TestSubstitute(t *testing.T) {
	key := concat(constTerm("k:"), param(0, "id"))
	got := key.mapTerm(func(p *Term) *Term {
		if p.Kind == Param {
			return constTerm("7")
		}
		return nil
	})
	require.Equal(t, constTerm("k:7").String(), got.String(), "constants merge")
}

func TestFieldOfKnownObject(t *testing.T) {
	o := object("p.Lock", "x", []string{"key"}, []*Term{constTerm("k")})
	require.Equal(t, "k", field(o, "p.Lock", "key").Text)
	require.Equal(t, Field, field(o, "p.Lock", "owner").Kind, "an unknown field stays a field")
}

func TestSplitWords(t *testing.T) {
	require.Equal(t, []string{"user", "lock", "key"}, splitWords("userLockKey"))
	require.Equal(t, []string{"edit", "d", "lock"}, splitWords("edit:%d:lock"))
	require.Empty(t, splitWords("::"))
}

func TestKeyName(t *testing.T) {
	require.Equal(t, "\"job:{id}\"", keyName(concat(constTerm("job:"), param(0, "id"))))
	require.Equal(t, "key", keyName(&Term{Kind: Field, Text: "key", Args: []*Term{param(0, "l")}}))
	require.Empty(t, keyName(nil))
	require.Equal(t, "lock \"job:{id}\"", named("lock", concat(constTerm("job:"), param(0, "id"))))
	require.Equal(t, "the lock named by id", named("lock", param(0, "id")))
	require.Equal(t, "the lock", named("lock", nil))
}

func TestWeigh(t *testing.T) {
	facts := func(names ...string) map[string]bool {
		m := map[string]bool{}
		for _, n := range names {
			m[n] = true
		}
		return m
	}
	for _, c := range []struct {
		name string
		fs   map[string]bool
		want bool
	}{
		{"released after work and guarded", facts("create", "ends", "released after work", "guards"), true},
		{"an owner token that is bounded", facts("create", "ends", "owner token", "guards"), true},
		{"an owner that nobody takes away", facts("create", "owner token", "guards"), false},
		{"owner token and a name", facts("create", "owner token", "named"), true},
		{"names alone", facts("create", "named"), false},
		{"a name and a guard", facts("create", "named", "guards"), false},
		{"one strong sign alone", facts("create", "owner token"), false},
		{"a key of each holder's own", facts("create", "fresh key", "released after work", "guards"), false},
		{"a value that is read as data", facts("create", "owner token", "guards", "read as data"), false},
		{"released elsewhere, named and guarded", facts("create", "deleted elsewhere", "named", "guards"), true},
		{"a flag that is taken back", facts("create", "deleted elsewhere", "guards"), false},
	} {
		require.Equal(t, c.want, weigh(c.fs).IsLock(), c.name)
	}
}
