// Locklint finds mistakes with distributed locks in Go programs.
//
//	locklint [flags] [packages]      analyse packages (default ./...)
//	locklint [flags] command ...     see locklint help
//
// It is also a tool for go vet:
//
//	go vet -vettool="$(command -v locklint)" ./...
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/standalone"
	"github.com/locklint/locklint/internal/vettool"
)

func main() {
	args := os.Args[1:]
	if vettool.Asked(args) {
		os.Exit(vettool.Main(args, analyzers.All()))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	os.Exit(run(ctx, args, os.Stdout, os.Stderr))
}

// run does what the arguments say and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	env := &environment{standalone.NewCommand(analyzers.All(), stdout, stderr)}
	env.Version = version()
	err := env.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return env.help(ctx, nil)
	}
	if err != nil {
		return env.Fail("%v", err)
	}
	args = env.Args()
	if len(args) == 0 {
		return env.Run(ctx, nil)
	}
	for _, c := range commands() {
		if c.name != args[0] {
			continue
		}
		if err := env.only(c); err != nil {
			return env.Fail("%v", err)
		}
		return c.run(env, ctx, args[1:])
	}
	return env.Run(ctx, args)
}

// A command is a way in beside the analysis itself.
type command struct {
	name    string
	summary string
	// flags are those of the analysis that may stand before the name.
	flags []string
	run   func(*environment, context.Context, []string) int
}

// analysisFlags say what is analysed and found.
var analysisFlags = []string{"C", "config", "confidence", "generated", "rules", "tags", "tests"}

// commands lists the commands in the order of the help.
func commands() []command {
	return []command{
		{"vet", "run go vet with locklint as its tool and cache", []string{"C", "config", "tags"}, (*environment).vet},
		{"explain", "print the page of RULE or RULE/CATEGORY", nil, (*environment).explain},
		{"locks", "list the program's locks: locks [-json|-html] [packages]", analysisFlags, (*environment).locks},
		{"catalogue", "print what is known of client libraries: catalogue [-json] [PATTERN]", nil, (*environment).catalogue},
		{"config", "init, check or schema: write, check or describe a .locklint.yaml", []string{"C", "config"}, (*environment).configuration},
		{"baseline", "keep what is found now: baseline write [-o FILE] [-grow] [packages]", analysisFlags, (*environment).baseline},
		{"completion", "print the completion of a shell: bash, zsh or fish", nil, (*environment).completion},
		{"version", "print the version", nil, (*environment).printVersion},
		{"help", "print this", nil, (*environment).help},
	}
}

// environment is the command line that was parsed.
type environment struct{ *standalone.Command }

// only refuses flags that the command would not heed.
func (env *environment) only(c command) error {
	var err error
	env.Flags().Visit(func(f *flag.Flag) {
		if err == nil && !slices.Contains(c.flags, f.Name) {
			err = fmt.Errorf("locklint %s does not take -%s", c.name, f.Name)
		}
	})
	return err
}

// parse reads the flags of a command that takes at most a number of arguments.
// The second result is false where the exit code, the first, is settled.
func (env *environment) parse(set *flag.FlagSet, args []string, most int) (int, bool) {
	set.SetOutput(io.Discard)
	err := set.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		set.SetOutput(env.Stdout)
		for _, c := range commands() {
			if c.name == set.Name() {
				_, _ = fmt.Fprintf(env.Stdout, "locklint %s: %s\n", c.name, c.summary)
			}
		}
		set.PrintDefaults()
		return standalone.Clean, false
	case err != nil:
		return env.Fail("%s: %v", set.Name(), err), false
	case set.NArg() > most:
		return env.Fail("%s: unexpected argument %q", set.Name(), set.Arg(most)), false
	}
	return standalone.Clean, true
}

// print writes a text to standard output and returns the exit code.
func (env *environment) print(text string) int {
	if _, err := io.WriteString(env.Stdout, text); err != nil {
		return env.Fail("%v", err)
	}
	return standalone.Clean
}

func (env *environment) printVersion(_ context.Context, args []string) int {
	if exit, ok := env.parse(flag.NewFlagSet("version", flag.ContinueOnError), args, 0); !ok {
		return exit
	}
	return env.print("locklint " + env.Version + "\n")
}

// version is the module version that the go command built, with the commit
// where it built from a working tree.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown)"
	}
	return info.Main.Version
}

const examples = `
Examples:
  locklint ./...                                  findings, one a line
  locklint -rules unfenced,nolost ./internal/...  two rules, some packages
  locklint -f sarif ./... > locklint.sarif        for code scanning
  locklint explain plaindel/plain-delete          why that is a mistake
  locklint -diff ./...                            what -fix would change
`

// help prints how to use locklint, on one screen.
func (env *environment) help(context.Context, []string) int {
	var w strings.Builder
	fmt.Fprint(&w, `Locklint finds mistakes with distributed locks in Go programs.

usage: locklint [flags] [packages]      analyse packages (default ./...)
       locklint [flags] command ...
`, examples, "\nCommands:\n")
	for _, c := range commands() {
		fmt.Fprintf(&w, "  %-11s %s\n", c.name, c.summary)
	}
	fmt.Fprint(&w, "\nFlags:\n")
	env.Flags().VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		fmt.Fprintf(&w, "  %-16s %s\n", strings.TrimSpace("-"+f.Name+" "+value), usage)
	})
	fmt.Fprintf(&w, "\nRules: %s.\nExit status: 0 clean, 1 findings, 2 something could not be analysed.\n", strings.Join(analyzers.Names(), ", "))
	return env.print(w.String())
}
