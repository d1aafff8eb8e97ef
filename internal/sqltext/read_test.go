package sqltext

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// readTests are statements of all dialects with their reading as describe
// renders it. Parameters stand as $ and their index; params is what feeds the
// conditions -> what feeds the assignments.
var readTests = []struct {
	sql    string
	want   string
	lock   string
	params string
}{
	{
		sql:    `UPDATE accounts SET balance = $1 WHERE id = $2`,
		want:   `Update accounts set[balance=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=balance`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE accounts SET balance = $1, version = version + 1 WHERE id = $2 AND version = $3`,
		want:   `Update accounts set[balance=$0, version=version+1] where(id = $1 & version = $2) cond`,
		lock:   `renew key=id:$1 owner=version:2 compared expiry=balance`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE orders SET status = 'paid' WHERE id = ? AND status = 'pending'`,
		lock:   `end key=id:$0`,
		want:   `Update orders set[status='paid'] where(id = $0 & status = 'pending') cond`,
		params: `0 -> `,
	},
	{
		sql:    `UPDATE stock SET qty = qty - ? WHERE sku = ? AND qty >= ?`,
		want:   `Update stock set[qty=qty-$0] where(sku = $1 & qty >= $2) cond rel bounded`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE stock SET qty = qty - ? WHERE sku = ?`,
		want:   `Update stock set[qty=qty-$0] where(sku = $1) rel`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE stock SET qty=qty-1 WHERE sku=? AND qty>0`,
		want:   `Update stock set[qty=qty-1] where(sku = $0 & qty > 0) cond rel bounded`,
		params: `0 -> `,
	},
	{
		sql:    `UPDATE stock SET qty=qty+? WHERE sku=?`,
		want:   `Update stock set[qty=qty+$0] where(sku = $1) rel`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE stock SET qty = ? + qty WHERE sku = ?`,
		want:   `Update stock set[qty=qty+$0] where(sku = $1) rel`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE stock SET qty = qty - ?, updated_at = now() WHERE sku = ? AND qty - ? >= 0`,
		want:   `Update stock set[qty=qty-$0, updated_at=now] where(sku = $1 & qty<qty-$2> >= 0) cond rel bounded`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE stock SET qty = GREATEST(qty - ?, 0) WHERE sku = ?`,
		want:   `Update stock set[qty=greatest(qty-$0 0)] where(sku = $1)`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET n = COALESCE(n, 0) + 1 WHERE id = ?`,
		want:   `Update t set[n=n+1] where(id = $0) rel`,
		params: `0 -> `,
	},
	{
		sql:    `UPDATE t SET n += @p1 WHERE id = @p2 AND n < 10`,
		want:   `Update t set[n=n+$0] where(id = $1 & n < 10) cond rel bounded`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = b + 1 WHERE id = ?`,
		want:   `Update t set[a=b+1] where(id = $0)`,
		params: `0 -> `,
	},
	{
		sql:    `UPDATE t SET a = ?, b = b + 1 WHERE id = ?`,
		want:   `Update t set[a=$0, b=b+1] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE "public"."Accounts" AS a SET "balance" = $2 WHERE a."id" = $1 AND a."balance" = $3`,
		want:   `Update public.accounts set[balance=$1] where(id = $0 & balance = $2) cond`,
		params: `0,2 -> 1`,
	},
	{
		sql:    "UPDATE `db`.`accounts` SET `balance` = ? WHERE `id` = ?",
		want:   `Update db.accounts set[balance=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=balance`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE [dbo].[Accounts] SET [Balance] = @p1 WHERE [Id] = @p2 AND [RowVer] = @p3`,
		want:   `Update dbo.accounts set[balance=$0] where(id = $1 & rowver = $2)`,
		lock:   `renew key=id:$1 owner=rowver:2 compared expiry=balance`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE accounts SET balance = :balance WHERE id = :id AND balance = :old`,
		want:   `Update accounts set[balance=:balance] where(id = :id & balance = :old) cond`,
		params: `id,old -> balance`,
	},
	{
		sql:    `UPDATE accounts SET balance = :1 WHERE id = :2`,
		want:   `Update accounts set[balance=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=balance`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE accounts SET balance = %s WHERE id = %s`,
		want:   `Update accounts set[balance=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=balance`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE accounts SET balance = %d WHERE name = '%s'`,
		want:   `Update accounts set[balance=$0] where(name = $1)`,
		lock:   `renew key=name:$1 expiry=balance`,
		params: `1 -> 0`,
	},
	{
		sql:    "UPDATE \ufffc SET balance = ? WHERE id = ?",
		want:   `Update partial set[balance=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=balance`,
		params: `1 -> 0`,
	},
	{
		sql:    "UPDATE locks_\ufffc SET owner = ? WHERE id = ?",
		want:   `Update partial set[owner=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=owner`,
		params: `1 -> 0`,
	},
	{
		sql:    "UPDATE t SET \ufffc WHERE id = ?",
		want:   `Update t partial set[=?] where(id = $0)`,
		params: `0 -> `,
	},
	{
		sql:    "UPDATE t SET a = ?, \ufffc WHERE id = ?",
		want:   `Update t partial set[a=$0, =?] where(id = $1)`,
		params: `1 -> 0`,
	},
	{
		sql:    "UPDATE t SET \ufffc = ? WHERE id = ?",
		want:   `Update t partial set[=$0] where(id = $1)`,
		params: `1 -> 0`,
	},
	{
		sql:    "UPDATE t SET a = ? WHERE \ufffc",
		want:   `Update t set[a=$0] where~()`,
		params: ` -> 0`,
	},
	{
		sql:    "UPDATE t SET a = ? WHERE id = ? \ufffc",
		want:   `Update t set[a=$0] where~(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    "UPDATE t SET a = ? WHERE id = ? AND \ufffc",
		want:   `Update t set[a=$0] where~(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    "UPDATE t SET a = ? \ufffc",
		want:   `Update t partial set[a=$0] where~()`,
		params: ` -> 0`,
	},
	{
		sql:    "UPDATE t SET a = ? WHERE \ufffc = ?",
		want:   `Update t set[a=$0] where(<?> = $1)`,
		params: `1 -> 0`,
	},
	{
		sql:    "UPDATE t SET a = ? WHERE id = \ufffc",
		want:   `Update t set[a=$0] where(id = ?)`,
		lock:   "renew key=id:\ufffc expiry=a",
		params: ` -> 0`,
	},
	{
		sql:    `UPDATE {{.Table}} SET a = ? WHERE id = ?`,
		want:   `Update partial set[a=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE ?TableName SET a = ?0 WHERE id = ?1`,
		want:   `Update partial set[a=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ?1 WHERE id = ?2`,
		want:   `Update t set[a=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:  `UPDATE t SET a = 1`,
		want: `Update t set[a=1]`,
	},
	{
		sql:    `UPDATE t SET a = NULL WHERE id IN (?, ?, ?)`,
		want:   `Update t set[a=null] where(id IN other($0 $1 $2))`,
		params: `0,1,2 -> `,
	},
	{
		sql:    `UPDATE t SET a = DEFAULT WHERE id = ANY($1)`,
		want:   `Update t set[a=DEFAULT] where(id IN $0)`,
		params: `0 -> `,
	},
	{
		sql:    `UPDATE t SET a = $1::int WHERE id = CAST($2 AS uuid)`,
		want:   `Update t set[a=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = $1::jsonb, b = (now() + $2::interval) WHERE id = $3::bigint`,
		want:   `Update t set[a=$0, b=now+$1] where(id = $2)`,
		lock:   `renew key=id:$2 expiry=b`,
		params: `2 -> 0,1`,
	},
	{
		sql:    `UPDATE t SET (a, b) = ($1, $2) WHERE (id, v) = ($3, $4)`,
		want:   `Update t set[a=$0, b=$1] where(id = $2 & v = $3)`,
		params: `2,3 -> 0,1`,
	},
	{
		sql:    `UPDATE t SET (a, b) = (SELECT x, y FROM s WHERE s.id = $1) WHERE id = $2`,
		want:   `Update t set[a={Select s where(id = $0)}, b=other()] where(id = $1)`,
		params: `1 -> 0`,
	},
	{
		sql:  `UPDATE t SET a = s.a FROM s WHERE s.id = t.id AND s.status = 'x'`,
		want: `Update t set[a=s.a] where(s.id = id & s.status = 'x')`,
	},
	{
		sql:  `UPDATE t SET status = 'y' FROM s WHERE t.id = s.id AND s.status = 'x'`,
		want: `Update t set[status='y'] where(id = s.id & s.status = 'x')`,
	},
	{
		sql:  `UPDATE t SET status = 'y' FROM s WHERE t.id = s.id AND t.status = 'x'`,
		want: `Update t set[status='y'] where(id = s.id & status = 'x') cond`,
	},
	{
		sql:    `UPDATE t1 JOIN t2 ON t1.id = t2.id SET t1.a = t2.a, t1.v = t1.v + 1 WHERE t2.b = ? AND t1.v = ?`,
		want:   `Update t1 set[a=t2.a, v=v+1] where(t2.b = $0 & v = $1 & id = t2.id) cond`,
		params: `0,1 -> `,
	},
	{
		sql:    `UPDATE a SET a.status = 'y' FROM dbo.tasks a INNER JOIN w ON w.id = a.wid WHERE a.id = @p1 AND a.status = 'x'`,
		lock:   `end key=id:$0`,
		want:   `Update dbo.tasks set[status='y'] where(id = $0 & status = 'x' & w.id = wid) cond`,
		params: `0 -> `,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? ORDER BY id LIMIT 1`,
		want:   `Update t set[a=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? LIMIT ?`,
		want:   `Update t set[a=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? RETURNING id, version AS v, *`,
		want:   `Update t set[a=$0] where(id = $1) returning=id,version,*`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE TOP (1) t SET a = @p1 OUTPUT inserted.id, deleted.a WHERE id = @p2`,
		want:   `Update t set[a=$0] where(id = $1) returning=id,a`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t WITH (UPDLOCK, ROWLOCK) SET a = @p1 WHERE id = @p2`,
		want:   `Update t set[a=$0] where(id = $1) for-update`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE ONLY t SET a = $1 WHERE id = $2`,
		want:   `Update t set[a=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE OR IGNORE t SET a = ? WHERE id = ?`,
		want:   `Update t set[a=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE LOW_PRIORITY IGNORE t SET a = ? WHERE id = ?`,
		want:   `Update t set[a=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? OR b = ?`,
		want:   `Update t set[a=$0] where((id = $1)|(b = $2))`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND (a IS NULL OR a < ?)`,
		want:   `Update t set[a=$0] where(id = $1 & (a IS null)|(a < $2)) cond`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND (a IS NULL OR b < ?)`,
		want:   `Update t set[a=$0] where(id = $1 & (a IS null)|(b < $2))`,
		lock:   `acquire key=id:$1 owner=a:0`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE (id = ? AND (a = ?))`,
		want:   `Update t set[a=$0] where(id = $1 & a = $2) cond`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND NOT (a = ?)`,
		want:   `Update t set[a=$0] where(id = $1 & a <> $2) cond`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND NOT (a = ? OR b = ?)`,
		want:   `Update t set[a=$0] where(id = $1 & <other()> NOT other())`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1,2,3 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND a BETWEEN ? AND ? AND c = ?`,
		want:   `Update t set[a=$0] where(id = $1 & a BETWEEN other($2 $3) & c = $4) cond`,
		lock:   `renew key=id:$1 owner=c:4 compared expiry=a`,
		params: `1,2,3,4 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND a NOT IN ('x', 'y')`,
		want:   `Update t set[a=$0] where(id = $1 & a NOT IN other('x' 'y')) cond`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND a IS NOT DISTINCT FROM ?`,
		want:   `Update t set[a=$0] where(id = $1 & a = $2) cond`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND a <=> ?`,
		want:   `Update t set[a=$0] where(id = $1 & a = $2) cond`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND a != ?`,
		want:   `Update t set[a=$0] where(id = $1 & a <> $2) cond`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE ? = a AND ? > b`,
		want:   `Update t set[a=$0] where(a = $1 & b < $2) cond`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE t SET fence = ? WHERE id = ? AND ? > fence`,
		want:   `Update t set[fence=$0] where(id = $1 & fence < $2) cond`,
		lock:   `renew key=id:$1 expiry=fence`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND EXISTS (SELECT 1 FROM locks WHERE name = ? AND token = ?)`,
		want:   `Update t set[a=$0] where(id = $1 & EXISTS{Select locks where(name = $2 & token = $3)}) cond`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1,2,3 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND NOT EXISTS (SELECT 1 FROM u WHERE u.id = t.id)`,
		want:   `Update t set[a=$0] where(id = $1 & NOT EXISTS{Select u where(id = t.id)}) cond`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND active`,
		want:   `Update t set[a=$0] where(id = $1 & active IS TRUE)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND NOT deleted`,
		want:   `Update t set[a=$0] where(id = $1 & deleted ISNOT TRUE)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND LOWER(a) = LOWER(?)`,
		want:   `Update t set[a=$0] where(id = $1 & a<lower(a)> = lower($2)) cond`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE a LIKE '%x\%' ESCAPE '\' AND id = ?`,
		want:   `Update t set[a=$0] where(a LIKE '%x\%' & id = $1) cond`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = 'it''s' WHERE id = ?`,
		lock:   `end key=id:$0`,
		want:   `Update t set[a='it''s'] where(id = $0)`,
		params: `0 -> `,
	},
	{
		sql:    `UPDATE t SET a = E'it\'s', b = ? WHERE id = ?`,
		want:   `Update t set[a='it\'s', b=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=b`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = 'x\\' WHERE id = ?`,
		lock:   `end key=id:$0`,
		want:   `Update t set[a='x\\'] where(id = $0)`,
		params: `0 -> `,
	},
	{
		sql:    `UPDATE t SET a = $tag$ ; WHERE $tag$ WHERE id = $1`,
		lock:   `end key=id:$0`,
		want:   `Update t set[a=$tag$ ; WHERE $tag$] where(id = $0)`,
		params: `0 -> `,
	},
	{
		sql:    `UPDATE t SET a = ? -- WHERE a = 1`,
		want:   `Update t set[a=$0]`,
		params: ` -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? /* WHERE a = 1 /* nested */ */ WHERE id = ?`,
		want:   `Update t set[a=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? # comment`,
		want:   `Update t set[a=$0]`,
		params: ` -> 0`,
	},
	{
		sql:    `UPDATE #tmp SET a = @p1 WHERE id = @p2`,
		want:   `Update #tmp set[a=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET data = data || $1 WHERE id = $2`,
		want:   `Update t set[data=other(data $0)] where(id = $1)`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET data = jsonb_set(data, '{a}', $1) WHERE id = $2 AND data->>'state' = 'open'`,
		want:   `Update t set[data=jsonb_set(data '{a}' $0)] where(id = $1 & data<other(data 'state')> = 'open') cond`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET tags[1] = $1 WHERE tags[1] = $2`,
		want:   `Update t set[tags=$0] where(tags<other(1)> = $1) cond`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = CASE WHEN a < ? THEN ? ELSE a END WHERE id = ?`,
		want:   `Update t set[a=case(a < $0)($1 a)] where(id = $2) cond`,
		params: `2 -> 0,1`,
	},
	{
		sql:    `UPDATE t SET a = (SELECT max(x) FROM u) + 1 WHERE id = ?`,
		want:   `Update t set[a=other({Select u} 1)] where(id = $0)`,
		params: `0 -> `,
	},
	{
		sql:    "UPDATE t SET `order` = ?, `key` = ? WHERE `group` = ?",
		want:   `Update t set[order=$0, key=$1] where(group = $2)`,
		params: `2 -> 0,1`,
	},
	{
		sql:    `UPDATE t SET "from" = $1 WHERE "where" = $2 AND limit_x = 1`,
		want:   `Update t set[from=$0] where(where = $1 & limit_x = 1)`,
		lock:   `renew key=where:$1 expiry=from`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE lock = ? AND offset > ?`,
		want:   `Update t set[a=$0] where(lock = $1 & offset > $2)`,
		lock:   `renew key=lock:$1 expiry=a`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE jobs SET status = 'running', worker = $1 WHERE id = (SELECT id FROM jobs WHERE status = 'queued' ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING id`,
		want:   `Update jobs set[status='running', worker=$0] where(id = {Select jobs where(status = 'queued') for-update skip}) returning=id for-update skip cond`,
		params: ` -> 0`,
	},
	{
		sql:  `UPDATE jobs SET status = 'running' WHERE id IN (SELECT id FROM jobs WHERE status = 'queued')`,
		want: `Update jobs set[status='running'] where(id IN {Select jobs where(status = 'queued')})`,
	},
	{
		sql:  `UPDATE jobs SET status = 'running' WHERE id = (SELECT id FROM (SELECT id FROM jobs WHERE status = 'queued' LIMIT 1 FOR UPDATE) x)`,
		want: `Update jobs set[status='running'] where(id = {Select with {Select jobs where(status = 'queued') for-update}}) for-update cond`,
	},
	{
		sql:  `WITH c AS (SELECT id FROM jobs WHERE status = 'queued' FOR UPDATE SKIP LOCKED LIMIT 1) UPDATE jobs SET status = 'running' FROM c WHERE jobs.id = c.id RETURNING jobs.*`,
		want: `Update jobs set[status='running'] where(id = c.id) returning=* for-update skip with c{Select jobs where(status = 'queued') for-update skip} cond`,
	},
	{
		sql:    `WITH c AS (UPDATE t SET a = $1 WHERE id = $2 AND a = $3 RETURNING id) SELECT * FROM c`,
		want:   `Select c with c{Update t set[a=$0] where(id = $1 & a = $2) returning=id cond} cond`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `WITH RECURSIVE r(n) AS (SELECT 1), d AS NOT MATERIALIZED (DELETE FROM q WHERE id = $1 RETURNING *) INSERT INTO z (n) SELECT n FROM d`,
		want:   `Insert z set[n=n] with r{Select} with d{Delete q where(id = $0) returning=*}`,
		params: `0 -> `,
	},
	{
		sql:    `INSERT INTO t (a, b) VALUES (?, ?)`,
		lock:   `acquire key=a:$0 owner=b:1`,
		want:   `Insert t set[a=$0, b=$1]`,
		params: ` -> 0,1`,
	},
	{
		sql:    `INSERT INTO t VALUES (?, ?)`,
		want:   `Insert t set[=$0, =$1]`,
		params: ` -> 0,1`,
	},
	{
		sql:    `INSERT INTO t (a, b) VALUES (?, ?), (?, now())`,
		want:   `Insert t set[a=$0, b=$1, 1:a=$2, 1:b=now]`,
		params: ` -> 0,1,2`,
	},
	{
		sql:    `INSERT INTO t (a, b) VALUES (?, ?, ?)`,
		want:   `Insert t partial set[=$0, =$1, =$2]`,
		params: ` -> 0,1,2`,
	},
	{
		sql:  "INSERT INTO t (a) VALUES \ufffc",
		want: `Insert t partial set[a=?]`,
	},
	{
		sql:  `INSERT INTO t (a, b) VALUES ?`,
		want: `Insert t partial set[a=?, b=?]`,
	},
	{
		sql:  `INSERT INTO t DEFAULT VALUES`,
		want: `Insert t`,
	},
	{
		sql:    `INSERT INTO t SET a = ?, b = ?`,
		want:   `Insert t set[a=$0, b=$1]`,
		lock:   `acquire key=a:$0 owner=b:1`,
		params: ` -> 0,1`,
	},
	{
		sql:    `INSERT IGNORE INTO t (a) VALUES (?)`,
		want:   `Insert t set[a=$0] conflict=nothing cond`,
		params: ` -> 0`,
	},
	{
		sql:    `INSERT OR IGNORE INTO t (a) VALUES (?)`,
		want:   `Insert t set[a=$0] conflict=nothing cond`,
		params: ` -> 0`,
	},
	{
		sql:    `INSERT OR REPLACE INTO t (a) VALUES (?)`,
		want:   `Insert t set[a=$0] conflict=update`,
		params: ` -> 0`,
	},
	{
		sql:    `REPLACE INTO t (a) VALUES (?)`,
		want:   `Insert t set[a=$0] conflict=update`,
		params: ` -> 0`,
	},
	{
		sql:    `INSERT INTO t (a, b) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
		want:   `Insert t set[a=$0, b=$1] conflict=nothing cond`,
		lock:   `acquire key=a:$0 owner=b:1`,
		params: ` -> 0,1`,
	},
	{
		sql:    `INSERT INTO t (a, b) VALUES ($1, $2) ON CONFLICT (a) DO NOTHING RETURNING id`,
		want:   `Insert t set[a=$0, b=$1] conflict=nothing target=a returning=id cond`,
		lock:   `acquire key=a:$0 owner=b:1`,
		params: ` -> 0,1`,
	},
	{
		sql:    `INSERT INTO t (a, b) VALUES ($1, $2) ON CONFLICT ON CONSTRAINT t_pk DO NOTHING`,
		want:   `Insert t set[a=$0, b=$1] conflict=nothing cond`,
		lock:   `acquire key=a:$0 owner=b:1`,
		params: ` -> 0,1`,
	},
	{
		sql:    `INSERT INTO t (a, b) VALUES ($1, $2) ON CONFLICT (a) DO UPDATE SET b = EXCLUDED.b`,
		want:   `Insert t set[a=$0, b=$1, !b=excluded.b] conflict=update target=a`,
		params: ` -> 0,1`,
	},
	{
		sql:    `INSERT INTO t (a, b, v) VALUES ($1, $2, $3) ON CONFLICT (a) DO UPDATE SET b = EXCLUDED.b, v = EXCLUDED.v WHERE t.v < EXCLUDED.v RETURNING a`,
		want:   `Insert t set[a=$0, b=$1, v=$2, !b=excluded.b, !v=excluded.v] conflict=update target=a if(v < excluded.v) returning=a cond`,
		params: `2 -> 0,1,2`,
	},
	{
		sql:    `INSERT INTO t AS x (a, n) VALUES ($1, 1) ON CONFLICT (a) WHERE n > 0 DO UPDATE SET n = x.n + EXCLUDED.n`,
		want:   `Insert t set[a=$0, n=1, !n=n+excluded.n] conflict=update target=a rel`,
		params: ` -> 0`,
	},
	{
		sql:    `INSERT INTO t (a, n) VALUES (?, 1) ON DUPLICATE KEY UPDATE n = n + 1`,
		want:   `Insert t set[a=$0, n=1, !n=n+1] conflict=update rel`,
		params: ` -> 0`,
	},
	{
		sql:    `INSERT INTO t (a, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE n = VALUES(n)`,
		want:   `Insert t set[a=$0, n=$1, !n=excluded.n] conflict=update`,
		params: ` -> 0,1`,
	},
	{
		sql:    `INSERT INTO t (a, n) VALUES (?, ?) AS new ON DUPLICATE KEY UPDATE n = new.n`,
		want:   `Insert t set[a=$0, n=$1, !n=excluded.n] conflict=update`,
		params: ` -> 0,1`,
	},
	{
		sql:    `INSERT INTO t (a, b) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM t WHERE a = ?)`,
		want:   `Insert t set[a=$0, b=$1] where(NOT EXISTS{Select t where(a = $2)}) conflict=nothing cond`,
		lock:   `acquire key=a:$0 owner=b:1`,
		params: `2 -> 0,1`,
	},
	{
		sql:    `INSERT INTO t (a, b) SELECT ?, b FROM s WHERE s.id = ? FOR UPDATE`,
		want:   `Insert t set[a=$0, b=b] where(id = $1) for-update`,
		params: `1 -> 0`,
	},
	{
		sql:    `INSERT INTO t (a) OUTPUT inserted.id VALUES (@p1)`,
		want:   `Insert t set[a=$0] returning=id`,
		params: ` -> 0`,
	},
	{
		sql:  `INSERT INTO t (a) EXEC p @p1`,
		want: `Insert t partial set[a=?]`,
	},
	{
		sql:    `INSERT INTO t(a)VALUES(?)`,
		want:   `Insert t set[a=$0]`,
		params: ` -> 0`,
	},
	{
		sql:    `INSERT t (a) VALUES (?)`,
		want:   `Insert t set[a=$0]`,
		params: ` -> 0`,
	},
	{
		sql:    `INSERT INTO t (id) VALUES ($1) RETURNING *`,
		want:   `Insert t set[id=$0] returning=*`,
		params: ` -> 0`,
	},
	{
		sql:    "INSERT INTO \ufffc (a) VALUES (?)",
		want:   `Insert partial set[a=$0]`,
		params: ` -> 0`,
	},
	{
		sql:  "INSERT INTO t (\ufffc) VALUES (\ufffc)",
		want: `Insert t partial set[=?]`,
	},
	{
		sql:    `DELETE FROM t WHERE id = ?`,
		want:   `Delete t where(id = $0)`,
		lock:   `release key=id:$0`,
		params: `0 -> `,
	},
	{
		sql:  `DELETE FROM t`,
		want: `Delete t`,
	},
	{
		sql:    `DELETE FROM t WHERE id = ? AND version = ?`,
		want:   `Delete t where(id = $0 & version = $1)`,
		lock:   `release key=id:$0 owner=version:1 compared`,
		params: `0,1 -> `,
	},
	{
		sql:    `DELETE t WHERE id = :1`,
		want:   `Delete t where(id = $0)`,
		lock:   `release key=id:$0`,
		params: `0 -> `,
	},
	{
		sql:    `DELETE FROM t AS x WHERE x.id = $1 RETURNING x.id`,
		want:   `Delete t where(id = $0) returning=id`,
		lock:   `release key=id:$0`,
		params: `0 -> `,
	},
	{
		sql:    `DELETE FROM t USING s WHERE t.id = s.id AND s.k = $1`,
		want:   `Delete t where(id = s.id & s.k = $0)`,
		params: `0 -> `,
	},
	{
		sql:    `DELETE a FROM t a JOIN s b ON a.id = b.id WHERE b.k = ?`,
		want:   `Delete t where(b.k = $0 & id = b.id)`,
		params: `0 -> `,
	},
	{
		sql:    `DELETE TOP (10) FROM t OUTPUT deleted.id WHERE a < @p1`,
		want:   `Delete t where(a < $0) returning=id`,
		params: `0 -> `,
	},
	{
		sql:  `DELETE FROM t WHERE a < NOW() - INTERVAL 5 MINUTE LIMIT 100`,
		want: `Delete t where(a < now-INTERVAL 5 MINUTE)`,
	},
	{
		sql:    `DELETE FROM t WHERE id = ? AND EXISTS (SELECT 1 FROM locks WHERE token = ?)`,
		want:   `Delete t where(id = $0 & EXISTS{Select locks where(token = $1)}) cond`,
		params: `0,1 -> `,
	},
	{
		sql:    `DELETE FROM t WHERE ctid IN (SELECT ctid FROM t WHERE a = $1 LIMIT 10)`,
		want:   `Delete t where(ctid IN {Select t where(a = $0)})`,
		params: `0 -> `,
	},
	{
		sql:    `MERGE INTO t USING (SELECT @p1 AS id, @p2 AS v) AS s ON (t.id = s.id) WHEN MATCHED AND t.v < s.v THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT (id, v) VALUES (s.id, s.v);`,
		want:   `Merge t set[!v=excluded.v, id=excluded.id, v=excluded.v] where(id = excluded.id) conflict=update target=id if(v < excluded.v) cond`,
		params: `0,1 -> 0,1`,
	},
	{
		sql:  `MERGE t WITH (HOLDLOCK) AS d USING s ON d.id = s.id WHEN MATCHED THEN UPDATE SET d.v = s.v OUTPUT inserted.id;`,
		want: `Merge t set[!v=excluded.v] where(id = excluded.id) conflict=update target=id returning=id`,
	},
	{
		sql:    `MERGE INTO t d USING dual ON (d.id = :1) WHEN NOT MATCHED THEN INSERT (id, v) VALUES (:2, :3)`,
		want:   `Merge t set[id=$1, v=$2] where(id = $0) conflict=nothing target=id cond`,
		lock:   `acquire key=id:$1 owner=v:2`,
		params: `0 -> 1,2`,
	},
	{
		sql:    `MERGE INTO t d USING dual ON (d.id = :1) WHEN MATCHED THEN UPDATE SET d.v = :2 WHERE d.v < :3`,
		want:   `Merge t set[!v=$1] where(id = $0) conflict=update target=id if(v < $2) cond`,
		params: `0,2 -> 1`,
	},
	{
		sql:  `LOCK TABLE ONLY s.T IN SHARE ROW EXCLUSIVE MODE`,
		want: `Other s.t for-update`,
	},
	{
		sql:  `LOCK t`,
		want: `Other t for-update`,
	},
	{
		sql:  `LOCK TABLES t WRITE, u READ`,
		want: `Other t for-update`,
	},
	{
		sql:  `LOCK TABLE t IN ROW EXCLUSIVE MODE`,
		want: `Other t`,
	},
	{
		sql:  `LOCK TABLES t READ`,
		want: `Other t`,
	},
	{
		sql:    `SELECT * FROM t WHERE id = ? FOR UPDATE`,
		want:   `Select t where(id = $0) for-update`,
		params: `0 -> `,
	},
	{
		sql:    `SELECT a, b FROM s.t x WHERE x.id = $1 FOR NO KEY UPDATE OF x NOWAIT`,
		want:   `Select s.t where(id = $0) for-update nowait`,
		params: `0 -> `,
	},
	{
		sql:    `SELECT a FROM t WHERE id = $1 FOR SHARE`,
		want:   `Select t where(id = $0) for-share`,
		params: `0 -> `,
	},
	{
		sql:    `SELECT a FROM t WHERE id = $1 FOR KEY SHARE SKIP LOCKED`,
		want:   `Select t where(id = $0) for-share skip`,
		params: `0 -> `,
	},
	{
		sql:    `SELECT a FROM t WHERE id = ? LOCK IN SHARE MODE`,
		want:   `Select t where(id = $0) for-share`,
		params: `0 -> `,
	},
	{
		sql:    `SELECT a FROM t WITH (UPDLOCK, READPAST) WHERE id = @p1`,
		want:   `Select t where(id = $0) for-update skip`,
		params: `0 -> `,
	},
	{
		sql:    `SELECT a FROM t WHERE id = ? FOR UPDATE SKIP LOCKED LIMIT 1`,
		want:   `Select t where(id = $0) for-update skip`,
		params: `0 -> `,
	},
	{
		sql:    `(SELECT a FROM t WHERE id = ?) UNION (SELECT 1)`,
		want:   `Select where~() with {Select t where(id = $0)} with {Select}`,
		params: `0 -> `,
	},
	{
		sql:    `SELECT a FROM t WHERE id = ? UNION SELECT b FROM u`,
		want:   `Select t where~(id = $0)`,
		params: `0 -> `,
	},
	{
		sql:  `SELECT 1`,
		want: `Select`,
	},
	{
		sql:    `SELECT a FROM t WHERE data ? 'k' AND id = $1`,
		want:   `Select t where(data ? 'k' & id = $0)`,
		params: `0 -> `,
	},
	{
		sql:  `SELECT count(*) FROM t GROUP BY a HAVING count(*) > ?`,
		want: `Select t`,
	},
	{
		sql:    `SELECT a FROM t LEFT JOIN u ON u.id = t.id WHERE t.id = ? ORDER BY a`,
		want:   `Select t where~(id = $0)`,
		params: `0 -> `,
	},
	{
		sql:  `SELECT pg_advisory_lock($1)`,
		want: `Select lock:pg_advisory_lock($0)session`,
	},
	{
		sql:  `SELECT pg_advisory_lock($1, $2)`,
		want: `Select lock:pg_advisory_lock(other($0 $1))session`,
	},
	{
		sql:  `SELECT pg_try_advisory_lock(hashtext($1)) AS ok`,
		want: `Select try:pg_try_advisory_lock(hashtext($0))session`,
	},
	{
		sql:  `SELECT pg_catalog.pg_try_advisory_xact_lock(42)`,
		want: `Select try:pg_try_advisory_xact_lock(42)`,
	},
	{
		sql:  `SELECT pg_advisory_xact_lock_shared($1::bigint)`,
		want: `Select lock:pg_advisory_xact_lock_shared($0)+shared`,
	},
	{
		sql:  `SELECT 1 FROM pg_advisory_lock(7)`,
		want: `Select lock:pg_advisory_lock(7)session`,
	},
	{
		sql:  `SELECT pg_advisory_unlock($1), pg_advisory_unlock_all()`,
		want: `Select unlock:pg_advisory_unlock($0)session unlock:pg_advisory_unlock_all(other())session`,
	},
	{
		sql:    `SELECT id FROM t WHERE pg_try_advisory_xact_lock(id) AND x = $1`,
		want:   `Select t where(<pg_try_advisory_xact_lock(id)> CALL & x = $0) try:pg_try_advisory_xact_lock(id)`,
		params: `0 -> `,
	},
	{
		sql:  `SELECT CASE WHEN pg_try_advisory_lock($1) THEN 1 ELSE 0 END`,
		want: `Select try:pg_try_advisory_lock($0)session`,
	},
	{
		sql:    `WITH l AS (SELECT pg_try_advisory_lock($1) AS ok) SELECT ok FROM l`,
		want:   `Select l try:pg_try_advisory_lock($0)session with l{Select}`,
		params: `0 -> `,
	},
	{
		sql:  `DO $$ BEGIN PERFORM pg_advisory_xact_lock(1); END $$`,
		want: `Other lock:pg_advisory_xact_lock(1)`,
	},
	{
		sql:  `SELECT GET_LOCK(?, 10)`,
		want: `Select try:get_lock($0)session`,
	},
	{
		sql:  `SELECT GET_LOCK('job', -1)`,
		want: `Select lock:get_lock('job')session`,
	},
	{
		sql:  `SELECT RELEASE_LOCK(?)`,
		want: `Select unlock:release_lock($0)session`,
	},
	{
		sql:  `DO RELEASE_LOCK('job')`,
		want: `Other unlock:release_lock('job')session`,
	},
	{
		sql:  `SELECT IS_FREE_LOCK('job')`,
		want: `Select`,
	},
	{
		sql:  `SELECT RELEASE_ALL_LOCKS()`,
		want: `Select unlock:release_all_locks(other())session`,
	},
	{
		sql:  `EXEC sp_getapplock @Resource = @p1, @LockMode = 'Exclusive', @LockOwner = 'Session', @LockTimeout = 0`,
		want: `Call name=sp_getapplock try:sp_getapplock($0)session`,
	},
	{
		sql:  `DECLARE @r int; EXEC @r = sp_getapplock 'job', 'Exclusive'; SELECT @r`,
		want: `Other ; Call name=sp_getapplock lock:sp_getapplock('job') ; Select`,
	},
	{
		sql:  `DECLARE @r int EXEC @r = sys.sp_getapplock @Resource='job', @LockMode='Shared', @LockTimeout=-1 SELECT @r`,
		want: `Other ; Call name=sys.sp_getapplock lock:sp_getapplock('job')+shared`,
	},
	{
		sql:  `EXEC sp_releaseapplock @Resource = @p1, @LockOwner = 'Session'`,
		want: `Call name=sp_releaseapplock unlock:sp_releaseapplock($0)session`,
	},
	{
		sql:  `sp_getapplock`,
		want: `Call name=sp_getapplock lock:sp_getapplock(:Resource)`,
	},
	{
		sql:  `BEGIN DBMS_LOCK.REQUEST(:1, 6, 10, TRUE); END;`,
		want: `Begin ; Call name=dbms_lock.request try:dbms_lock.request($0) ; Commit`,
	},
	{
		sql:  `CREATE FUNCTION f() RETURNS void AS $$ SELECT pg_advisory_lock(1) $$ LANGUAGE sql`,
		want: `DDL`,
	},
	{
		sql:  `BEGIN`,
		want: `Begin`,
	},
	{
		sql:  `BEGIN ISOLATION LEVEL SERIALIZABLE`,
		want: `Begin isolation=SERIALIZABLE`,
	},
	{
		sql:  `START TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ WRITE`,
		want: `Begin isolation=REPEATABLE READ`,
	},
	{
		sql:  `SET TRANSACTION ISOLATION LEVEL SERIALIZABLE`,
		want: `Set isolation=SERIALIZABLE`,
	},
	{
		sql:  `SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED`,
		want: `Set isolation=READ COMMITTED`,
	},
	{
		sql:  `SET SESSION transaction_isolation = 'REPEATABLE-READ'`,
		want: `Set isolation=REPEATABLE READ`,
	},
	{
		sql:    `BEGIN; UPDATE t SET a = ? WHERE id = ?; COMMIT;`,
		want:   `Begin ; Update t set[a=$0] where(id = $1) ; Commit`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `BEGIN TRAN UPDATE t SET a = @p1 WHERE id = @p2 COMMIT TRAN`,
		want:   `Begin ; Update t set[a=$0] where(id = $1) ; Commit`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `IF EXISTS (SELECT 1 FROM t WHERE id = @p1) UPDATE t SET a = @p2 WHERE id = @p1 ELSE INSERT INTO t (id, a) VALUES (@p1, @p2)`,
		want:   `Other ; Update t set[a=$1] where(id = $0) ; Insert t set[id=$0, a=$1]`,
		lock:   `renew key=id:$0 expiry=a ; acquire key=id:$0 owner=a:1`,
		params: `0 -> 1 ;  -> 0,1`,
	},
	{
		sql:    `SET NOCOUNT ON UPDATE t SET a = @p1 WHERE id = @p2`,
		want:   `Set ; Update t set[a=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:  `CREATE TABLE t (id int)`,
		want: `DDL`,
	},
	{
		sql:  `ALTER TABLE t ADD COLUMN a int`,
		want: `DDL`,
	},
	{
		sql:  `TRUNCATE t`,
		want: `DDL`,
	},
	{
		sql:  `ROLLBACK`,
		want: `Other`,
	},
	{
		sql:  `SAVEPOINT a`,
		want: `Other`,
	},
	{
		sql:  `CALL p(?, ?)`,
		want: `Call name=p`,
	},
	{
		sql:  `{call p(?)}`,
		want: `Call name=p`,
	},
	{
		sql:  `EXEC dbo.p @id = @p1`,
		want: `Call name=dbo.p`,
	},
	{
		sql:  `LOCK TABLE t IN EXCLUSIVE MODE`,
		want: `Other t for-update`,
	},
	{
		sql:  `PRAGMA journal_mode = WAL`,
		want: `Other`,
	},
	{
		sql:  `VALUES (1, 2)`,
		want: `Select`,
	},
	{
		sql:  `hello world`,
		want: `Unknown`,
	},
	{
		sql:  "\ufffc",
		want: `Unknown`,
	},
	{
		sql:  `UPDATE t SET a = 'open`,
		want: `Unknown`,
	},
	{
		sql:  `UPDATE t SET a = ? WHERE (id = ?`,
		want: `Unknown`,
	},
	{
		sql:  `UPDATE t SET a = ? WHERE id = ?)`,
		want: `Unknown`,
	},
	{
		sql:  `UPDATE t SET a = ? /* open`,
		want: `Unknown`,
	},
	{
		sql:  `SELECT "open`,
		want: `Unknown`,
	},
	{
		sql:  `UPDATE t SET a = $x$ open`,
		want: `Unknown`,
	},
	{
		sql:  `UPDATE t SET a = '\' OR b = '' WHERE c = '\'`,
		want: `Update t set[a=other('\' b '')] where(c = '\')`,
	},
	{
		sql:    `UPDATE locks SET owner = $1, expires_at = now() + interval '30 seconds' WHERE name = $2 AND (owner IS NULL OR expires_at < now())`,
		want:   `Update locks set[owner=$0, expires_at=now+interval '30 seconds'] where(name = $1 & (owner IS null)|(expires_at < now)) cond`,
		lock:   `acquire certain key=name:$1 owner=owner:0 expiry=expires_at`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE locks SET owner = ?, expires_at = ? WHERE name = ? AND expires_at < ?`,
		want:   `Update locks set[owner=$0, expires_at=$1] where(name = $2 & expires_at < $3) cond`,
		lock:   `acquire key=name:$2 owner=owner:0 expiry=expires_at`,
		params: `2,3 -> 0,1`,
	},
	{
		sql:    `UPDATE locks SET owner = ?, expires_at = DATE_ADD(NOW(), INTERVAL ? SECOND), token = token + 1 WHERE name = 'job' AND expires_at < NOW()`,
		want:   `Update locks set[owner=$0, expires_at=now+$1, token=token+1] where(name = 'job' & expires_at < now) cond`,
		lock:   `acquire certain key=name:'job' owner=owner:0 expiry=expires_at token=token`,
		params: ` -> 0,1`,
	},
	{
		sql:    `UPDATE locks SET locked_by = ?, locked_at = now() WHERE id = ? AND locked_by IS NULL`,
		want:   `Update locks set[locked_by=$0, locked_at=now] where(id = $1 & locked_by IS null) cond`,
		lock:   `acquire key=id:$1 owner=locked_by:0`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE locks SET locked_by = ?, locked_at = now() WHERE id = ? AND (locked_by IS NULL OR locked_at < now() - interval '5 minutes')`,
		want:   `Update locks set[locked_by=$0, locked_at=now] where(id = $1 & (locked_by IS null)|(locked_at < now-interval '5 minutes')) cond`,
		lock:   `acquire certain key=id:$1 owner=locked_by:0 expiry=locked_at`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE locks SET owner = ?, beat = now() WHERE name = ? AND now() - beat > interval '30 seconds'`,
		want:   `Update locks set[owner=$0, beat=now] where(name = $1 & beat<other(now beat)> < interval '30 seconds') cond`,
		lock:   `acquire certain key=name:$1 owner=owner:0 expiry=beat`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE locks SET owner = @p1, beat = GETDATE() WHERE name = @p2 AND DATEDIFF(second, beat, GETDATE()) > 30`,
		want:   `Update locks set[owner=$0, beat=now] where(name = $1 & beat<datediff(second beat now)> < 30) cond`,
		lock:   `acquire certain key=name:$1 owner=owner:0 expiry=beat`,
		params: `1 -> 0`,
	},
	{
		sql:    `INSERT INTO locks (name, owner, expires_at) VALUES ($1, $2, now() + $3 * interval '1 second') ON CONFLICT (name) DO UPDATE SET owner = EXCLUDED.owner, expires_at = EXCLUDED.expires_at, token = locks.token + 1 WHERE locks.expires_at < now() RETURNING token`,
		want:   `Insert locks set[name=$0, owner=$1, expires_at=now+other($2 interval '1 second'), !owner=excluded.owner, !expires_at=excluded.expires_at, !token=token+1] conflict=update target=name if(expires_at < now) returning=token cond`,
		lock:   `acquire certain key=name:$0 owner=owner:1 expiry=expires_at token=token`,
		params: ` -> 0,1,2`,
	},
	{
		sql:    `INSERT INTO locks (name, owner, expires_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET owner = $2, expires_at = $3 WHERE locks.expires_at < $4 OR locks.owner = $2`,
		want:   `Insert locks set[name=$0, owner=$1, expires_at=$2, !owner=$1, !expires_at=$2] conflict=update target=name if((expires_at < $3)|(owner = $1)) cond`,
		lock:   `acquire key=name:$0 owner=owner:1 expiry=expires_at`,
		params: `1,3 -> 0,1,2`,
	},
	{
		sql:    `INSERT INTO locks (name, owner, exp) VALUES (?, ?, ?) ON DUPLICATE KEY UPDATE owner = IF(exp < NOW(), VALUES(owner), owner), exp = IF(owner = VALUES(owner), VALUES(exp), exp)`,
		want:   `Insert locks set[name=$0, owner=$1, exp=$2, !owner=if(exp < now)(excluded.owner owner), !exp=if(owner = excluded.owner)(excluded.exp exp)] conflict=update cond`,
		lock:   `acquire certain key=name:$0 owner=owner:1 expiry=exp`,
		params: ` -> 0,1,2`,
	},
	{
		sql:    `INSERT INTO locks (name, owner, expires_at) VALUES (?, ?, datetime('now', '+30 seconds')) ON CONFLICT DO NOTHING`,
		want:   `Insert locks set[name=$0, owner=$1, expires_at=now+'+30 seconds'] conflict=nothing cond`,
		lock:   `acquire certain key=name:$0 owner=owner:1 expiry=expires_at`,
		params: ` -> 0,1`,
	},
	{
		sql:    `INSERT INTO locks (name, owner) VALUES (?, ?) ON CONFLICT DO NOTHING`,
		want:   `Insert locks set[name=$0, owner=$1] conflict=nothing cond`,
		lock:   `acquire key=name:$0 owner=owner:1`,
		params: ` -> 0,1`,
	},
	{
		sql:    `INSERT INTO locks (name, owner) VALUES (?, ?)`,
		want:   `Insert locks set[name=$0, owner=$1]`,
		lock:   `acquire key=name:$0 owner=owner:1`,
		params: ` -> 0,1`,
	},
	{
		sql:    `DELETE FROM locks WHERE name = ? AND owner = ?`,
		want:   `Delete locks where(name = $0 & owner = $1)`,
		lock:   `release key=name:$0 owner=owner:1 compared`,
		params: `0,1 -> `,
	},
	{
		sql:    `DELETE FROM locks WHERE name = 'job' AND owner = ?`,
		want:   `Delete locks where(name = 'job' & owner = $0)`,
		lock:   `release key=name:'job' owner=owner:0 compared`,
		params: `0 -> `,
	},
	{
		sql:  `DELETE FROM locks WHERE name = 'job'`,
		want: `Delete locks where(name = 'job')`,
		lock: `release key=name:'job'`,
	},
	{
		sql:  `DELETE FROM locks WHERE expires_at < now()`,
		want: `Delete locks where(expires_at < now)`,
	},
	{
		sql:    `DELETE FROM locks WHERE name = ? AND expires_at < now()`,
		want:   `Delete locks where(name = $0 & expires_at < now)`,
		params: `0 -> `,
	},
	{
		sql:    `UPDATE locks SET owner = NULL WHERE name = ?`,
		want:   `Update locks set[owner=null] where(name = $0)`,
		lock:   `release key=name:$0 owner=owner:-1`,
		params: `0 -> `,
	},
	{
		sql:    `UPDATE locks SET owner = NULL, expires_at = NULL WHERE name = $1 AND owner = $2`,
		want:   `Update locks set[owner=null, expires_at=null] where(name = $0 & owner = $1) cond`,
		lock:   `release key=name:$0 owner=owner:1 compared`,
		params: `0,1 -> `,
	},
	{
		sql:    `UPDATE locks SET locked_by = NULL, locked_at = NULL WHERE id = ? AND token = ?`,
		want:   `Update locks set[locked_by=null, locked_at=null] where(id = $0 & token = $1)`,
		lock:   `release key=id:$0 owner=token:1 compared`,
		params: `0,1 -> `,
	},
	{
		sql:    `UPDATE locks SET expires_at = now() + interval '30 seconds' WHERE name = $1 AND owner = $2`,
		want:   `Update locks set[expires_at=now+interval '30 seconds'] where(name = $0 & owner = $1)`,
		lock:   `renew certain key=name:$0 owner=owner:1 compared expiry=expires_at`,
		params: `0,1 -> `,
	},
	{
		sql:    `UPDATE locks SET expires_at = now() + interval '30 seconds' WHERE name = $1`,
		want:   `Update locks set[expires_at=now+interval '30 seconds'] where(name = $0)`,
		lock:   `renew certain key=name:$0 expiry=expires_at`,
		params: `0 -> `,
	},
	{
		sql:    `UPDATE locks SET expires_at = DATEADD(second, @p1, SYSUTCDATETIME()) WHERE name = @p2 AND owner = @p3 AND expires_at > SYSUTCDATETIME()`,
		want:   `Update locks set[expires_at=now+$0] where(name = $1 & owner = $2 & expires_at > now) cond`,
		lock:   `renew certain key=name:$1 owner=owner:2 compared expiry=expires_at`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE locks SET expires_at = ? WHERE name = ? AND owner = ?`,
		want:   `Update locks set[expires_at=$0] where(name = $1 & owner = $2)`,
		lock:   `renew key=name:$1 owner=owner:2 compared expiry=expires_at`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE locks SET expires_at = strftime('%s','now') + ? WHERE name = ? AND owner = ?`,
		want:   `Update locks set[expires_at=now+$0] where(name = $1 & owner = $2)`,
		lock:   `renew certain key=name:$1 owner=owner:2 compared expiry=expires_at`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE users SET name = ?, email = ? WHERE id = ?`,
		want:   `Update users set[name=$0, email=$1] where(id = $2)`,
		params: `2 -> 0,1`,
	},
	{
		sql:    `UPDATE locks SET expires_at = DATE_ADD(expires_at, INTERVAL 30 SECOND) WHERE name = ? AND owner = ?`,
		want:   `Update locks set[expires_at=expires_at+INTERVAL 30 SECOND] where(name = $0 & owner = $1) rel`,
		lock:   `renew key=name:$0 owner=owner:1 compared expiry=expires_at`,
		params: `0,1 -> `,
	},
	{
		sql:  "DELETE FROM \ufffc",
		want: `Delete partial where~()`,
	},
	{
		sql:  "DELETE FROM t \ufffc",
		want: `Delete t where~()`,
	},
	{
		sql:  "SELECT a FROM t \ufffc",
		want: `Select t where~()`,
	},
	{
		sql:  "UPDATE t SET \ufffc",
		want: `Update t partial set[=?] where~()`,
	},
	{
		sql:    `UPDATE t SET a = 'it\'s and \'x' WHERE id = ?`,
		lock:   `end key=id:$0`,
		want:   `Update t set[a='it\'s and \'x'] where(id = $0)`,
		params: `0 -> `,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE b LIKE ? ESCAPE '\' OR c LIKE ? ESCAPE '\'`,
		want:   `Update t set[a=$0] where((b LIKE $1)|(c LIKE $2))`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `MERGE INTO locks AS l USING (VALUES (@p1, @p2)) AS s(name, owner) ON l.name = s.name WHEN MATCHED AND l.expires_at < SYSUTCDATETIME() THEN UPDATE SET owner = s.owner, expires_at = DATEADD(second, 30, SYSUTCDATETIME()) WHEN NOT MATCHED THEN INSERT (name, owner, expires_at) VALUES (s.name, s.owner, DATEADD(second, 30, SYSUTCDATETIME()));`,
		want:   `Merge locks set[!owner=excluded.owner, !expires_at=now+30, name=excluded.name, owner=excluded.owner, expires_at=now+30] where(name = excluded.name) conflict=update target=name if(expires_at < now) cond`,
		lock:   `acquire certain key=name:$0 owner=owner:1 expiry=expires_at`,
		params: `0 -> 0,1`,
	},
	{
		sql:    `UPDATE t SET a = @p1 WHERE id = @p2 SELECT @@ROWCOUNT`,
		want:   `Update t set[a=$0] where(id = $1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = /* x */ ? WHERE id=?AND v=?`,
		want:   `Update t set[a=$0] where(id = $1 & v = $2)`,
		lock:   `renew key=id:$1 owner=v:2 compared expiry=a`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = $1 WHERE id = $2 AND updated_at = $3::timestamptz`,
		want:   `Update t set[a=$0] where(id = $1 & updated_at = $2)`,
		lock:   `renew key=id:$1 owner=updated_at:2 compared expiry=a`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE t SET status = ? WHERE id = ? AND status IN (?)`,
		want:   `Update t set[status=$0] where(id = $1 & status IN $2) cond`,
		lock:   `renew key=id:$1 expiry=status`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ?, v = v + 1 WHERE id = ? AND (v = ? OR v IS NULL) AND b = ?`,
		want:   `Update t set[a=$0, v=v+1] where(id = $1 & (v = $2)|(v IS null) & b = $3) cond`,
		lock:   `renew key=id:$1 owner=b:3 compared expiry=a`,
		params: `1,2,3 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE a = ? XOR b = ?`,
		want:   `Update t set[a=$0] where((a = $1)|(b = $2))`,
		params: `1,2 -> 0`,
	},
	{
		sql:    "UPDATE `t` SET a = \"x\" WHERE b = \"y\" && c = ?",
		lock:   `end key=b:"y" owner=c:0 compared`,
		want:   `Update t set[a="x"] where(b = "y" & c = $0)`,
		params: `0 -> `,
	},
	{
		sql:    `INSERT INTO t (a) SELECT $1 FROM s WHERE s.x = $2 ON CONFLICT DO NOTHING`,
		want:   `Insert t set[a=$0] where(x = $1) conflict=nothing cond`,
		params: `1 -> 0`,
	},
	{
		sql:    `SELECT a FROM t JOIN u ON u.id = t.id AND u.k = ? WHERE t.id = ? FOR UPDATE OF t`,
		want:   `Select t where(id = $1 & u.id = id & u.k = $0) for-update`,
		params: `0,1 -> `,
	},
	{
		sql:    `UPDATE t SET a = nextval('s') WHERE id = $1`,
		want:   `Update t set[a=nextval('s')] where(id = $0)`,
		params: `0 -> `,
	},
	{
		sql:    `UPDATE t SET a = a WHERE id = $1`,
		want:   `Update t set[a=a] where(id = $0)`,
		params: `0 -> `,
	},
	{
		sql:  `UPDATE t SET v = v - -1 WHERE id = -5`,
		want: `Update t set[v=v--1] where(id = -5) rel`,
	},
	{
		sql:    `UPDATE t SET a = :a::int WHERE id = :id`,
		want:   `Update t set[a=:a] where(id = :id)`,
		lock:   `renew key=id::id expiry=a`,
		params: `id -> a`,
	},
	{
		sql:    `DELETE FROM t WHERE (a, b) IN ((?, ?), (?, ?))`,
		want:   `Delete t where(a IN other(other($0 $1) other($2 $3)) & b IN other())`,
		params: `0,1,2,3 -> `,
	},
	{
		sql:    `SELECT a FROM t WHERE (created, id) > (?, ?)`,
		want:   `Select t where(created >= other($0 $1))`,
		params: `0,1 -> `,
	},
	{
		sql:  `UPDATE t SET a = X'0F' WHERE id = N'x'`,
		lock: `end key=id:'x'`,
		want: `Update t set[a='0F'] where(id = 'x')`,
	},
	{
		sql:    `UPDATE é SET ü = ? WHERE ß = ?`,
		want:   `Update é set[ü=$0] where(ß = $1)`,
		lock:   `renew key=ß:$1 expiry=ü`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE CURRENT OF c`,
		want:   `Update t set[a=$0] where~(<other()> CURRENT OF other())`,
		params: ` -> 0`,
	},
	{
		sql:  `EXPLAIN UPDATE t SET a = 1`,
		want: `Other`,
	},
	{
		sql:  `GRANT SELECT, UPDATE ON t TO u`,
		want: `Other`,
	},
	{
		sql:    `INSERT INTO t (a, b) VALUES (?, (SELECT max(b) FROM t WHERE c = ?))`,
		want:   `Insert t set[a=$0, b={Select t where(c = $1)}]`,
		params: ` -> 0,1`,
	},
	{
		sql:    `SELECT /*! SQL_NO_CACHE */ a FROM t WHERE id = ? FOR UPDATE`,
		want:   `Select t where(id = $0) for-update`,
		params: `0 -> `,
	},
	{
		sql:    `UPDATE jobs SET worker = ?, lease = DATE_ADD(NOW(6), INTERVAL 30 SECOND) WHERE id = ? AND COALESCE(lease, 0) < NOW(6)`,
		want:   `Update jobs set[worker=$0, lease=now+INTERVAL 30 SECOND] where(id = $1 & lease < now) cond`,
		lock:   `acquire certain key=id:$1 owner=worker:0 expiry=lease`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND 1 = 1`,
		want:   `Update t set[a=$0] where(id = $1 & <1> = 1)`,
		lock:   `renew key=id:$1 expiry=a`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE t SET a = ? WHERE id = ? AND version = ?; DELETE FROM t WHERE id = ?`,
		want:   `Update t set[a=$0] where(id = $1 & version = $2) ; Delete t where(id = $3)`,
		lock:   `renew key=id:$1 owner=version:2 compared expiry=a ; release key=id:$3`,
		params: `1,2 -> 0 ; 3 -> `,
	},
	{
		sql:    `update T set A = ? where ID = ? and A = 'X'`,
		want:   `Update t set[a=$0] where(id = $1 & a = 'X') cond`,
		params: `1 -> 0`,
	},
	{
		sql:    `UPDATE leases SET expires = 0 WHERE name = ? AND owner = ?`,
		want:   `Update leases set[expires=0] where(name = $0 & owner = $1)`,
		lock:   `end key=name:$0 owner=owner:1 compared`,
		params: `0,1 -> `,
	},
	{
		sql:    `UPDATE t SET v = $1 WHERE id = $2 AND xmin = $3`,
		want:   `Update t set[v=$0] where(id = $1 & xmin = $2) cond`,
		lock:   `renew key=id:$1 owner=xmin:2 compared expiry=v`,
		params: `1,2 -> 0`,
	},
	{
		sql:    `INSERT INTO t (id, v, ver) VALUES (?, ?, ?) ON DUPLICATE KEY UPDATE v = IF(ver < VALUES(ver), VALUES(v), v), ver = GREATEST(ver, VALUES(ver))`,
		want:   `Insert t set[id=$0, v=$1, ver=$2, !v=if(ver < excluded.ver)(excluded.v v), !ver=greatest(ver excluded.ver)] conflict=update cond`,
		params: ` -> 0,1,2`,
	},
	{
		sql:    `UPDATE t SET v = IF(ver < ?, ?, v), ver = GREATEST(ver, ?) WHERE id = ?`,
		want:   `Update t set[v=if(ver < $0)($1 v), ver=greatest(ver $2)] where(id = $3) cond`,
		params: `3 -> 0,1,2`,
	},
	{
		sql:    `UPDATE t SET ver = GREATEST(ver, ?), v = ? WHERE id = ?`,
		want:   `Update t set[ver=greatest(ver $0), v=$1] where(id = $2)`,
		params: `2 -> 0,1`,
	},
}

func TestRead(t *testing.T) {
	require.Greater(t, len(readTests), 150)
	for _, tt := range readTests {
		t.Run(tt.sql, func(t *testing.T) {
			got, lock, params := readings(tt.sql)
			require.Equal(t, tt.want, got)
			require.Equal(t, tt.lock, lock)
			require.Equal(t, tt.params, params)
		})
	}
}
