package sqltext

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Text that nests too deep or is too long is not read with a wrong certainty.
func TestReadGivesUp(t *testing.T) {
	deep := strings.Repeat("(", 10_000) + "a = ?" + strings.Repeat(")", 10_000)
	require.Equal(t, "(a = $0)", describePredicate(new(ReadPredicate(deep))))

	alternating := strings.Repeat("(b = 1 OR ", 10_000) + "a = ?" + strings.Repeat(")", 10_000)
	p := ReadPredicate(alternating)
	require.False(t, p.Known)
	s := Read("UPDATE t SET a = 1 WHERE " + alternating)
	require.Len(t, s, 1)
	require.False(t, s[0].Where.Known)
	require.Equal(t, []int{0}, s[0].WhereParams(), "parameters below the cap are kept")

	open := strings.Repeat("(", 10_000)
	require.Equal(t, Unknown, Read("DELETE FROM t WHERE " + open)[0].Kind)

	long := "DELETE FROM t WHERE a = '" + strings.Repeat("x", maxText) + "'"
	require.Equal(t, Unknown, Read(long)[0].Kind)
	require.False(t, ReadPredicate(long).Known)

	for _, bad := range []string{
		"UPDATE t SET a = \x00 WHERE id = ?", "UPDATE t SET a\xff = ? WHERE id = ?", "UPDATE t\xc3 SET a = ?",
		"DELETE FROM \"t\xff\" WHERE id = ?",
	} {
		require.Equal(t, Unknown, Read(bad)[0].Kind, "%q", bad)
	}
	require.Empty(t, Read(""))
	require.Empty(t, Read(" ; ;-- nothing\n;"))
}

// One bad statement does not spoil the others.
func TestReadKeepsNeighbours(t *testing.T) {
	s := Read("DELETE FROM t WHERE id = ?; nonsense (; UPDATE t SET a = 1")
	require.Len(t, s, 3)
	require.Equal(t, Delete, s[0].Kind)
	require.Equal(t, Unknown, s[1].Kind)
	require.Equal(t, Update, s[2].Kind)
}

func TestParamsOf(t *testing.T) {
	s := Read("UPDATE t SET a = $1, v = $2 WHERE id = $3 AND (v < $4 OR v IS NULL)")[0]
	where, sets := s.ParamsOf("v")
	require.Equal(t, []int{3}, where)
	require.Equal(t, []int{1}, sets)
	where, sets = s.ParamsOf("missing")
	require.Empty(t, where)
	require.Empty(t, sets)
	require.Equal(t, []int{2, 3}, s.WhereParams())
	require.Equal(t, []int{0, 1}, s.SetParams())
	require.Equal(t, []int{1}, s.Sets[1].Value.Params())

	s = Read("INSERT INTO t (id, v) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET v = EXCLUDED.v WHERE t.v < EXCLUDED.v")[0]
	where, sets = s.ParamsOf("v")
	require.Equal(t, []int{1}, where, "EXCLUDED.v is the second argument")
	require.Equal(t, []int{1}, sets)
}

func TestIsWrite(t *testing.T) {
	tests := map[string]bool{
		"INSERT INTO t (a) VALUES (1)": true,
		"UPDATE t SET a = 1":           true,
		"DELETE FROM t":                true,
		"MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN DELETE": true,
		"WITH c AS (DELETE FROM t RETURNING a) SELECT a FROM c":      true,
		"WITH c AS (SELECT 1) SELECT a FROM c":                       false,
		"SELECT a FROM t FOR UPDATE":                                 false,
		"CALL p()":                                                   false,
		"TRUNCATE t":                                                 false,
	}
	for sql, want := range tests {
		require.Equal(t, want, Read(sql)[0].IsWrite(), sql)
	}
}

// A decision must not hang on a name: renamed, each statement reads the same.
func TestNamesDoNotDecide(t *testing.T) {
	renamed := strings.NewReplacer("locks", "xa", "owner", "xb", "expires_at", "xc", "name", "xd", "token", "xe", "version", "xf")
	for _, tt := range readTests {
		if tt.lock == "" {
			continue
		}
		_, lock, params := readings(renamed.Replace(tt.sql))
		want := renamed.Replace(strings.ReplaceAll(tt.lock, " owner=", " @="))
		want = strings.ReplaceAll(strings.ReplaceAll(want, " xe=", " token="), " @=", " owner=")
		require.Equal(t, want, lock, tt.sql)
		require.Equal(t, tt.params, params, tt.sql)
	}
}

// Eight times the text must not take 64 times as long.
func TestReadIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time, of code that the race detector or a mutant does not slow down")
	}
	shapes := map[string][3]string{
		"parentheses":  {"SELECT ", "(", ""},
		"groups":       {"DELETE FROM t WHERE ", "(a=?)AND", " b=1"},
		"alternatives": {"DELETE FROM t WHERE ", "a=? OR ", " b=1"},
		"nested":       {"DELETE FROM t WHERE ", "(a=1 OR ", " b=1"},
		"not":          {"DELETE FROM t WHERE ", "NOT ", " b=1"},
		"sum":          {"UPDATE t SET a = ", "a+", "1"},
		"signs":        {"UPDATE t SET a = ", "- ", "1"},
		"calls":        {"UPDATE t SET a = ", "f(1,", "1"},
		"casts":        {"UPDATE t SET a = b", "::int", ""},
		"case":         {"UPDATE t SET a = ", "CASE WHEN a THEN ", "1"},
		"sets":         {"UPDATE t SET ", "a=a+1,", "b=1 WHERE a=1"},
		"values":       {"INSERT INTO t(a,b) VALUES ", "(?,1),", "(1,2)"},
		"holes":        {"DELETE FROM t ", "\ufffc ", ""},
		"updates":      {"", "UPDATE a ", ""},
		"statements":   {"", "UPDATE a SET b=1 ", ""},
		"semicolons":   {"", "DELETE FROM t;", ""},
		"comments":     {"", "/*/* */", ""},
		"open":         {"", "/* /* */ a ", ""},
		"quotes":       {"SELECT ", "'a\\' ", ""},
		"dollars":      {"SELECT ", "$a$ $b$ ", ""},
		"brackets":     {"SELECT ", "[a ", ""},
		"braces":       {"SELECT ", "{{", ""},
		"with":         {"", "WITH a AS (", ""},
		"queries":      {"SELECT ", "(SELECT a FROM ", ""},
		"subqueries":   {"DELETE FROM t WHERE ", "a IN (SELECT b FROM u WHERE ", ""},
		"joins":        {"SELECT 1 FROM a ", "JOIN b ON a.x=b.x ", ""},
		"merge":        {"MERGE INTO t USING s ON 1=1 ", "WHEN MATCHED AND a=1 THEN UPDATE SET a=1 ", ""},
		"with list":    {"WITH a AS (SELECT 1)", ",b AS (SELECT 2)", " SELECT 1"},
		"dots":         {"SELECT ", "a.", "a"},
		"between":      {"DELETE FROM t WHERE ", "a BETWEEN ", "1"},
		"do":           {"DO ", "$$ pg_advisory_lock(1) $$ ", ""},
		"begin":        {"", "BEGIN ", ""},
		"interval":     {"SELECT ", "INTERVAL ", "1"},
		"in":           {"DELETE FROM t WHERE ", "a IN (CASE WHEN ", "1"},
		"tuples":       {"DELETE FROM t WHERE ", "(a,b) IN (SELECT a,b FROM t WHERE ", "1"},
		"on":           {"", "SELECT a FROM t JOIN u ON (", "1"},
		"if":           {"SELECT ", "IF(", "1,2,3"},
		"advisory":     {"SELECT ", "pg_advisory_lock(", "1"},
		"hints":        {"SELECT a FROM t ", "WITH (", "UPDLOCK"},
		"exists":       {"DELETE FROM t WHERE ", "NOT EXISTS (SELECT a FROM t WHERE ", "1"},
		"any":          {"DELETE FROM t WHERE ", "a = ANY (SELECT a FROM t WHERE ", "1"},
		"derived":      {"", "SELECT a FROM (", "SELECT 1"},
		"insert":       {"", "INSERT INTO t (a) SELECT a FROM t WHERE a IN (", "1"},
		"tuple set":    {"UPDATE t SET ", "(a,b)=(SELECT a,b FROM t WHERE (a,b)=(", "1"},
		"update with":  {"", "WITH a AS (UPDATE t SET a=(", "1"},
		"cast chain":   {"SELECT a", "::int", " = 1"},
		"app locks":    {"EXEC ", "sp_getapplock ", "1"},
		"when":         {"MERGE INTO t USING s ON 1=1 ", "WHEN ", ""},
	}
	closed := map[string]string{
		"nested": ")", "calls": ")", "case": " END", "with": ")", "queries": ")", "subqueries": ")", "parentheses": ")",
		"in": " THEN 1 END)", "tuples": ")", "on": ")", "if": ",2,3)", "advisory": ")", "hints": ")", "exists": ")",
		"any": ")", "derived": ") x", "insert": ")", "tuple set": "))", "update with": ")) SELECT 1",
	}
	const small = 16 << 10
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the collector is not what is measured
	for name, s := range shapes {
		t.Run(name, func(t *testing.T) {
			for _, end := range []string{"", closed[name]} {
				text := func(size int) string {
					n := size / len(s[1]+end)
					return s[0] + strings.Repeat(s[1], n) + s[2] + strings.Repeat(end, n)
				}
				short, long := text(small), text(8*small)
				linear := false
				for try := 0; try < 3 && !linear; try++ { // other load may disturb one measurement
					linear = readTime(long) < 24*readTime(short)+100*time.Millisecond
				}
				require.True(t, linear)
				runtime.GC()
			}
		})
	}
}

// readTime returns the better of two readings and of all that hangs on them.
func readTime(text string) time.Duration {
	best := time.Hour
	for range 2 {
		start := time.Now()
		for _, s := range Read(text) {
			useAll(&s)
		}
		best = min(best, time.Since(start))
	}
	return best
}

func useAll(s *Statement) {
	s.IsWrite()
	s.IsConditional()
	s.IsRelative()
	s.IsBoundedRelative()
	s.LockRow()
	s.WhereParams()
	s.SetParams()
	s.WhereNames()
	s.SetNames()
	s.ParamsOf("a")
}

func FuzzRead(f *testing.F) {
	for _, tt := range readTests {
		f.Add(tt.sql)
	}
	for _, s := range []string{"", ";", "(", ")", "'", "\"", "`", "[", "$", "$$", "$1$", ":", "@", "@@", "?", "%", "%[", "/*", "{{", "\ufffc", "\x00", "\xff", "CASE", "CASE END)", "(CASE)", "WITH", "MERGE INTO t USING"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<14 {
			return
		}
		for _, s := range Read(text) {
			useAll(&s)
			first := describe(&s)
			if s.Kind == Unknown && (s.IsConditional() || s.IsWrite() || s.IsRelative()) {
				t.Errorf("certain about an unknown statement: %s", first)
			}
			if s.IsBoundedRelative() && !s.IsRelative() {
				t.Errorf("bounded but not relative: %s", first)
			}
			for _, i := range append(s.WhereParams(), s.SetParams()...) {
				if i < 0 {
					t.Errorf("negative parameter: %s", first)
				}
			}
		}
		a, b := Read(text), Read(text)
		if len(a) != len(b) {
			t.Fatal("not deterministic")
		}
		for i := range a {
			if x, y := describe(&a[i]), describe(&b[i]); x != y {
				t.Errorf("not deterministic:\n%s\n%s", x, y)
			}
		}
		p := ReadPredicate(text)
		describePredicate(&p)
	})
}
