package catalogue

var etcd = &Library{
	Name:   "etcd",
	Kind:   "etcd",
	Paths:  []string{"go.etcd.io/etcd/client/v3", "go.etcd.io/etcd/clientv3", "github.com/coreos/etcd/clientv3"},
	Anchor: true,
	Source: "https://pkg.go.dev/go.etcd.io/etcd/client/v3",
	Rows: []Row{
		{Names: "Grant", Role: NewSession, TTL: Arg0, Unit: Seconds, Handle: Result0},
		{Names: "KeepAlive", Role: Extend, Handle: Arg0, Lost: Result0, Renews: true},
		{Names: "KeepAliveOnce", Role: Extend, Handle: Arg0, Wins: ByNilError},
		{Names: "Revoke", Role: CloseSession, Handle: Arg0},
		{Names: "TimeToLive", Role: Neutral},
		{Names: "Put", Role: Write, Key: Arg0},
		{Names: "Delete", Role: Delete, Key: Arg0},
		{Names: "Get", Role: Get, Key: Arg0},
		{Type: "Txn", Names: "If|Then|Else", Role: Step},
		{Names: "Txn", Role: Step},
		{Type: "Txn", Names: "Commit", Role: CondWrite, Cond: "step:If", Wins: ByField, Won: "result0.Succeeded"},
		{Names: "New|Close|Watch|Compact|Do", Role: Neutral},
	},
}

var etcdConcurrency = &Library{
	Name:   "etcd concurrency",
	Kind:   "etcd",
	Paths:  []string{"go.etcd.io/etcd/client/v3/concurrency", "go.etcd.io/etcd/clientv3/concurrency", "github.com/coreos/etcd/clientv3/concurrency"},
	Anchor: true,
	Source: "https://pkg.go.dev/go.etcd.io/etcd/client/v3/concurrency",
	Rows: []Row{
		{Type: "-", Names: "NewSession", Role: NewSession, TTL: "option:WithTTL", Unit: Seconds, DefaultTTL: "60s", Handle: Result0, Renews: true},
		{Type: "Session", Names: "Done|Ctx", Role: LossSignal, Handle: Recv},
		{Type: "Session", Names: "Close", Role: CloseSession, Handle: Recv},
		{Type: "Session", Names: "Orphan", Role: OrphanSession, Handle: Recv},
		{Type: "Session", Names: "Lease|Client", Role: Neutral},
		{Type: "-", Names: "NewMutex|NewElection|NewLocker|ResumeElection", Role: NewLock, Session: Arg0, Key: Arg1, Handle: Result0, Token: Grows},
		{Type: "Mutex", Names: "Lock|TryLock", Role: Acquire, Handle: Recv, Wins: ByNilError, Renews: true, Token: Grows},
		{Type: "Mutex", Names: "Unlock", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "Mutex", Names: "Header|IsOwner|Key", Role: TokenOf, Handle: Recv, Token: Grows},
		{Type: "Election", Names: "Campaign", Role: Acquire, Handle: Recv, Wins: ByNilError, Renews: true, Token: Grows},
		{Type: "Election", Names: "Resign", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "Election", Names: "Rev|Header|Key", Role: TokenOf, Handle: Recv, Token: Grows},
		{Type: "Election", Names: "Proclaim|Leader|Observe", Role: Neutral},
		{Type: "-", Names: "NewSTM", Role: Once, Callback: Arg1},
	},
}
