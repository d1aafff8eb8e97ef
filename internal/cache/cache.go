// Package cache keeps results in files, by the hash of what they were made of.
//
// An entry's name is its [Key]: a hash of everything that the result depends
// on, so an entry is never out of date, and programs of different versions,
// checkouts and configurations share a directory without knowing of each other.
// An entry is written to a file of its own and then renamed, so that a reader sees
// all of it or nothing; what is damaged nevertheless, a checksum shows, and it
// counts as missing. No lock is held: two processes that write the same entry
// write the same bytes.
//
// # Limits
//
// The directory may grow beyond its size by what is written until the next
// [Cache.Trim], which looks at most once a day or each time a quarter of the size
// has been written. An entry that nobody used for a month goes too.
package cache

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	// header begins every entry. The number changes with the layout; old
	// entries then count as damaged.
	header = "locklint cache 1\n"
	// DefaultSize bounds the entries of a cache together, in bytes.
	DefaultSize = 256 << 20

	// unused is how long an entry lives that nobody reads.
	unused = 30 * 24 * time.Hour
	// stamp is how old the time of last use may be: renewing it at each use
	// would make every read a write.
	stamp = time.Hour
	// trimEvery is the time from one trim to the next.
	trimEvery = 24 * time.Hour
	// marker is the file whose time is that of the last trim. It holds the
	// number of bytes written since.
	marker = "trim.txt"
	// temporary begins the names of entries that are being written.
	temporary = "new-"
)

// A Cache is a directory of entries. Its methods may be called by several
// goroutines at once, and directories used by several processes. A nil Cache
// keeps nothing.
type Cache struct {
	dir  string
	size int64
	now  func() time.Time

	mu      sync.Mutex
	written int64
	err     error
}

// Variable is the environment variable that names the directory.
const Variable = "LOCKLINT_CACHE"

// Dir is the directory of the user's cache: that of the environment variable
// LOCKLINT_CACHE, or else locklint in the directory that the system has for
// caches. It is empty if the variable says "off".
func Dir() (string, error) {
	switch dir := os.Getenv(Variable); dir {
	case "":
	case "off":
		return "", nil
	default:
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "locklint"), nil
}

// Open returns the cache in a directory, which is made when the first entry is
// written. Size bounds the entries together, in bytes.
func Open(dir string, size int64) *Cache {
	return &Cache{dir: dir, size: size, now: time.Now}
}

// Get returns the bytes that were put under the key, if they are all there.
func (c *Cache) Get(key Key) ([]byte, bool) {
	if c == nil {
		return nil, false
	}
	name := c.file(key)
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, false
	}
	data, ok := open(key, data)
	if ok {
		c.used(name)
	}
	return data, ok
}

// Has reports whether there is an entry of that key. It may be damaged.
func (c *Cache) Has(key Key) bool {
	if c == nil {
		return false
	}
	_, err := os.Stat(c.file(key))
	return err == nil
}

// Put keeps data under the key. What goes wrong costs the entry; the first
// reason is kept for [Cache.Err].
func (c *Cache) Put(key Key, data []byte) {
	if c == nil {
		return
	}
	if err := c.put(key, data); err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.err = cmp.Or(c.err, err)
	}
}

// Err says why entries could not be written, or nil.
func (c *Cache) Err() error {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

func (c *Cache) file(key Key) string {
	name := hex.EncodeToString(key[:])
	return filepath.Join(c.dir, name[:2], name)
}

// seal puts the key and a checksum before the data.
func seal(key Key, data []byte) []byte {
	sum := sha256.Sum256(data)
	return slices.Concat([]byte(header), key[:], sum[:], data)
}

func open(key Key, data []byte) ([]byte, bool) {
	data, ok := bytes.CutPrefix(data, slices.Concat([]byte(header), key[:]))
	if !ok || len(data) < sha256.Size {
		return nil, false
	}
	sum, data := data[:sha256.Size], data[sha256.Size:]
	if got := sha256.Sum256(data); !bytes.Equal(got[:], sum) {
		return nil, false
	}
	return data, true
}

// used notes that an entry is in use. A time in the future is put right.
func (c *Cache) used(name string) {
	now := c.now()
	st, err := os.Stat(name)
	if err != nil {
		return
	}
	if age := now.Sub(st.ModTime()); age < 0 || age > stamp {
		_ = os.Chtimes(name, now, now) // a directory that is read only
	}
}

func (c *Cache) put(key Key, data []byte) error {
	name := c.file(key)
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	data = seal(key, data)
	f, err := os.CreateTemp(dir, temporary)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.written += int64(len(data))
	return nil
}

// Trim removes entries if it is time to: those that were not used for long, and
// then the least recently used ones until the rest fits into the size. It is
// to be called once, after the last Put.
func (c *Cache) Trim() {
	if c == nil {
		return
	}
	c.mu.Lock()
	written := c.written
	c.mu.Unlock()
	if written == 0 {
		return // who only reads does not make it grow
	}
	name := filepath.Join(c.dir, marker)
	age := trimEvery
	if st, err := os.Stat(name); err == nil {
		age = c.now().Sub(st.ModTime())
		if text, err := os.ReadFile(name); err == nil {
			n, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
			written += max(n, 0)
		}
	}
	if 0 <= age && age < trimEvery && written < c.size/4 {
		at := c.now().Add(-age)
		if os.WriteFile(name, fmt.Append(nil, written), 0o666) == nil {
			_ = os.Chtimes(name, at, at)
		}
		return
	}
	if err := os.WriteFile(name, []byte("0"), 0o666); err != nil {
		return
	}
	now := c.now()
	_ = os.Chtimes(name, now, now)
	c.trim(now)
}

// An aged file is a candidate for removal.
type aged struct {
	name string
	size int64
	used time.Time
}

func (c *Cache) trim(now time.Time) {
	var kept []aged
	var total int64
	for _, f := range c.entries() {
		age := now.Sub(f.used)
		// What is being written is renamed within moments; until then it
		// belongs to whoever writes it, however full the cache is.
		writing := strings.HasPrefix(filepath.Base(f.name), temporary)
		// A time in the future says nothing; such a file goes when it is among
		// the oldest.
		if age > unused || age > stamp && writing {
			_ = os.Remove(f.name)
			continue
		}
		if writing {
			continue
		}
		kept = append(kept, f)
		total += f.size
	}
	if total <= c.size {
		return
	}
	slices.SortFunc(kept, func(x, y aged) int { return cmp.Or(x.used.Compare(y.used), cmp.Compare(x.name, y.name)) })
	for _, f := range kept {
		if total <= c.size/10*9 { // room until the next time
			return
		}
		if os.Remove(f.name) == nil {
			total -= f.size
		}
	}
}

// entries lists the files below the directories that put makes; what else is
// in the directory is not the cache's.
func (c *Cache) entries() []aged {
	var list []aged
	for i := range 256 {
		dir := filepath.Join(c.dir, fmt.Sprintf("%02x", i))
		files, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, f := range files {
			info, err := f.Info()
			if err != nil || info.Mode()&fs.ModeType != 0 {
				continue // another process was faster, or not ours
			}
			list = append(list, aged{filepath.Join(dir, f.Name()), info.Size(), info.ModTime()})
		}
	}
	return list
}
