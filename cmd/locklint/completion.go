package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"github.com/locklint/locklint/analyzers"
	"github.com/locklint/locklint/internal/output"
	"github.com/locklint/locklint/internal/standalone"
)

// completion prints a script for a shell. The words are written into it, so
// that completing starts no process.
func (env *environment) completion(_ context.Context, args []string) int {
	set := flag.NewFlagSet("completion", flag.ContinueOnError)
	if exit, ok := env.parse(set, args, 1); !ok {
		return exit
	}
	scripts := map[string]func(words) string{"bash": bash, "zsh": zsh, "fish": fish}
	script, ok := scripts[set.Arg(0)]
	if !ok {
		return env.Fail("completion: unknown shell %q: the shells are bash, zsh, fish", set.Arg(0))
	}
	if _, err := fmt.Fprint(env.Stdout, script(env.words())); err != nil {
		return env.Fail("%v", err)
	}
	return standalone.Clean
}

// words are what can stand in a command line.
type words struct {
	flags    []*flag.Flag
	commands []command
	rules    []string // with their categories
	// values are those of the flags that have a list of them; flags in dirs
	// take a directory.
	values map[string][]string
	dirs   map[string]bool
}

func (env *environment) words() words {
	w := words{commands: commands(), dirs: map[string]bool{"C": true}}
	env.Flags().VisitAll(func(f *flag.Flag) { w.flags = append(w.flags, f) })
	names := analyzers.Names()
	for _, name := range names {
		w.rules = append(w.rules, name)
		if page, err := analyzers.PageOf(name); err == nil {
			for _, s := range page.Categories() {
				w.rules = append(w.rules, name+"/"+s.Heading)
			}
		}
	}
	w.values = map[string][]string{"f": output.Names(), "rules": names}
	return w
}

// flagNames lists the flags with their dash.
func (w *words) flagNames() []string {
	var out []string
	for _, f := range w.flags {
		out = append(out, "-"+f.Name)
	}
	return out
}

func (w *words) commandNames() []string {
	var out []string
	for _, c := range w.commands {
		out = append(out, c.name)
	}
	return out
}

// takesValue reports whether a flag is followed by its value.
func takesValue(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return !ok || !b.IsBoolFlag()
}

func bash(w words) string {
	var b strings.Builder
	b.WriteString(`# Completion of locklint for bash: source <(locklint completion bash)
_locklint() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
	case $before in
`)
	for _, f := range w.flags {
		switch {
		case w.values[f.Name] != nil:
			fmt.Fprintf(&b, "\t-%s) COMPREPLY=($(compgen -W '%s' -- \"$word\")); return ;;\n", f.Name, strings.Join(w.values[f.Name], " "))
		case w.dirs[f.Name]:
			fmt.Fprintf(&b, "\t-%s) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n", f.Name)
		case takesValue(f):
			fmt.Fprintf(&b, "\t-%s) return ;;\n", f.Name)
		}
	}
	fmt.Fprintf(&b, `	explain) COMPREPLY=($(compgen -W '%s' -- "$word")); return ;;
	completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")); return ;;
	config) COMPREPLY=($(compgen -W 'init check schema' -- "$word")); return ;;
	esac
	if [[ $word == -* ]]; then
		COMPREPLY=($(compgen -W '%s' -- "$word"))
	else
		COMPREPLY=($(compgen -W '%s ./...' -- "$word") $(compgen -d -- "$word"))
	fi
}
complete -o filenames -F _locklint locklint
`, strings.Join(w.rules, " "), strings.Join(w.flagNames(), " "), strings.Join(w.commandNames(), " "))
	return b.String()
}

// zshText escapes a description in a specification of _arguments.
var zshText = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, ":", `\:`, "'", `'\''`)

func zsh(w words) string {
	var b strings.Builder
	b.WriteString("#compdef locklint\n# Completion of locklint for zsh: locklint completion zsh > \"${fpath[1]}/_locklint\"\n_locklint() {\n\tlocal -a names\n\tnames=(\n")
	for _, c := range w.commands {
		fmt.Fprintf(&b, "\t\t'%s:%s'\n", c.name, zshText.Replace(c.summary))
	}
	b.WriteString("\t)\n\t_arguments \\\n")
	for _, f := range w.flags {
		value, usage := flag.UnquoteUsage(f)
		spec := fmt.Sprintf("-%s[%s]", f.Name, zshText.Replace(usage))
		switch {
		case w.values[f.Name] != nil:
			spec += fmt.Sprintf(":%s:(%s)", value, strings.Join(w.values[f.Name], " "))
		case w.dirs[f.Name]:
			spec += ":" + value + ":_files -/"
		case takesValue(f):
			spec += ":" + value + ": "
		}
		fmt.Fprintf(&b, "\t\t'%s' \\\n", spec)
	}
	fmt.Fprintf(&b, `		'1: :{ _describe command names; _files -/ }' \
		'*: :{ case $words[2] in explain) compadd %s ;; completion) compadd bash zsh fish ;; config) compadd init check schema ;; *) _files -/ ;; esac }'
}
compdef _locklint locklint
`, strings.Join(w.rules, " "))
	return b.String()
}

func fish(w words) string {
	quote := func(s string) string { return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'" }
	var b strings.Builder
	b.WriteString("# Completion of locklint for fish: locklint completion fish | source\n")
	for _, c := range w.commands {
		fmt.Fprintf(&b, "complete -c locklint -n __fish_use_subcommand -a %s -d %s\n", c.name, quote(c.summary))
	}
	for _, f := range w.flags {
		_, usage := flag.UnquoteUsage(f)
		fmt.Fprintf(&b, "complete -c locklint -o %s -d %s", f.Name, quote(usage))
		switch {
		case w.values[f.Name] != nil:
			fmt.Fprintf(&b, " -x -a %s", quote(strings.Join(w.values[f.Name], " ")))
		case w.dirs[f.Name]:
			b.WriteString(" -x -a '(__fish_complete_directories)'")
		case takesValue(f):
			b.WriteString(" -x")
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "complete -c locklint -n '__fish_seen_subcommand_from explain' -f -a %s\n", quote(strings.Join(w.rules, " ")))
	b.WriteString("complete -c locklint -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n")
	b.WriteString("complete -c locklint -n '__fish_seen_subcommand_from config' -f -a 'init check schema'\n")
	return b.String()
}
