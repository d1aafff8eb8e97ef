package catalogue

// etcdConcurrency is the recipes package of the etcd client in its three
// import paths. A mutex is named after its session's lease, so two mutexes of
// one session and prefix are one lock.
var etcdConcurrency = &Library{
	Name:   "etcd concurrency",
	Kind:   "etcd",
	Fenced: "put it into a Txn whose If compares the lock key's CreateRevision: mutex.IsOwner(), or the election's Key and Rev",
	Paths: []string{
		"go.etcd.io/etcd/client/v3/concurrency",
		"go.etcd.io/etcd/clientv3/concurrency",
		"github.com/coreos/etcd/clientv3/concurrency",
	},
	Anchor: true,
	Source: "https://etcd.io/docs/latest/dev-guide/api_concurrency_reference_v3/",
	Rows: []Row{
		{Type: "-", Names: "NewSession", Role: NewSession, Handle: Result0, TTL: "option:WithTTL", Unit: Seconds, DefaultTTL: "60s", ZeroTTL: "default", Renews: true, Lost: "result0.Done", Wins: ByNilError},
		{Type: "Session", Names: "Done|Ctx", Role: LossSignal, Handle: Recv, Lost: Result0, Note: "Ctx since v3.5"},
		{Type: "Session", Names: "Close", Role: CloseSession, Handle: Recv, Wins: ByNilError},
		{Type: "Session", Names: "Orphan", Role: OrphanSession, Handle: Recv},
		{Type: "Session", Names: "Lease", Role: Neutral, Token: OwnerOnly, Note: "the lease: an owner, but no order"},
		{Type: "Session", Names: "Client", Role: Neutral},

		{Type: "-", Names: "NewMutex", Role: NewLock, Handle: Result0, Session: Arg0, Key: Arg1, Token: Grows},
		{Type: "-", Names: "NewElection", Role: NewLock, Handle: Result0, Session: Arg0, Key: Arg1, Token: Grows},
		{
			Type: "-", Names: "NewLocker", Role: NewLock, Handle: Result0, Session: Arg0, Key: Arg1, Token: Grows,
			Note: "a sync.Locker: it panics on errors and hides the token",
		},
		{Type: "-", Names: "ResumeElection", Role: Acquire, Handle: Result0, Session: Arg0, Key: Arg1, Wins: Always, Token: Grows},

		{
			Type: "Mutex", Names: "Lock", Role: Acquire, Handle: Recv, Wins: ByNilError, Renews: true, Bound: ToSession, Token: Grows,
			Note: "before v3.5 it may return nil although the lease expired while it waited",
		},
		{Type: "Mutex", Names: "TryLock", Role: Acquire, Handle: Recv, Wins: ByNilError, Renews: true, Bound: ToSession, Token: Grows, Since: "v3.5.0"},
		{Type: "Mutex", Names: "Unlock", Role: Release, Handle: Recv, Wins: ByNilError, Note: "nil even when the lock was lost before", Source: "observed with v3.7.3"},
		{Type: "Mutex", Names: "Header", Role: TokenOf, Handle: Recv, Token: Grows},
		{Type: "Mutex", Names: "IsOwner", Role: TokenOf, Handle: Recv, Token: Grows, Note: "a comparison for Txn.If"},
		{Type: "Mutex", Names: "Key", Role: TokenOf, Handle: Recv, Token: OwnerOnly, Note: "the own key, named after the lease: compared by its create revision"},

		{Type: "Election", Names: "Campaign", Role: Acquire, Handle: Recv, Wins: ByNilError, Renews: true, Bound: ToSession, Token: Grows},
		{Type: "Election", Names: "Resign", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "Election", Names: "Rev|Header", Role: TokenOf, Handle: Recv, Token: Grows},
		{Type: "Election", Names: "Proclaim", Role: Neutral, Note: "fails with ErrElectionNotLeader when leadership is lost"},
		{Type: "Election", Names: "Leader|Key|Observe", Role: Neutral},

		{Type: "-", Names: "NewSTM|NewSTMRepeatable|NewSTMSerializable|NewSTMReadCommitted", Role: Once, Callback: Arg1, Note: "commits only if the keys that the callback read are unchanged"},
		{Type: "STM", Names: "Get", Role: Read, Key: Arg0},
		{Type: "STM", Names: "Put|Del", Role: CondWrite, Key: Arg0, Wins: Always, Note: "committed only if what the transaction read is unchanged"},
		{Type: "STM", Names: "Rev", Role: Neutral},
		{Type: "-", Names: "WithTTL|WithLease|WithContext|WithIsolation|WithPrefetch|WithAbortContext", Role: Pure},
	},
}

// etcd is the raw client: leases, keys and transactions.
var etcd = &Library{
	Name:   "etcd",
	Kind:   "etcd",
	Fenced: "put it into a Txn whose If compares the lock key's CreateRevision: mutex.IsOwner(), or the election's Key and Rev",
	Paths: []string{
		"go.etcd.io/etcd/client/v3",
		"go.etcd.io/etcd/clientv3",
		"github.com/coreos/etcd/clientv3",
	},
	Anchor: true,
	Source: "https://etcd.io/docs/latest/learning/api/",
	Rows: []Row{
		{Names: "Grant", Role: NewSession, Handle: Result0, TTL: Arg0, Unit: Seconds, Wins: ByNilError, ZeroTTL: "default", Note: "the server has a least TTL"},
		{Names: "KeepAlive", Role: Extend, Handle: Arg0, Lost: Result0, Renews: true, Wins: ByNilError, Note: "on a dead lease the channel is closed and the error nil", Source: "observed with v3.7.3"},
		{Names: "KeepAliveOnce", Role: Extend, Handle: Arg0, Wins: ByNilError},
		{Names: "Revoke", Role: CloseSession, Handle: Arg0, Wins: ByNilError},
		{Names: "TimeToLive|Leases|Close", Role: Neutral},

		{Names: "Put", Role: Write, Key: Arg0, Owner: Arg1, Session: "option:WithLease", Wins: ByNilError},
		{Names: "Delete", Role: Delete, Key: Arg0, Wins: ByNilError},
		{Names: "Get", Role: Get, Key: Arg0},
		{Type: "KV", Names: "Compact", Role: Neutral},
		{Type: "KV", Names: "Do", Role: Write, Key: Arg0, Wins: ByNilError, Note: "Arg0 is an Op"},
		{Names: "Txn", Role: Step},
		{Type: "Txn", Names: "If|Then|Else", Role: Step},
		{Type: "Txn", Names: "Commit", Role: CondWrite, Cond: "step:If", Wins: ByField, Won: "result0.Succeeded", Note: "a rejection has no error"},

		{Type: "-", Names: "OpPut|OpDelete|OpGet|OpTxn|Compare|CreateRevision|ModRevision|Version|Value|LeaseValue", Role: Pure},
		{Type: "-", Names: "WithLease|WithPrefix|WithRange|WithFromKey|WithPrevKV|WithIgnoreLease|WithIgnoreValue|WithRev|WithLimit|WithSort|WithSerializable|WithFirstCreate|WithLastRev|WithAttachedKeys", Role: Pure},
		{Type: "Watcher", Names: "Watch", Role: Neutral},
		{Type: "OpResponse", Names: "Put|Get|Del|Txn", Role: Pure},
		{Type: "Op", Names: "IsPut|IsDelete|IsGet|IsTxn|KeyBytes|ValueBytes", Role: Pure},
		{Type: "-", Names: "New|NewFromURL|NewCtxClient|NewKV|NewLease|NewWatcher", Role: Neutral},
		{Type: "Client", Names: "Close|Ctx|Endpoints", Role: Neutral},
	},
}

// etcdV2 is the client of etcd's old store: conditions are fields of options.
var etcdV2 = &Library{
	Name:   "etcd v2",
	Kind:   "etcd",
	Paths:  []string{"go.etcd.io/etcd/client/v2", "go.etcd.io/etcd/client", "github.com/coreos/etcd/client"},
	Anchor: true,
	Source: "https://etcd.io/docs/v2.3/api/",
	Rows: []Row{
		{Type: "KeysAPI", Names: "Set", Role: Write, Key: Arg0, Owner: Arg1, TTL: "arg2.TTL", Cond: "arg2.PrevIndex|arg2.PrevValue|arg2.PrevExist", Absent: "arg2.PrevExist=false", Wins: ByNilError},
		{Type: "KeysAPI", Names: "Create", Role: SetAbsent, Key: Arg0, Owner: Arg1, DefaultTTL: "never", Wins: ByNilError},
		{Type: "KeysAPI", Names: "CreateInOrder", Role: Create, Key: Arg0, TTL: "arg2.TTL", Wins: ByNilError},
		{Type: "KeysAPI", Names: "Update", Role: PutPresent, Key: Arg0, Owner: Arg1, Wins: ByNilError},
		{Type: "KeysAPI", Names: "Delete", Role: CompareDelete, Key: Arg0, Owner: "arg1.PrevValue", Cond: "arg1.PrevValue|arg1.PrevIndex", Wins: ByNilError, Note: "a plain delete without PrevValue and PrevIndex"},
		{Type: "KeysAPI", Names: "Get", Role: Get, Key: Arg0},
		{Type: "KeysAPI", Names: "Watcher", Role: Neutral},
	},
}

// jupiter and holster wrap etcd's recipes and hide the session's loss signal.
var etcdWrappers = &Library{
	Name:   "etcd wrappers",
	Kind:   "etcd",
	Paths:  []string{"github.com/douyu/jupiter/pkg/client/etcdv3", "github.com/mailgun/holster/v4/etcdutil"},
	Anchor: true,
	Source: "https://github.com/douyu/jupiter",
	Rows: []Row{
		{Type: "Client", Names: "NewMutex", Role: NewLock, Handle: Result0, Key: Arg0, Renews: true},
		{Type: "Mutex", Names: "Lock|TryLock", Role: Acquire, Handle: Recv, Wins: ByNilError, Renews: true, Bound: ToSession},
		{Type: "Mutex", Names: "Unlock", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "-", Names: "NewElection", Role: NewLock, Handle: Result0, Key: "arg1.Election", Owner: "arg1.Candidate", TTL: "arg1.TTL", Unit: Seconds, Renews: true, Source: "https://github.com/mailgun/holster"},
		{Type: "Election", Names: "IsLeader", Role: Neutral, Note: "has to be asked, or EventObserver is told", Source: "https://github.com/mailgun/holster"},
		{Type: "Election", Names: "Concede", Role: Release, Handle: Recv, Wins: ByTrue, Won: Result0, Source: "https://github.com/mailgun/holster"},
	},
}
