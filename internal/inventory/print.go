package inventory

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/locklint/locklint/internal/plain"
)

// WriteJSON prints one object.
func (r *Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	return enc.Encode(r)
}

// WriteTable prints a line for each lock and what is wrong with it below.
func (r *Report) WriteTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "LOCK\tCLIENT\tTTL\tOWNER\tRENEWED\tLOSS\tRELEASED\tTOKEN\tWRITES\tPURPOSE\tVERDICT\tWHERE")
	for _, l := range r.Locks {
		row := []string{
			l.shortName(), l.Client, l.TTL.Text, short(l.Owner), l.renewed(), l.Loss, short(l.released()), l.Token,
			l.written(), l.Purpose.Kind, l.verdicts(), l.where(),
		}
		for i := range row {
			row[i] = plain.Text(orDash(row[i]))
		}
		_, _ = fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	return t.Flush()
}

// short has the words of a column's longer values.
func short(s string) string {
	words := map[string]string{
		"the library's own": "library", "made for each acquire": "fresh", "the same for all": "shared",
		"compares the owner": "compared", "compares the owner before": "compared before", comparesNothing: "plain", "ends the session": "session",
	}
	if w, ok := words[s]; ok {
		return w
	}
	return s
}

func (l *Lock) shortName() string {
	if l.Key != "" {
		return l.Key
	}
	return strings.TrimPrefix(l.Name, "the ")
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func (l *Lock) renewed() string {
	switch {
	case l.Renews:
		return "by itself"
	case len(l.Renewals) > 0 && l.Renewals[0].Detail != "":
		return l.Renewals[0].Detail
	}
	return yes(len(l.Renewals) > 0)
}

// comparesNothing is what the engine says of a release that compares nothing.
const comparesNothing = "compares nothing"

// released is the worst way in which the lock is released.
func (l *Lock) released() string {
	if len(l.Releases) == 0 {
		return "no"
	}
	worst := l.Releases[0].Detail
	for _, e := range l.Releases {
		if e.Detail == comparesNothing {
			worst = e.Detail
		}
	}
	return worst
}

// unchecked counts the writes that a holder who lost the lock can make.
func (l *Lock) unchecked() int {
	n := 0
	for _, w := range l.Writes {
		if w.Unchecked {
			n++
		}
	}
	return n
}

func (l *Lock) written() string {
	if n := l.unchecked(); n > 0 {
		return fmt.Sprintf("%d, %d unchecked", len(l.Writes), n)
	}
	return fmt.Sprint(len(l.Writes))
}

func (l *Lock) verdicts() string {
	var wrong []string
	for _, v := range l.Verdicts {
		for _, f := range v.Findings {
			name := v.Rule + "/" + f.Category
			if f.Silenced != "" {
				name += " silenced"
			}
			wrong = append(wrong, name)
		}
	}
	if len(wrong) == 0 {
		return "nothing found"
	}
	return strings.Join(distinct(wrong), ", ")
}

func distinct(list []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

func (l *Lock) where() string {
	if len(l.Acquires) == 0 {
		return ""
	}
	e := l.Acquires[0]
	return fmt.Sprintf("%s:%d", e.File, e.Line)
}
