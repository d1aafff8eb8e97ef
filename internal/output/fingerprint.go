package output

import (
	"crypto/sha256"
	"fmt"

	"github.com/locklint/locklint/internal/unit"
)

// A Key says which finding one is, without line numbers: it stays the same when
// code is added above it, and when a file's other findings are mended.
type Key struct {
	Rule     string
	Category string
	File     string // slash-separated, as seen from the base directory
	Func     string
	Message  string // without the rule's name at its end
}

// KeyOf is the key of a finding whose file is called file.
func KeyOf(f *unit.Finding, file string) Key {
	message, _ := cutRule(f.Message)
	return Key{f.Rule, f.Category, file, f.Func, message}
}

// fingerprints hashes keys. Findings with equal keys are told apart by their
// order.
type fingerprints map[Key]int

func (c fingerprints) next(k Key) string {
	c[k]++
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%q %d", k, c[k])
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}
