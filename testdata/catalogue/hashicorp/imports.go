// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/hashicorp/consul/api"
	_ "github.com/hashicorp/nomad/api"
	_ "github.com/hashicorp/vault/sdk/physical"
)
