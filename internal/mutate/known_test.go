package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKnownExist: what is listed as a survivor is still in the code.
func TestKnownExist(t *testing.T) {
	if testing.Short() {
		t.Skip("loads the engine")
	}
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	known, err := readKnown(filepath.Join(root, listed))
	require.NoError(t, err)
	require.NotEmpty(t, known)
	r := &runner{root: root, work: t.TempDir(), sample: targets}
	_, err = r.rewriteAll()
	require.NoError(t, err)
	names := map[string]bool{}
	for _, m := range r.mutants {
		names[m.Name()] = true
	}
	for name := range known {
		require.True(t, names[name], "%s names no change: %s", listed, name)
	}
}
