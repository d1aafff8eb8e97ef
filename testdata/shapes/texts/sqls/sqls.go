// Package sqls runs statements of many dialects.
package sqls

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/go-redsync/redsync/v4"
)

var errHeld = errors.New("held by another")

func looked(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errHeld
	}
	return nil
}

func Row01(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT IGNORE INTO row01 (name, token, expires_at) VALUES (?, ?, DATE_ADD(NOW(), INTERVAL 30 SECOND))`
	if err := looked(db.ExecContext(ctx, take, name, me)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM row01 WHERE name = ? AND token = ?`, name, me)
	return work()
}

func Row02(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT IGNORE INTO row02 (name, token, expires_at) VALUES (?, ?, DATE_ADD(NOW(), INTERVAL 30 SECOND))`
	if err := looked(db.ExecContext(ctx, take, name, me)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM row02 WHERE name = ? LIMIT 1`, name) // want plaindel
	return work()
}

func Row03(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT INTO row03 (name, owner, expires_at) VALUES (?, ?, NOW() + INTERVAL 30 SECOND) ON DUPLICATE KEY UPDATE owner = IF(expires_at < NOW(), VALUES(owner), owner), expires_at = IF(owner = VALUES(owner), VALUES(expires_at), expires_at)`
	if err := looked(db.ExecContext(ctx, take, name, me)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM row03 WHERE name = ? AND owner = ?`, name, me)
	return work()
}

func Row04(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT INTO row04 AS l (name, owner, expires_at) VALUES ($1, $2, now() + interval '30 seconds') ON CONFLICT (name) DO UPDATE SET owner = EXCLUDED.owner, expires_at = EXCLUDED.expires_at WHERE l.expires_at < now()`
	if err := looked(db.ExecContext(ctx, take, name, me)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `UPDATE row04 SET expires_at = now() WHERE name = $1 AND owner = $2`, name, me)
	return work()
}

func Row05(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT INTO row05 (name, owner, expires_at) VALUES ($1, $2, now() + interval '30 seconds') ON CONFLICT (name) DO UPDATE SET owner = EXCLUDED.owner, expires_at = EXCLUDED.expires_at WHERE row05.expires_at < now()`
	if err := looked(db.ExecContext(ctx, take, name, me)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `UPDATE row05 SET expires_at = now() WHERE name = $1`, name) // want plaindel
	return work()
}

func Row06(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `MERGE row06 WITH (HOLDLOCK) AS tgt USING (SELECT @p1 AS name, @p2 AS owner) AS src ON tgt.name = src.name WHEN MATCHED AND tgt.expires_at < SYSUTCDATETIME() THEN UPDATE SET owner = src.owner, expires_at = DATEADD(second, 30, SYSUTCDATETIME()) WHEN NOT MATCHED THEN INSERT (name, owner, expires_at) VALUES (src.name, src.owner, DATEADD(second, 30, SYSUTCDATETIME()));`
	if err := looked(db.ExecContext(ctx, take, name, me)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM row06 WHERE name = @p1`, name) // want plaindel
	return work()
}

func Row07(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `MERGE INTO row07 tgt USING (SELECT :1 AS name, :2 AS owner FROM dual) src ON (tgt.name = src.name) WHEN MATCHED THEN UPDATE SET tgt.owner = src.owner, tgt.expires_at = SYSTIMESTAMP + INTERVAL '30' SECOND WHERE tgt.expires_at < SYSTIMESTAMP WHEN NOT MATCHED THEN INSERT (name, owner, expires_at) VALUES (src.name, src.owner, SYSTIMESTAMP + INTERVAL '30' SECOND)`
	if err := looked(db.ExecContext(ctx, take, name, me)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM row07 WHERE name = :1 AND owner = :2`, name, me)
	return work()
}

func Row08(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT OR IGNORE INTO row08(name, owner, expires) VALUES (?1, ?2, strftime('%s','now') + 30)`
	if err := looked(db.ExecContext(ctx, take, name, me)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM row08 WHERE name = ?1 AND owner = ?2`, name, me)
	return work()
}

func Row09(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT OR IGNORE INTO row09(name, owner) VALUES (?, ?)`
	if err := looked(db.ExecContext(ctx, take, name, me)); err != nil { // want setnxexpire
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM row09 WHERE name = ? AND owner = ?`, name, me)
	return work()
}

func Row10(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `UPDATE row10 SET owner = :1, expires_at = SYSTIMESTAMP + INTERVAL '30' SECOND WHERE name = :2 AND (owner IS NULL OR expires_at < SYSTIMESTAMP)`
	if err := looked(db.ExecContext(ctx, take, me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `UPDATE row10 SET owner = NULL WHERE name = :1 AND owner = :2`, name, me)
	return work()
}

func Row11(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `UPDATE row11 SET owner = :1, expires_at = SYSTIMESTAMP + INTERVAL '30' SECOND WHERE name = :2 AND (owner IS NULL OR expires_at < SYSTIMESTAMP)`
	if err := looked(db.ExecContext(ctx, take, me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `UPDATE row11 SET owner = NULL, expires_at = NULL WHERE name = :1`, name) // want plaindel
	return work()
}

func Row12(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `UPDATE row12 SET locked = true, locked_by = $1, locked_until = now() + interval '1 minute' WHERE id = $2 AND (locked = false OR locked_until < now())`
	if err := looked(db.ExecContext(ctx, take, me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `UPDATE row12 SET locked = false, locked_by = NULL WHERE id = $1 AND locked_by = $2`, name, me)
	return work()
}

func Row13(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `UPDATE row13 SET locked = 1, locked_by = ?, locked_until = ? WHERE id = ? AND (locked = 0 OR locked_until < ?)`
	if err := looked(db.ExecContext(ctx, take, me, time.Now().Add(time.Minute), name, time.Now())); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `UPDATE row13 SET locked = 0, locked_by = NULL WHERE id = ?`, name) // want plaindel
	return work()
}

func Row14(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT INTO row14 (name, owner) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM row14 WHERE name = $1)`
	if err := looked(db.ExecContext(ctx, take, name, me)); err != nil { // want setnxexpire
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM row14 WHERE name = $1 AND owner = $2`, name, me)
	return work()
}

func Row15(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT INTO "public"."row15" ("name","owner","expires_at") VALUES ($1,$2,now() + make_interval(secs => 30)) ON CONFLICT DO NOTHING`
	if err := looked(db.ExecContext(ctx, take, name, me)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM public.row15 WHERE name=$1`, name) // want plaindel
	return work()
}

func Row16(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `WITH gone AS (DELETE FROM row16 WHERE name = $1 AND expires_at < now()) INSERT INTO row16 (name, owner, expires_at) VALUES ($1, $2, now() + interval '30s') ON CONFLICT DO NOTHING`
	if err := looked(db.ExecContext(ctx, take, name, me)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM row16 WHERE name = $1 AND owner = $2`, name, me)
	return work()
}

func Row17(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `/* take */ insert into row17 (NAME, OWNER, EXPIRES_AT) values ($1, $2, NOW() + INTERVAL '1 min') -- mine
 on conflict do nothing`
	if err := looked(db.ExecContext(ctx, take, name, me)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `delete from row17 where NAME = $1 -- and OWNER = $2`, name) // want plaindel
	return work()
}

func Row18(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT INTO row18 (name, owner, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
	if err := looked(db.ExecContext(ctx, take, name, me, time.Now().Add(time.Minute))); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM row18 WHERE name = $1 AND (owner = $2 OR expires_at < now())`, name, me)
	return work()
}

func Row19(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT INTO row19 (name, owner, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
	if err := looked(db.ExecContext(ctx, take, name, me, time.Now().Add(time.Minute).UnixMilli())); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM row19 WHERE owner = $1`, me)
	return work()
}

func Row20(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT INTO row20 (name, owner, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`
	if err := looked(db.ExecContext(ctx, take, name, me, time.Now().Unix()+60)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM row20 WHERE name = ? AND owner LIKE ?`, name, me)
	return work()
}

func Row21(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT INTO row21 (name, owner, taken_at) VALUES ($1, $2, now()) ON CONFLICT (name) DO UPDATE SET owner = EXCLUDED.owner, taken_at = now() WHERE row21.taken_at < now() - interval '1 minute'`
	if err := looked(db.ExecContext(ctx, take, name, me)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM row21 WHERE name = $1 AND owner = $2`, name, me)
	return work()
}

func Row22(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `UPDATE row22 SET holder = $1, version = version + 1, until = now() + interval '20 seconds' WHERE name = $2 AND until <= now()`
	if err := looked(db.ExecContext(ctx, take, me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `UPDATE row22 SET until = 'epoch' WHERE name = $1 AND holder = $2`, name, me)
	return work()
}

func Row23(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `UPDATE row23 SET holder = COALESCE(holder, $1), until = now() + interval '20 seconds' WHERE name = $2 AND (holder IS NULL OR until < now())`
	if err := looked(db.ExecContext(ctx, take, me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM row23 WHERE name = $1 AND holder = $2`, name, me)
	return work()
}

func Row24(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := "INSERT INTO `db`.`row24` (`name`, `owner`, `expires_at`) VALUES (?, ?, TIMESTAMPADD(SECOND, 30, UTC_TIMESTAMP()))"
	if err := looked(db.ExecContext(ctx, take, name, me)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM `db`.`row24` WHERE `name` = ? AND BINARY `owner` = ?", name, me)
	return work()
}

func Row25(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `REPLACE INTO row25 (name, owner, expires_at) VALUES (?, ?, ?`
	if err := looked(db.ExecContext(ctx, take, name, me, time.Now().Add(time.Minute))); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM row25 WHERE ((name = ?`, name)
	return work()
}

func Keep01(ctx context.Context, db *sql.DB, name, me string, work func(context.Context) error) error {
	if err := looked(db.ExecContext(ctx, "INSERT INTO keep01 (name, owner, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", name, me, time.Now().Add(time.Minute))); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM keep01 WHERE name = ? AND owner = ?", name, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(10 * time.Second) {
			if err := looked(db.ExecContext(ctx, "UPDATE keep01 SET expires_at = now() + interval '30 seconds' WHERE name = $1 AND owner = $2 AND expires_at > now()", name, me)); err != nil {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Keep02(ctx context.Context, db *sql.DB, name, me string, work func(context.Context) error) error {
	if err := looked(db.ExecContext(ctx, "INSERT INTO keep02 (name, owner, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", name, me, time.Now().Add(time.Minute))); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM keep02 WHERE name = ? AND owner = ?", name, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(10 * time.Second) {
			if err := looked(db.ExecContext(ctx, "UPDATE keep02 SET expires_at = now() + interval '30 seconds' WHERE name = $1", name)); err != nil { // want nolost
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Keep03(ctx context.Context, db *sql.DB, name, me string, work func(context.Context) error) error {
	if err := looked(db.ExecContext(ctx, "INSERT INTO keep03 (name, owner, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", name, me, time.Now().Add(time.Minute))); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM keep03 WHERE name = ? AND owner = ?", name, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(10 * time.Second) {
			if err := looked(db.ExecContext(ctx, "UPDATE keep03 SET expires_at = DATE_ADD(NOW(), INTERVAL 30 SECOND) WHERE name = ? AND expires_at > NOW()", name)); err != nil { // want nolost
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Write01(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("sqls:write01:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc01 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if n < v {
		return nil
	}
	return looked(db.ExecContext(ctx, "UPDATE acc01 SET total = $1 WHERE id = $2", n+1, id)) // want unfenced
}

func Write02(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("sqls:write02:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc02 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if n < v {
		return nil
	}
	return looked(db.ExecContext(ctx, "UPDATE acc02 SET total = $1, version = version + 1 WHERE id = $2 AND version = $3", n+1, id, v))
}

func Write03(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("sqls:write03:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc03 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if n < v {
		return nil
	}
	return looked(db.ExecContext(ctx, "UPDATE acc03 SET total = $1 WHERE id = $2 AND total = $3", n+1, id, n))
}

func Write04(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("sqls:write04:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc04 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if n < v {
		return nil
	}
	return looked(db.ExecContext(ctx, "UPDATE acc04 SET total = $1 WHERE id = $2 AND deleted_at IS NULL", n+1, id)) // want unfenced
}

func Write05(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("sqls:write05:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc05 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if n < v {
		return nil
	}
	return looked(db.ExecContext(ctx, "UPDATE acc05 SET state = 'paid' WHERE id = $1 AND state = 'pending'", id))
}

func Write06(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("sqls:write06:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc06 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if n < v {
		return nil
	}
	return looked(db.ExecContext(ctx, "INSERT INTO acc06 (id, total) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING", id, n+1))
}

func Write07(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("sqls:write07:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc07 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if n < v {
		return nil
	}
	return looked(db.ExecContext(ctx, "INSERT INTO acc07 (id, total) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET total = EXCLUDED.total", id, n+1)) // want unfenced
}

func Write08(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("sqls:write08:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc08 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if n < v {
		return nil
	}
	return looked(db.ExecContext(ctx, "INSERT INTO acc08 AS a (id, total, fence) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET total = EXCLUDED.total, fence = EXCLUDED.fence WHERE a.fence < EXCLUDED.fence", id, n+1, v))
}

func Write09(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("sqls:write09:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc09 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if n < v {
		return nil
	}
	return looked(db.ExecContext(ctx, "REPLACE INTO acc09 (id, total) VALUES (?, ?)", id, n+1)) // want unfenced
}

func Write10(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("sqls:write10:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc10 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if n < v {
		return nil
	}
	return looked(db.ExecContext(ctx, "UPDATE acc10 SET total = ?, fence = ? WHERE id = ? AND fence < ?", n+1, v, id, v))
}

func Write11(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("sqls:write11:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc11 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if n < v {
		return nil
	}
	return looked(db.ExecContext(ctx, "UPDATE acc11 SET total = $1 WHERE id IN (SELECT id FROM acc11 WHERE id = $2 AND total = $3 FOR UPDATE SKIP LOCKED)", n+1, id, n))
}

func Write12(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("sqls:write12:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc12 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if n < v {
		return nil
	}
	return looked(db.ExecContext(ctx, "DELETE FROM acc12 WHERE id = $1", id)) // want unfenced
}

func Write13(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("sqls:write13:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc13 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if n < v {
		return nil
	}
	return looked(db.ExecContext(ctx, "UPDATE acc13 SET total = $1 WHERE id = $2 AND ((", n+1, id))
}

func Write14(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("sqls:write14:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc14 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if n < v {
		return nil
	}
	return looked(db.ExecContext(ctx, "UPDATE acc14 SET total = CASE WHEN version = $3 THEN $1 ELSE total END WHERE id = $2", n+1, id, v))
}

func Write15(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("sqls:write15:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc15 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if n < v {
		return nil
	}
	return looked(db.ExecContext(ctx, "UPDATE acc15 SET total = $1 WHERE id = $2 AND NOT EXISTS (SELECT 1 FROM fences WHERE fence > $3)", n+1, id, v))
}

// Table names its table by a parameter.
func Table(ctx context.Context, db *sql.DB, rs *redsync.Redsync, table, id string) error {
	mu := rs.NewMutex("sqls:table:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n int64
	if err := db.QueryRowContext(ctx, fmt.Sprintf("SELECT total FROM %s WHERE id = $1", table), id).Scan(&n); err != nil {
		return err
	}
	return looked(db.ExecContext(ctx, fmt.Sprintf("UPDATE %s SET total = $1 WHERE id = $2", table), n+1, id)) // want unfenced
}

func GetLockPool(ctx context.Context, db *sql.DB, name string, work func() error) error {
	var got int
	if err := db.QueryRowContext(ctx, "SELECT GET_LOCK(?, 10)", name).Scan(&got); err != nil || got != 1 { // want nolost
		return errHeld
	}
	defer db.ExecContext(ctx, "SELECT RELEASE_LOCK(?)", name) // maybe plaindel nolost
	return work()
}

func GetLockConn(ctx context.Context, db *sql.DB, name string, work func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var got int
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK(?, 10)", name).Scan(&got); err != nil || got != 1 {
		return errHeld
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT RELEASE_LOCK(?)", name)
	return work()
}

func AppLockPool(ctx context.Context, db *sql.DB, name string, work func() error) error {
	var code int
	if err := db.QueryRowContext(ctx, "DECLARE @r int; EXEC @r = sp_getapplock @Resource = @p1, @LockMode = 'Exclusive', @LockOwner = 'Session', @LockTimeout = 0; SELECT @r", name).Scan(&code); err != nil || code < 0 { // want nolost
		return errHeld
	}
	defer db.ExecContext(ctx, "EXEC sp_releaseapplock @Resource = @p1, @LockOwner = 'Session'", name) // maybe plaindel nolost
	return work()
}

func AppLockTx(ctx context.Context, db *sql.DB, name string, work func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var code int
	if err := tx.QueryRowContext(ctx, "DECLARE @r int; EXEC @r = sp_getapplock @Resource = @p1, @LockMode = 'Exclusive', @LockOwner = 'Transaction'; SELECT @r", name).Scan(&code); err != nil || code < 0 {
		return errHeld
	}
	if err := work(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func AdvisoryPool(ctx context.Context, db *sql.DB, name string, work func() error) error {
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(hashtext($1)::bigint)", name); err != nil { // want nolost
		return err
	}
	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock(hashtext($1)::bigint)", name) // maybe plaindel nolost
	return work()
}
