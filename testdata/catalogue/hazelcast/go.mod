module catalogue.test/hazelcast

go 1.26.0

require github.com/hazelcast/hazelcast-go-client v1.5.0

require (
	github.com/shirou/gopsutil/v3 v3.21.5 // indirect
	github.com/tklauser/go-sysconf v0.3.4 // indirect
	github.com/tklauser/numcpus v0.2.1 // indirect
	golang.org/x/sys v0.1.0 // indirect
)
