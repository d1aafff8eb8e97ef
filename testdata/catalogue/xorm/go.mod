module catalogue.test/xorm

go 1.26.0

require xorm.io/xorm v1.4.3

require (
	github.com/golang/snappy v0.0.4 // indirect
	github.com/syndtr/goleveldb v1.0.0 // indirect
	xorm.io/builder v0.3.13 // indirect
)
