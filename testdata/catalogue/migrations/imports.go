// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/golang-migrate/migrate/v4/database"
	_ "github.com/pressly/goose/v3/lock"
)
