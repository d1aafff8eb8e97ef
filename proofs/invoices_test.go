package proofs_test

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/proofs/internal/refusal"
	invoicesright "github.com/locklint/locklint/proofs/invoices/right"
	invoiceswrong "github.com/locklint/locklint/proofs/invoices/wrong"
	"github.com/locklint/locklint/proofs/pause"
)

const (
	sentTwice = "invoices are sent twice, by the one that resumes and by the one that wakes up"
	sentOnce  = "each invoice is sent once, and the next holder resumes"
)

// due is how many invoices there are; instances is how many processes would
// send them.
const (
	due       = 12
	instances = 10
)

type sendRun = func(context.Context, *redislock.Client, *sql.DB) error

// invoicesCells is the worked example: one job, ten instances.
func invoicesCells() []cell {
	run := func(s side) sendRun { return pick[sendRun](s, invoiceswrong.Run, invoicesright.Run) }
	return []cell{{
		rule: "unfenced", category: "tokenless-lock", system: "redislock, unique key", program: "invoices",
		wrong: sentTwice, right: sentOnce,
		run: func(t *testing.T, s side) (string, pause.History) {
			return sendInvoices(t, "invoices/"+string(s), run(s))
		},
		child: func(s side) pause.Program { return senderOfChild(run(s)) },
		mutations: []mutation{without("the mail has a natural key",
			`"invoice-"+number, number)`, `"invoice-"+number+time.Now().String(), number)`)},
	}}
}

// senderOfChild is the program of a child whose arguments are the address of Redis
// and the data source.
func senderOfChild(run sendRun) pause.Program {
	return func(ctx context.Context, args []string) error {
		rdb := dial(args[0])
		defer rdb.Close()
		db, err := sql.Open("mysql", args[1])
		if err != nil {
			return err
		}
		defer db.Close()
		return run(ctx, redislock.New(rdb), db)
	}
}

// sendInvoices pauses the first instance at its first invoice until its lock has
// lapsed, kills the second between a mail and its mark, lets all others contend,
// and wakes the first one; it counts the mails before and after that.
func sendInvoices(t *testing.T, program string, run sendRun) (string, pause.History) {
	server, source := startRedis(t), startMySQL(t)
	rdb, db := newClient(t, server.addr), openMySQL(t, source)
	bill(t, db)
	s := pause.New(t)
	instance := func(ctx context.Context) error { return run(ctx, redislock.New(rdb), db) }

	first := s.Go("1", instance, pause.Read)
	first.Reaches(pause.Read)
	lapseInvoices(s, server, rdb)

	second := s.Spawn("2", program, []string{server.addr, source}, pause.Wrote, pause.Wrote, pause.Wrote)
	for range 2 {
		second.Reaches(pause.Wrote)
		second.Resume()
	}
	second.Reaches(pause.Wrote)
	second.Kill()
	require.Equal(t, 2, count(t, db, "SELECT COUNT(*) FROM invoices WHERE sent = 1"))
	lapseInvoices(s, server, rdb)

	var others []*pause.Worker
	for i := 3; i <= instances; i++ {
		others = append(others, s.Go(fmt.Sprint(i), instance))
	}
	worked := 0
	for _, w := range others {
		err := w.Wait()
		if err == nil {
			worked++
		} else {
			require.ErrorIs(t, err, refusal.ErrHeld)
		}
	}
	require.Positive(t, worked, "nobody resumed\n%s", s.History())
	require.Equal(t, due, count(t, db, "SELECT COUNT(*) FROM invoices WHERE sent = 1"))

	resumed := mails(t, db)
	first.Resume()
	require.NoError(t, first.Wait())
	return mailed(resumed, mails(t, db)), s.History()
}

// mails counts what the customers got. Nobody was left out.
func mails(t *testing.T, db *sql.DB) int {
	require.Equal(t, due, count(t, db, "SELECT COUNT(DISTINCT invoice) FROM outbox"), "an invoice was not sent")
	return count(t, db, "SELECT COUNT(*) FROM outbox")
}

// mailed judges how many mails there were when another had resumed, and when the
// first one had gone on, too.
func mailed(resumed, woken int) string {
	switch {
	case resumed > due && woken > resumed:
		return sentTwice
	case resumed == due && woken == due:
		return sentOnce
	}
	return fmt.Sprintf("of %d invoices %d were sent, and then %d", due, resumed, woken)
}

func bill(t *testing.T, db *sql.DB) {
	execute(t, db, "CREATE TABLE invoices (number VARCHAR(20) PRIMARY KEY, sent INT)")
	execute(t, db, "CREATE TABLE outbox (mail VARCHAR(80) PRIMARY KEY, invoice VARCHAR(20))")
	for i := range due {
		execute(t, db, "INSERT INTO invoices VALUES (?, 0)", fmt.Sprintf("2026-%03d", i+1))
	}
}

func count(t *testing.T, db *sql.DB, query string) int {
	var n int
	require.NoError(t, db.QueryRowContext(t.Context(), query).Scan(&n))
	return n
}

func lapseInvoices(s *pause.Story, server redisServer, rdb *redis.Client) {
	server.pass(ttl + ttl/4)
	lapse(s, rdb, "invoices")
}
