package main

import (
	"bytes"
	"context"
	"flag"
	"io"

	"github.com/locklint/locklint/internal/standalone"
)

// locks prints the inventory of the program's locks.
func (env *environment) locks(ctx context.Context, args []string) int {
	set := flag.NewFlagSet("locks", flag.ContinueOnError)
	asJSON := set.Bool("json", false, "print JSON (docs/locks.schema.json)")
	asHTML := set.Bool("html", false, "print a page to read in a browser")
	base := set.String("source", "", "link the page's places to `url`, with {file} and {line} in it")
	if exit, ok := env.parse(set, args, len(args)); !ok {
		return exit
	}
	if *asJSON && *asHTML {
		return env.Fail("locks: -json and -html exclude each other")
	}
	report, failed, exit := env.Inventory(ctx, set.Args())
	if report == nil {
		return exit
	}
	write := report.WriteTable
	switch {
	case *asJSON:
		write = report.WriteJSON
	case *asHTML:
		write = func(w io.Writer) error { return report.WriteHTML(w, *base) }
	}
	var out bytes.Buffer // nothing is left half written
	err := write(&out)
	if err == nil {
		_, err = env.Stdout.Write(out.Bytes())
	}
	if err != nil {
		return env.Fail("%v", err)
	}
	if failed {
		return standalone.Failed
	}
	return standalone.Clean
}
