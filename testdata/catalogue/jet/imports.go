// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/go-jet/jet/v2/mysql"
	_ "github.com/go-jet/jet/v2/postgres"
	_ "github.com/go-jet/jet/v2/sqlite"
)
