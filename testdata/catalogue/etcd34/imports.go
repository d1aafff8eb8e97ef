// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "go.etcd.io/etcd/client"
	_ "go.etcd.io/etcd/clientv3"
	_ "go.etcd.io/etcd/clientv3/concurrency"
)
