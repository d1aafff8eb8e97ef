package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/locklint/locklint/analyzers"
)

// explain prints the page of a rule, or its section about a category.
func (env *environment) explain(_ context.Context, args []string) int {
	set := flag.NewFlagSet("explain", flag.ContinueOnError)
	if exit, ok := env.parse(set, args, 1); !ok {
		return exit
	}
	// A finding ends with "[rule/category]": that is what people copy.
	name := strings.Trim(set.Arg(0), "[]")
	text, err := explanation(name)
	if err != nil {
		return env.Fail("explain: %v", err)
	}
	return env.print(text)
}

func explanation(name string) (string, error) {
	rule, category, parted := strings.Cut(name, "/")
	rules := analyzers.Names()
	list := "the rules are " + strings.Join(rules, ", ")
	if name == "" {
		return "", errors.New("name a rule: " + list)
	}
	if !slices.Contains(rules, rule) {
		return "", fmt.Errorf("unknown rule %q: %s", rule, list)
	}
	page, err := analyzers.PageOf(rule)
	if err != nil {
		return "", err
	}
	if !parted {
		return page.Text(), nil
	}
	return section(page, category)
}

func section(page *analyzers.Page, category string) (string, error) {
	var names []string
	for _, s := range page.Categories() {
		if s.Heading == category {
			return fmt.Sprintf("%s/%s\n\n%s", page.Rule, category, s.Text()), nil
		}
		names = append(names, s.Heading)
	}
	return "", fmt.Errorf("%s has no category %q: its categories are %s", page.Rule, category, strings.Join(names, ", "))
}
