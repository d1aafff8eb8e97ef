package reach

import (
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/catalogue"
)

// Leaf reports whether the package is never analysed: it belongs to the
// standard library or to a catalogued library. Where the driver knows of a
// module (inModule), the package is not the standard library's, whatever its
// path looks like.
func Leaf(path string, inModule bool) bool {
	if !inModule && isStandard(path) {
		return true
	}
	// The packages below a catalogued one are its own workings.
	for p := strings.TrimSuffix(path, "_test"); ; {
		if catalogue.Lookup(p) != nil {
			return true
		}
		i := strings.LastIndexByte(p, '/')
		if i < 0 {
			return false
		}
		p = p[:i]
	}
}

// Foreign reports whether a package is a dependency from elsewhere: one of a
// module version that the go command downloaded or vendored. A module that a
// replace directive or a workspace takes from a directory is the program's own.
// Not every driver tells of the replacement, but all know the directory.
func Foreign(m *analysis.Module, dir string) bool {
	if m == nil || m.Version == "" {
		return false
	}
	dir = filepath.ToSlash(dir)
	return strings.Contains(dir, "@v") || strings.Contains(dir, "/vendor/")
}

// isStandard reports whether the path looks like one of the standard library.
// A module may have a path without a dot too, so only the names that the
// standard library uses count.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	switch strings.TrimSuffix(first, "_test") {
	case "archive", "bufio", "builtin", "bytes", "cmd", "cmp", "compress", "container",
		"context", "crypto", "database", "debug", "embed", "encoding", "errors", "expvar",
		"flag", "fmt", "go", "hash", "html", "image", "index", "internal", "io", "iter",
		"log", "maps", "math", "mime", "net", "os", "path", "plugin", "reflect", "regexp",
		"runtime", "slices", "sort", "strconv", "strings", "structs", "sync", "syscall",
		"testing", "text", "time", "unicode", "unique", "unsafe", "vendor", "weak":
		return true
	}
	return false
}
