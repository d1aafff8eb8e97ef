// Package mentors reads the essays of a class.
package mentors

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// Mentor reads.
type Mentor struct {
	db *sqlx.DB
}

var errClass = errors.New("mentors: the class is being read")

// Read reads a class's essays.
func (m *Mentor) Read(ctx context.Context, class string, read func(context.Context, string) error) error {
	db, err := m.db.Connx(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	name := fmt.Sprintf("essays/%s", class)
	var got sql.NullInt64
	if err := db.GetContext(ctx, &got, "SELECT GET_LOCK(?, ?)", name, 10); err != nil {
		return err
	}
	if got.Int64 != 1 {
		return errClass
	}
	defer db.ExecContext(context.WithoutCancel(ctx), "DO RELEASE_LOCK(?)", name)
	return read(ctx, class)
}
