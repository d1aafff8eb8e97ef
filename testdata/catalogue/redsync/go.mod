module catalogue.test/redsync

go 1.26.0

require (
	github.com/go-redsync/redsync v1.4.2
	github.com/go-redsync/redsync/v4 v4.18.1
)

require (
	github.com/gomodule/redigo v2.0.0+incompatible // indirect
	github.com/hashicorp/errwrap v1.0.0 // indirect
	github.com/hashicorp/go-multierror v1.0.0 // indirect
)
