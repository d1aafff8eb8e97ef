package config

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"go/ast"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"

	"golang.org/x/mod/modfile"
)

// Name is the file's name beside a go.mod.
const Name = ".locklint.yaml"

// Variable names the file for all modules; "off" means none.
const Variable = "LOCKLINT_CONFIG"

// For returns what holds for the package in a directory; nil in the module
// cache. It remembers what it read, so that a module's file is read once in a
// process.
func For(dir string) (*Config, error) {
	root := ModuleRoot(dir)
	if inModuleCache(root) {
		return nil, nil
	}
	once, _ := loaded.LoadOrStore(root, sync.OnceValues(func() (*Config, error) { return load(root) }))
	return once.(func() (*Config, error))()
}

var loaded sync.Map // root to func() (*Config, error)

func load(root string) (*Config, error) {
	c := &Config{}
	if override.config != nil {
		*c = *override.config
	} else if file, err := fileFor(root, os.Getenv); err != nil {
		return nil, err
	} else if file != "" {
		read, err := Load(file, root)
		if err != nil {
			return nil, err
		}
		c = read
	}
	c.Root = root
	for _, adjust := range override.adjust {
		adjust(c)
	}
	return c, nil
}

// override is what the flags or a driver said before the first analysis.
var override overriding

type overriding struct {
	file   string
	config *Config
	adjust []func(*Config)
}

// Reset forgets what flags and drivers said, and what was read.
func Reset() {
	override = overriding{}
	loaded.Clear()
}

// Explicit is the file that the flag -config names for all modules, or "".
func Explicit() string { return override.file }

// Use makes c hold for all packages, whatever the files say. A driver whose
// users write the keys elsewhere calls it before the first analysis.
func Use(c *Config) {
	override.config = c
	loaded.Clear()
}

// fileFor is the file that holds for a module, "" if there is none.
func fileFor(root string, getenv func(string) string) (string, error) {
	file := override.file
	if file == "" {
		file = getenv(Variable)
	}
	switch {
	case file == "off":
		return "", nil
	case file != "" && !filepath.IsAbs(file):
		return "", &Error{File: file, Message: Variable + " wants an absolute name: go vet runs in many directories"}
	case file != "":
		return file, nil
	case root == "":
		return "", nil
	}
	file = filepath.Join(root, Name)
	if _, err := os.Lstat(file); errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	return file, nil
}

// ModuleRoot is the nearest directory above with a go.mod, or "".
func ModuleRoot(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	return above(dir, "go.mod")
}

// above is the nearest directory, dir or above, that has a file name.
func above(dir, name string) string {
	for {
		if st, err := os.Stat(filepath.Join(dir, name)); err == nil && !st.IsDir() {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// inModuleCache reports whether a module's root is a versioned directory of the
// module cache.
func inModuleCache(root string) bool {
	return strings.Contains(filepath.Base(root), "@v")
}

// packageDir is the directory of a package of the module in root; ok is false
// for packages of others.
func packageDir(root, path string) (dir string, ok bool) {
	if root == "" {
		return "", false
	}
	data, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", false
	}
	module := modfile.ModulePath(data)
	rest, ok := strings.CutPrefix(path+"/", module+"/")
	if !ok || module == "" {
		return "", false
	}
	dir = filepath.Join(root, filepath.FromSlash(rest))
	// A module below has packages of its own.
	if ModuleRoot(dir) != root {
		if _, err := os.Stat(dir); err == nil {
			return "", false
		}
	}
	return dir, true
}

// Check reads every file that holds for what go vet or the command analyse in
// dir: of the module there, of the workspace's, and of the modules that replace
// others from a directory. Rows of these modules' own functions are held against
// their source. It returns the first error.
func Check(dir string, getenv func(string) string) error {
	return digest(io.Discard, dir, getenv)
}

// Files lists the files that Check reads, those that are included after the one
// that includes them.
func Files(dir string, getenv func(string) string) ([]string, error) {
	var files []string
	err := eachModule(modules(dir, getenv("GOWORK")), getenv, func(_ string, l *loader) {
		for _, f := range l.files {
			if !slices.Contains(files, f) {
				files = append(files, f)
			}
		}
	})
	return files, err
}

// Digest identifies what Check reads: the same text means the same
// configuration, so it belongs to the key of every cache of findings. What the
// flags say counts too.
func Digest(dir string, getenv func(string) string) (string, error) {
	h := sha256.New()
	if err := digest(h, dir, getenv); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

func digest(w io.Writer, dir string, getenv func(string) string) error {
	if override.config != nil {
		_, _ = fmt.Fprintf(w, "%+v", *override.config)
		return nil
	}
	flags := &Config{}
	for _, adjust := range override.adjust {
		adjust(flags)
	}
	_, _ = fmt.Fprintln(w, flags.Confidence, flags.Tests, flags.Generated)
	// As seen from the first module: checkouts in several directories have one
	// digest.
	roots := modules(dir, getenv("GOWORK"))
	from := func(name string) string {
		if rel, err := filepath.Rel(roots[0], name); err == nil {
			return filepath.ToSlash(rel)
		}
		return name
	}
	return eachModule(roots, getenv, func(root string, l *loader) {
		for i, name := range l.files {
			_, _ = fmt.Fprintf(w, "%q of %q: %d\n", from(name), from(root), len(l.texts[i]))
			_, _ = w.Write(l.texts[i])
		}
	})
}

// eachModule loads what holds for each of the modules.
func eachModule(roots []string, getenv func(string) string, f func(root string, l *loader)) error {
	for _, root := range roots {
		file, err := fileFor(root, getenv)
		if err != nil {
			return err
		}
		if file == "" {
			continue
		}
		l := newLoader(file, root)
		l.sources = map[string][]*ast.File{}
		if err := l.load(&Config{}, file, nil); err != nil {
			return err
		}
		f(root, l)
	}
	return nil
}

// modules are the roots of the modules that a run in dir may analyse with a
// configuration, sorted. One that does not exist is left to the go command.
func modules(dir, gowork string) []string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return []string{""}
	}
	seen := map[string]bool{}
	add := func(root string, replaced []*modfile.Replace) {
		seen[root] = true
		for _, r := range replaced {
			if modfile.IsDirectoryPath(r.New.Path) {
				seen[join(root, r.New.Path)] = true
			}
		}
	}
	if work := workFile(dir, gowork); work != "" {
		if data, err := os.ReadFile(work); err == nil {
			if f, err := modfile.ParseWork(work, data, nil); err == nil {
				base := filepath.Dir(work)
				for _, u := range f.Use {
					root := join(base, u.Path)
					add(root, replacements(root))
				}
				for _, r := range f.Replace {
					if modfile.IsDirectoryPath(r.New.Path) {
						seen[join(base, r.New.Path)] = true
					}
				}
			}
		}
	}
	if root := above(dir, "go.mod"); root != "" {
		add(root, replacements(root))
	}
	if len(seen) == 0 {
		return []string{""} // LOCKLINT_CONFIG holds all the same
	}
	roots := make([]string, 0, len(seen))
	for r := range seen {
		roots = append(roots, r)
	}
	sort.Strings(roots)
	return roots
}

func join(base, name string) string {
	if name = filepath.FromSlash(name); filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(base, name)
}

// workFile is the workspace that holds in dir, as the go command finds it.
func workFile(dir, gowork string) string {
	switch gowork {
	case "off":
		return ""
	case "":
		if base := above(dir, "go.work"); base != "" {
			return filepath.Join(base, "go.work")
		}
		return ""
	}
	return gowork
}

// replacements are the replace clauses of a module. Its text is looked at
// before it is parsed, for few have one that names a directory.
func replacements(root string) []*modfile.Replace {
	name := filepath.Join(root, "go.mod")
	data, err := os.ReadFile(name)
	if err != nil || !bytes.Contains(data, []byte("=> .")) && !bytes.Contains(data, []byte("=> /")) {
		return nil
	}
	f, err := modfile.Parse(name, data, func(_, version string) (string, error) { return version, nil })
	if err != nil {
		return nil
	}
	return f.Replace
}
