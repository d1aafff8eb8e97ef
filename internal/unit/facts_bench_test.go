package unit

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkFacts writes and reads a fact as a large package has one.
func BenchmarkFacts(b *testing.B) {
	f := new(fact)
	for i := range 500 {
		f.Names = append(f.Names, fmt.Sprintf("Locker.Acquire%d", i))
	}
	data, err := newCodec(f).encode(f)
	require.NoError(b, err)
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := newCodec(f).encode(f); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := newCodec(f).decode(data); err != nil {
				b.Fatal(err)
			}
		}
	})
}
