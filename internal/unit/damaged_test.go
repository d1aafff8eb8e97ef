package unit

import (
	"bytes"
	"encoding/gob"
	"errors"
	"go/types"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/reach"
)

// reporter is in the cone, imports example.test/p, and reports what the fact of
// that package says.
func reporter(t *testing.T, pkg *types.Package, read func() ([]byte, error)) *Result {
	t.Helper()
	w := writer()
	says := &analysis.Analyzer{
		Name: "says", Doc: "report", Requires: []*analysis.Analyzer{w}, FactTypes: []analysis.Fact{new(fact)},
		Run: func(pass *analysis.Pass) (any, error) {
			text := "nothing"
			f := new(fact)
			if pass.ImportPackageFact(pass.Pkg.Imports()[0], f) {
				text = strings.Join(f.Names, " ")
			}
			pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Message: text})
			return nil, nil
		},
	}
	u := newTestUnit(t, "example.test/q", "package q\n\nimport _ \"example.test/p\"\n\nfunc Q() {}\n")
	u.Imports = []string{"example.test/p"}
	u.Facts = func(string) ([]byte, error) { return read() }
	u.Importer = importer(func(string) (*types.Package, error) { return pkg, nil })
	u.Package = func(string) *types.Package { return pkg }
	return Analyze(u, []*analysis.Analyzer{reach.Analyzer, says})
}

// TestLeftOut: facts that this build did not write, or that are no longer as it
// wrote them, are left out. One error says so, and the analysis goes on.
func TestLeftOut(t *testing.T) {
	p := Analyze(newTestUnit(t, "example.test/p", "package p\n\nfunc F() {}\n"), []*analysis.Analyzer{reach.Analyzer, writer()})
	require.NotEmpty(t, p.Facts)
	whole := reporter(t, p.Package, func() ([]byte, error) { return p.Facts, nil })
	require.Empty(t, whole.Errors)
	require.Equal(t, "F", whole.Findings[0].Message)

	var unitchecker bytes.Buffer // its facts are a list that gob wrote
	require.NoError(t, gob.NewEncoder(&unitchecker).Encode([]struct{ PkgPath string }{{"example.test/p"}}))
	begin := len(factsHeader)
	other := bytes.Clone(p.Facts)
	other[begin] ^= 1
	cases := map[string]struct {
		data []byte
		want error
	}{
		"an older version": {bytes.Replace(p.Facts, []byte("locklint facts 3"), []byte("locklint facts 2"), 1), errFormat},
		"a newer version":  {bytes.Replace(p.Facts, []byte("locklint facts 3"), []byte("locklint facts 4"), 1), errFormat},
		"another build":    {other, errBuild},
		"unitchecker's":    {unitchecker.Bytes(), errFormat},
		"vetx":             {[]byte("vetx\x00\x00\x00\x00\x00\x00\x00\x00"), errFormat},
		"text":             {[]byte("<html>proxy error</html>"), errFormat},
		"zeros":            {make([]byte, len(p.Facts)), errFormat},
		"the header alone": {[]byte(factsHeader), errFormat},
		"the seal alone":   {p.Facts[:begin+2*sealPart], errDamage},
		"twice":            {append(bytes.Clone(p.Facts), p.Facts...), errDamage},
		"not inflatable":   {seal(appendText(appendText(appendText(appendText(nil, "p"), "example.test/p"), "unit.fact"), "x")), nil},
		"no facts inside":  {seal([]byte{0xff}), errFormat},
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			left(t, p.Package, test.data, nil, test.want)
		})
	}
	t.Run("unreadable", func(t *testing.T) { left(t, p.Package, nil, fs.ErrPermission, fs.ErrPermission) })

	for i := begin; i < len(p.Facts); i++ {
		left(t, p.Package, p.Facts[:i], nil, nil)
		damaged := bytes.Clone(p.Facts)
		damaged[i] ^= 0x10
		left(t, p.Package, damaged, nil, nil)
	}
}

// left analyses with facts that must be left out.
func left(t *testing.T, pkg *types.Package, data []byte, err, why error) {
	t.Helper()
	r := reporter(t, pkg, func() ([]byte, error) { return data, err })
	require.True(t, r.InCone)
	require.Len(t, r.Findings, 1, "the analysis goes on")
	require.Equal(t, "nothing", r.Findings[0].Message)
	require.Len(t, r.Errors, 1)
	require.Empty(t, r.Errors[0].Stack)
	require.Contains(t, r.Errors[0].Message, "the facts of example.test/p are left out, findings may be missing: ")
	if why != nil {
		require.Contains(t, r.Errors[0].Message, why.Error())
	}
}

// FuzzFacts changes what the seal covers: facts are read as they are written or
// left out, twice the same.
func FuzzFacts(f *testing.F) {
	enc, err := newCodec(new(fact)).encode(&fact{Names: []string{"F", "T.G"}, Deep: map[string]struct{ N int }{"a": {1}}})
	require.NoError(f, err)
	path := appendText(nil, "example.test/p")
	f.Add(path)
	f.Add(appendText(appendText(bytes.Clone(path), "example.test/p"), "unit.fact"))
	f.Add(append(appendText(appendText(bytes.Clone(path), "example.test/p"), "unit.fact"), appendText(nil, string(enc))...))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		read := func() *facts {
			return readFacts([]string{"p"}, func(string) ([]byte, error) { return seal(data), nil })
		}
		one, two := read(), read()
		require.Equal(t, one.imported, two.imported)
		require.Equal(t, one.err == nil, two.err == nil)
		for k, enc := range one.imported {
			again(t, k, enc)
		}
	})
}

// again reads a fact, writes it and reads it.
func again(t *testing.T, k factKey, enc []byte) {
	t.Helper()
	read := func(enc []byte) (analysis.Fact, error) {
		c := newCodec(new(fact))
		got, err := c.decode(enc)
		_, after := c.decode(enc)
		require.Equal(t, err == nil, after == nil, "a stream that has lost its place says so")
		return got, err
	}
	got, err := read(enc)
	if err != nil {
		require.Nil(t, got)
		return
	}
	text, err := newCodec(new(fact)).encode(got)
	require.NoError(t, err, k)
	same, err := read(text)
	require.NoError(t, err, k)
	require.Equal(t, got, same)
}

// FuzzCode gives gob's decoder the bytes that deflate packs, which the fuzzer
// seldom packs right.
func FuzzCode(f *testing.F) {
	c := newCodec(new(fact))
	_, err := c.encode(&fact{Names: []string{"F", "T.G"}, Deep: map[string]struct{ N int }{"a": {1}}})
	require.NoError(f, err)
	f.Add(bytes.Clone(c.out.Bytes()))
	f.Fuzz(func(t *testing.T, data []byte) {
		enc, err := deflate(data)
		require.NoError(t, err)
		again(t, factKey{"p", "unit.fact"}, enc)
	})
}

func TestUnsealed(t *testing.T) {
	got, err := unseal(seal([]byte("text")))
	require.NoError(t, err)
	require.Equal(t, "text", string(got))
	_, err = unseal(nil)
	require.True(t, errors.Is(err, errFormat))
}
