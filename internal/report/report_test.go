package report

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		comment string
		want    bool
	}{
		{"//locklint:ignore plaindel the admin clears stale locks by hand", true},
		{"//locklint:ignore plaindel/plain-delete the admin clears it", true},
		{"//locklint:ignore plaindel/bare-script another category", false},
		{"//locklint:ignore unfenced another rule", false},
		{"//locklint:ignore plaindel", false}, // no reason
		{"// locklint:ignore plaindel a comment, no directive", false},
		{"//nolint:locklint", true},
		{"//nolint:errcheck,locklint // why", true},
		{"//nolint:errcheck", false},
		{"//nolint", false},
	} {
		require.Equal(t, c.want, covers(c.comment, "plaindel", "plain-delete"), c.comment)
	}
}
