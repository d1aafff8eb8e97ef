// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/valkey-io/valkey-glide/go/v2"
	_ "github.com/valkey-io/valkey-glide/go/v2/options"
)
