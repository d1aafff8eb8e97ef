package catalogue

var leaderElection = &Library{
	Name:   "Kubernetes leader election",
	Kind:   "Kubernetes",
	Paths:  []string{"k8s.io/client-go/tools/leaderelection"},
	Anchor: true,
	Source: "https://pkg.go.dev/k8s.io/client-go/tools/leaderelection",
	Rows: []Row{
		{Type: "-", Names: "RunOrDie", Role: RunLocked, Key: "arg0.Name", Callback: "arg0.Callbacks.OnStartedLeading", Lost: "arg0.Callbacks.OnStoppedLeading", Renews: true},
		{Type: "-", Names: "NewLeaderElector", Role: NewLock, Key: "arg0.Name", Handle: Result0, Callback: "arg0.Callbacks.OnStartedLeading", Lost: "arg0.Callbacks.OnStoppedLeading", Renews: true},
		{Type: "LeaderElector", Names: "Run|IsLeader|GetLeader|Check", Role: Neutral},
	},
}
