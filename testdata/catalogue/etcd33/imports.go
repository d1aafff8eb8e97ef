// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/coreos/etcd/client"
	_ "github.com/coreos/etcd/clientv3"
	_ "github.com/coreos/etcd/clientv3/concurrency"
)
