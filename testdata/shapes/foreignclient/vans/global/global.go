// Package global has the globals.
package global

import (
	"database/sql"
	"strconv"

	"github.com/go-redsync/redsync/v4"
)

// What everybody uses.
var (
	DB   *sql.DB
	Sync *redsync.Redsync
)

// VanKey names a van's mutex.
func VanKey(van int64) string { return "vans/" + strconv.FormatInt(van, 10) }
