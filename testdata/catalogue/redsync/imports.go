// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/go-redsync/redsync"
	_ "github.com/go-redsync/redsync/v4"
	_ "github.com/go-redsync/redsync/v4/redis"
)
