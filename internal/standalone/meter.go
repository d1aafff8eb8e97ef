package standalone

import (
	"fmt"
	"io"
	"time"
)

// A meter writes on one line of a terminal how many of all packages are done,
// from the second second on, and takes the line away at the end.
type meter struct {
	w     io.Writer
	now   func() time.Time
	last  time.Time // when it began, or wrote
	shown bool
}

func newMeter(w io.Writer, now func() time.Time) *meter {
	return &meter{w: w, now: now, last: now()}
}

func (m *meter) told(done, all int) {
	now := m.now()
	if wait := now.Sub(m.last); wait > time.Second || m.shown && wait > time.Second/10 {
		m.last, m.shown = now, true
		_, _ = fmt.Fprintf(m.w, "\r%d/%d packages", done, all)
	}
}

func (m *meter) end() {
	if m.shown {
		_, _ = fmt.Fprint(m.w, "\r\x1b[K")
	}
}
