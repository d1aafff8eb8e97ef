package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// A Key is the hash of all that an entry depends on.
type Key [sha256.Size]byte

// A Hash makes a key of texts. Each is written with its length, so that no two
// sequences of texts are alike.
type Hash struct{ h hash.Hash }

// NewHash begins a key. The purpose keeps apart what is made of the same texts.
func NewHash(purpose string) Hash {
	h := Hash{sha256.New()}
	h.Text(purpose)
	return h
}

// Text adds texts.
func (h Hash) Text(texts ...string) {
	for _, s := range texts {
		h.Bytes([]byte(s))
	}
}

// List adds a sequence of texts of any length.
func (h Hash) List(texts []string) {
	h.Int(len(texts))
	h.Text(texts...)
}

// Bytes adds a text.
func (h Hash) Bytes(b []byte) {
	h.Int(len(b))
	h.h.Write(b)
}

// Int adds a number.
func (h Hash) Int(n int) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(n))
	h.h.Write(b[:])
}

// Key is the hash of what was added so far.
func (h Hash) Key() Key {
	var k Key
	h.h.Sum(k[:0])
	return k
}
