module catalogue.test/zookeeper

go 1.26.0

require (
	github.com/go-zookeeper/zk v1.0.4
	github.com/samuel/go-zookeeper v0.0.0-20190923202752-2cc03de413da
)
