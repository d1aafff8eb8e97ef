// Package keys names keys.
package keys

// Lock is the key of a mixer's lock.
func Lock(mixer string) string { return "mixers:" + mixer + ":lock" }
