package mutant

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSwitches asks for each change while it is off and on.
func TestSwitches(t *testing.T) {
	t.Cleanup(func() { Set(0) })
	type small uint8
	numbers := func() []int { return []int{Int(1, 5), int(Int(1, small(7)))} }
	truths := func(x, y int) []bool {
		return []bool{On(1), Not(1, x == y), Less(1, x, y), LessEqual(1, x, y), Greater(1, x, y), GreaterEqual(1, x, y)}
	}
	Set(3)
	require.Equal(t, []int{5, 7}, numbers())
	require.Equal(t, []bool{false, true, false, true, false, true}, truths(1, 1))
	require.Equal(t, []bool{false, false, true, true, false, false}, truths(1, 2))
	require.Equal(t, []bool{false, false, false, false, true, true}, truths(2, 1))
	Set(1)
	require.Equal(t, []int{6, 8}, numbers())
	require.Equal(t, []bool{true, false, true, false, true, false}, truths(1, 1))
	require.Equal(t, []bool{true, true, true, true, false, false}, truths(1, 2))
	require.Equal(t, []bool{true, true, false, false, true, true}, truths(2, 1))
	Set(2)
	require.Equal(t, []int{4, 6}, numbers())
}

func TestTrace(t *testing.T) {
	require.Equal(t, map[int]bool{3: true, 7: true, 8: true}, Trace(func() {
		On(3)
		Not(3, true)
		Int(7, 1)
	}))
	require.Empty(t, Trace(func() {}))
}
