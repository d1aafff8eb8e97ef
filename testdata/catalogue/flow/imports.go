// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/go-logr/logr"
	_ "github.com/hashicorp/go-hclog"
	_ "github.com/oklog/run"
	_ "github.com/panjf2000/ants/v2"
	_ "github.com/robfig/cron"
	_ "github.com/robfig/cron/v3"
	_ "github.com/sourcegraph/conc"
	_ "k8s.io/klog"
)
