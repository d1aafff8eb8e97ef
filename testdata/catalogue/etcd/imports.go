// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "go.etcd.io/etcd/client/v2"
	_ "go.etcd.io/etcd/client/v3"
	_ "go.etcd.io/etcd/client/v3/concurrency"
)
