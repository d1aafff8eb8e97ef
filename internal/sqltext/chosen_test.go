package sqltext

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestChosen reads updates whose rows a query chooses, and deletes by a list.
func TestChosen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sql   string
		row   bool
		op    LockOp
		owner int
		key   int
		same  bool // the owner is compared
	}{
		{`WITH free AS (SELECT name FROM t WHERE name = $1 AND (holder IS NULL OR until < now()) FOR UPDATE SKIP LOCKED)
UPDATE t SET holder = $2, until = now() + interval '30 seconds' FROM free WHERE t.name = free.name`, true, LockAcquire, 1, 0, false},
		{`UPDATE t SET holder = $2, until = now() + interval '30 seconds'
WHERE name IN (SELECT name FROM t WHERE name = $1 AND until < now() LIMIT 1 FOR UPDATE)`, true, LockAcquire, 1, 0, false},
		{`UPDATE t SET holder = NULL WHERE name = (SELECT name FROM t WHERE name = $1 AND holder = $2)`, true, LockRelease, 1, 0, true},
		{`UPDATE t SET holder = $2, until = now() + interval '30 seconds' WHERE name IN (SELECT name FROM other WHERE name = $1 AND until < now())`, false, 0, 0, 0, false},
		{`DELETE FROM t WHERE name IN (?)`, true, LockRelease, -1, 0, false},
		{`DELETE FROM t WHERE name = ANY($1) AND holder = $2`, true, LockRelease, 1, 0, true},
		{`DELETE FROM t WHERE name IN (SELECT name FROM t WHERE until < now())`, false, 0, 0, 0, false},
	} {
		stmts := Read(c.sql)
		require.Len(t, stmts, 1, c.sql)
		row, ok := stmts[0].LockRow()
		require.Equal(t, c.row, ok, c.sql)
		if !ok {
			continue
		}
		require.Equal(t, c.op, row.Op, c.sql)
		require.Equal(t, c.key, row.KeyParam, c.sql)
		require.Equal(t, c.owner, row.OwnerParam, c.sql)
		require.Equal(t, c.same, row.OwnerCompared, c.sql)
	}
}

func TestCalled(t *testing.T) {
	t.Parallel()
	lock := Read("sp_getapplock")[0].Advisory[0]
	named := func(args map[string]string) Advisory {
		return lock.Called(func(name string) (string, bool) { v, ok := args[name]; return v, ok })
	}
	require.False(t, named(nil).Session)
	require.True(t, named(map[string]string{"LockOwner": "Session"}).Session)
	require.Equal(t, AdvisoryTry, named(map[string]string{"LockTimeout": "0"}).Op)
	require.Equal(t, AdvisoryLock, named(map[string]string{"LockTimeout": "-1"}).Op)
}
