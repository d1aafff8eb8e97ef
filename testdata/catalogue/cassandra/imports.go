// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/apache/cassandra-gocql-driver/v2"
	_ "github.com/gocql/gocql"
)
