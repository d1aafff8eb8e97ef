package catalogue

// leaderElection runs its callbacks with the lease held. The lease gives them
// no token: leader transitions are counted, but not handed over.
var leaderElection = &Library{
	Name:   "Kubernetes leader election",
	Kind:   "Kubernetes",
	Paths:  []string{"k8s.io/client-go/tools/leaderelection"},
	Anchor: true,
	Source: "https://kubernetes.io/docs/concepts/architecture/leases/",
	Rows: []Row{
		{Type: "-", Names: "RunOrDie", Role: RunLocked, Key: "arg0.Name", TTL: "arg0.LeaseDuration", Callback: "arg0.Callbacks.OnStartedLeading", Lost: "arg0.Callbacks.OnStoppedLeading", Renews: true},
		{Type: "-", Names: "NewLeaderElector", Role: NewLock, Key: "arg0.Name", TTL: "arg0.LeaseDuration", Handle: Result0, Callback: "arg0.Callbacks.OnStartedLeading", Lost: "arg0.Callbacks.OnStoppedLeading", Renews: true},
		{Type: "LeaderElector", Names: "Run", Role: Neutral, Note: "returns when leadership is lost"},
		{Type: "LeaderElector", Names: "IsLeader|GetLeader|Check", Role: Neutral, Note: "the last record that was seen"},
		{Type: "-", Names: "NewLeaderHealthzAdaptor|NewCandidate|SetProvider", Role: Neutral},
		{Type: "HealthzAdaptor", Names: "Check|Name|SetLeaderElection", Role: Neutral},
		{Type: "LeaseCandidate", Names: "Run", Role: Neutral, Note: "offers this process to coordinated election"},
		{Names: "WaitForCacheSync|NewLeaderMetric|On|Off|SlowpathExercised", Role: Neutral},
	},
}

// resourceLocks are the objects that hold the lease.
var resourceLocks = &Library{
	Name:   "Kubernetes resource locks",
	Kind:   "Kubernetes",
	Paths:  []string{"k8s.io/client-go/tools/leaderelection/resourcelock"},
	Anchor: true,
	Source: "https://kubernetes.io/docs/concepts/architecture/leases/",
	Rows: []Row{
		{Type: "-", Names: "New|NewWithLabels|NewFromKubeconfig", Role: Neutral, Key: Arg2, Note: "two processes of one identity both lead"},
		{Names: "Get|Create|Update|RecordEvent|Identity|Describe|Eventf", Role: Neutral, Note: "LeaderTransitions grows, but is documented not to fence"},
		{Type: "-", Names: "ConcatRawRecord|LeaderElectionRecordToLeaseSpec|LeaseSpecToLeaderElectionRecord", Role: Neutral},
	},
}

// kubernetesTyped are the typed and the dynamic clients: an update of an object
// that was fetched is conditional by its resourceVersion.
var kubernetesTyped = &Library{
	Name: "Kubernetes client",
	Kind: "Kubernetes",
	Paths: []string{
		"k8s.io/client-go/dynamic",
		"k8s.io/client-go/kubernetes/typed/admissionregistration/v1",
		"k8s.io/client-go/kubernetes/typed/apps/v1",
		"k8s.io/client-go/kubernetes/typed/autoscaling/v1",
		"k8s.io/client-go/kubernetes/typed/autoscaling/v2",
		"k8s.io/client-go/kubernetes/typed/batch/v1",
		"k8s.io/client-go/kubernetes/typed/certificates/v1",
		"k8s.io/client-go/kubernetes/typed/coordination/v1",
		"k8s.io/client-go/kubernetes/typed/core/v1",
		"k8s.io/client-go/kubernetes/typed/discovery/v1",
		"k8s.io/client-go/kubernetes/typed/events/v1",
		"k8s.io/client-go/kubernetes/typed/networking/v1",
		"k8s.io/client-go/kubernetes/typed/node/v1",
		"k8s.io/client-go/kubernetes/typed/policy/v1",
		"k8s.io/client-go/kubernetes/typed/rbac/v1",
		"k8s.io/client-go/kubernetes/typed/resource/v1",
		"k8s.io/client-go/kubernetes/typed/scheduling/v1",
		"k8s.io/client-go/kubernetes/typed/storage/v1",
	},
	Anchor: true,
	Source: "https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions",
	Rows: []Row{
		{Names: "Update|UpdateStatus", Role: CondWrite, Key: Arg0, Wins: ByNilError, Note: "by the object's resourceVersion; a rejection is a conflict (409)"},
		{Names: "Create", Role: Create, Wins: ByNilError},
		{Names: "Patch", Role: Write, Key: Arg0, Wins: ByNilError, Low: true, Note: "conditional only if the patch names the resourceVersion"},
		{Names: "Apply|ApplyStatus", Role: Write, Wins: ByNilError, Low: true, Note: "checked against the field's manager"},
		{Names: "UpdateScale|ApplyScale", Role: Write, Key: Arg0, Wins: ByNilError, Low: true},
		{Names: "Delete", Role: Write, Key: Arg0, Cond: "arg1.Preconditions", Wins: ByNilError, Low: true},
		{Names: "DeleteCollection", Role: Write, Wins: ByNilError, Low: true},
		{Names: "Get|List|Watch|GetScale", Role: Neutral, Note: "reads"},
	},
}

// kubernetesClients hand out the typed clients.
var kubernetesClients = &Library{
	Name:   "Kubernetes clientset",
	Kind:   "Kubernetes",
	Paths:  []string{"k8s.io/client-go/kubernetes", "k8s.io/client-go/informers"},
	Anchor: true,
	Source: "https://kubernetes.io/docs/reference/using-api/client-libraries/",
	Rows: []Row{
		{Type: "-", Names: "New|NewForConfig|NewForConfigOrDie|NewForConfigAndClient", Role: Neutral},
		{Type: "-", Names: "NewSharedInformerFactory|NewSharedInformerFactoryWithOptions|NewFilteredSharedInformerFactory", Role: Neutral, Note: "reads"},
	},
}

// controllerRuntime writes through one client for all kinds of objects.
var controllerRuntime = &Library{
	Name:   "controller-runtime",
	Kind:   "Kubernetes",
	Paths:  []string{"sigs.k8s.io/controller-runtime/pkg/client", "sigs.k8s.io/controller-runtime/pkg/manager"},
	Anchor: true,
	Source: "https://book.kubebuilder.io/",
	Rows: []Row{
		{Names: "Update", Role: CondWrite, Key: Arg0, Wins: ByNilError, Note: "by the object's resourceVersion; a rejection is a conflict (409)"},
		{Names: "Create", Role: Create, Key: Arg0, Wins: ByNilError},
		{Names: "Patch", Role: Write, Key: Arg0, Wins: ByNilError, Low: true, Note: "conditional only with MergeFromWithOptimisticLock"},
		{Names: "Apply", Role: Write, Key: Arg0, Wins: ByNilError, Low: true},
		{Names: "Delete|DeleteAllOf", Role: Write, Key: Arg0, Wins: ByNilError, Low: true, Note: "conditional only with Preconditions"},
		{Type: "Reader", Names: "Get|List", Role: Neutral, Note: "reads"},
		{Type: "-", Names: "MergeFrom|MergeFromWithOptions|StrategicMergeFrom|RawPatch", Role: Pure},
		{Type: "Manager", Names: "Elected", Role: Neutral, Note: "closed when the election is won, never opened again"},
		{Type: "Manager", Names: "Start|Add", Role: Neutral, Note: "Start returns an error when leadership is lost"},
	},
}
