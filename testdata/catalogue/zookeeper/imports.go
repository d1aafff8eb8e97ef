// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/go-zookeeper/zk"
	_ "github.com/samuel/go-zookeeper/zk"
)
