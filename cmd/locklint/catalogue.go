package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/locklint/locklint/internal/catalogue"
	"github.com/locklint/locklint/internal/standalone"
)

// An entry is what the catalogue says of one function. The JSON form has the
// columns that locklint's tables have, by the same names.
type entry struct {
	Library     string   `json:"library"`
	System      string   `json:"system"`
	Packages    []string `json:"packages"`
	Type        string   `json:"type,omitempty"` // of the receiver; "-" for functions only
	Function    string   `json:"function"`
	Role        string   `json:"role"`
	Key         string   `json:"key,omitempty"`
	Owner       string   `json:"owner,omitempty"`
	TTL         string   `json:"ttl,omitempty"`
	Unit        string   `json:"unit,omitempty"` // of TTL
	DefaultTTL  string   `json:"defaultTTL,omitempty"`
	ZeroTTL     string   `json:"zeroTTL,omitempty"`
	NegativeTTL string   `json:"negativeTTL,omitempty"`
	Bound       string   `json:"bound,omitempty"` // what else the lock ends with
	Handle      string   `json:"handle,omitempty"`
	Session     string   `json:"session,omitempty"`
	Text        string   `json:"text,omitempty"`
	Args        string   `json:"args,omitempty"`
	Callback    string   `json:"callback,omitempty"`
	Wins        string   `json:"wins,omitempty"`
	Won         string   `json:"won,omitempty"`
	Lost        string   `json:"lost,omitempty"`
	Renews      bool     `json:"renews,omitempty"`
	Token       string   `json:"token,omitempty"`
	On          string   `json:"on,omitempty"`
	Cond        string   `json:"cond,omitempty"`
	Low         bool     `json:"low,omitempty"`
	Since       string   `json:"since,omitempty"`
	Until       string   `json:"until,omitempty"`
	Source      string   `json:"source"`
	Note        string   `json:"note,omitempty"`
}

// entries lists the functions whose package, library or name holds the pattern,
// case aside; all if it is empty. They are in the catalogue's order.
func entries(pattern string) []entry {
	pattern = strings.ToLower(pattern)
	var out []entry
	for _, l := range catalogue.Libraries() {
		whole := holds(pattern, append([]string{l.Name}, l.Paths...)...)
		for i := range l.Rows {
			r := &l.Rows[i]
			for name := range strings.SplitSeq(r.Names, "|") {
				if e := newEntry(l, r, name); whole || holds(pattern, e.name()) {
					out = append(out, e)
				}
			}
		}
	}
	return out
}

func holds(pattern string, texts ...string) bool {
	for _, t := range texts {
		if strings.Contains(strings.ToLower(t), pattern) {
			return true
		}
	}
	return false
}

func newEntry(l *catalogue.Library, r *catalogue.Row, name string) entry {
	e := entry{
		Library: l.Name, System: string(l.Kind), Packages: l.Paths, Type: r.Type, Function: name, Role: r.Role.String(),
		Key: string(r.Key), Owner: string(r.Owner), TTL: string(r.TTL), DefaultTTL: r.DefaultTTL, ZeroTTL: r.ZeroTTL,
		NegativeTTL: r.NegativeTTL, Bound: r.Bound.String(),
		Handle: string(r.Handle), Session: string(r.Session), Text: string(r.Text), Args: string(r.Args),
		Callback: string(r.Callback), Wins: r.Wins.String(), Won: string(r.Won), Lost: string(r.Lost), Renews: r.Renews,
		Token: r.Token.String(), On: r.On.String(), Cond: r.Cond, Low: r.Low, Since: r.Since, Until: r.Until,
		Source: cmp.Or(r.Source, l.Source), Note: r.Note,
	}
	if r.TTL != "" {
		e.Unit = r.Unit.String()
	}
	return e
}

// name is the function as a reader writes it: "Mutex.Lock".
func (e *entry) name() string {
	if e.Type == "" || e.Type == "-" {
		return e.Function
	}
	return e.Type + "." + e.Function
}

// lease tells all that is known of the expiry: "arg2 milliseconds, default 8s".
func (e *entry) lease() string {
	var parts []string
	if e.TTL != "" {
		parts = append(parts, e.TTL+" "+e.Unit)
	}
	if e.DefaultTTL != "" {
		parts = append(parts, "default "+e.DefaultTTL)
	}
	if e.ZeroTTL != "" {
		parts = append(parts, "zero: "+e.ZeroTTL)
	}
	if e.NegativeTTL != "" {
		parts = append(parts, "negative: "+e.NegativeTTL)
	}
	if e.Renews {
		parts = append(parts, "renews itself")
	}
	if e.Bound != "" {
		parts = append(parts, "ends with the "+e.Bound)
	}
	return strings.Join(parts, ", ")
}

// catalogue prints the rows of the catalogue.
func (env *environment) catalogue(_ context.Context, args []string) int {
	set := flag.NewFlagSet("catalogue", flag.ContinueOnError)
	asJSON := set.Bool("json", false, "print JSON with every column")
	if exit, ok := env.parse(set, args, 1); !ok {
		return exit
	}
	list := entries(set.Arg(0))
	if len(list) == 0 {
		return env.Fail("nothing in the catalogue has %q in its package or name", set.Arg(0))
	}
	write := writeTable
	if *asJSON {
		write = writeEntries
	}
	if err := write(env.Stdout, list); err != nil {
		return env.Fail("%v", err)
	}
	return standalone.Clean
}

func writeEntries(w io.Writer, list []entry) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	return enc.Encode(struct {
		Functions []entry `json:"functions"`
	}{list})
}

// writeTable prints a line for each function. The place of a value is written
// as in the tables: "arg0" is the first parameter that is no context.
func writeTable(w io.Writer, list []entry) error {
	out := bufio.NewWriter(w)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "PACKAGE\tFUNCTION\tROLE\tKEY\tOWNER\tTTL\tHANDLE\tSUCCESS\tLOST\tTOKEN\tSOURCE\tNOTE")
	for i := range list {
		e := &list[i]
		pkg := e.Packages[0]
		if n := len(e.Packages) - 1; n > 0 {
			pkg += fmt.Sprintf(" (and %d more)", n)
		}
		row := []string{
			pkg, e.name(), e.Role, e.Key, e.Owner, e.lease(), e.Handle, strings.TrimSpace(e.Wins + " " + e.Won),
			e.Lost, e.Token, e.Source, e.Note,
		}
		for i, cell := range row[:len(row)-1] {
			row[i] = cmp.Or(cell, "-")
		}
		_, _ = fmt.Fprintln(table, strings.TrimRight(strings.Join(row, "\t"), "\t"))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return out.Flush()
}
