package catalogue

var redisLock = &Library{
	Name:   "redislock",
	Kind:   "Redis",
	Paths:  []string{"github.com/bsm/redislock", "github.com/gotomicro/ego-component/eredis"},
	Anchor: true,
	Source: "https://pkg.go.dev/github.com/bsm/redislock",
	Rows: []Row{
		{Type: "-", Names: "Obtain|ObtainMulti", Role: Acquire, Key: Arg1, TTL: Arg2, Owner: "arg3.Token", Handle: Result0, Wins: ByNilError},
		{Names: "Obtain|ObtainMulti", Role: Acquire, Key: Arg0, TTL: Arg1, Owner: "arg2.Token", Handle: Result0, Wins: ByNilError},
		{Type: "Lock", Names: "Refresh", Role: Extend, Handle: Recv, TTL: Arg0, Wins: ByNilError},
		{Type: "Lock", Names: "Release", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "Lock", Names: "TTL|Metadata", Role: Neutral},
		{Type: "Lock", Names: "Token", Role: Neutral, Note: "the owner value; no fencing token"},
		{Type: "Lock", Names: "Key", Role: Neutral},
	},
}

var bsmRedisLock = &Library{
	Name:   "bsm/redis-lock",
	Kind:   "Redis",
	Paths:  []string{"github.com/bsm/redis-lock"},
	Anchor: true,
	Source: "https://pkg.go.dev/github.com/bsm/redis-lock",
	Rows: []Row{
		{Type: "-", Names: "New", Role: NewLock, Key: Arg1, TTL: "arg2.LockTimeout", Handle: Result0},
		{Type: "-", Names: "Obtain", Role: Acquire, Key: Arg1, TTL: "arg2.LockTimeout", Handle: Result0, Wins: ByNilError},
		{Type: "-", Names: "Run", Role: RunLocked, Key: Arg1, Callback: Arg3},
		{Type: "Locker", Names: "Lock|LockWithContext", Role: Acquire, Handle: Recv, Wins: ByTrue},
		{Type: "Locker", Names: "Unlock", Role: Release, Handle: Recv},
		{Type: "Locker", Names: "IsLocked", Role: Neutral, Note: "a local flag: never asks Redis"},
	},
}
