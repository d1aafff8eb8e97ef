// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/mediocregopher/radix/v3"
	_ "github.com/mediocregopher/radix/v4"
)
