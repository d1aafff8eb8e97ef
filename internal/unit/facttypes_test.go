package unit_test

import (
	"flag"
	"fmt"
	"reflect"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/linttest"
	"github.com/locklint/locklint/internal/unit"
)

// factTypes are those of the rules and of what they require, by name.
func factTypes() map[string]analysis.Fact {
	types := map[string]analysis.Fact{}
	var visit func([]*analysis.Analyzer)
	visit = func(list []*analysis.Analyzer) {
		for _, a := range list {
			for _, f := range a.FactTypes {
				types[fmt.Sprintf("%T", f)] = f
			}
			visit(a.Requires)
		}
	}
	visit(analyzers.All())
	return types
}

// collected are the facts of all packages of a tree, those of the clients
// included, by package and type.
func collected(t testing.TB, dirs ...string) map[string]analysis.Fact {
	t.Helper()
	var mu sync.Mutex
	all := map[string]analysis.Fact{}
	collect := &analysis.Analyzer{
		Name: "collect", Doc: "collect facts", Requires: analyzers.All(),
		Run: func(pass *analysis.Pass) (any, error) {
			mu.Lock()
			defer mu.Unlock()
			for _, f := range pass.AllPackageFacts() {
				all[fmt.Sprintf("%s %T", f.Package.Path(), f.Fact)] = f.Fact
			}
			return nil, nil
		},
	}
	for _, f := range factTypes() {
		collect.FactTypes = append(collect.FactTypes, f)
	}
	for _, dir := range dirs {
		report := linttest.Analyze(t, dir, []*analysis.Analyzer{collect}, "./...")
		require.Empty(t, report.Errors)
	}
	return all
}

// TestFactTypes: each fact of real programs is the same ten times encoded, and
// decoded it is the same as before.
func TestFactTypes(t *testing.T) {
	facts := collected(t, "../../testdata/declared", "../../testdata/shapes")
	unit.PrimeGob(analyzers.All())
	seen := map[string]int{}
	for name, f := range facts {
		seen[fmt.Sprintf("%T", f)]++
		first, err := unit.Encode(f)
		require.NoError(t, err, name)
		for range 9 {
			enc, err := unit.Encode(f)
			require.NoError(t, err, name)
			require.Equal(t, first, enc, name)
		}
		got, err := unit.Decode(f, first)
		require.NoError(t, err, name)
		require.True(t, same(reflect.ValueOf(f), reflect.ValueOf(got)), name)
		enc, err := unit.Encode(got)
		require.NoError(t, err, name)
		require.Equal(t, first, enc, name)
	}
	t.Log(seen)
	for typ := range factTypes() {
		require.Greater(t, seen[typ], 50, typ)
	}
}

// same compares what gob keeps: exported fields, and an empty list is none.
func same(x, y reflect.Value) bool {
	if x.Kind() == reflect.Slice && x.Len() == 0 && y.Len() == 0 {
		return true
	}
	switch x.Kind() {
	case reflect.Pointer:
		if x.IsNil() || y.IsNil() {
			return x.IsNil() == y.IsNil()
		}
		return same(x.Elem(), y.Elem())
	case reflect.Slice:
		if x.Len() != y.Len() {
			return false
		}
		for i := range x.Len() {
			if !same(x.Index(i), y.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range x.NumField() {
			if x.Type().Field(i).IsExported() && !same(x.Field(i), y.Field(i)) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(x.Interface(), y.Interface())
}

// FuzzDecode changes the encodings of real facts: each is left out or read, and
// what is read is written and read as the same.
func FuzzDecode(f *testing.F) {
	unit.PrimeGob(analyzers.All())
	if worker := flag.Lookup("test.fuzzworker"); worker.Value.String() == "false" { // a worker is given them
		for _, fact := range collected(f, "../../testdata/declared") {
			plain, err := unit.Plain(fact)
			require.NoError(f, err)
			f.Add(fmt.Sprintf("%T", fact) == "*locks.Fact", plain)
		}
	}
	f.Fuzz(func(t *testing.T, locks bool, data []byte) {
		proto := factTypes()["*reach.Fact"]
		if locks {
			proto = factTypes()["*locks.Fact"]
		}
		enc, err := unit.Deflate(data)
		require.NoError(t, err)
		got, err := unit.Decode(proto, enc)
		if err != nil {
			require.Nil(t, got)
			return
		}
		text, err := unit.Encode(got)
		require.NoError(t, err)
		again, err := unit.Decode(proto, text)
		require.NoError(t, err)
		require.True(t, same(reflect.ValueOf(got), reflect.ValueOf(again)))
	})
}
