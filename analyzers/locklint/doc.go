// Package locklint checks what users say to locklint: the directives in the
// source, and whether each lock's purpose is declared.
//
// # Analyzer locklint
//
// locklint: check the directives, and that each lock's purpose is declared
//
// # What it reports
//
// A directive that does not do what its author believes: then a finding that
// was thought to be silenced comes back, or one that should come is silenced
// by a line that nobody remembers.
//
// # directive
//
// A directive with an unknown word, without the rule or the reason that it
// needs, that names a rule or category which does not exist, or that stands
// where it says nothing. Such a directive is not heeded.
//
//	// WRONG
//	rdb.Del(ctx, key) //locklint:ignore plaindel
//
//	// RIGHT
//	rdb.Del(ctx, key) //locklint:ignore plaindel the operator clears it by hand
//
// A stale one, too: an ignore that silences no finding, and an efficiency or
// correctness where no lock is acquired. Delete it.
//
// # purpose
//
// With require-purpose: true in the configuration, each lock of which nobody
// says what it is for. There are two kinds. An efficiency lock saves work, and
// two holders at once harm nobody. A correctness lock guards data, and needs a
// write that the store checks, since no lock outlives a pause longer than its
// lease. Say which one it is, where it is acquired, on the function or type
// around it, or by its key in the configuration.
//
//	// WRONG
//	lock, err := locks.Obtain(ctx, "digest:"+id, time.Minute, nil)
//
//	// RIGHT
//	//locklint:efficiency a second digest is a nuisance only
//	lock, err := locks.Obtain(ctx, "digest:"+id, time.Minute, nil)
//
// There is one finding for each lock and package, at the first acquire.
//
// # What is silent
//
// A directive about a rule or category that the configuration switches off, in a
// file that gets no findings, or in a package with a function that was too large
// to be analysed. Comments of golangci-lint's //nolint are golangci-lint's to
// check.
//
// # Known problems
//
// A directive that is of use only under other build tags is stale under these.
//
// # How to say "this is fine"
//
// Switch the category off: rules: {locklint/directive: off}.
package locklint
