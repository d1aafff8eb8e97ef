module catalogue.test/redsync3

go 1.26.0

require github.com/go-redsync/redsync/v3 v3.0.0

require (
	github.com/hashicorp/errwrap v1.0.0 // indirect
	github.com/hashicorp/go-multierror v1.1.0 // indirect
)
