package setnxexpire_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/locklint/locklint/analyzers/setnxexpire"
	"github.com/locklint/locklint/internal/linttest"
)

// Test is a cross-check by another driver; the programs under testdata/rules at
// the root of the repository are the rule's tests.
func Test(t *testing.T) {
	if testing.Short() {
		t.Skip("loads all dependencies from source")
	}
	dir := analysistest.TestData()
	linttest.Download(t, dir)
	analysistest.Run(t, dir, setnxexpire.Analyzer, "./...")
}
