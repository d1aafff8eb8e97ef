package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

//go:embed page.tmpl
var page string

// write makes the page and its chart of what is kept.
func (b *bench) write() error {
	funcs := template.FuncMap{
		"table": func(name string) (string, error) { return b.text(name, (*table).text) },
		"scale": func() (string, error) { return b.text("scale", (*table).scaleText) },
	}
	t, err := template.New("page").Funcs(funcs).Parse(page)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := t.Execute(&out, nil); err != nil {
		return err
	}
	docs := filepath.Join(b.root, "docs")
	if err := os.WriteFile(filepath.Join(docs, "performance.md"), out.Bytes(), 0o666); err != nil {
		return err
	}
	chart, err := b.chart()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(docs, "performance.svg"), []byte(chart), 0o666)
}

func (b *bench) text(name string, of func(*table) string) (string, error) {
	t, err := b.kept(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "not measured\n", nil
	}
	if err != nil {
		return "", err
	}
	return of(t), nil
}

// A column is shown where some line has a figure for it.
type column struct {
	heading string
	of      func(line) float64
	format  string
}

var columns = []column{
	{"CPU s", func(l line) float64 { return l.CPU }, "%.2f"},
	{"× floor", func(l line) float64 { return l.ToFloor }, "%.2f"},
	{"× go vet", func(l line) float64 { return l.ToVet }, "%.3f"},
	{"wall s", func(l line) float64 { return l.Wall }, "%.2f"},
	{"× empty, wall", func(l line) float64 { return l.ToEmpty }, "%.2f"},
	{"MB", func(l line) float64 { return l.Memory }, "%.0f"},
	{"runs", func(l line) float64 { return float64(l.Runs) }, "%.0f"},
}

func (t *table) text() string {
	shown := columns[:0:0]
	for _, c := range columns {
		for _, l := range t.Lines {
			if c.of(l) > 0 {
				shown = append(shown, c)
				break
			}
		}
	}
	var s strings.Builder
	fmt.Fprintf(&s, "%s (%s)\n\n| program |", t.Title, t.Machine)
	for _, c := range shown {
		fmt.Fprintf(&s, " %s |", c.heading)
	}
	s.WriteString(" command |\n| --- |" + strings.Repeat(" ---: |", len(shown)) + " --- |\n")
	for _, l := range t.Lines {
		if l.Failed != "" {
			fmt.Fprintf(&s, "| %s | %s |\n", l.Name, "failed: "+l.Failed)
			continue
		}
		fmt.Fprintf(&s, "| %s |", l.Name)
		for _, c := range shown {
			text := ""
			if v := c.of(l); v > 0 {
				text = fmt.Sprintf(c.format, v)
			}
			fmt.Fprintf(&s, " %s |", text)
		}
		fmt.Fprintf(&s, " `%s` |\n", l.Command)
	}
	return s.String()
}

// scaleText shows cost against size. The slope is that of the logarithms: 1
// means that twice the packages cost twice as much.
func (t *table) scaleText() string {
	var s strings.Builder
	fmt.Fprintf(&s, "(%s)\n\n| in the cone | packages | go list, CPU s | cold, CPU s | slope | beside go list, ms for each package of the cone | warm, CPU s | cold, MB | slope |\n", t.Machine)
	s.WriteString("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	var before []line
	for i := 0; i+2 < len(t.Lines); i += 3 {
		list, cold, warm := t.Lines[i], t.Lines[i+1], t.Lines[i+2]
		time, memory := "", ""
		if before != nil && before[1].Size < cold.Size {
			time = fmt.Sprintf("%.2f", slope(before[1], cold, cold.CPU/before[1].CPU))
			memory = fmt.Sprintf("%.2f", slope(before[1], cold, cold.Memory/before[1].Memory))
		}
		fmt.Fprintf(&s, "| %d | %d | %.2f | %.2f | %s | %.1f | %.2f | %.0f | %s |\n", cold.Cone, cold.Size, list.CPU, cold.CPU, time,
			1000*(cold.CPU-list.CPU)/float64(cold.Cone), warm.CPU, cold.Memory, memory)
		before = t.Lines[i : i+3]
	}
	return s.String()
}

func slope(x, y line, ratio float64) float64 {
	return math.Log(ratio) / math.Log(float64(y.Size)/float64(x.Size))
}

// chart draws the CPU time of each program on each target, times the floor, on
// a logarithmic scale.
func (b *bench) chart() (string, error) {
	const left, width, row = 260, 420, 18
	var s strings.Builder
	y := 30
	scale := func(v float64) float64 { return width * (math.Log10(v) + 2) / 5 } // 0.01 to 1000
	for _, t := range known {
		seen := map[string]bool{}
		for _, suffix := range []string{"", "-peers"} {
			kept, err := b.kept(t.name + suffix)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return "", err
			}
			if suffix == "" {
				fmt.Fprintf(&s, "<text x=\"8\" y=\"%d\" font-weight=\"bold\">%s</text>\n", y, html.EscapeString(t.name))
				y += row
			}
			for _, l := range kept.Lines {
				if l.ToFloor <= 0 || seen[l.Name] {
					continue
				}
				seen[l.Name] = true
				color := "#9aa5b1"
				if strings.Contains(l.Name, "locklint") {
					color = "#2563eb"
				}
				fmt.Fprintf(&s, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", left-8, y, html.EscapeString(l.Name))
				w := max(1, scale(max(l.ToFloor, 0.01)))
				fmt.Fprintf(&s, "<rect x=\"%d\" y=\"%d\" width=\"%.0f\" height=\"12\" fill=\"%s\"/>", left, y-10, w, color)
				fmt.Fprintf(&s, "<text x=\"%.0f\" y=\"%d\">%.2f</text>\n", left+w+6, y, l.ToFloor)
				y += row
			}
		}
		y += row / 2
	}
	var axis strings.Builder
	for _, v := range []float64{0.01, 0.1, 1, 10, 100, 1000} {
		x := left + scale(v)
		fmt.Fprintf(&axis, "<line x1=\"%.0f\" y1=\"20\" x2=\"%.0f\" y2=\"%d\" stroke=\"#d8dee4\"/><text x=\"%.0f\" y=\"14\" text-anchor=\"middle\">%g</text>\n", x, x, y, x, v)
	}
	return fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n"+
		"<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n<title>CPU time, times the floor</title>\n%s%s</svg>\n",
		left+width+60, y+10, axis.String(), s.String()), nil
}
