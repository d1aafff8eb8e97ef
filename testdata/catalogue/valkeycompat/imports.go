// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/valkey-io/valkey-go/valkeycompat"
)
