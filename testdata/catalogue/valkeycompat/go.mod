module catalogue.test/valkeycompat

go 1.26.0

require github.com/valkey-io/valkey-go/valkeycompat v1.0.76

require (
	github.com/valkey-io/valkey-go v1.0.76 // indirect
	golang.org/x/sys v0.43.0 // indirect
)
