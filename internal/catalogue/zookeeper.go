package catalogue

var zooKeeper = &Library{
	Name:   "ZooKeeper",
	Kind:   "ZooKeeper",
	Paths:  []string{"github.com/go-zookeeper/zk", "github.com/samuel/go-zookeeper/zk"},
	Anchor: true,
	Source: "https://pkg.go.dev/github.com/go-zookeeper/zk",
	Rows: []Row{
		{Type: "-", Names: "Connect|ConnectWithDialer", Role: NewSession, Handle: Result0, TTL: Arg1, Lost: Result1},
		{Type: "-", Names: "NewLock", Role: NewLock, Session: Arg0, Key: Arg1, Handle: Result0, Token: Grows},
		{Type: "Lock", Names: "Lock|LockWithData", Role: Acquire, Handle: Recv, Wins: ByNilError, Renews: true, Token: Grows},
		{Type: "Lock", Names: "Unlock", Role: Release, Handle: Recv},
		{Type: "Conn", Names: "Close", Role: CloseSession, Handle: Recv},
		{Type: "Conn", Names: "State", Role: LossSignal, Handle: Recv},
		{Type: "Conn", Names: "Set", Role: Write, Key: Arg0, Cond: "arg2!=-1", Wins: ByNilError},
		{Type: "Conn", Names: "Delete", Role: Write, Key: Arg0, Cond: "arg1!=-1", Wins: ByNilError, Cache: true},
		{Type: "Conn", Names: "Create|CreateProtectedEphemeralSequential|CreateContainer|CreateTTL", Role: Create, Key: Arg0, Wins: ByNilError},
		{Type: "Conn", Names: "Multi", Role: CondWrite, Wins: ByNilError},
		{Type: "Conn", Names: "Get|GetW|Exists|ExistsW|Children|ChildrenW", Role: Read, Key: Arg0},
		{Names: "WorldACL|AuthACL|DigestACL", Role: Neutral},
	},
}
