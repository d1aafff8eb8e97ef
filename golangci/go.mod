module github.com/locklint/locklint/golangci

go 1.26.0

require (
	github.com/golangci/plugin-module-register v0.1.2
	github.com/locklint/locklint v0.0.0
	github.com/stretchr/testify v1.12.1
	golang.org/x/tools v0.52.0
)

require (
	github.com/aymanbagabas/go-udiff v0.4.2 // indirect
	github.com/bmatcuk/doublestar/v4 v4.10.4 // indirect
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/yuin/gopher-lua v1.1.2 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/term v0.48.0 // indirect
	honnef.co/go/tools v0.8.2 // indirect
)

// For work in the repository. Whoever requires this module gets the version above,
// which a release sets to its own.
replace github.com/locklint/locklint => ../
