// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "go-micro.dev/v4/sync"
)
