package pause

import (
	"fmt"
	"html"
	"slices"
	"strings"
)

// Measures of the picture, in pixels.
const (
	laneHeight = 70
	step       = 64
	left       = 70
	top        = 30
	barHeight  = 14
)

// SVG draws the history: a lane for each worker, time from left to right, a
// bar while it holds the lock, hatched while it is paused. The distances say what
// came before what, not how long it took, so that the same story gives the same picture.
func (h History) SVG(title string) string {
	p := picture{h: h}
	for _, e := range h {
		if !slices.Contains(p.lanes, e.Worker) {
			p.lanes = append(p.lanes, e.Worker)
		}
	}
	faults := h.Faults()
	width := left + step*(len(h)+1)
	height := top + laneHeight*len(p.lanes) + 20*len(faults) + 10
	p.add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" font-family="sans-serif" font-size="11">`, width, height, width, height)
	p.add(`<title>%s</title>`, html.EscapeString(title))
	p.add(`<defs><pattern id="paused" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" fill="#555"/></pattern></defs>`)
	p.add(`<rect width="100%%" height="100%%" fill="#fff"/>`)
	p.add(`<text x="10" y="18" font-weight="bold">%s</text>`, html.EscapeString(title))
	for i, name := range p.lanes {
		p.lane(i, name)
	}
	for i, f := range faults {
		p.add(`<text x="10" y="%d" fill="#b00">%s</text>`, top+laneHeight*len(p.lanes)+20*(i+1), html.EscapeString(f.String()))
	}
	p.add(`</svg>`)
	return p.b.String()
}

type picture struct {
	b     strings.Builder
	h     History
	lanes []string
}

func (p *picture) add(format string, args ...any) {
	fmt.Fprintf(&p.b, format+"\n", args...)
}

func x(i int) int { return left + step*i + step/2 }

// lane draws what happened to one worker.
func (p *picture) lane(n int, name string) {
	y := top + laneHeight*n + laneHeight/2 + 8
	p.add(`<text x="10" y="%d" font-weight="bold">%s</text>`, y+4, html.EscapeString(name))
	p.add(`<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#bbb"/>`, left, y, x(len(p.h)-1)+step/2, y)
	p.bars(name, y, `#8bc58b`, func(e Event) bool { return e.Kind == Acquired }, Event.ends)
	p.bars(name, y, `url(#paused)`, func(e Event) bool { return e.Kind == Paused }, func(e Event) bool {
		return e.Kind == Resumed || e.Kind == Killed || e.Kind == Ended
	})
	row := 0
	for i, e := range p.h {
		if e.Worker == name && e.Kind != Resumed {
			p.event(i, e, y, row)
			row++
		}
	}
}

// bars draws a bar from each event that begins one to the next that ends it, or to
// the end.
func (p *picture) bars(name string, y int, fill string, begins, ends func(Event) bool) {
	from := -1
	draw := func(to int) {
		p.add(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, x(from), y-barHeight/2, x(to)-x(from), barHeight, fill)
		from = -1
	}
	for i, e := range p.h {
		switch {
		case e.Worker != name:
		case from < 0 && begins(e):
			from = i
		case from >= 0 && ends(e):
			draw(i)
		}
	}
	if from >= 0 {
		draw(len(p.h))
	}
}

// event draws a dot and its label, above and below the line by turns.
func (p *picture) event(i int, e Event, y, row int) {
	color, dy := "#333", -14
	if row%2 == 1 {
		dy = 22
	}
	switch e.Kind {
	case Rejected, Refused, Told:
		color = "#06c"
	case Killed:
		color = "#b00"
	}
	p.add(`<circle cx="%d" cy="%d" r="4" fill="%s"/>`, x(i), y, color)
	p.add(`<text x="%d" y="%d" text-anchor="middle" fill="%s">%s</text>`, x(i), y+dy, color, html.EscapeString(e.label()))
}

// label is the event in a few words.
func (e Event) label() string {
	words := string(e.Kind)
	if e.Kind == Note {
		words = e.Text
	}
	if e.Value != "" {
		words += " " + e.Value
	}
	if e.Token != 0 {
		words += fmt.Sprintf(" (token %d)", e.Token)
	}
	return words
}
