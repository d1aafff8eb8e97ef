// Package app holds the state of the process.
package app

import (
	"crypto/rand"
	"encoding/base64"

	"example.test/shapes/foreignclient/quays/stores"
)

// State is set once.
var State struct {
	Node   string
	Stores *stores.Stores
}

// DropMine deletes KEYS[1] if it holds ARGV[1].
const DropMine = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) else return 0 end`

// Unique returns what nobody else returns.
func Unique() string {
	var b [12]byte
	_, _ = rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}
