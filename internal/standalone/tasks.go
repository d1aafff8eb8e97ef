package standalone

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/locklint/locklint/internal/config"
)

// A task is what is analysed at once: packages of one module, or of a workspace.
type task struct {
	dir      string
	patterns []string
}

// tasks turns the names of files, as editors and pre-commit give them, into the
// packages that the files are in, parted by module. A go.mod or go.sum stands for
// its whole module. Patterns that do not all name files are one task as they are.
func tasks(dir string, patterns []string) []task {
	var out []task
	for _, p := range patterns {
		name := p
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		if !isSource(name) {
			return []task{{dir, patterns}}
		}
		root, pattern := cmp.Or(config.ModuleRoot(filepath.Dir(name)), dir), "./..."
		if strings.HasSuffix(name, ".go") {
			pattern = packageIn(root, filepath.Dir(name))
		}
		i := slices.IndexFunc(out, func(t task) bool { return t.dir == root })
		if i < 0 {
			i = len(out)
			out = append(out, task{dir: root})
		}
		if !slices.Contains(out[i].patterns, pattern) {
			out[i].patterns = append(out[i].patterns, pattern)
		}
	}
	return out
}

// isSource reports whether a name is that of a file which belongs to a package or
// a module. A directory may be called x.go.
func isSource(name string) bool {
	base := filepath.Base(name)
	if !strings.HasSuffix(base, ".go") && base != "go.mod" && base != "go.sum" {
		return false
	}
	st, err := os.Stat(name)
	return err == nil && st.Mode().IsRegular()
}

func packageIn(root, dir string) string {
	rel, err := filepath.Rel(root, dir)
	if err != nil {
		return dir
	}
	if rel == "." {
		return "."
	}
	return "." + string(filepath.Separator) + rel
}

// merge adds what another task found.
func (r *Report) merge(o *Report) {
	r.Findings = sortFindings(append(r.Findings, o.Findings...))
	r.Suppressed = sortFindings(append(r.Suppressed, o.Suppressed...))
	r.Errors = sortErrors(append(r.Errors, o.Errors...))
	r.Stats.Add(o.Stats)
	r.Dirs = unique(append(r.Dirs, o.Dirs...))
	r.Analysed = unique(append(r.Analysed, o.Analysed...))
	r.Roots = unique(append(r.Roots, o.Roots...))
}
