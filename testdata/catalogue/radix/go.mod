module catalogue.test/radix

go 1.26.0

require (
	github.com/mediocregopher/radix/v3 v3.8.0
	github.com/mediocregopher/radix/v4 v4.1.4
)

require (
	github.com/tilinna/clock v1.0.2 // indirect
	golang.org/x/xerrors v0.0.0-20191011141410-1b5146add898 // indirect
)
