// Package baseline keeps the findings of old code, so that only new ones are
// told.
//
// A baseline is a text file of a JSON object a line: the first has the version,
// each other one a finding without line numbers. So a merge conflict is about
// the lines that two people changed, and an error has a line. File names are
// relative to the baseline's own directory.
//
// A baseline shrinks when findings are mended. It grows only where somebody
// asks for it.
//
// # Limits
//
// A finding is known by rule, category, file, function and message. A function
// that is renamed or moved to another file brings its findings back.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/output"
	"github.com/locklint/locklint/internal/unit"
)

// Version is the version of the file's form.
const Version = 1

// maxSize bounds the file that is read.
const maxSize = 64 << 20

// Name is the file that is written where none is named.
const Name = ".locklint-baseline.jsonl"

// An Entry stands for Count findings that are equal but for their lines.
type Entry struct {
	output.Key
	Count int
	Line  int // in the file, 0 if new
}

// A Baseline is what a file holds.
type Baseline struct {
	File    string // absolute
	Entries []Entry
}

type (
	header struct {
		Version int `json:"version"`
	}
	line struct {
		Rule     string `json:"rule"`
		Category string `json:"category,omitempty"`
		File     string `json:"file"`
		Func     string `json:"func,omitempty"`
		Message  string `json:"message"`
		Count    int    `json:"count"`
	}
)

// Read reads a baseline. Errors name the file and the line.
func Read(name string) (*Baseline, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	st, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	if !st.Mode().IsRegular() {
		return nil, fmt.Errorf("baseline: %s is not a file", name)
	}
	if st.Size() > maxSize {
		return nil, fmt.Errorf("baseline: %s is larger than %d bytes", name, maxSize)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	b, err := parse(name, data)
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	b.File = abs
	return b, nil
}

// parse reads the text of a baseline that is called name in errors.
func parse(name string, data []byte) (*Baseline, error) {
	b := &Baseline{}
	at := func(n int, err error) error { return fmt.Errorf("%s:%d: %w", name, n, err) }
	seen := map[output.Key]int{}
	lines := bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	for i, text := range lines {
		if i == 0 {
			if err := readHeader(text); err != nil {
				return nil, at(1, err)
			}
			continue
		}
		e, err := readEntry(text)
		if err != nil {
			return nil, at(i+1, err)
		}
		if n := seen[e.Key]; n > 0 {
			return nil, at(i+1, fmt.Errorf("the same finding as in line %d", n))
		}
		e.Line = i + 1
		seen[e.Key] = e.Line
		b.Entries = append(b.Entries, e)
	}
	return b, nil
}

func readHeader(text []byte) error {
	var h header
	if err := decode(text, &h); err != nil {
		return fmt.Errorf("this is no baseline: the first line must be {\"version\":%d} (%w)", Version, err)
	}
	if h.Version != Version {
		return fmt.Errorf("version %d is unknown: this locklint reads version %d", h.Version, Version)
	}
	return nil
}

func readEntry(text []byte) (Entry, error) {
	var l line
	if err := decode(text, &l); err != nil {
		return Entry{}, err
	}
	switch {
	case l.Rule == "":
		return Entry{}, errors.New("rule is missing")
	case l.File == "":
		return Entry{}, errors.New("file is missing")
	case l.Count < 1:
		return Entry{}, errors.New("count must be 1 or more")
	}
	return Entry{Key: output.Key{Rule: l.Rule, Category: l.Category, File: l.File, Func: l.Func, Message: l.Message}, Count: l.Count}, nil
}

// decode reads one object that has no other fields than v.
func decode(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		if errors.Is(err, io.EOF) {
			return errors.New("the line is empty")
		}
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value")
	}
	return nil
}

// New makes a baseline of findings for a file that may not exist yet.
func New(file string, findings []unit.Finding) *Baseline {
	b := &Baseline{File: file}
	index := map[output.Key]int{}
	for i := range findings {
		k := b.key(&findings[i])
		n, ok := index[k]
		if !ok {
			n = len(b.Entries)
			index[k] = n
			b.Entries = append(b.Entries, Entry{Key: k})
		}
		b.Entries[n].Count++
	}
	return b
}

// key is the finding's key with the file as seen from the baseline.
func (b *Baseline) key(f *unit.Finding) output.Key {
	file := f.Pos.Filename
	if rel, err := filepath.Rel(filepath.Dir(b.File), file); err == nil {
		file = rel
	}
	return output.KeyOf(f, filepath.ToSlash(file))
}

// Split parts findings into those that the baseline does not have and those
// that it covers. Stale are the entries, or the part of their count, to which
// no finding belongs any more.
func (b *Baseline) Split(findings []unit.Finding) (fresh, covered []unit.Finding, stale []Entry) {
	left := map[output.Key]int{}
	for _, e := range b.Entries {
		left[e.Key] = e.Count
	}
	for i := range findings {
		k := b.key(&findings[i])
		if left[k] == 0 {
			fresh = append(fresh, findings[i])
			continue
		}
		left[k]--
		covered = append(covered, findings[i])
	}
	for _, e := range b.Entries {
		if n := left[e.Key]; n > 0 {
			e.Count = n
			stale = append(stale, e)
		}
	}
	return fresh, covered, stale
}

// Without removes entries, or the part of their count that is given.
func (b *Baseline) Without(stale []Entry) *Baseline {
	gone := map[output.Key]int{}
	for _, e := range stale {
		gone[e.Key] = e.Count
	}
	out := &Baseline{File: b.File}
	for _, e := range b.Entries {
		if e.Count -= gone[e.Key]; e.Count > 0 {
			out.Entries = append(out.Entries, e)
		}
	}
	return out
}

// With adds findings.
func (b *Baseline) With(findings []unit.Finding) *Baseline {
	out := &Baseline{File: b.File, Entries: slices.Clone(b.Entries)}
	for _, e := range New(b.File, findings).Entries {
		i := slices.IndexFunc(out.Entries, func(x Entry) bool { return x.Key == e.Key })
		if i < 0 {
			out.Entries = append(out.Entries, e)
			continue
		}
		out.Entries[i].Count += e.Count
	}
	return out
}

// Path is where the entry's file is.
func (b *Baseline) Path(e Entry) string {
	return filepath.Join(filepath.Dir(b.File), filepath.FromSlash(e.File))
}

// Write writes the file, sorted. A failure leaves what was there.
func (b *Baseline) Write() error {
	text, err := b.encode()
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(b.File), ".locklint-baseline-*")
	if err != nil {
		return fmt.Errorf("baseline: %w", err)
	}
	defer os.Remove(f.Name()) // it is gone if all went well
	_, err = f.Write(text)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), b.File)
	}
	if err != nil {
		return fmt.Errorf("baseline: %w", err)
	}
	return nil
}

func (b *Baseline) encode() ([]byte, error) {
	entries := slices.Clone(b.Entries)
	slices.SortFunc(entries, func(x, y Entry) int {
		return cmp.Or(
			cmp.Compare(x.File, y.File), cmp.Compare(x.Func, y.Func), cmp.Compare(x.Rule, y.Rule),
			cmp.Compare(x.Category, y.Category), cmp.Compare(x.Message, y.Message),
		)
	})
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(header{Version}); err != nil {
		return nil, err
	}
	for _, e := range entries {
		if err := enc.Encode(line{e.Rule, e.Category, e.File, e.Func, e.Message, e.Count}); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}
