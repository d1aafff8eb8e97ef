// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "k8s.io/apimachinery/pkg/util/wait"
	_ "k8s.io/client-go/dynamic"
	_ "k8s.io/client-go/kubernetes/typed/admissionregistration/v1"
	_ "k8s.io/client-go/kubernetes/typed/apps/v1"
	_ "k8s.io/client-go/kubernetes/typed/autoscaling/v1"
	_ "k8s.io/client-go/kubernetes/typed/autoscaling/v2"
	_ "k8s.io/client-go/kubernetes/typed/batch/v1"
	_ "k8s.io/client-go/kubernetes/typed/certificates/v1"
	_ "k8s.io/client-go/kubernetes/typed/coordination/v1"
	_ "k8s.io/client-go/kubernetes/typed/core/v1"
	_ "k8s.io/client-go/kubernetes/typed/discovery/v1"
	_ "k8s.io/client-go/kubernetes/typed/events/v1"
	_ "k8s.io/client-go/kubernetes/typed/networking/v1"
	_ "k8s.io/client-go/kubernetes/typed/node/v1"
	_ "k8s.io/client-go/kubernetes/typed/policy/v1"
	_ "k8s.io/client-go/kubernetes/typed/rbac/v1"
	_ "k8s.io/client-go/kubernetes/typed/resource/v1"
	_ "k8s.io/client-go/kubernetes/typed/scheduling/v1"
	_ "k8s.io/client-go/kubernetes/typed/storage/v1"
	_ "k8s.io/client-go/tools/leaderelection"
	_ "k8s.io/client-go/tools/leaderelection/resourcelock"
	_ "k8s.io/klog/v2"
	_ "sigs.k8s.io/controller-runtime/pkg/client"
	_ "sigs.k8s.io/controller-runtime/pkg/manager"
)
