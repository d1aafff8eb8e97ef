package catalogue

// zooKeeper is one table for the client's two paths. Locks are ephemeral nodes
// of the connection's session; the second result of Connect is the only signal
// that the session is lost.
var zooKeeper = &Library{
	Name:   "ZooKeeper",
	Kind:   "ZooKeeper",
	Paths:  []string{"github.com/go-zookeeper/zk", "github.com/samuel/go-zookeeper/zk"},
	Anchor: true,
	Source: "https://zookeeper.apache.org/doc/current/recipes.html",
	Rows: []Row{
		{Type: "-", Names: "Connect", Role: NewSession, Handle: Result0, TTL: Arg1, Lost: Result1},
		{Type: "-", Names: "ConnectWithDialer", Role: NewSession, Handle: Result0, TTL: Arg1, Lost: Result1},
		{Type: "-", Names: "NewLock", Role: NewLock, Session: Arg0, Key: Arg1, Handle: Result0, Token: Grows, Note: "the sequence of the lock's node grows, but the lock does not tell it"},
		{Type: "Lock", Names: "Lock|LockWithData", Role: Acquire, Handle: Recv, Wins: ByNilError, Renews: true, Bound: ToSession, Token: Grows},
		{Type: "Lock", Names: "Unlock", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "Conn", Names: "Close", Role: CloseSession, Handle: Recv},
		{Type: "Conn", Names: "State", Role: LossSignal, Handle: Recv, Note: "has to be asked"},
		{Type: "Conn", Names: "Set", Role: Write, Key: Arg0, Cond: "arg2!=-1", Wins: ByNilError},
		{Type: "Conn", Names: "Delete", Role: CompareDelete, Key: Arg0, Cond: "arg1!=-1", Wins: ByNilError},
		{
			Type: "Conn", Names: "Create", Role: SetAbsent, Key: Arg0, Owner: Arg1, TTL: Arg2, Unit: Instant, Wins: ByNilError,
			Note: "flags 0 make a node that outlives its session: the expiry of a lock node is FlagEphemeral",
		},
		{
			Type: "Conn", Names: "CreateProtectedEphemeralSequential|CreateContainer|CreateTTL", Role: Create, Key: Arg0, Wins: ByNilError,
			Note: "without FlagEphemeral the node stays when the session ends",
		},
		{Type: "Conn", Names: "Multi", Role: CondWrite, Cond: "arg0/Version!=-1", Wins: ByNilError, Note: "conditional by its versions and checks"},
		{Type: "Conn", Names: "Get|GetW|Exists|ExistsW|Children|ChildrenW", Role: Read, Key: Arg0},
		{Type: "Conn", Names: "GetACL|SetACL|Sync|AddAuth|SessionID|Server|SetLogger", Role: Neutral},
		{Type: "-", Names: "WorldACL|AuthACL|DigestACL|WithEventCallback|WithLogger|WithDialer|WithLogInfo|WithHostProvider|WithLookupTimeout|WithMaxBufferSize|WithMaxConnBufferSize|NewDNSHostProvider|FormatServers|FLWCons|FLWRuok|FLWSrvr", Role: Neutral},
		{Type: "Conn", Names: "Reconfig|IncrementalReconfig", Role: Neutral, Note: "changes the ensemble"},
		{Names: "Init|Next|Connected|Len|String|Printf", Role: Neutral},
	},
}

// curator is the port of Apache Curator's recipes.
var curator = &Library{
	Name:   "curator",
	Kind:   "ZooKeeper",
	Paths:  []string{"github.com/curator-go/curator/recipes", "github.com/curator-go/curator"},
	Anchor: true,
	Source: "https://curator.apache.org/docs/recipes-shared-reentrant-lock",
	Rows: []Row{
		{Type: "-", Names: "NewInterProcessMutex", Role: NewLock, Session: Arg0, Key: Arg1, Handle: Result0, Token: Grows, Note: "re-entrant for each object; the sequence is not told"},
		{Type: "InterProcessMutex", Names: "Acquire|AcquireTimeout", Role: Acquire, Handle: Recv, Wins: ByTrue, Won: Result0, Renews: true, Bound: ToSession, Token: Grows, Note: "the time is over: false with a nil error"},
		{Type: "InterProcessMutex", Names: "Release", Role: Release, Handle: Recv, Wins: ByNilError, Note: "nil although the node has vanished"},
		{Type: "InterProcessMutex", Names: "IsAcquiredInThisProcess", Role: Neutral, Note: "a local flag"},
		{Names: "SetData|Delete|Create", Role: Step},
		{Names: "WithVersion", Role: Step},
		{Type: "SetDataBuilder", Names: "ForPathWithData|ForPath", Role: Write, Key: Arg0, Cond: "step:WithVersion", Wins: ByNilError},
		{Type: "DeleteBuilder", Names: "ForPath", Role: Write, Key: Arg0, Cond: "step:WithVersion", Wins: ByNilError, Cache: true},
		{Type: "CreateBuilder", Names: "ForPathWithData|ForPath", Role: Create, Key: Arg0, Wins: ByNilError},
	},
}
