package unit

import (
	"bytes"

	"golang.org/x/tools/go/analysis"
)

// PrimeGob, Encode and Decode are what a process does with facts; Deflate packs
// the bytes that Plain yields.
var (
	PrimeGob = primeGob
	Deflate  = deflate
)

// Encode writes a fact as the first one of its process.
func Encode(f analysis.Fact) ([]byte, error) { return newCodec(f).encode(f) }

// Plain is the encoding before it is packed.
func Plain(f analysis.Fact) ([]byte, error) {
	c := newCodec(f)
	_, err := c.encode(f)
	return bytes.Clone(c.out.Bytes()), err
}

// Decode reads a fact of the type of proto.
func Decode(proto analysis.Fact, data []byte) (analysis.Fact, error) {
	return newCodec(proto).decode(data)
}
