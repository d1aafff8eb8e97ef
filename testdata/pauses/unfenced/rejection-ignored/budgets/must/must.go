// Package must turns "no row" into an error.
package must

import (
	"database/sql"
	"fmt"
)

// One returns an error unless the statement changed one row.
func One(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n != 1 {
		return fmt.Errorf("%d rows changed, not one", n)
	}
	return nil
}
