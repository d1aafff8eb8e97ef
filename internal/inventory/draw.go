package inventory

import (
	"fmt"
	"html"
	"slices"
	"strings"
)

// The drawing's measures, in its own units.
const (
	width    = 720
	left     = 86  // of the lanes
	right    = 704 // of the lanes
	holderY  = 34
	leaseY   = 70
	otherY   = 106
	maxMarks = 9 // on the holder's lane; the rest is counted
)

// draw is the timeline of a lock as SVG: what its holder does from the acquire to
// the release, the lease below it, and, where a write or the release is
// unchecked, the pause in which another holder comes in between.
//
// It is a sketch: the order is that of the source, and distances mean nothing.
func draw(l *Lock) string {
	d := &drawing{lock: l}
	d.steps()
	height := leaseY + 34
	if d.hurts() {
		height = otherY + 40
	}
	d.holder()
	d.lease()
	if d.hurts() {
		d.pause()
	}
	return fmt.Sprintf(`<svg viewBox="0 0 %d %d" role="img" aria-label="%s">%s</svg>`, width, height, html.EscapeString(d.told()), d.b.String())
}

type drawing struct {
	lock *Lock
	b    strings.Builder
	list []step
	more int // writes that are not drawn
}

// A step is a mark on the holder's lane.
type step struct {
	kind  int
	mark  string
	event Event
	x     int
}

// steps are the marks that are drawn, with their places: the first acquire and
// release, the first renewal and signal, and as many writes as there is room
// for, unchecked ones before others.
func (d *drawing) steps() {
	l, marks := d.lock, d.lock.marks()
	first := func(kind int, events []Event) {
		if len(events) > 0 {
			d.list = append(d.list, step{kind: kind, mark: marks[kind][0], event: events[0]})
		}
	}
	first(acquired, l.Acquires)
	first(signalled, l.Signals)
	first(renewed, l.Renewals)
	room := maxMarks - len(d.list) - min(len(l.Releases), 1)
	shown := make([]bool, len(l.Writes))
	for _, unchecked := range []bool{true, false} {
		for i, w := range l.Writes {
			if w.Unchecked == unchecked && room > 0 {
				shown[i] = true
				room--
			}
		}
	}
	for i, w := range l.Writes {
		if shown[i] {
			d.list = append(d.list, step{kind: wrote, mark: marks[wrote][i], event: w})
		} else {
			d.more++
		}
	}
	d.release(marks[released])
	for i := range d.list {
		d.list[i].x = left + 20 + i*(right-left-60)/max(len(d.list)-1, 1)
	}
}

// release is the release that compares nothing, if there is one, else the first.
func (d *drawing) release(marks []string) {
	events := d.lock.Releases
	if len(events) == 0 {
		return
	}
	i := max(slices.IndexFunc(events, func(e Event) bool { return e.Detail == comparesNothing }), 0)
	d.list = append(d.list, step{kind: released, mark: marks[i], event: events[i]})
}

// hurts reports whether a pause can do harm.
func (d *drawing) hurts() bool { return d.hit() > 0 }

// hit is the first mark that does harm after a pause, or else the first of the
// list or -1: an acquire comes before all.
func (d *drawing) hit() int {
	return slices.IndexFunc(d.list, step.bad)
}

// bad reports whether a step passes although the lock is another's by then.
func (s step) bad() bool {
	return s.event.Unchecked || s.kind == released && s.event.Detail == comparesNothing
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

func (d *drawing) label(y int, text string) {
	d.printf(`<text class="lane" x="6" y="%d">%s</text>`, y+4, html.EscapeString(text))
}

func (d *drawing) end() int {
	if n := len(d.list); n > 0 {
		return d.list[n-1].x
	}
	return left
}

var classes = map[int]string{acquired: "acquire", signalled: "signal", renewed: "renew", wrote: "write", released: "release"}

func (d *drawing) holder() {
	d.label(holderY, "holder")
	d.printf(`<line class="held" x1="%d" y1="%d" x2="%d" y2="%d"/>`, left+20, holderY, d.end(), holderY)
	for _, s := range d.list {
		class := classes[s.kind]
		if s.bad() {
			class += " bad"
		}
		told := strings.Trim(s.event.Call+", "+s.event.Detail, ", ")
		d.printf(`<g class="%s"><title>%s</title>`, class, html.EscapeString(fmt.Sprintf("%s: %s (%s:%d)", s.mark, told, s.event.File, s.event.Line)))
		if s.kind == wrote {
			d.printf(`<rect x="%d" y="%d" width="14" height="14" rx="2"/>`, s.x-7, holderY-7)
		} else {
			d.printf(`<circle cx="%d" cy="%d" r="7"/>`, s.x, holderY)
		}
		d.printf(`<text x="%d" y="%d">%s</text></g>`, s.x, holderY-13, s.mark)
	}
	if d.more > 0 {
		d.printf(`<text class="more" x="%d" y="%d">+%d</text>`, d.end()+12, holderY+4, d.more)
	}
}

// leaseEnd is where the lease is drawn to end: amid the pause, where one hurts.
func (d *drawing) leaseEnd() int {
	if i := d.hit(); i > 0 {
		return (d.list[i-1].x + d.list[i].x) / 2
	}
	return min(d.end()+24, right)
}

func (d *drawing) lease() {
	text := d.lock.TTL.Text
	switch {
	case text == "":
		text = "for a time that is not known"
	case d.lock.Renews:
		text += ", renewed by the library"
	case len(d.lock.Renewals) > 0:
		text += ", renewed"
	}
	d.label(leaseY, "lease")
	d.printf(`<rect class="lease" x="%d" y="%d" width="%d" height="12" rx="3"/>`, left+20, leaseY-6, max(d.leaseEnd()-left-20, 8))
	d.printf(`<text class="ttl" x="%d" y="%d">%s</text>`, left+24, leaseY+20, html.EscapeString(text))
}

// pause draws where a pause hurts: before the first unchecked step, as long as it
// takes the lease to end and another holder to come.
func (d *drawing) pause() {
	i := d.hit()
	harm := "is made on top of its work"
	if d.list[i].kind == released {
		harm = "frees its lock"
	}
	from, to := d.list[i-1].x+10, d.list[i].x-10
	d.printf(`<rect class="pause" x="%d" y="%d" width="%d" height="%d"><title>a pause here, longer than the lease</title></rect>`, from, holderY-5, max(to-from, 6), otherY-holderY+10)
	d.label(otherY, "another")
	at := d.leaseEnd()
	d.printf(`<line class="other" x1="%d" y1="%d" x2="%d" y2="%d"/><circle class="other" cx="%d" cy="%d" r="5"/>`, at+4, otherY, right, otherY, at+4, otherY)
	d.printf(`<text class="hurt" x="%d" y="%d">a pause here lets another holder in: %s %s</text>`, left+20, otherY+26, d.list[i].mark, harm)
}

// told says in words what the drawing shows.
func (d *drawing) told() string {
	var parts []string
	for _, s := range d.list {
		parts = append(parts, strings.TrimSpace(s.mark+" "+s.event.Call))
	}
	text := "Timeline: " + strings.Join(parts, ", ")
	if d.hurts() {
		text += ". A pause before " + d.list[d.hit()].mark + " hurts."
	}
	return text
}
