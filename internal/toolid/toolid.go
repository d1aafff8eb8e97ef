// Package toolid identifies the running program, for the keys of caches: two
// programs of the same identity give the same answers.
package toolid

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"sync"
)

// ID is the build ID that the linker wrote into the head of the executable, or
// where there is none a hash of its bytes. It is empty if the executable cannot
// be read: then nothing may be cached.
var ID = sync.OnceValue(func() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	if id := buildID(f); id != "" {
		return id
	}
	h := sha256.New()
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return ""
	}
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return fmt.Sprintf("%x", h.Sum(nil))
})

// maxHead bounds the part of the executable in which the linker puts its text.
const maxHead = 64 << 10

// buildID reads the text that the linker puts at the start of the code.
func buildID(r io.Reader) string {
	head, err := io.ReadAll(io.LimitReader(r, maxHead))
	if err != nil {
		return ""
	}
	_, rest, ok := bytes.Cut(head, []byte("\xff Go build ID: \""))
	if !ok {
		return ""
	}
	id, _, ok := bytes.Cut(rest, []byte("\"\n \xff"))
	if !ok {
		return ""
	}
	return string(id)
}
