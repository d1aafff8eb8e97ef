package sqltext

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/golden"
)

var update = flag.Bool("update", false, "write the golden file of incomplete statements")

// spelled are statements whose words are what is hard to read: names, numbers, texts,
// placeholders, comments and hints of the dialects.
var spelled = []string{
	"UPDATE [dbo].[my locks] SET [owner] = @p1 WHERE [name] = @p2 AND [until] < SYSUTCDATETIME()",
	"UPDATE `shop`.`locks` SET `owner` = ?, `n` = `n` + 1.5e3 WHERE `name` = 'a\\'b' AND `n` < 0x1F",
	"UPDATE \"Locks\" SET \"a\"\"b\" = $1 WHERE \"Id\" = $2 AND n >= .5",
	"UPDATE t SET a = E'x\\'y', b = $q$it's$q$, c = $$ two $$ WHERE id = :id AND v = :v",
	"UPDATE t SET a = %s, b = %d, c = %[1]q, d = %5.2f, e = '%v' WHERE id = %v AND p = 100%%",
	"UPDATE t SET a = :a::text, b = a::int::bigint WHERE id = @id AND n = @@rowcount",
	"UPDATE t /* a /* nested */ hint */ SET a = 1 -- to the end\n WHERE id = 2 # also\n AND b = 3",
	"SELECT a FROM t USE INDEX (x) FORCE INDEX FOR JOIN (y) IGNORE KEY (z) WHERE id = ? FOR UPDATE",
	"SELECT TOP 1 a FROM t WITH (UPDLOCK, ROWLOCK, READPAST) WHERE id = @p1 ORDER BY a",
	"UPDATE t AS x SET x.a = ?, x.b = y.b FROM u AS y WHERE x.id = y.id AND y.c = ? RETURNING x.id, x.a AS b",
	"UPDATE t x SET (a, b) = ($1, $2), c = DEFAULT WHERE CURRENT OF cur",
	"UPDATE ONLY t * SET a = CASE b WHEN 1 THEN $1 WHEN 2 THEN a ELSE NULL END WHERE id = $2 LIMIT 1",
	"UPDATE LOW_PRIORITY IGNORE t SET a = IF(b > ?, ?, a), b = b - -1 WHERE id IN (?, ?, 3) AND NOT (c IS NULL OR d <> 4)",
	"DELETE FROM t USING u WHERE t.id = u.id AND u.a BETWEEN ? AND ? AND t.b NOT LIKE 'x%' RETURNING *",
	"DELETE t FROM t JOIN u ON t.id = u.id WHERE u.a = ?",
	"DELETE FROM t WHERE until < now() - interval '1 hour' AND owner IS NOT DISTINCT FROM $1",
	"DELETE QUICK FROM t PARTITION (p0) WHERE id = ? ORDER BY a LIMIT 10",
	"INSERT INTO t AS x (a, b) VALUES ($1, $2), ($3, DEFAULT) ON CONFLICT ON CONSTRAINT k DO UPDATE SET b = CASE WHEN x.b < EXCLUDED.b THEN EXCLUDED.b ELSE x.b END",
	"INSERT IGNORE INTO t SET a = ?, b = NOW(6) + INTERVAL 30 SECOND",
	"INSERT INTO t (a, b) VALUES (?, ?) AS new ON DUPLICATE KEY UPDATE b = IF(until < NOW(), new.b, b), c = VALUES(b) + 1",
	"INSERT OR REPLACE INTO t (a) VALUES (?)",
	"INSERT INTO t (a, b) SELECT $1, max(b) + 1 FROM t WHERE NOT EXISTS (SELECT 1 FROM t WHERE a = $1)",
	"REPLACE INTO t (a, b) VALUES (?, unixepoch() + 30)",
	"MERGE INTO t WITH (HOLDLOCK) AS d USING (SELECT @p1 AS a, @p2 AS b) AS s ON d.a = s.a WHEN MATCHED AND d.u < GETDATE() THEN UPDATE SET b = s.b WHEN NOT MATCHED BY TARGET THEN INSERT (a, b) VALUES (s.a, s.b);",
	"WITH c (a) AS MATERIALIZED (UPDATE t SET n = n + 1 WHERE id = $1 RETURNING n), d AS (SELECT 1) SELECT a FROM c, d",
	"SELECT pg_try_advisory_xact_lock_shared(hashtext($1), 7), pg_advisory_unlock_all() FROM t WHERE id = 1 FOR NO KEY UPDATE OF t NOWAIT",
	"SELECT GET_LOCK(CONCAT('a:', ?), 10) AS got, IS_FREE_LOCK('b'), RELEASE_LOCK('c') INTO @x",
	"EXEC sp_getapplock @Resource = @p1, @LockMode = 'Exclusive', @LockOwner = 'Session', @LockTimeout = 0",
	"BEGIN; SET TRANSACTION ISOLATION LEVEL SERIALIZABLE; LOCK TABLE t IN EXCLUSIVE MODE NOWAIT; COMMIT",
	"BEGIN IF NOT EXISTS (SELECT 1 FROM t WHERE id = 1) INSERT INTO t (id) VALUES (1) END",
	"UPDATE t SET until = CONVERT(datetime, ?), a = CAST(? AS bigint), b = TRY_CONVERT(int, b) + 1 WHERE id = ? AND until < CAST(NOW() AS datetime)",
	"UPDATE t SET until = now() + ($1 * interval '1 second'), u = now() + make_interval(mins => 5), w = clock_timestamp() + '00:01:30'::interval WHERE EXTRACT(EPOCH FROM until) < $2",
	"UPDATE t SET a = (SELECT max(a) FROM t WHERE b = ?) + 1, c = COALESCE(c, ?, 0) || 'x' WHERE (id, v) = (?, ?) AND a = ANY(ARRAY[1, 2]) AND b->>'k' = ? AND c ~* 'x'",
	"UPDATE t SET a = ? WHERE id = ? AND (until IS NULL OR until <= CURRENT_TIMESTAMP AT TIME ZONE 'utc') AND XOR_FLAG = TRUE AND !b",
	"UPDATE t SET n = GREATEST(n, ?), v = LEAST(v, ?) WHERE id = ? AND n < ? AND ? > v OR id = 0",
	"CALL p(?, 1); DO $$ BEGIN UPDATE t SET a = 1; END $$; TRUNCATE t; VACUUM",
}

// TestIncomplete reads each statement of the table and of spelled with an unknown text in place of
// each of its words, as a program that puts it together leaves it, and cut off before
// each. The golden file has what is read; a reading that repeats the one before is left
// out.
func TestIncomplete(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	statements := slices.Clone(spelled)
	for _, tt := range readTests {
		statements = append(statements, tt.sql)
	}
	for _, sql := range statements {
		words := strings.Fields(sql)
		fmt.Fprintf(&b, "%s\n", strings.Join(words, " "))
		last := ""
		writeReading(&b, &last, "whole", sql)
		for i := range words {
			holed := append(append([]string{}, words[:i]...), "\ufffc")
			writeReading(&b, &last, fmt.Sprintf("unknown %d", i+1), strings.Join(append(holed, words[i+1:]...), " "))
		}
		for i := 2; i < len(words); i++ {
			writeReading(&b, &last, fmt.Sprintf("cut %d", i+1), strings.Join(words[:i], " "))
		}
	}
	golden.Compare(t, *update, "testdata/incomplete.txt", b.String())
}

func writeReading(b *strings.Builder, last *string, label, text string) {
	got := whole(text)
	if got == *last {
		return
	}
	*last = got
	fmt.Fprintf(b, "\t%s: %s\n", label, got)
}

// whole is all that is read of a text, with what a statement keeps for itself.
func whole(text string) string {
	statements, lock, params := readings(text)
	if lock != "" {
		statements += " | " + lock
	}
	if params != "" {
		statements += " | " + params
	}
	for _, s := range Read(text) {
		if s.Alias != "" {
			statements += " alias=" + s.Alias
		}
		for i := range s.Sets {
			if span, ok := s.Sets[i].Value.Ahead(); ok {
				statements += fmt.Sprintf(" %s=+%v", s.Sets[i].Column, span.Length)
			}
		}
		if s.setsPartial {
			statements += " sets-partial"
		}
		if s.rowsPartial {
			statements += " rows-partial"
		}
	}
	return statements
}
