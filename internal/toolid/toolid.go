// Package toolid identifies the running program, for the keys of caches: two
// programs of the same identity give the same answers.
package toolid

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
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
	return of(name)
})

func of(name string) string {
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
}

// heads are the parts of the executable in which the linker puts the ID: nearly
// always into the first page or two.
var heads = []int{8 << 10, 64 << 10}

// buildID reads what the linker wrote: in an ELF file a note, in all others a
// text at the start of the code.
func buildID(r io.Reader) string {
	var head []byte
	for _, size := range heads {
		more, err := io.ReadAll(io.LimitReader(r, int64(size-len(head))))
		head = append(head, more...)
		if id := inHead(head); id != "" || err != nil {
			return id
		}
	}
	return ""
}

func inHead(head []byte) string {
	if bytes.HasPrefix(head, []byte("\x7fELF")) {
		return elfNote(head)
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

// elfNote finds the note with the build ID: the lengths of its name and of its
// text, its type, its name, its text. Package debug/elf would have to be
// initialized in each process that go vet starts.
func elfNote(head []byte) string {
	const (
		name      = "Go\x00\x00"
		buildIDOf = 4 // the type of note
		lengths   = 12
		classData = 5 // where the header tells the order of bytes
	)
	if len(head) <= classData {
		return ""
	}
	var order binary.ByteOrder = binary.LittleEndian
	if head[classData] == 2 {
		order = binary.BigEndian
	}
	for i := lengths; ; i += len(name) {
		j := bytes.Index(head[min(i, len(head)):], []byte(name))
		if j < 0 {
			return ""
		}
		i += j
		size := order.Uint32(head[i-8:])
		text := head[i+len(name):]
		if order.Uint32(head[i-12:]) == uint32(len(name)) && order.Uint32(head[i-4:]) == buildIDOf && uint64(size) <= uint64(len(text)) {
			return string(text[:size])
		}
	}
}
