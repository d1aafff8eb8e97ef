package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const toy = "internal/mutate/testdata/toy"

// toyRunner has rewritten the toy.
func toyRunner(t *testing.T) (*runner, []*group) {
	t.Helper()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	r := &runner{root: root, work: t.TempDir(), sample: toy + "=100", workers: 2, least: 100, verdicts: map[int]verdict{}}
	groups, err := r.rewriteAll()
	require.NoError(t, err)
	return r, groups
}

// TestToy changes a package in all ways, and has its tests judge each.
func TestToy(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a package")
	}
	r, groups := toyRunner(t)
	require.NoError(t, r.unitTests(r.choose(groups)))
	got := map[string]string{}
	for _, m := range r.mutants {
		require.Equal(t, toy+"/toy.go", m.File)
		got[m.Name()[len(m.File)+1:]] = r.verdicts[m.ID].what
	}
	const killed, survived, unmet = "killed", "survived", ""
	require.Equal(t, map[string]string{
		"Inside removed: *asked++":                          survived,
		"Inside negated: x < low":                           killed,
		"Inside boundary: x < low":                          killed,
		"Inside removed: return false":                      killed,
		"Inside truth: false":                               killed,
		"Inside logical: x == low || x <= high && !never()": killed,
		"Inside negated: x == low":                          killed,
		"Inside logical: x <= high && !never()":             killed,
		"Inside negated: x <= high":                         killed,
		"Inside boundary: x <= high":                        killed,
		"Inside negated: !never()":                          killed,
		"never truth: false":                                killed,
		"Unmet negated: x > 10":                             unmet,
		"Unmet boundary: x > 10":                            unmet,
		"Unmet plus: 10":                                    unmet,
		"Unmet minus: 10":                                   unmet,
		"Unmet removed: x -= 10":                            unmet,
		"Unmet plus: 10 #2":                                 unmet,
		"Unmet minus: 10 #2":                                unmet,
		"Unmet negated: x == 2":                             unmet,
		"Unmet plus: 2":                                     unmet,
		"Unmet minus: 2":                                    unmet,
		"Unmet plus: 1":                                     unmet,
		"Unmet minus: 1":                                    unmet,
		"Word plus: 0":                                      survived,
		"Word minus: 0":                                     killed,
		"Sum logical: depth > 8 || x < 1":                   killed,
		"Sum negated: depth > 8":                            killed,
		"Sum negated: x < 1":                                killed,
		"Sum boundary: x < 1":                               killed,
		"Sum plus: 1":                                       killed,
		"Sum minus: 1":                                      survived,
		"Sum removed: return 0":                             killed,
		"Sum plus: 0":                                       killed,
		"Sum minus: 0":                                      killed,
		"Sum plus: 1 #2":                                    killed,
		"Sum minus: 1 #2":                                   killed,
	}, got)
	require.EqualError(t, r.print(groups, r.choose(groups)), "fewer than 100 % killed: "+toy)
}

// TestChoose: the same seed chooses the same, another one others, and each file has
// its share.
func TestChoose(t *testing.T) {
	var list []*Mutant
	for i := range 100 {
		m := &Mutant{ID: i + 1, File: "a.go"}
		if i >= 30 {
			m.File = "b.go"
		}
		list = append(list, m)
	}
	choose := func(seed uint64, size int) (ids []int, inA int) {
		r := &runner{seed: seed}
		for _, m := range r.choose([]*group{{"p", size, list}}) {
			ids = append(ids, m.ID)
			if m.File == "a.go" {
				inA++
			}
		}
		return ids, inA
	}
	one, inA := choose(1, 10)
	require.Len(t, one, 10)
	require.Equal(t, 3, inA)
	again, _ := choose(1, 10)
	require.Equal(t, one, again)
	other, inA := choose(2, 10)
	require.NotEqual(t, one, other)
	require.Equal(t, 3, inA)
	all, _ := choose(1, 1000)
	require.Len(t, all, 100)
}

func TestReadKnown(t *testing.T) {
	name := filepath.Join(t.TempDir(), "known")
	require.NoError(t, os.WriteFile(name, []byte("# About them: NAME // REASON.\n\na.go F negated: x == 1 // it is the same\na.go F removed: f() #2 // no // one looks\n"), 0o666))
	known, err := readKnown(name)
	require.NoError(t, err)
	require.Equal(t, map[string]string{"a.go F negated: x == 1": "it is the same", "a.go F removed: f() #2": "no // one looks"}, known)
	known, err = readKnown(name + "2")
	require.NoError(t, err)
	require.Empty(t, known)
}
