package sqltext

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The table has to stay broad: each dialect and each kind has its statements.
func TestTableIsBroad(t *testing.T) {
	seen := map[string]bool{}
	kinds := map[Kind]int{}
	for _, tt := range readTests {
		seen[tt.sql] = true
		for _, s := range Read(tt.sql) {
			kinds[s.Kind]++
		}
	}
	require.GreaterOrEqual(t, len(seen), 150)
	for k := Unknown; k <= Other; k++ {
		require.NotZero(t, kinds[k], "no statement of kind %d", k)
	}
	t.Logf("%d statements", len(seen))
}

func BenchmarkRead(b *testing.B) {
	bytes := 0
	for _, tt := range readTests {
		bytes += len(tt.sql)
	}
	b.SetBytes(int64(bytes))
	for b.Loop() {
		for _, tt := range readTests {
			for _, s := range Read(tt.sql) {
				s.LockRow()
				s.IsConditional()
			}
		}
	}
}
