// Package rebuilds rebuilds search indexes, one worker for an index.
package rebuilds

import (
	"context"
	"database/sql"
	"log"
	"time"

	"github.com/go-redsync/redsync/v4"
)

// Worker rebuilds one index.
type Worker struct {
	index string
	mu    *redsync.Mutex
	db    *sql.DB
	stop  context.CancelFunc
	done  chan struct{}
}

// NewWorker returns a worker that has not started.
func NewWorker(rs *redsync.Redsync, db *sql.DB, index string) *Worker {
	return &Worker{
		index: index,
		mu:    rs.NewMutex("rebuild:"+index, redsync.WithExpiry(30*time.Second)),
		db:    db,
		done:  make(chan struct{}),
	}
}

// Start takes the lock and rebuilds in the background.
func (w *Worker) Start(ctx context.Context) error {
	if err := w.mu.LockContext(ctx); err != nil {
		return err
	}
	ctx, w.stop = context.WithTimeout(context.WithoutCancel(ctx), 25*time.Second)
	go w.run(ctx) // maybe unfenced
	return nil
}

// Stop ends the rebuild and gives the lock back.
func (w *Worker) Stop(ctx context.Context) error {
	w.stop()
	<-w.done
	_, err := w.mu.UnlockContext(ctx)
	return err
}

func (w *Worker) run(ctx context.Context) {
	defer close(w.done)
	var generation int
	if err := w.db.QueryRowContext(ctx, `SELECT generation FROM indexes WHERE name = $1`, w.index).Scan(&generation); err != nil {
		log.Printf("index %s: %v", w.index, err)
		return
	}
	if _, err := w.db.ExecContext(ctx, `UPDATE indexes SET generation = $1 WHERE name = $2`, generation+1, w.index); err != nil { // want unfenced
		log.Printf("index %s: %v", w.index, err)
	}
}
