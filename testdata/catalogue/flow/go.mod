module catalogue.test/flow

go 1.26.0

require (
	github.com/go-logr/logr v1.4.4
	github.com/hashicorp/go-hclog v1.6.3
	github.com/oklog/run v1.2.0
	github.com/panjf2000/ants/v2 v2.12.1
	github.com/robfig/cron v1.2.0
	github.com/robfig/cron/v3 v3.0.1
	github.com/sourcegraph/conc v0.3.0
	k8s.io/klog v1.0.0
)

require (
	github.com/fatih/color v1.13.0 // indirect
	github.com/mattn/go-colorable v0.1.12 // indirect
	github.com/mattn/go-isatty v0.0.14 // indirect
	golang.org/x/sync v0.11.0 // indirect
	golang.org/x/sys v0.0.0-20220503163025-988cb79eb6c6 // indirect
)
