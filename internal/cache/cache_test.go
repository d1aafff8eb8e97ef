package cache

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func keyOf(text string) Key {
	h := NewHash("test")
	h.Text(text)
	return h.Key()
}

func TestPutGet(t *testing.T) {
	c := Open(filepath.Join(t.TempDir(), "made", "later"), DefaultSize)
	_, ok := c.Get(keyOf("a"))
	require.False(t, ok)
	for _, text := range []string{"", "x", strings.Repeat("long", 1<<16)} {
		c.Put(keyOf(text), []byte(text))
		got, ok := c.Get(keyOf(text))
		require.True(t, ok)
		require.True(t, c.Has(keyOf(text)))
		require.Equal(t, text, string(got))
	}
	require.NoError(t, c.Err())
	require.False(t, c.Has(keyOf("b")))
}

func TestNil(t *testing.T) {
	var c *Cache
	c.Put(keyOf("a"), nil)
	_, ok := c.Get(keyOf("a"))
	require.False(t, ok || c.Has(keyOf("a")))
	require.NoError(t, c.Err())
	c.Trim()
}

func TestKeyParts(t *testing.T) {
	keys := map[Key]string{}
	add := func(name string, f func(Hash)) {
		h := NewHash("k")
		f(h)
		require.Empty(t, keys[h.Key()], name)
		keys[h.Key()] = name
	}
	add("nothing", func(Hash) {})
	add("ab", func(h Hash) { h.Text("ab") })
	add("a b", func(h Hash) { h.Text("a", "b") })
	add("list of a b", func(h Hash) { h.List([]string{"a", "b"}) })
	add("list of a, b", func(h Hash) { h.List([]string{"a"}); h.Text("b") })
	add("1", func(h Hash) { h.Int(1) })
	require.NotEqual(t, NewHash("a").Key(), NewHash("b").Key())
}

// TestDamaged: whatever happens to a file, Get yields what was put or nothing.
func TestDamaged(t *testing.T) {
	c := Open(t.TempDir(), DefaultSize)
	key := keyOf("a")
	c.Put(key, []byte("some data"))
	whole, err := os.ReadFile(c.file(key))
	require.NoError(t, err)
	for i := range whole {
		require.NoError(t, os.WriteFile(c.file(key), whole[:i], 0o666))
		_, ok := c.Get(key)
		require.False(t, ok, "cut off at %d", i)
		changed := []byte(string(whole))
		changed[i] ^= 1
		require.NoError(t, os.WriteFile(c.file(key), changed, 0o666))
		_, ok = c.Get(key)
		require.False(t, ok, "changed at %d", i)
	}
	c.Put(keyOf("b"), nil)
	require.NoError(t, os.WriteFile(c.file(keyOf("b")), whole, 0o666), "under another name")
	_, ok := c.Get(keyOf("b"))
	require.False(t, ok)
	c.Put(key, []byte("some data"))
	got, ok := c.Get(key)
	require.True(t, ok)
	require.Equal(t, "some data", string(got))
}

func TestNotWritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	c := Open(file, DefaultSize)
	c.Put(keyOf("a"), []byte("x"))
	c.Put(keyOf("b"), []byte("y"))
	require.ErrorContains(t, c.Err(), "file")
	c.Trim()
	_, ok := c.Get(keyOf("a"))
	require.False(t, ok)
}

// filled returns a cache with entries of about 1000 bytes each, 0 the one
// that was used last, and a clock that the test sets.
func filled(t *testing.T, entries int, size int64) (*Cache, *time.Time) {
	t.Helper()
	c := Open(t.TempDir(), size)
	now := time.Now()
	c.now = func() time.Time { return now }
	for i := range entries {
		key := keyOf(fmt.Sprint(i))
		c.Put(key, make([]byte, 1000))
		used := now.Add(-time.Duration(i) * time.Minute)
		require.NoError(t, os.Chtimes(c.file(key), used, used))
	}
	return c, &now
}

func held(c *Cache, entries int) (list []int) {
	for i := range entries {
		if c.Has(keyOf(fmt.Sprint(i))) {
			list = append(list, i)
		}
	}
	return list
}

func TestTrim(t *testing.T) {
	c, now := filled(t, 10, 5000)
	c.Trim()
	require.Equal(t, []int{0, 1, 2, 3}, held(c, 10), "the least recently used go")

	// Entries that are read stay; those that nobody reads go after a month.
	*now = now.Add(20 * 24 * time.Hour)
	_, ok := c.Get(keyOf("3"))
	require.True(t, ok)
	*now = now.Add(11 * 24 * time.Hour)
	c.Put(keyOf("new"), nil)
	require.NoError(t, os.Chtimes(c.file(keyOf("new")), *now, *now))
	c.Trim()
	require.Equal(t, []int{3}, held(c, 10))
	require.True(t, c.Has(keyOf("new")))
}

// TestTrimSeldom: a trim reads every directory, so it is not done in each run.
func TestTrimSeldom(t *testing.T) {
	c, _ := filled(t, 4, 5000)
	c.Trim()
	require.Equal(t, []int{0, 1, 2, 3}, held(c, 4))
	c.size = 100
	c.written = 10
	c.Trim()
	require.Equal(t, []int{0, 1, 2, 3}, held(c, 4), "not yet")
	c.written = 100
	c.Trim()
	require.Empty(t, held(c, 4))
}

// TestClock sets the clock back: what lies in the future is kept, is no error,
// and goes when room is needed.
func TestClock(t *testing.T) {
	c, now := filled(t, 4, 5000)
	c.Trim()
	*now = now.Add(-365 * 24 * time.Hour)
	_, ok := c.Get(keyOf("0"))
	require.True(t, ok)
	c.Put(keyOf("new"), nil)
	c.Trim()
	require.Equal(t, []int{0, 1, 2, 3}, held(c, 4))
	st, err := os.Stat(c.file(keyOf("0")))
	require.NoError(t, err)
	require.WithinDuration(t, *now, st.ModTime(), time.Second, "put right by its use")
	c.size = 2000
	c.written = 2000
	c.Trim()
	require.Len(t, held(c, 4), 1)
}

// TestKilled leaves behind what a killed process leaves: a file half written. It
// is no entry, and a later trim removes it.
func TestKilled(t *testing.T) {
	c, now := filled(t, 1, 5000)
	half := filepath.Join(filepath.Dir(c.file(keyOf("0"))), temporary+"123")
	require.NoError(t, os.WriteFile(half, []byte(header), 0o666))
	c.Trim()
	require.FileExists(t, half, "somebody may be writing it")
	*now = now.Add(2 * trimEvery)
	c.Put(keyOf("new"), nil)
	c.Trim()
	require.NoFileExists(t, half)
	require.Equal(t, []int{0}, held(c, 1))
}

// TestFull: room is made with entries, not with what others are writing.
func TestFull(t *testing.T) {
	c, now := filled(t, 1, 5000)
	half := filepath.Join(filepath.Dir(c.file(keyOf("0"))), temporary+"123")
	require.NoError(t, os.WriteFile(half, []byte(header), 0o666))
	c.size = 1
	c.trim(*now)
	require.FileExists(t, half)
	require.Empty(t, held(c, 1))
}

// TestForeign: what is not the cache's stays.
func TestForeign(t *testing.T) {
	c, _ := filled(t, 3, 1)
	mine := filepath.Join(c.dir, "notes.txt")
	require.NoError(t, os.WriteFile(mine, []byte("x"), 0o666))
	require.NoError(t, os.MkdirAll(filepath.Join(c.dir, "00", "dir"), 0o777))
	c.Trim()
	require.FileExists(t, mine)
	require.DirExists(t, filepath.Join(c.dir, "00", "dir"))
	require.Empty(t, held(c, 3))
}

// TestAtOnce has many write, read and trim the same entries.
func TestAtOnce(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			c := Open(dir, 2000)
			for i := range 200 {
				text := fmt.Sprint(i % 7)
				c.Put(keyOf(text), []byte(strings.Repeat(text, 500)))
				if got, ok := c.Get(keyOf(text)); ok && string(got) != strings.Repeat(text, 500) {
					t.Errorf("got %q", got)
				}
				c.Trim()
			}
			if err := c.Err(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestDir(t *testing.T) {
	t.Setenv(Variable, "off")
	dir, err := Dir()
	require.NoError(t, err)
	require.Empty(t, dir)
	t.Setenv(Variable, "relative")
	dir, err = Dir()
	require.NoError(t, err)
	require.True(t, filepath.IsAbs(dir))
	t.Setenv(Variable, "")
	dir, err = Dir()
	require.NoError(t, err)
	require.Equal(t, "locklint", filepath.Base(dir))
}

func BenchmarkGet(b *testing.B) {
	c := Open(b.TempDir(), DefaultSize)
	c.Put(keyOf("a"), make([]byte, 4096))
	for b.Loop() {
		if _, ok := c.Get(keyOf("a")); !ok {
			b.Fatal("lost")
		}
	}
}

func BenchmarkPut(b *testing.B) {
	c := Open(b.TempDir(), DefaultSize)
	data := make([]byte, 4096)
	for b.Loop() {
		c.Put(keyOf("a"), data)
	}
}
