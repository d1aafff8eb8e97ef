package catalogue

// Lock libraries on Redis that have few functions.

var goRedislock = &Library{
	Name:   "go-redislock",
	Kind:   "Redis",
	Paths:  []string{"github.com/jefferyjob/go-redislock"},
	Anchor: true,
	Source: "https://github.com/jefferyjob/go-redislock",
	Rows: []Row{
		{
			Type: "-", Names: "New", Role: NewLock, Handle: Result0, Key: Arg1, TTL: "option:WithTimeout", Owner: "option:WithToken", DefaultTTL: "5s",
			Note: "WithAutoRenew renews each third of the TTL; that it failed is only logged; equal tokens are re-entrant",
		},
		{Type: "RedisLockInter", Names: "Lock|SpinLock", Role: Acquire, Handle: Recv, Wins: ByNilError, DefaultTTL: "5s"},
		{Type: "RedisLockInter", Names: "UnLock", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "RedisLockInter", Names: "Renew", Role: Extend, Handle: Recv, Wins: ByNilError},
		{Type: "-", Names: "WithTimeout|WithAutoRenew|WithToken", Role: Pure},
	},
}

var eredis = &Library{
	Name:   "ego eredis",
	Kind:   "Redis",
	Paths:  []string{"github.com/gotomicro/ego-component/eredis"},
	Anchor: true,
	Source: "https://github.com/gotomicro/ego-component/tree/master/eredis",
	Rows: []Row{
		{Names: "Obtain", Role: Acquire, Handle: Result0, Key: Arg0, TTL: Arg1, Wins: ByNilError, ZeroTTL: "error"},
		{Type: "Lock", Names: "Refresh", Role: Extend, Handle: Recv, TTL: Arg0, Wins: ByNilError},
		{Type: "Lock", Names: "Release", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "Lock", Names: "TTL", Role: Neutral},
	},
}

var rockscache = &Library{
	Name:   "rockscache",
	Kind:   "Redis",
	Paths:  []string{"github.com/dtm-labs/rockscache"},
	Anchor: true,
	Source: "https://github.com/dtm-labs/rockscache",
	Rows: []Row{
		{Type: "Client", Names: "LockForUpdate", Role: Acquire, Key: Arg0, Owner: Arg1, Wins: ByNilError, Note: "the owner is the caller's"},
		{Type: "Client", Names: "UnlockForUpdate", Role: Release, Key: Arg0, Owner: Arg1, Wins: ByNilError},
	},
}

// gocronLockers are the lockers and electors of the gocron scheduler. Its
// executor drops the error of Unlock, and asks IsLeader once, when a job starts.
var gocronLockers = &Library{
	Name: "gocron",
	Kind: "Redis",
	Paths: []string{
		"github.com/go-co-op/gocron/v2",
		"github.com/go-co-op/gocron",
		"github.com/go-co-op/gocron-redis-lock/v2",
		"github.com/go-co-op/gocron-gorm-lock/v2",
		"github.com/go-co-op/gocron-etcd-elector",
	},
	Anchor: true,
	Source: "https://github.com/go-co-op/gocron",
	Rows: []Row{
		{Type: "Locker", Names: "Lock", Role: Acquire, Handle: Result0, Key: Arg0, Wins: ByNilError},
		{Type: "Lock", Names: "Unlock", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "Elector", Names: "IsLeader", Role: Neutral, Note: "an error says no; asked once, when a job starts"},
		{Type: "Elector", Names: "Start|Stop|GetID|GetLeaderID", Role: Neutral},
		{Names: "WithDistributedLocker|WithDistributedJobLocker|WithDistributedElector", Role: Neutral},
		{Type: "-", Names: "NewRedisLocker", Role: Neutral, DefaultTTL: "8s", Note: "redsync's mutex, never extended: a longer job runs without it"},
		{Type: "-", Names: "NewRedisLockerAlways", Role: Neutral, DefaultTTL: "8s"},
		{Type: "-", Names: "NewGormLocker", Role: Neutral, Note: "an insert under a unique key; the row of a job that crashed stays"},
		{Type: "-", Names: "NewElector|NewElectorWithClient", Role: Neutral},
	},
}
