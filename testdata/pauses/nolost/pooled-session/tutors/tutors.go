// Package tutors grades the exams of a class.
package tutors

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// Tutor grades.
type Tutor struct {
	db *sqlx.DB
}

var errClass = errors.New("tutors: the class is being graded")

// Grade grades a class's exams.
func (t *Tutor) Grade(ctx context.Context, class string, grade func(context.Context, string) error) error {
	name := fmt.Sprintf("grades/%s", class)
	var got sql.NullInt64
	if err := t.db.GetContext(ctx, &got, "SELECT GET_LOCK(?, ?)", name, 10); err != nil { // want nolost
		return err
	}
	if got.Int64 != 1 {
		return errClass
	}
	defer t.db.ExecContext(context.WithoutCancel(ctx), "DO RELEASE_LOCK(?)", name) // maybe nolost plaindel
	return grade(ctx, class)
}
