package sqltext

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReadPredicate(t *testing.T) {
	tests := []struct{ sql, want string }{
		{"id = ?", "(id = $0)"},
		{"id = ? AND version = ?", "(id = $0 & version = $1)"},
		{"WHERE id = $1", "(id = $0)"},
		{"id = @id AND v = @v", "(id = :id & v = :v)"},
		{"id=:id", "(id = :id)"},
		{"`t`.`id` = ? AND `v` > ?", "(t.id = $0 & v > $1)"},
		{`"t"."id" = ?`, "(t.id = $0)"},
		{"?TableAlias.id = ? AND ?TableName.v = ?", "(id = $0 & v = $1)"},
		{"id IN ?", "(id IN $0)"},
		{"id IN (?)", "(id IN $0)"},
		{"id IN (1, 2)", "(id IN other(1 2))"},
		{"id NOT IN (SELECT id FROM u WHERE k = ?)", "(id NOT IN {Select u where(k = $0)})"},
		{"deleted_at IS NULL", "(deleted_at IS null)"},
		{"deleted_at IS NOT NULL", "(deleted_at ISNOT null)"},
		{"deleted_at ISNULL AND b NOTNULL", "(deleted_at IS null & b ISNOT null)"},
		{"a = ? OR b = ?", "((a = $0)|(b = $1))"},
		{"a = ? AND (b = ? OR (c = ? AND d = ?))", "(a = $0 & (b = $1)|(c = $2 & d = $3))"},
		{"((a = ?) AND ((b = ?)))", "(a = $0 & b = $1)"},
		{"a BETWEEN ? AND ? AND b = ?", "(a BETWEEN other($0 $1) & b = $2)"},
		{"a NOT BETWEEN 1 AND 2 OR b = 3", "((a NOT BETWEEN other(1 2))|(b = 3))"},
		{"now() BETWEEN a AND ?", "(a<now> BETWEEN other(a $0))"},
		{"name LIKE ?", "(name LIKE $0)"},
		{"name NOT ILIKE 'a%'", "(name NOT LIKE 'a%')"},
		{"NOT EXISTS (SELECT 1 FROM u)", "(NOT EXISTS{Select u})"},
		{"NOT a IS NULL", "(a ISNOT null)"},
		{"NOT (a < ?)", "(a >= $0)"},
		{"? < a", "(a > $0)"},
		{"expires_at < now() - interval '1 minute'", "(expires_at < now-interval '1 minute')"},
		{"expires_at + interval '1 minute' < now()", "(expires_at<expires_at+interval '1 minute'> < now)"},
		{"expires_at < CURRENT_TIMESTAMP(6)", "(expires_at < now)"},
		{"expires_at < datetime('now')", "(expires_at < now)"},
		{"expires_at < unixepoch() AND a = 1", "(expires_at < now & a = 1)"},
		{"expires_at < SYSDATE - 1/24", "(expires_at < now-other(1 24))"},
		{"EXTRACT(EPOCH FROM now() - beat) > 30", "(beat<extract(other(now beat))> < 30)"},
		{"TIMESTAMPDIFF(SECOND, beat, NOW()) > ?", "(beat<timestampdiff(second beat now)> < $0)"},
		{"v = 1 + ?", "(v = other(1 $0))"},
		{"v + 1 = ?", "(v<v+1> = $0)"},
		{"a = b", "(a = b)"},
		{"a = 'x;y'", "(a = 'x;y')"},
		{"a->>'k' = ?", "(a<other(a 'k')> = $0)"},
		{"a @> $1", "(a @> $0)"},
		{"tags ?| $1", "(tags ?| $0)"},
		{"(a, b) = (?, ?)", "(a = $0 & b = $1)"},
		{"(a, b) <= (?, ?)", "(a <= other($0 $1))"},
		{"a = ANY($1::uuid[])", "(a IN $0)"},
		{"a <> ALL(ARRAY[$1, $2])", "(a NOT IN array($0 $1))"},
		{"a = (SELECT max(a) FROM t WHERE b = $1)", "(a = {Select t where(b = $0)})"},
		{"active AND pg_try_advisory_xact_lock(?)", "(active IS TRUE & <pg_try_advisory_xact_lock($0)> CALL)"},
		{"a = ? ORDER BY a LIMIT 1", "(a = $0)"},
		{"a = CASE WHEN b THEN ? ELSE ? END", "(a = case(b IS TRUE)($0 $1))"},
		{"a = %s AND b = '%s'", "(a = $0 & b = $1)"},
		{"a % 2 = 0", "(a<other(a 2)> = 0)"},
		{"a = ? AND b = '%s'", "(a = $0 & b = ?)"},
		{"a = '\ufffc' AND b = x\ufffc", "(a = ? & b = ?)"},
		{"\ufffc", "~()"},
		{"a = ? \ufffc", "~(a = $0)"},
		{"\ufffc a = ?", "~(a = $0)"},
		{"a = ? AND \ufffc", "~(a = $0)"},
		{"\ufffc.a = ?", "(<?> = $0)"},
		{"a = ?; DROP TABLE t", "~(a = $0)"},
		{"", "~()"},
		{"a =", "~(= other())"},
		{"a = 'x", "~()"},
		{"(a = ?", "~()"},
		{"a = ?)", "~()"},
		{"a = ? /* x", "~()"},
		{"a = '\xff'", "~()"},
		{"a = \x00", "~()"},
		{"a = b = c", "~(= other(b c))"},
	}
	for _, tt := range tests {
		t.Run(tt.sql, func(t *testing.T) {
			p := ReadPredicate(tt.sql)
			require.Equal(t, tt.want, describePredicate(&p))
		})
	}
}
