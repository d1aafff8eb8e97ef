package catalogue

// redisLock is one table for all versions: the old ones lack the context.
var redisLock = &Library{
	Name:   "redislock",
	Kind:   "Redis",
	Paths:  []string{"github.com/bsm/redislock"},
	Anchor: true,
	Source: "https://github.com/bsm/redislock",
	Rows: []Row{
		{
			Names: "Obtain", Role: Acquire, Handle: Result0, Key: Arg0, TTL: Arg1, Owner: "arg2.Token", Wins: ByNilError, ZeroTTL: "error",
			Note: "a Token that the caller gives makes the lock re-entrant for all who give the same", Source: "observed with v0.9.4",
		},
		{Type: "-", Names: "Obtain", Role: Acquire, Handle: Result0, Key: Arg1, TTL: Arg2, Owner: "arg3.Token", Wins: ByNilError, ZeroTTL: "error"},
		{Names: "ObtainMulti", Role: Acquire, Handle: Result0, Key: "arg0...", TTL: Arg1, Owner: "arg2.Token", Wins: ByNilError, ZeroTTL: "error", Since: "v0.10.0"},
		{Type: "-", Names: "ObtainMulti", Role: Acquire, Handle: Result0, Key: "arg1...", TTL: Arg2, Owner: "arg3.Token", Wins: ByNilError, ZeroTTL: "error", Since: "v0.10.0"},
		{Type: "Lock", Names: "Refresh", Role: Extend, Handle: Recv, TTL: Arg0, Wins: ByNilError, ZeroTTL: "error"},
		{Type: "Lock", Names: "Release", Role: Release, Handle: Recv, Wins: ByNilError, Note: "ErrLockNotHeld: it was lost before"},
		{Type: "Lock", Names: "TTL", Role: Neutral, Note: "0 with a nil error: lost"},
		{Type: "Lock", Names: "Key|Metadata", Role: Neutral},
		{Type: "Lock", Names: "Token", Role: Neutral, Token: OwnerOnly, Note: "random: no fencing token"},
		{Type: "-", Names: "New|NoRetry|LinearBackoff|ExponentialBackoff|LimitRetry", Role: Neutral},
		{Type: "RetryStrategy", Names: "NextBackoff", Role: Neutral},
	},
}

var bsmRedisLock = &Library{
	Name:   "bsm/redis-lock",
	Kind:   "Redis",
	Paths:  []string{"github.com/bsm/redis-lock"},
	Anchor: true,
	Source: "https://github.com/bsm/redis-lock",
	Rows: []Row{
		{Type: "-", Names: "New", Role: NewLock, Handle: Result0, Key: Arg1, TTL: "arg2.LockTimeout", DefaultTTL: "5s", ZeroTTL: "default"},
		{Type: "-", Names: "Obtain", Role: Acquire, Handle: Result0, Key: Arg1, TTL: "arg2.LockTimeout", DefaultTTL: "5s", ZeroTTL: "default", Wins: ByNilError},
		{
			Type: "Locker", Names: "Lock|LockWithContext", Role: Acquire, Handle: Recv, Wins: ByTrue, Won: Result0, DefaultTTL: "5s",
			Note: "held by another: false with a nil error; on a held lock it refreshes, and takes a lost one again",
		},
		{Type: "Locker", Names: "Unlock", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "Locker", Names: "IsLocked", Role: Neutral, Note: "a local flag; Redis is not asked"},
		{
			Type: "-", Names: "Run", Role: RunLocked, Key: Arg1, TTL: "arg2.LockTimeout", DefaultTTL: "5s", Callback: Arg3,
			Wins: ByNilError, Note: "after the timeout it returns while the handler goes on",
		},
	},
}
