package simulate

import (
	"fmt"
	"strings"
)

// A Cell counts programs by both answers to a question.
type Cell struct{ Both, Missed, Neither, Wrong int }

// A Table has the answers of many programs.
type Table struct {
	Programs, Runs int
	cells          map[*Question]*Cell
	kinds          map[*Kind]int
}

// NewTable is an empty table.
func NewTable() *Table {
	t := &Table{cells: map[*Question]*Cell{}, kinds: map[*Kind]int{}}
	for _, q := range Questions {
		t.cells[q] = &Cell{}
	}
	return t
}

// Add counts a verdict and returns the disagreements that no known kind explains.
func (t *Table) Add(v *Verdict) []Disagreement {
	t.Programs++
	t.Runs += v.Answers.Runs
	differs := map[*Question]bool{}
	var odd []Disagreement
	for _, d := range v.Disagreements() {
		differs[d.Question] = true
		k := v.Explain(d)
		if k == nil {
			odd = append(odd, d)
		}
		t.kinds[k]++
	}
	for _, q := range Questions {
		c, can := t.cells[q], q.Can(v.Answers)
		switch {
		case can && differs[q]:
			c.Missed++
		case can:
			c.Both++
		case differs[q]:
			c.Wrong++
		default:
			c.Neither++
		}
	}
	return odd
}

// String is the table as a part of a page.
func (t *Table) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d programs, %d runs.\n\n", t.Programs, t.Runs)
	b.WriteString("| can it happen? | rule | can, reported | can, silent | cannot, silent | cannot, reported |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, q := range Questions {
		c := t.cells[q]
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d | %d |\n", q.Name, q.Rule, c.Both, c.Missed, c.Neither, c.Wrong)
	}
	b.WriteString("\n| difference | programs | why |\n| --- | --- | --- |\n")
	for _, k := range Known {
		side := "reported"
		if k.Missed {
			side = "silent"
		}
		fmt.Fprintf(&b, "| %s: %s | %d | %s |\n", side, k.Question, t.kinds[k], k.Why)
	}
	return b.String()
}
