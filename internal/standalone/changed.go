package standalone

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/locklint/locklint/internal/unit"
)

// changes are the lines of a working tree that changed since a revision.
type changes struct {
	root  string
	lines map[string][]span // by file, as git names it; nil means all lines
}

// span is the lines from first to last.
type span struct{ first, last int }

// changedSince asks git what changed in the working tree around dir. A file
// that git does not know is new as a whole.
func changedSince(ctx context.Context, dir, rev string) (*changes, error) {
	fail := func(err error) (*changes, error) { return nil, fmt.Errorf("-new-from %s: %w", rev, err) }
	commit, err := git(ctx, dir, "rev-parse", "--verify", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return fail(err)
	}
	root, err := git(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return fail(err)
	}
	c := &changes{root: strings.TrimRight(root, "\r\n"), lines: map[string][]span{}}
	diff, err := git(ctx, c.root, "-c", "core.quotePath=false", "diff", "--no-color", "--no-ext-diff", "--unified=0",
		"--src-prefix=a/", "--dst-prefix=b/", strings.TrimSpace(commit), "--")
	if err != nil {
		return fail(err)
	}
	if err := c.read(diff); err != nil {
		return fail(err)
	}
	untracked, err := git(ctx, c.root, "ls-files", "-z", "--others", "--exclude-standard")
	if err != nil {
		return fail(err)
	}
	for name := range strings.SplitSeq(untracked, "\x00") {
		c.lines[name] = nil
	}
	return c, nil
}

func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := Child(ctx, dir, "git", args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		first, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
		return "", errors.New("git: " + strings.TrimPrefix(first, "fatal: "))
	}
	return out.String(), err
}

// read takes the new lines out of a diff without context.
func (c *changes) read(diff string) error {
	file, left := "", 0
	s := bufio.NewScanner(strings.NewReader(diff))
	s.Buffer(nil, len(diff)+1)
	for s.Scan() {
		text := s.Text()
		switch {
		case left > 0 && (text == "" || strings.ContainsAny(text[:1], "+- ")):
			left-- // a line of a file, whatever it looks like
		case strings.HasPrefix(text, "+++ "):
			file = newName(text[len("+++ "):])
		case strings.HasPrefix(text, "@@ "):
			removed, added, err := hunk(text)
			if err != nil {
				return err
			}
			left = removed.last - removed.first + 1 + added.last - added.first + 1
			if added.last >= added.first && file != "" {
				c.lines[file] = append(c.lines[file], added)
			}
		}
	}
	return s.Err()
}

// newName is the name in a "+++" line, empty for a file that was removed.
func newName(s string) string {
	s = strings.TrimSuffix(s, "\t")
	if unquoted, err := strconv.Unquote(s); err == nil {
		s = unquoted
	}
	name, ok := strings.CutPrefix(s, "b/")
	if !ok {
		return ""
	}
	return name
}

// hunk reads "@@ -1,2 +3,4 @@".
func hunk(s string) (removed, added span, err error) {
	fields := strings.Fields(s)
	if len(fields) < 3 {
		return span{}, span{}, fmt.Errorf("git printed %q", s)
	}
	if removed, err = readSpan(fields[1], "-"); err == nil {
		added, err = readSpan(fields[2], "+")
	}
	return removed, added, err
}

func readSpan(s, sign string) (span, error) {
	rest, ok := strings.CutPrefix(s, sign)
	start, count, counted := strings.Cut(rest, ",")
	first, err := strconv.Atoi(start)
	n := 1
	if err == nil && counted {
		n, err = strconv.Atoi(count)
	}
	if !ok || err != nil {
		return span{}, fmt.Errorf("git printed the range %q", s)
	}
	return span{first, first + n - 1}, nil
}

// about reports whether a line of a finding changed, or of a place that it is
// about: a lock that is new makes an old write wrong.
func (c *changes) about(f unit.Finding) bool {
	return c.touch(f.Pos, f.End) ||
		slices.ContainsFunc(f.Related, func(r unit.Related) bool { return c.touch(r.Pos, r.End) })
}

// touch reports whether one of the lines from one place to another changed.
func (c *changes) touch(from, to token.Position) bool {
	name := from.Filename
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	rel, err := filepath.Rel(c.root, name)
	if err != nil {
		return false
	}
	spans, ok := c.lines[filepath.ToSlash(rel)]
	if ok && spans == nil {
		return true
	}
	return slices.ContainsFunc(spans, func(s span) bool { return s.first <= max(from.Line, to.Line) && from.Line <= s.last })
}
