// Package golden compares what tests get with files that keep it.
package golden

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Compare fails the test where got differs from the file, and names the first line that
// does. With update, which is the flag -update of the caller's tests, the file is
// written first.
func Compare(t testing.TB, update bool, name, got string) {
	t.Helper()
	if update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v: this test writes it with -update", err)
	}
	if string(want) != got {
		t.Errorf("the text differs from %s, which this test writes with -update:\n%s", name, difference(string(want), got))
	}
}

// difference names the first line that differs.
func difference(want, got string) string {
	x, y := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d\nwant: %s\ngot:  %s", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("want %d lines, got %d", len(x), len(y))
}
