// Package dialects keeps lock rows and guarded writes in statements of many dialects
// and libraries.
package dialects

import (
	"context"
	"database/sql"
	"errors"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	sq "github.com/Masterminds/squirrel"
	"github.com/doug-martin/goqu/v9"
	"github.com/go-redsync/redsync/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/plugin/optimisticlock"
	"xorm.io/xorm"
)

var errHeld = errors.New("held by another")

func counted(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errHeld
	}
	return nil
}

func tagged(tag pgconn.CommandTag, err error) error {
	if err == nil && tag.RowsAffected() == 0 {
		return errHeld
	}
	return err
}

func Slot01(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT INTO slot01 (name, holder, until) VALUES (?, ?, NOW(3) + INTERVAL 30 SECOND) AS new ON DUPLICATE KEY UPDATE holder = IF(slot01.until < NOW(3), new.holder, slot01.holder), until = IF(slot01.holder = new.holder, new.until, slot01.until)`
	if err := counted(db.ExecContext(ctx, take, name, me)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `UPDATE slot01 SET until = NOW(3) WHERE name = ? AND holder = ?`, name, me)
	return work()
}

func Slot02(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT INTO slot02 (name, holder, until) VALUES (?, ?, NOW(3) + INTERVAL 30 SECOND) AS new ON DUPLICATE KEY UPDATE holder = IF(slot02.until < NOW(3), new.holder, slot02.holder), until = IF(slot02.holder = new.holder, new.until, slot02.until)`
	if err := counted(db.ExecContext(ctx, take, name, me)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `UPDATE slot02 SET holder = NULL WHERE name = ?`, name) // want plaindel
	return work()
}

func Slot03(ctx context.Context, db *sql.DB, name, me string, work func(token int64) error) error {
	var token int64
	if err := db.QueryRowContext(ctx, `WITH free AS (SELECT name FROM slot03 WHERE name = $1 AND (holder IS NULL OR until < now()) FOR UPDATE SKIP LOCKED) UPDATE slot03 s SET holder = $2, until = now() + interval '30 seconds', token = token + 1 FROM free WHERE s.name = free.name RETURNING s.token`, name, me).Scan(&token); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `UPDATE slot03 SET holder = NULL WHERE name = $1 AND holder = $2`, name, me)
	return work(token)
}

func Slot04(ctx context.Context, db *sql.DB, name, me string, work func(token int64) error) error {
	var token int64
	if err := db.QueryRowContext(ctx, `WITH free AS (SELECT name FROM slot04 WHERE name = $1 AND (holder IS NULL OR until < now()) FOR UPDATE SKIP LOCKED) UPDATE slot04 s SET holder = $2, until = now() + interval '30 seconds', token = token + 1 FROM free WHERE s.name = free.name RETURNING s.token`, name, me).Scan(&token); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `UPDATE slot04 SET holder = NULL WHERE name = $1`, name) // want plaindel
	return work(token)
}

func Slot05(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `UPDATE slot05 WITH (UPDLOCK, ROWLOCK) SET holder = @p1, until = DATEADD(second, 30, SYSUTCDATETIME()) WHERE name = @p2 AND (holder IS NULL OR until < SYSUTCDATETIME())`
	if err := counted(db.ExecContext(ctx, take, me, name)); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `UPDATE slot05 SET holder = NULL, until = NULL WHERE name = @p1`, name) // want plaindel
	return work()
}

func Slot06(ctx context.Context, db *sql.DB, name, me string, work func(token int64) error) error {
	var token int64
	if err := db.QueryRowContext(ctx, `UPDATE slot06 SET holder = @p1, token = token + 1, until = DATEADD(second, 30, SYSUTCDATETIME()) OUTPUT inserted.token WHERE name = @p2 AND (holder IS NULL OR until < SYSUTCDATETIME())`, me, name).Scan(&token); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `UPDATE slot06 SET holder = NULL, until = NULL WHERE name = @p1 AND holder = @p2`, name, me)
	return work(token)
}

func Slot07(ctx context.Context, db *sql.DB, name, me string, work func(context.Context) error) error {
	if err := counted(db.ExecContext(ctx, "INSERT INTO slot07 (name, holder, until) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", name, me, time.Now().Add(time.Minute))); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM slot07 WHERE name = ? AND holder = ?", name, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(10 * time.Second) {
			if err := counted(db.ExecContext(ctx, `UPDATE slot07 SET until = DATEADD(SECOND, @ttl, GETDATE()) WHERE name = @name`, sql.Named("ttl", 30), sql.Named("name", name))); err != nil { // want nolost
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Slot08(ctx context.Context, db *sql.DB, name, me string, work func(context.Context) error) error {
	if err := counted(db.ExecContext(ctx, "INSERT INTO slot08 (name, holder, until) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", name, me, time.Now().Add(time.Minute))); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "DELETE FROM slot08 WHERE name = ? AND holder = ?", name, me)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for range time.Tick(10 * time.Second) {
			if err := counted(db.ExecContext(ctx, `UPDATE slot08 SET until = DATEADD(SECOND, @ttl, GETDATE()) WHERE name = @name AND holder = @me`, sql.Named("ttl", 30), sql.Named("name", name), sql.Named("me", me))); err != nil {
				cancel()
				return
			}
		}
	}()
	return work(ctx)
}

func Slot09(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `UPDATE slot09 SET holder = :me, until = SYSTIMESTAMP + NUMTODSINTERVAL(30, 'SECOND') WHERE name = :name AND (holder IS NULL OR until < SYSTIMESTAMP)`
	if err := counted(db.ExecContext(ctx, take, sql.Named("me", me), sql.Named("name", name))); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `UPDATE slot09 SET holder = NULL WHERE name = :name AND holder = :me`, sql.Named("name", name), sql.Named("me", me))
	return work()
}

func Slot10(ctx context.Context, db *sql.DB, name, me string, work func() error) error {
	take := `INSERT INTO slot10(name, holder, until) VALUES(:name, :me, unixepoch() + 30) ON CONFLICT(name) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE until < unixepoch()`
	if err := counted(db.ExecContext(ctx, take, sql.Named("name", name), sql.Named("me", me))); err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), `DELETE FROM slot10 WHERE name = :name`, sql.Named("name", name)) // want plaindel
	return work()
}

func Queue(ctx context.Context, db *sql.DB, work func(id int64) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var id int64
	if err := tx.QueryRowContext(ctx, "SELECT id FROM jobs WHERE state = 'new' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED").Scan(&id); err != nil {
		return err
	}
	if err := work(id); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE jobs SET state = 'done' WHERE id = $1", id); err != nil {
		return err
	}
	return tx.Commit()
}

func XactLock(ctx context.Context, db *sql.DB, id string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", id); err != nil {
		return err
	}
	var n int64
	if err := tx.QueryRowContext(ctx, "SELECT total FROM ledger01 WHERE id = $1", id).Scan(&n); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE ledger01 SET total = $1 WHERE id = $2", n+1, id); err != nil {
		return err
	}
	return tx.Commit()
}

func TryPool(ctx context.Context, db *sql.DB, key int64, work func() error) error {
	var ok bool
	if err := db.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok); err != nil || !ok { // want nolost
		return errHeld
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key) // maybe plaindel nolost
	return work()
}

func TryConn(ctx context.Context, db *sql.DB, key int64, work func(*sql.Conn) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok); err != nil || !ok {
		return errHeld
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
	return work(conn)
}

func OtherConn(ctx context.Context, db *sql.DB, key int64, id string) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
	var n int64
	if err := db.QueryRowContext(ctx, "SELECT total FROM ledger02 WHERE id = $1", id).Scan(&n); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "UPDATE ledger02 SET total = $1 WHERE id = $2", n+1, id) // want unfenced
	return err
}

func GetLockExec(ctx context.Context, db *sql.DB, name string, work func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "DO GET_LOCK(?, 0)", name); err != nil { // want nolost
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "DO RELEASE_LOCK(?)", name)
	return work()
}

func GetLockScan(ctx context.Context, db *sql.DB, name string, work func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var got sql.NullInt64
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK(?, 0)", name).Scan(&got); err != nil {
		return err
	}
	if !got.Valid || got.Int64 != 1 {
		return errHeld
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "DO RELEASE_LOCK(?)", name)
	return work()
}

func AppLockCall(ctx context.Context, db *sql.DB, name string, work func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "sp_getapplock", sql.Named("Resource", name), sql.Named("LockMode", "Exclusive"), sql.Named("LockOwner", "Session"), sql.Named("LockTimeout", 0)); err != nil { // want nolost
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "sp_releaseapplock", sql.Named("Resource", name), sql.Named("LockOwner", "Session"))
	return work()
}

func Pgx1(ctx context.Context, db *pgxpool.Pool, name, me string, work func() error) error {
	take := `INSERT INTO slot19 (name, holder, until) VALUES (@name, @me, @until) ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until WHERE slot19.until < now()`
	if err := tagged(db.Exec(ctx, take, pgx.NamedArgs{"name": name, "me": me, "until": time.Now().Add(time.Minute)})); err != nil {
		return err
	}
	defer db.Exec(context.WithoutCancel(ctx), `DELETE FROM slot19 WHERE name = @name`, pgx.NamedArgs{"name": name}) // want plaindel
	return work()
}

func Pgx2(ctx context.Context, db *pgxpool.Pool, name, me string, work func() error) error {
	take := `INSERT INTO slot20 (name, holder, until) VALUES (@name, @me, @until) ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until WHERE slot20.until < now()`
	if err := tagged(db.Exec(ctx, take, pgx.NamedArgs{"name": name, "me": me, "until": time.Now().Add(time.Minute)})); err != nil {
		return err
	}
	defer db.Exec(context.WithoutCancel(ctx), `DELETE FROM slot20 WHERE name = @name AND holder = @me`, pgx.NamedArgs{"name": name, "me": me})
	return work()
}

func Pgx3(ctx context.Context, db *pgxpool.Pool, name, me string, work func() error) error {
	take := `INSERT INTO slot21 (name, holder) VALUES ($1, $2) ON CONFLICT DO NOTHING`
	if err := tagged(db.Exec(ctx, take, name, me)); err != nil { // want setnxexpire
		return err
	}
	defer db.Exec(context.WithoutCancel(ctx), `DELETE FROM slot21 WHERE name = $1 AND holder = $2`, name, me)
	return work()
}

func Pgx4(ctx context.Context, db *pgxpool.Pool, name, me string, work func() error) error {
	take := `INSERT INTO slot22 (name, holder, until) VALUES ($1, $2, now() + $3::interval) ON CONFLICT DO NOTHING`
	if err := tagged(db.Exec(ctx, take, name, me, "30 seconds")); err != nil {
		return err
	}
	defer db.Exec(context.WithoutCancel(ctx), `DELETE FROM slot22 WHERE name = $1 AND holder = $2`, name, me)
	return work()
}

type lease struct {
	Name   string    `db:"name"`
	Holder string    `db:"holder"`
	Until  time.Time `db:"until"`
}

func Sqlx1(ctx context.Context, db *sqlx.DB, name, me string, work func() error) error {
	l := lease{Name: name, Holder: me, Until: time.Now().Add(time.Minute)}
	if err := counted(db.NamedExecContext(ctx, "INSERT INTO slot23 (name, holder, until) VALUES (:name, :holder, :until) ON CONFLICT DO NOTHING", l)); err != nil {
		return err
	}
	defer db.NamedExecContext(context.WithoutCancel(ctx), "DELETE FROM slot23 WHERE name = :name", l) // want plaindel
	return work()
}

func Sqlx2(ctx context.Context, db *sqlx.DB, name, me string, work func() error) error {
	l := lease{Name: name, Holder: me, Until: time.Now().Add(time.Minute)}
	if err := counted(db.NamedExecContext(ctx, "INSERT INTO slot24 (name, holder, until) VALUES (:name, :holder, :until) ON CONFLICT DO NOTHING", l)); err != nil {
		return err
	}
	defer db.NamedExecContext(context.WithoutCancel(ctx), "DELETE FROM slot24 WHERE name = :name AND holder = :holder", l)
	return work()
}

func Sqlx3(ctx context.Context, db *sqlx.DB, names []string, me string, work func() error) error {
	for _, name := range names {
		if err := counted(db.ExecContext(ctx, "INSERT INTO slot25 (name, holder, until) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", name, me, time.Now().Add(time.Minute))); err != nil {
			return err
		}
	}
	query, args, err := sqlx.In("DELETE FROM slot25 WHERE name IN (?)", names)
	if err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), query, args...) // want plaindel
	return work()
}

func Sqlx4(ctx context.Context, db *sqlx.DB, names []string, me string, work func() error) error {
	for _, name := range names {
		if err := counted(db.ExecContext(ctx, "INSERT INTO slot26 (name, holder, until) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", name, me, time.Now().Add(time.Minute))); err != nil {
			return err
		}
	}
	query, args, err := sqlx.In("DELETE FROM slot26 WHERE name IN (?) AND holder = ?", names, me)
	if err != nil {
		return err
	}
	defer db.ExecContext(context.WithoutCancel(ctx), query, args...)
	return work()
}

func GormExec1(ctx context.Context, db *gorm.DB, name, me string, work func() error) error {
	res := db.WithContext(ctx).Exec("UPDATE slot27 SET holder = ?, until = ? WHERE name = ? AND (holder IS NULL OR until < ?)", me, time.Now().Add(time.Minute), name, time.Now())
	if res.Error != nil || res.RowsAffected == 0 {
		return errHeld
	}
	defer db.Exec("UPDATE slot27 SET holder = NULL WHERE name = ?", name) // want plaindel
	return work()
}

func GormExec2(ctx context.Context, db *gorm.DB, name, me string, work func() error) error {
	res := db.WithContext(ctx).Exec("UPDATE slot28 SET holder = @me, until = @until WHERE name = @name AND (holder IS NULL OR until < @now)", map[string]any{"me": me, "until": time.Now().Add(time.Minute), "name": name, "now": time.Now()})
	if res.Error != nil || res.RowsAffected == 0 {
		return errHeld
	}
	defer db.Exec("UPDATE slot28 SET holder = NULL WHERE name = @name AND holder = @me", map[string]any{"name": name, "me": me})
	return work()
}

type account struct {
	ID      string
	Total   int64
	Version int64
}

func GormSave(ctx context.Context, db *gorm.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:gormsave:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	if err := db.WithContext(ctx).First(&a, "id = ?", id).Error; err != nil {
		return err
	}
	a.Total++
	return db.WithContext(ctx).Save(&a).Error // want unfenced
}

type versioned struct {
	ID      string
	Total   int64
	Version optimisticlock.Version
}

func GormPlugin(ctx context.Context, db *gorm.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:gormplugin:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a versioned
	if err := db.WithContext(ctx).First(&a, "id = ?", id).Error; err != nil {
		return err
	}
	res := db.WithContext(ctx).Model(&a).Update("total", a.Total+1)
	if res.Error != nil || res.RowsAffected == 0 {
		return errHeld
	}
	return nil
}

func GormIgnored(ctx context.Context, db *gorm.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:gormignored:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	if err := db.WithContext(ctx).First(&a, "id = ?", id).Error; err != nil {
		return err
	}
	return db.WithContext(ctx).Model(&account{}).Where("id = ? AND version = ?", id, a.Version).Updates(map[string]any{"total": a.Total + 1, "version": a.Version + 1}).Error // want unfenced
}

func GormUpsert(ctx context.Context, db *gorm.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:gormupsert:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	if err := db.WithContext(ctx).First(&a, "id = ?", id).Error; err != nil {
		return err
	}
	a.Total++
	return db.WithContext(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(&a).Error // want unfenced
}

func Squirrel1(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:squirrel1:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc1 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if v < 0 {
		return errHeld
	}
	return counted(sq.Update("acc1").Set("total", n+1).Where(sq.Eq{"id": id}).RunWith(db).ExecContext(ctx)) // want unfenced
}

func Squirrel2(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:squirrel2:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc2 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if v < 0 {
		return errHeld
	}
	return counted(sq.Update("acc2").Set("total", n+1).Set("version", v+1).Where(sq.Eq{"id": id, "version": v}).RunWith(db).ExecContext(ctx))
}

func Bun1(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:bun1:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	if err := db.NewSelect().Model(&a).Where("id = ?", id).Scan(ctx); err != nil {
		return err
	}
	a.Total++
	return counted(db.NewUpdate().Model(&a).Column("total").WherePK().Exec(ctx)) // want unfenced
}

func Bun2(ctx context.Context, db *bun.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:bun2:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	if err := db.NewSelect().Model(&a).Where("id = ?", id).Scan(ctx); err != nil {
		return err
	}
	v := a.Version
	a.Total++
	a.Version++
	return counted(db.NewUpdate().Model(&a).WherePK().Where("version = ?", v).Exec(ctx))
}

func Ent1(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:ent1:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc3 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if v < 0 {
		return errHeld
	}
	query, args := entsql.Update("acc3").Set("total", n+1).Where(entsql.EQ("id", id)).Query()
	return counted(db.ExecContext(ctx, query, args...)) // want unfenced
}

func Ent2(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:ent2:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc4 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if v < 0 {
		return errHeld
	}
	query, args := entsql.Update("acc4").Set("total", n+1).Add("version", 1).Where(entsql.And(entsql.EQ("id", id), entsql.EQ("version", v))).Query()
	return counted(db.ExecContext(ctx, query, args...))
}

func Goqu1(ctx context.Context, db *goqu.Database, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:goqu1:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if _, err := db.From("acc5").Select("total").Where(goqu.C("id").Eq(id)).ScanValContext(ctx, &n); err != nil {
		return err
	}
	if _, err := db.From("acc5").Select("version").Where(goqu.C("id").Eq(id)).ScanValContext(ctx, &v); err != nil {
		return err
	}
	return counted(db.Update("acc5").Set(goqu.Record{"total": n + 1, "version": v}).Where(goqu.Ex{"id": id}).Executor().ExecContext(ctx)) // want unfenced
}

func Goqu2(ctx context.Context, db *goqu.Database, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:goqu2:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if _, err := db.From("acc6").Select("total").Where(goqu.C("id").Eq(id)).ScanValContext(ctx, &n); err != nil {
		return err
	}
	if _, err := db.From("acc6").Select("version").Where(goqu.C("id").Eq(id)).ScanValContext(ctx, &v); err != nil {
		return err
	}
	return counted(db.Update("acc6").Set(goqu.Record{"total": n + 1, "version": v + 1}).Where(goqu.Ex{"id": id, "version": v}).Executor().ExecContext(ctx))
}

func Xorm1(ctx context.Context, db *xorm.Engine, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:xorm1:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	if _, err := db.Context(ctx).Where("id = ?", id).Get(&a); err != nil {
		return err
	}
	a.Total++
	_, err := db.Context(ctx).Where("id = ?", id).Cols("total").Update(&a) // want unfenced
	return err
}

func Xorm2(ctx context.Context, db *xorm.Engine, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:xorm2:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	if _, err := db.Context(ctx).Where("id = ?", id).Get(&a); err != nil {
		return err
	}
	a.Total++
	v := a.Version
	a.Version++
	n, err := db.Context(ctx).Where("id = ?", id).And("version = ?", v).Cols("total", "version").Update(&a)
	if err != nil || n == 0 {
		return errHeld
	}
	return nil
}

func Xorm3(ctx context.Context, db *xorm.Engine, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:xorm3:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	if _, err := db.Context(ctx).Where("id = ?", id).Get(&a); err != nil {
		return err
	}
	a.Total++
	n, err := db.Context(ctx).Where("id = ?", id).And("version = ?", a.Version).Cols("total").Update(&a) // want unfenced
	if err != nil || n == 0 {
		return errHeld
	}
	return nil
}

func Xorm4(ctx context.Context, db *xorm.Engine, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:xorm4:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var a account
	if _, err := db.Context(ctx).Where("id = ?", id).Get(&a); err != nil {
		return err
	}
	a.Total++
	n, err := db.Context(ctx).Where("id = ?", id).And("version = ?", a.Version).Cols("total").Incr("version").Update(&a)
	if err != nil || n == 0 {
		return errHeld
	}
	return nil
}

func SquirrelUpsert(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:squirrelupsert:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc13 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if v < 0 {
		return errHeld
	}
	return counted(sq.Insert("acc13").Columns("id", "total").Values(id, n+1).Suffix("ON CONFLICT (id) DO UPDATE SET total = EXCLUDED.total").RunWith(db).ExecContext(ctx)) // want unfenced
}

func SquirrelOnce(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:squirrelonce:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc14 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if v < 0 {
		return errHeld
	}
	return counted(sq.Insert("acc14").Columns("id", "total").Values(id, n+1).Suffix("ON CONFLICT (id) DO NOTHING").RunWith(db).ExecContext(ctx))
}

func Merge1(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:merge1:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc7 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if v < 0 {
		return errHeld
	}
	return counted(db.ExecContext(ctx, "MERGE acc7 AS tgt USING (SELECT @p1 AS id, @p2 AS total) AS src ON tgt.id = src.id WHEN MATCHED THEN UPDATE SET total = src.total WHEN NOT MATCHED THEN INSERT (id, total) VALUES (src.id, src.total);", id, n+1)) // want unfenced
}

func Merge2(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:merge2:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc8 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if v < 0 {
		return errHeld
	}
	return counted(db.ExecContext(ctx, "MERGE acc8 AS tgt USING (SELECT @p1 AS id, @p2 AS total, @p3 AS version) AS src ON tgt.id = src.id WHEN MATCHED AND tgt.version = src.version THEN UPDATE SET total = src.total, version = src.version + 1;", id, n+1, v))
}

func Cte1(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:cte1:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc9 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if v < 0 {
		return errHeld
	}
	return counted(db.ExecContext(ctx, "WITH up AS (UPDATE acc9 SET total = $1 WHERE id = $2 RETURNING id) INSERT INTO audit (id) SELECT id FROM up", n+1, id)) // want unfenced
}

func Cte2(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:cte2:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc10 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if v < 0 {
		return errHeld
	}
	return counted(db.ExecContext(ctx, "WITH up AS (UPDATE acc10 SET total = $1, version = version + 1 WHERE id = $2 AND version = $3 RETURNING id) INSERT INTO audit (id) SELECT id FROM up", n+1, id, v))
}

func Returning1(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:returning1:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc11 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if v < 0 {
		return errHeld
	}
	var now int64
	return db.QueryRowContext(ctx, "UPDATE acc11 SET total = $1 WHERE id = $2 RETURNING total", n+1, id).Scan(&now) // want unfenced
}

func Returning2(ctx context.Context, db *sql.DB, rs *redsync.Redsync, id string) error {
	mu := rs.NewMutex("dialects:returning2:"+id, redsync.WithExpiry(time.Minute))
	if err := mu.LockContext(ctx); err != nil {
		return err
	}
	defer mu.UnlockContext(context.WithoutCancel(ctx))
	var n, v int64
	if err := db.QueryRowContext(ctx, "SELECT total, version FROM acc12 WHERE id = $1", id).Scan(&n, &v); err != nil {
		return err
	}
	if v < 0 {
		return errHeld
	}
	var now int64
	return db.QueryRowContext(ctx, "UPDATE acc12 SET total = $1, version = version + 1 WHERE id = $2 AND version = $3 RETURNING total", n+1, id, v).Scan(&now)
}
