package catalogue

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// functionsList names, one FullName a line, the functions that are known to
// acquire, renew, release or lose a lock, or to write what a lock guards.
const functionsList = modulesDir + "/functions.txt"

// TestFunctions demands a row for each of the known functions.
func TestFunctions(t *testing.T) {
	text, err := os.ReadFile(functionsList)
	require.NoError(t, err)
	n := 0
	for line := range strings.Lines(string(text)) {
		path, typ, name := splitFullName(strings.TrimSpace(line))
		l := Lookup(path)
		if l == nil {
			t.Errorf("%s: no table", strings.TrimSpace(line))
			continue
		}
		n++
		if l.Builder != "" && strings.HasSuffix(path, "/"+l.Builder) {
			continue // a builder's chain spells the command
		}
		if l.Find(typ, name) == nil {
			t.Errorf("%s: no row in %s", strings.TrimSpace(line), l.Name)
		}
	}
	require.Greater(t, n, 600)
}

// splitFullName parts what types.Func.FullName returns. The type has neither
// pointer nor type parameters.
func splitFullName(full string) (path, typ, name string) {
	recv, method, ok := strings.Cut(strings.TrimPrefix(full, "("), ").")
	if ok {
		name, full = method, strings.TrimPrefix(recv, "*")
		full, _, _ = strings.Cut(full, "[")
	}
	dot := strings.LastIndexByte(full, '/') + 1
	dot += strings.LastIndexByte(full[dot:], '.')
	if !ok {
		return full[:dot], "", full[dot+1:]
	}
	return full[:dot], full[dot+1:], name
}

func TestSplitFullName(t *testing.T) {
	for full, want := range map[string][3]string{
		"(*database/sql.DB).Exec":                      {"database/sql", "DB", "Exec"},
		"(gorm.io/gorm.ChainInterface[T any]).Update":  {"gorm.io/gorm", "ChainInterface", "Update"},
		"(gopkg.in/redis.v5.Cmdable).SetNX":            {"gopkg.in/redis.v5", "Cmdable", "SetNX"},
		"cirello.io/pglock.New":                        {"cirello.io/pglock", "", "New"},
		"os.WriteFile":                                 {"os", "", "WriteFile"},
		"(github.com/redis/go-redis/v9.cmdable).SetNX": {"github.com/redis/go-redis/v9", "cmdable", "SetNX"},
	} {
		path, typ, name := splitFullName(full)
		require.Equal(t, want, [3]string{path, typ, name}, full)
	}
}
