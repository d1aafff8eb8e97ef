package sqltext

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/locklint/locklint/internal/golden"
)

// TestStatements keeps all that is read of whole statements, field by field.
func TestStatements(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	texts := slices.Concat(spelled, shapes)
	for _, tt := range readTests {
		texts = append(texts, tt.sql)
	}
	for _, sql := range texts {
		fmt.Fprintf(&b, "%s\n", strings.Join(strings.Fields(sql), " "))
		for _, s := range Read(sql) {
			fmt.Fprintf(&b, "\t%s\n", dump(reflect.ValueOf(s)))
			if l, ok := s.LockRow(); ok {
				fmt.Fprintf(&b, "\t%s\n", dump(reflect.ValueOf(l)))
			}
		}
	}
	golden.Compare(t, *update, "testdata/statements.txt", b.String())
}

// dump renders a value with all of its fields that are not zero, the unexported ones too.
func dump(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		return dump(v.Elem())
	case reflect.Struct:
		var fields []string
		for i := range v.NumField() {
			if f := v.Field(i); !f.IsZero() {
				fields = append(fields, v.Type().Field(i).Name+":"+dump(f))
			}
		}
		return "{" + strings.Join(fields, " ") + "}"
	case reflect.Slice:
		var items []string
		for i := range v.Len() {
			items = append(items, dump(v.Index(i)))
		}
		return "[" + strings.Join(items, " ") + "]"
	case reflect.String:
		return fmt.Sprintf("%q", v.String())
	}
	return fmt.Sprint(v)
}

// shapes are statements in which words, clauses and functions stand where they are easily
// taken for others.
var shapes = []string{
	// Targets.
	"UPDATE a.b c SET c.d = 1, a.b.e = 2, b.f = 3, x.g = 4 WHERE c.h = 1 AND b.i = 2 AND a.b.j = 3",
	"UPDATE a.b SET b.d = 1, a.b.e = 2, x.g = 4 WHERE b.i = 2 AND a.b.j = 3",
	"UPDATE db..t SET a = 1 WHERE t.id = 2",
	"UPDATE OR IGNORE t SET a = 1 WHERE id = 2",
	"UPDATE TOP (1) PERCENT t WITH (ROWLOCK) SET a = 1 OUTPUT inserted.a, deleted.b AS c WHERE id = 2 OPTION (MAXDOP 1)",
	"UPDATE x SET x.a = y.b FROM t x JOIN u y ON x.id = y.id AND y.c = ? LEFT JOIN w ON w.d = x.d WHERE x.e = 1",
	"UPDATE x SET a = 1 FROM u y, t x WHERE x.id = y.id",
	"UPDATE x SET a = 1 FROM u y INNER JOIN (SELECT 1) z ON z.a = y.a CROSS JOIN t x",
	"UPDATE t, u SET t.a = u.a WHERE t.id = u.id",
	"UPDATE t JOIN u ON t.id = u.id AND u.v = ? SET t.a = 1",
	"UPDATE t LEFT JOIN u ON t.id = u.id SET t.a = 1 WHERE u.id IS NULL",
	"UPDATE (SELECT a FROM t WHERE id = 1) SET a = 2",
	"UPDATE t WHERE id = 1",
	"UPDATE \uFFFC WHERE id = 1",
	"UPDATE %s SET a = 1 WHERE id = %s",
	"UPDATE t%s AS x SET x.a = 1",
	"UPDATE t SET @v = a = a + 1 WHERE id = 1",
	"UPDATE t SET @v = 1, a = 2",
	"UPDATE t SET a += 1, b -= ?, c *= 2, d /= ?, e |= 1, f &= 2, g ^= 3, h := 4",
	"UPDATE t SET a = ? + b, b = ? + b, c = - c, d = 1 - d, e = e + e",
	"UPDATE t SET (a, b) = (SELECT c, d FROM u WHERE e = ?), (f, g) = ROW(1, ?), (h, i) = (?), (j) = (1) WHERE id = 1",
	"UPDATE t SET a[1] = 2, b[?] = 3, c.d = 4, a b = 5",
	"UPDATE t SET a = 1, \uFFFC WHERE id = 1",
	"UPDATE t SET a = ? \uFFFC WHERE id = 1",
	"UPDATE t SET \uFFFC = 1, a = \uFFFC",
	"UPDATE t SET a = 1 \uFFFC",
	"UPDATE t SET a = 1 ORDER BY b \uFFFC LIMIT 1",
	"UPDATE t SET a",
	"UPDATE t SET set = 1, from = 2, where = 3 WHERE limit = 4 AND order IS NULL AND end LIKE 'x'",
	// DELETE.
	"DELETE FROM ONLY a.t x WHERE x.id = 1 RETURNING x.id, x.*, upper(a) AS b, a + 1",
	"DELETE a.t FROM a.t x WHERE x.id = 1",
	"DELETE x FROM t AS x JOIN u ON u.id = x.id WHERE u.a = ?",
	"DELETE FROM x USING t AS x LEFT JOIN u ON u.id = x.id WHERE u.id = 1",
	"DELETE TOP (5) FROM t WITH (READPAST) OUTPUT deleted.* WHERE a = 1",
	"DELETE FROM \uFFFC",
	"DELETE FROM t \uFFFC",
	"DELETE FROM t WHERE id = 1 \uFFFC",
	"DELETE LOW_PRIORITY QUICK IGNORE FROM t WHERE id = 1",
	"DELETE FROM (SELECT 1)",
	"DELETE",
	"DELETE FROM",
	"DELETE FROM t WHERE where = 1",
	"DELETE FROM from WHERE a = 1",
	"DELETE FROM t WHERE id IN (?)",
	"DELETE FROM t WHERE id IN (?, ?)",
	"DELETE FROM t WHERE id IN (SELECT id FROM t WHERE a = ?)",
	"DELETE FROM t WHERE a = ? AND b > now()",
	"DELETE FROM t WHERE a = ? AND b <> ?",
	// SELECT.
	"SELECT DISTINCT ALL a, b AS c, t.d, count(*) e FROM s.t AS x USE INDEX (i) WHERE x.a = 1 FOR UPDATE SKIP LOCKED",
	"SELECT TOP (3) WITH TIES a FROM t WITH (UPDLOCK, READPAST, NOWAIT) WHERE a = 1",
	"SELECT a FROM t WITH (XLOCK)",
	"SELECT a FROM t WITH (TABLOCKX, HOLDLOCK)",
	"SELECT a FROM t (UPDLOCK)",
	"SELECT a FROM t FOR SHARE",
	"SELECT a FROM t FOR KEY SHARE NOWAIT",
	"SELECT a FROM t LOCK IN SHARE MODE",
	"SELECT a FROM t FOR NO KEY UPDATE",
	"SELECT a FROM t FOR UPDATE OF t WAIT 5",
	"SELECT a FROM t NOWAIT",
	"SELECT a FROM t SKIP LOCKED",
	"SELECT a FROM t SKIP x",
	"SELECT a FROM t FOR READ ONLY",
	"SELECT a FROM t FOR UPDATE UNION SELECT b FROM u FOR SHARE",
	"SELECT a FROM (SELECT b FROM t WHERE c = ? FOR UPDATE) x JOIN (SELECT 1) y ON (x.a = y.b) WHERE x.a = 1",
	"SELECT a FROM f(1, ?) x WHERE a = 1",
	"SELECT a FROM LATERAL (SELECT 1) x, t WHERE a = 1",
	"SELECT a FROM t, u WHERE t.id = u.id",
	"SELECT a FROM t LEFT JOIN u ON t.id = u.id RIGHT JOIN w ON w.a = t.a JOIN z ON z.a = ?",
	"SELECT a FROM t WHERE b = 1 UNION ALL SELECT c FROM u WHERE d = 2",
	"SELECT a FROM t WHERE b = 1 EXCEPT SELECT c FROM u",
	"SELECT a FROM t INTERSECT SELECT b FROM u",
	"SELECT a FROM t MINUS SELECT b FROM u",
	"(SELECT a FROM t) UNION (SELECT b FROM u)",
	"((SELECT a FROM t WHERE id = 1))",
	"SELECT 1",
	"SELECT",
	"TABLE a.t",
	"VALUES (1, 2), (3, 4)",
	"SELECT a AS b, c AS, d FROM t",
	"SELECT a FROM \uFFFC WHERE b = 1",
	"SELECT \uFFFC",
	"SELECT a INTO b FROM t WHERE c = 1",
	"SELECT a FROM t GROUP BY b HAVING c > 1 ORDER BY d LIMIT ? OFFSET ?",
	"SELECT a FROM t FETCH FIRST 1 ROWS ONLY",
	"SELECT a FROM t WHERE b = 1 WITH UR",
	"SELECT a FROM t WHERE b = 1 WINDOW w AS (PARTITION BY c)",
	"SELECT a FROM t WHERE b = 1 OPTION (RECOMPILE)",
	"SELECT GET_LOCK('a', -1), GET_LOCK('b'), GET_LOCK('c', '-1'), GET_LOCK(?, ?), RELEASE_ALL_LOCKS(), IS_USED_LOCK('a')",
	"SELECT pg_advisory_lock(1, 2), pg_advisory_lock(), pg_catalog.pg_advisory_xact_lock($1::int), pg_advisory_lock, pg_advisory_lock (1)",
	"SELECT dbms_lock.request(h, 6, 0, TRUE), DBMS_LOCK.REQUEST(h), dbms_lock.release(h) FROM dual",
	"SELECT x.request(1), get_lock FROM t WHERE get_lock('a', 1) = 1",
	// INSERT.
	"INSERT INTO a.t AS x (b, x.c, \"D\") VALUES (1, ?, NULL), (2, ?, DEFAULT) ON CONFLICT (b, c) DO UPDATE SET b = EXCLUDED.b, c = x.c + 1, d = a.t.d WHERE x.b < EXCLUDED.b RETURNING b AS q",
	"INSERT INTO t x (a) VALUES (1)",
	"INSERT t (a) VALUES (1)",
	"INSERT INTO t VALUES (1, ?)",
	"INSERT INTO t (a, b) VALUES (1)",
	"INSERT INTO t VALUES ()",
	"INSERT INTO t () VALUES ()",
	"INSERT INTO t (a) VALUES ?",
	"INSERT INTO t (a) VALUES (1), \uFFFC",
	"INSERT INTO t (a) VALUES (1) \uFFFC",
	"INSERT INTO t (a, \uFFFC) VALUES (1, 2)",
	"INSERT INTO t (a) VALUES ROW(1), ROW(2)",
	"INSERT INTO t (a) VALUE (1)",
	"INSERT INTO t DEFAULT VALUES",
	"INSERT INTO t (a) EXEC p",
	"INSERT INTO t (a) TABLE u",
	"INSERT INTO t (a) \uFFFC",
	"INSERT INTO t",
	"INSERT INTO t (a, b)",
	"INSERT OVERWRITE t SELECT 1",
	"INSERT OR IGNORE INTO t (a) VALUES (1)",
	"INSERT OR FAIL INTO t (a) VALUES (1)",
	"INSERT HIGH_PRIORITY INTO t (a) VALUES (1)",
	"INSERT DELAYED IGNORE INTO t (a) VALUES (1)",
	"INSERT TOP (1) INTO t (a) SELECT 1",
	"INSERT INTO (SELECT 1) VALUES (1)",
	"REPLACE INTO t SET a = 1",
	"REPLACE DELAYED t (a) VALUES (1)",
	"INSERT INTO t (a, b) SELECT c, ? FROM u WHERE d = ? FOR UPDATE SKIP LOCKED RETURNING a",
	"INSERT INTO t (a, b) (SELECT 1, 2)",
	"INSERT INTO t (SELECT 1, 2 WHERE NOT EXISTS (SELECT 1 FROM t WHERE a = 1))",
	"INSERT INTO t (a) WITH c AS (SELECT 1) SELECT b FROM c",
	"INSERT INTO t (a, b) SELECT 1",
	"INSERT INTO t (a) SELECT 1 ON CONFLICT DO NOTHING",
	"INSERT INTO t (a) SELECT 1 FROM u WHERE NOT EXISTS (SELECT 1) ON CONFLICT (a) DO UPDATE SET a = 2",
	"INSERT INTO t (a) VALUES (1) ON CONFLICT (a) WHERE b IS NULL DO NOTHING",
	"INSERT INTO t (a) VALUES (1) ON CONFLICT (lower(a), b COLLATE x) DO UPDATE SET a = 1",
	"INSERT INTO t (a) VALUES (1) ON CONFLICT",
	"INSERT INTO t (a) VALUES (1) ON CONFLICT DO \uFFFC",
	"INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET",
	"INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO NOTHING ON CONFLICT (b) DO UPDATE SET a = 2 RETURNING a",
	"INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 1 ON CONFLICT (b) DO NOTHING",
	"INSERT INTO t (a, b) VALUES (?, ?) ON DUPLICATE KEY UPDATE a = VALUES(a), b = IF(b < VALUES(b), VALUES(b), b), c = VALUES(t.c), d = VALUES(1), e = GREATEST(e, VALUES(e))",
	"INSERT INTO t (a) VALUES (?) AS n (m) ON DUPLICATE KEY UPDATE a = n.m, b = n.a",
	"INSERT INTO t SET a = 1, b = ? AS n ON DUPLICATE KEY UPDATE a = n.a",
	"INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE",
	"INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a = 2; SELECT 1",
	// MERGE.
	"MERGE INTO a.t x USING (VALUES (?, ?)) AS s(a, b) ON x.a = s.a AND x.z = 1 WHEN MATCHED AND x.v < s.b THEN UPDATE SET x.v = s.b, w = ? WHEN NOT MATCHED THEN INSERT (a, v) VALUES (s.a, s.b) OUTPUT inserted.a",
	"MERGE t USING u ON t.a = u.a WHEN MATCHED THEN DELETE WHEN NOT MATCHED BY SOURCE AND t.b = 1 THEN UPDATE SET c = 1",
	"MERGE TOP (1) INTO t USING u s ON (t.a = s.a) WHEN MATCHED THEN UPDATE SET b = s.b WHERE t.b < s.b DELETE WHERE t.b = 0",
	"MERGE INTO t USING (SELECT ? a, ? AS b FROM dual) s ON (t.a = s.a) WHEN NOT MATCHED THEN INSERT VALUES (s.a)",
	"MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN DO NOTHING WHEN NOT MATCHED THEN DO NOTHING",
	"MERGE INTO t USING u",
	"MERGE INTO t",
	"MERGE INTO t USING (VALUES (1, 2)) AS s(a) ON t.a = s.a WHEN MATCHED THEN \uFFFC",
	"MERGE INTO t USING (VALUES (1)) AS s ON t.a = s.a WHEN NOT MATCHED THEN INSERT DEFAULT VALUES",
	"MERGE INTO t USING u ON t.a = u.a WHEN MATCHED AND t.b = 1 THEN UPDATE SET c = 1 WHEN MATCHED THEN UPDATE SET c = 2",
	"MERGE INTO \uFFFC USING %s s ON 1 = 1 WHEN MATCHED THEN UPDATE SET a = CASE WHEN b THEN 1 END",
	// WITH.
	"WITH RECURSIVE a (b, c) AS NOT MATERIALIZED (SELECT 1), d AS (DELETE FROM t RETURNING id) UPDATE u SET e = 1 FROM d WHERE u.id = d.id",
	"WITH a AS (CALL p()) SELECT 1 FROM a",
	"WITH a AS (SELECT 1)",
	"WITH a AS (SELECT 1) (SELECT 2)",
	"WITH a AS (SELECT 1) CALL p()",
	"WITH a (SELECT 1) SELECT 1",
	"WITH a AS SELECT 1",
	"WITH a AS (SELECT 1), SELECT 2",
	"WITH a AS (SELECT id FROM t WHERE b = ? FOR UPDATE) UPDATE t SET b = 2 WHERE id IN (SELECT id FROM a)",
	"WITH c AS (SELECT id FROM t WHERE until < now() LIMIT 1 FOR UPDATE SKIP LOCKED) UPDATE t SET owner = ?, until = now() + interval '1 minute' FROM c WHERE t.id = c.id",
	"UPDATE t SET owner = ?, until = ? WHERE id = (SELECT id FROM t WHERE id = ? AND until < ? FOR UPDATE)",
	// Expressions.
	"UPDATE t SET a = (b)::int, b = (c::int)::text, c = d::int + 1, d = e::numeric(10, 2)[], e = (f AT TIME ZONE 'utc'), f = g COLLATE \"C\", g = h AT TIME ZONE 'utc' AT TIME ZONE 'x', h = 'a'::text || 'b'",
	"UPDATE t SET a = -1, b = +1, c = -?, d = - b, e = -(1), f = 1 - -1, g = b * 2 + 1, h = b / ?, i = b % 2, j = b || ?, k = b - c - 1, l = 1 + ? + m, m = m + 1 + ?, n = now() + 1 + ?",
	"UPDATE t SET a = CASE WHEN b = 1 AND c < ? THEN d ELSE ? END, b = CASE c WHEN 1 THEN 2 WHEN ? THEN 3 END, c = CASE WHEN a THEN 1, d = CASE f(x) WHEN 1 THEN 2 ELSE 3 END, e = CASE END",
	"UPDATE t SET a = IF(b, 1, 2), b = IIF(c > ?, c, ?), c = IF(d, 1), d = a.case, e = t.end",
	"UPDATE t SET a = CAST(? AS int), b = CAST(c), c = TRY_CAST(d AS t), d = CONVERT(int, e), e = CONVERT(f, CHAR), f = CONVERT(g), g = INTERVAL(h), h = safe_cast(i AS j)",
	"UPDATE t SET a = EXTRACT(EPOCH FROM b), b = TRIM(LEADING 'x' FROM c), c = SUBSTRING(d FROM 1), d = SUBSTRING(e, 1), e = f(), f = s.f(g, h), g = f(g, g), h = f(?)",
	"UPDATE t SET a = COALESCE(a, 0) + 1, b = COALESCE(b, ?), c = IFNULL(c, 1), d = ISNULL(1, d), e = NVL(e), f = GREATEST(f, ?), g = ARRAY[g, ?], h = ROW(h, 1), i = ARRAY[1][2]",
	"UPDATE t SET a = DATE_ADD(b, INTERVAL 1 DAY), b = DATE_SUB(NOW(), INTERVAL ? MINUTE), c = DATEADD(second, ?, d), d = DATEADD(s, -5, GETDATE()), e = DATEDIFF(second, f, GETDATE()), f = DATEDIFF(second, GETDATE(), f), g = DATEDIFF(NOW(), g), h = TIMESTAMPDIFF(SECOND, h, NOW()), i = AGE(i), j = AGE(now(), j), k = AGE(k, now())",
	"UPDATE t SET a = datetime('now', '+30 seconds'), b = datetime('now'), c = datetime(d, '+1 minute'), d = strftime('%s', 'now'), e = strftime('%s', 'now') + 30, f = unixepoch('now', '-5 seconds'), g = julianday(), h = date(h), i = time('now', ?), j = datetime('NOW')",
	"UPDATE t SET a = FLOOR(EXTRACT(EPOCH FROM now() - a)), b = date_trunc('day', now()), c = date_trunc('day', c), d = UNIX_TIMESTAMP(now() - d), e = UNIX_TIMESTAMP(), f = FROM_UNIXTIME(UNIX_TIMESTAMP() + ?), g = ADDTIME(g, ?), h = ADDDATE(?, h), i = SUBTIME(now(), ?), j = ROUND(j), k = to_char(now(), 'x')",
	"UPDATE t SET a = INTERVAL '5' SECOND + a, b = INTERVAL ? SECOND, c = INTERVAL (5) SECOND, d = TIMESTAMP '2020-01-01', e = DATE ?, f = TIME '1' + 1, g = BINARY g, h = INTERVAL, i = PRIOR i, j = now() - INTERVAL '5 seconds'",
	"UPDATE t SET a = ?TableAlias.b, b = ?TableName.c + 1, c = ?Other.d, d = \uFFFC.e, e = x\uFFFC, f = 'x\uFFFC', g = \"x\uFFFC\", h = @@x, i = $$a$$, j = @a, k = :b, l = $c, m = '%s', n = CURRENT_DATE, o = SYSDATE, p = UNKNOWN",
	"UPDATE `t` SET a = \"x\", b = \"y z\", c = `d` WHERE e = \"f\" && g = 1 AND h = ! i",
	"UPDATE t SET a = (SELECT b FROM t WHERE c = ?), b = EXISTS (SELECT 1), c = (WITH x AS (SELECT 1) SELECT 2), d = NOT e, e = f IN (1, ?), f = g IS NULL, g = h LIKE 'x', h = i BETWEEN 1 AND ?, i = (j, k), j = a = ?",
	// Predicates.
	"UPDATE t SET a = 1 WHERE (a, b) = (?, ?)",
	"UPDATE t SET a = 1 WHERE (a, b) = (?)",
	"UPDATE t SET a = 1 WHERE (a, b) < (?, ?)",
	"UPDATE t SET a = 1 WHERE (a, b) <= (?, c)",
	"UPDATE t SET a = 1 WHERE (a, b) IN (SELECT 1, 2)",
	"UPDATE t SET a = 1 WHERE (a, b) NOT IN ((1, 2))",
	"UPDATE t SET a = 1 WHERE (a, ?) > (1, ?)",
	"UPDATE t SET a = 1 WHERE (a) = (?)",
	"UPDATE t SET a = 1 WHERE (a, b) <> (1, 2)",
	"UPDATE t SET a = 1 WHERE NOT a = 1 AND NOT (b = 2) AND NOT (c = 1 OR d = 2) AND NOT NOT e = 1 AND NOT f AND NOT g LIKE 'x' AND NOT h IN (1) AND NOT EXISTS (SELECT 1) AND NOT i ~ 'x' AND NOT (j, k) = (1, 2) AND NOT",
	"UPDATE t SET a = 1 WHERE a = ANY(?) AND b = ANY (SELECT 1) AND c <> ALL(?) AND d = ALL(?) AND e <> ANY(?) AND f = SOME(?) AND g = ANY AND h < ALL (SELECT 2)",
	"UPDATE t SET a = 1 WHERE a IS NULL AND b IS NOT NULL AND c ISNULL AND d NOTNULL AND e IS DISTINCT FROM ? AND f IS NOT DISTINCT FROM ? AND g IS TRUE AND h IS NOT FALSE AND i ISNULL x",
	"UPDATE t SET a = 1 WHERE a NOT LIKE 'x' AND b ILIKE ? ESCAPE '!' AND c NOT ILIKE 'y' AND d REGEXP 'z' AND e NOT REGEXP 'z' AND f SIMILAR TO 'x' AND g GLOB ? AND h MEMBER OF (i) AND j LIKE ? ESCAPE ?",
	"UPDATE t SET a = 1 WHERE a BETWEEN 1 AND 2 AND b NOT BETWEEN ? AND ? AND now() BETWEEN c AND d AND e BETWEEN 1 OR f = 1",
	"UPDATE t SET a = 1 WHERE ? = a AND 1 < b AND now() > c AND ? <= d AND e + 1 = f AND f(g) = h AND f(i) > 1 AND now() - j > ? AND k - now() < ? AND 'x' LIKE l",
	"UPDATE t SET a = 1 WHERE a = 1 XOR b = 2 OR c = 3",
	"UPDATE t SET a = 1 WHERE a && ? AND b @> ? AND c ? 'x' AND d ?| e AND f == 1 AND g <=> NULL AND h != 2 AND i !~* 'x' AND j @@ k AND l ^@ 'm'",
	"UPDATE t SET a = 1 WHERE a AND f(b) AND 1 AND ? AND CASE WHEN c THEN d END AND (SELECT 1) AND a.b AND 1 = 1 AND NULL AND x + 1",
	"UPDATE t SET a = 1 WHERE a = 1 = 2 AND b =",
	"UPDATE t SET a = 1 WHERE a IN () AND b IN (1) AND c IN ? AND d IN (?, 2) AND e IN f AND g IN",
	"UPDATE t SET a = 1 WHERE () AND (a = 1 AND (b = 2 AND c = 3)) AND ((d)) = 1 AND (e = 1) = TRUE",
	"UPDATE t SET a = 1 WHERE",
	"UPDATE t SET a = 1 WHERE \uFFFC",
	"UPDATE t SET a = 1 WHERE a = 1 AND \uFFFC AND b = 2",
	"UPDATE t SET a = 1 WHERE \uFFFC a = 1",
	"UPDATE t SET a = 1 WHERE a = 1 %s",
	"UPDATE t SET a = 1 WHERE a = 'x' \uFFFC \uFFFC",
	"UPDATE t SET a = 1 WHERE a IN (1) \uFFFC OR b = 2",
	"UPDATE t SET a = 1 WHERE NOT \uFFFC",
	"UPDATE t SET a = 1 WHERE a IS \uFFFC",
	"UPDATE t SET a = 1 WHERE \uFFFC IS NULL",
	"UPDATE t SET a = 1 WHERE \uFFFC NOT EXISTS (SELECT 1)",
	"UPDATE t SET a = 1 WHERE \uFFFC (b = 2)",
	// Lock rows.
	"UPDATE t SET owner = ?, until = ? WHERE id = ? AND until < ?",
	"UPDATE t SET owner = ?, until = ?, v = ? WHERE id = ? AND v < ?",
	"UPDATE t SET owner = $1, v = $2 WHERE id = $3 AND v <= $2",
	"UPDATE t SET owner = ?, n = n + 1, until = now() + interval '1 minute' WHERE id = 'x' AND (owner IS NULL OR until <= now())",
	"UPDATE t SET owner = ? WHERE id = ? AND owner IS NULL",
	"UPDATE t SET owner = ?, x = ? WHERE id = ? AND owner IS NULL",
	"UPDATE t SET x = ?, owner = ? WHERE id = ? AND owner IS NULL AND z IS NULL",
	"UPDATE t SET x = 1 WHERE id = ? AND owner IS NULL",
	"UPDATE t SET owner = ?, until = now() WHERE id = ? AND owner = ''",
	"UPDATE t SET owner = \uFFFC, until = now() + ? WHERE id = f(?) AND now() > until",
	"UPDATE t SET owner = ? WHERE u.id = ? AND owner IS NULL",
	"UPDATE t SET owner = NULL WHERE id = ?",
	"UPDATE t SET owner = NULL, until = NULL WHERE id = ? AND until = ? AND owner = 'x'",
	"UPDATE t SET owner = NULL, until = now(), n = n + 1, k = 0 WHERE id = ? AND owner = ?",
	"UPDATE t SET owner = NULL, n = n + ? WHERE id = ?",
	"UPDATE t SET owner = NULL, x = ? WHERE id = ?",
	"UPDATE t SET owner = NULL WHERE id = 'x' AND holder = ?",
	"UPDATE t SET owner = NULL WHERE id IN (?, ?) AND id = ? AND holder = ?",
	"UPDATE t SET owner = NULL WHERE id = ? AND holder = \uFFFC",
	"UPDATE t SET until = now() + ? WHERE id = ? AND owner = ?",
	"UPDATE t SET until = ? WHERE id = ? AND owner = ? AND until > now()",
	"UPDATE t SET until = ?, owner = ? WHERE id = ? AND owner = ?",
	"UPDATE t SET until = ?, x = ? WHERE id = ?",
	"UPDATE t SET until = until + ? WHERE id = ?",
	"UPDATE t SET until = until + ? WHERE id = ? AND owner = ?",
	"UPDATE t SET n = n + 1, until = ? WHERE id = ? AND owner = ?",
	"UPDATE t SET until = until - ? WHERE id = ?",
	"UPDATE t SET until = other + ? WHERE id = ?",
	"UPDATE t SET seen = now(), until = now() + ? WHERE id = ? AND now() <= until",
	"UPDATE t SET until = now() + ?, x = ? WHERE id = ?",
	"UPDATE t SET until = now() - ? WHERE id = ? AND owner = ?",
	"UPDATE t SET until = 0 WHERE id = ? AND owner = ?",
	"UPDATE t SET until = 0, k = 1 WHERE id = ?",
	"UPDATE t SET until = f(x) WHERE id = ?",
	"INSERT INTO t (id, owner, until) VALUES (?, ?, now() + ?) ON CONFLICT (id) DO UPDATE SET owner = EXCLUDED.owner, until = EXCLUDED.until, n = t.n + 1 WHERE t.until < now()",
	"INSERT INTO t (id, owner) VALUES ('x', ?) ON CONFLICT (id) DO NOTHING",
	"INSERT INTO t (owner, id, until) VALUES (?, ?, now()) ON CONFLICT (id) DO NOTHING",
	"INSERT INTO t (id) VALUES (?)",
	"INSERT INTO t (id, a) VALUES (1, 2)",
	"INSERT INTO t (id, a) VALUES (?, ?), (?, ?)",
	"INSERT INTO t (id, owner) VALUES (a.b, ?)",
	"INSERT INTO t (id, owner, until) VALUES (?, ?, NOW() + 1) ON DUPLICATE KEY UPDATE owner = IF(until < NOW(), VALUES(owner), owner), until = IF(until < NOW(), VALUES(until), until)",
	"INSERT INTO t (id, owner, until) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET owner = EXCLUDED.owner",
	// Pieces.
	"DECLARE @a int SELECT 1 UPDATE t SET a = 1 DELETE FROM u INSERT INTO v (a) VALUES (1) COMMIT TRAN",
	"IF EXISTS (SELECT 1 FROM t) UPDATE t SET a = 1 ELSE INSERT INTO t (a) VALUES (1)",
	"BEGIN TRAN UPDATE t SET a = 1 ROLLBACK TRANSACTION",
	"BEGIN ISOLATION LEVEL REPEATABLE READ, READ WRITE; START TRANSACTION ISOLATION LEVEL READ COMMITTED; START SLAVE; END; END x; END WORK; COMMIT",
	"SET TRANSACTION ISOLATION LEVEL SNAPSHOT; SET SESSION transaction_isolation = 'READ-COMMITTED'; SET @@session.tx_isolation = 'x'; SET default_transaction_isolation TO 'serializable'; SET a = 1; SET NOCOUNT ON UPDATE t SET a = 1",
	"UPDATE t SET a = 1 GO DELETE FROM u GO",
	"THEN ELSE",
	"EXEC p 1, 2 EXEC @r = q; EXECUTE ?; CALL %s(1); p(1); sp_getapplock; db.sp_releaseapplock; x; p(1) y; {call p(1)}; {? = call p(1)}",
	"EXEC sp_getapplock 'a', 'Shared', 'Session', -1; EXEC sp_getapplock @Resource = ?, @LockTimeout = ?, @LockMode = 'Exclusive'; EXEC sp_releaseapplock @Resource = 'a', @LockOwner = 'Session'; EXEC @r = sp_releaseapplock 'a', 'Session'; {call sp_getapplock(?, 'Exclusive', ?, 0)}; EXEC sp_getapplock",
	"LOCK TABLE ONLY a.t IN ACCESS EXCLUSIVE MODE; LOCK t; LOCK TABLES t WRITE; LOCK TABLES t READ; LOCK TABLE t IN SHARE ROW EXCLUSIVE MODE; LOCK TABLE t IN SHARE MODE; LOCK TABLE t NOWAIT; LOCK TABLE \uFFFC",
	"CREATE TRIGGER x BEFORE UPDATE ON t FOR EACH ROW UPDATE u SET a = 1; ALTER TABLE t ADD a int; DROP TABLE t; RENAME TABLE a TO b; GRANT UPDATE ON t TO x; EXPLAIN UPDATE t SET a = 1; PREPARE x AS UPDATE t SET a = 1",
	"CREATE FUNCTION f() AS $$ SELECT pg_advisory_lock(1) $$; DO $$ BEGIN PERFORM pg_advisory_lock(2); END $$; DO 'x'; DO $$ DO $a$ SELECT pg_advisory_lock(3) $a$ $$; DO $$ ( $$",
	"UPDATE a UPDATE b SET c = 1",
	"INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a = 1 UPDATE u SET b = 2",
	"SELECT 1 FOR UPDATE UPDATE t SET a = 1",
	"SELECT a, update FROM t DELETE u",
	"UPDATE t SET a = 1 MERGE INTO t USING u ON 1 = 1 WHEN MATCHED THEN UPDATE SET b = 1 BEGIN",
	"UPDATE t SET a = (1; DELETE FROM u",
	"DELETE FROM t) WHERE a = 1",
	"SELECT 1; (UPDATE t SET a = 1); ; {",
	"WITH a AS (SELECT 1) SELECT 1 UPDATE t SET a = 1",
}
