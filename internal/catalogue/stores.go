package catalogue

// Stores and services with a lock of their own.

var dapr = &Library{
	Name:   "Dapr",
	Kind:   "Dapr",
	Paths:  []string{"github.com/dapr/go-sdk/client"},
	Anchor: true,
	Source: "https://docs.dapr.io/developing-applications/building-blocks/distributed-lock/",
	Rows: []Row{
		{Names: "TryLockAlpha1", Role: Acquire, Key: "arg1.ResourceID", Owner: "arg1.LockOwner", TTL: "arg1.ExpiryInSeconds", Unit: Seconds, Wins: ByField, Won: "result0.Success", Note: "held by another has no error"},
		{Names: "UnlockAlpha1", Role: Release, Key: "arg1.ResourceID", Owner: "arg1.LockOwner", Note: "not the owner: told in Status only"},
		{Names: "SaveState", Role: Write, Key: Arg1, Owner: Arg2, Wins: ByNilError},
		{Names: "SaveStateWithETag", Role: CondWrite, Key: Arg1, Owner: Arg2, Wins: ByNilError},
		{Names: "SaveBulkState", Role: Write, Wins: ByNilError, Low: true, Note: "conditional item by item"},
		{Names: "ExecuteStateTransaction", Role: Write, Wins: ByNilError, Low: true},
		{Names: "DeleteState", Role: Write, Key: Arg1, Wins: ByNilError},
		{Names: "DeleteStateWithETag", Role: CondWrite, Key: Arg1, Wins: ByNilError},
		{Names: "DeleteBulkState", Role: Write, Wins: ByNilError, Low: true},
		{Names: "GetState|GetStateWithConsistency|GetBulkState", Role: Read, Key: Arg1},
		{Names: "PublishEvent", Role: Send, Key: Arg1, Low: true},
		{Names: "InvokeMethod|InvokeMethodWithContent|InvokeMethodWithCustomContent|InvokeBinding|InvokeOutputBinding", Role: Send, Low: true},
		{Type: "-", Names: "NewClient", Role: Neutral},
	},
}

// hazelcast: a lock's owner is in the context (NewLockContext); without it all
// callers of a client are one owner. The Go client has no FencedLock.
var hazelcast = &Library{
	Name:   "Hazelcast",
	Kind:   "Hazelcast",
	Paths:  []string{"github.com/hazelcast/hazelcast-go-client"},
	Anchor: true,
	Source: "https://docs.hazelcast.com/hazelcast/latest/data-structures/locking-maps",
	Rows: []Row{
		{Type: "Map", Names: "Lock", Role: Acquire, Key: Arg0, Wins: ByNilError, DefaultTTL: "never", Bound: ToSession, Note: "no lease: the members free it when the client is gone"},
		{Type: "Map", Names: "LockWithLease", Role: Acquire, Key: Arg0, TTL: Arg1, Bound: ToSession, Wins: ByNilError},
		{Type: "Map", Names: "TryLock|TryLockWithTimeout", Role: Acquire, Key: Arg0, Wins: ByTrue, Won: Result0, DefaultTTL: "never", Bound: ToSession},
		{Type: "Map", Names: "TryLockWithLease|TryLockWithLeaseAndTimeout", Role: Acquire, Key: Arg0, TTL: Arg1, Bound: ToSession, Wins: ByTrue, Won: Result0},
		{Type: "Map", Names: "Unlock", Role: Release, Key: Arg0, Wins: ByNilError},
		{Type: "Map", Names: "ForceUnlock", Role: Delete, Key: Arg0, Wins: ByNilError, Note: "does not compare the owner"},
		{Type: "Map", Names: "IsLocked|NewLockContext|ContainsKey|ContainsValue", Role: Neutral},
		{Type: "Map", Names: "PutIfAbsent", Role: SetAbsent, Key: Arg0, Owner: Arg1, DefaultTTL: "never", Wins: WinsUnknown, Note: "nil says that it was absent"},
		{Type: "Map", Names: "PutIfAbsentWithTTL", Role: SetAbsent, Key: Arg0, Owner: Arg1, TTL: Arg2},
		{Type: "Map", Names: "Put|Set|TryPut|PutTransient", Role: Write, Key: Arg0, Owner: Arg1, Wins: ByNilError},
		{Type: "Map", Names: "PutWithTTL|SetWithTTL", Role: Write, Key: Arg0, Owner: Arg1, TTL: Arg2, Wins: ByNilError},
		{Type: "Map", Names: "Replace", Role: Write, Key: Arg0, Owner: Arg1, Wins: ByNilError},
		{Type: "Map", Names: "ReplaceIfSame", Role: CondWrite, Key: Arg0, Wins: ByTrue, Won: Result0},
		{Type: "Map", Names: "Remove|Delete|TryRemove", Role: Delete, Key: Arg0, Wins: ByNilError},
		{Type: "Map", Names: "RemoveIfSame", Role: CompareDelete, Key: Arg0, Owner: Arg1, Wins: ByTrue, Won: Result0},
		{Type: "Map", Names: "SetTTL", Role: Expire, Key: Arg0, TTL: Arg1, Wins: ByNilError},
		{Type: "Map", Names: "Get", Role: Get, Key: Arg0},
		{Type: "Client", Names: "GetMap|CPSubsystem|Shutdown", Role: Neutral, Note: "the CP subsystem has no lock in Go"},
		{Type: "-", Names: "NewLockContext", Role: Neutral, Note: "the owner; without it all callers of a client are one"},
		{Type: "-", Names: "StartNewClient|StartNewClientWithConfig", Role: Neutral},
	},
}

// libkv and its successors put one interface before Consul, etcd, ZooKeeper
// and others.
var libkv = &Library{
	Name: "valkeyrie",
	Kind: "libkv",
	Paths: []string{
		"github.com/kvtools/valkeyrie/store",
		"github.com/abronan/valkeyrie/store",
		"github.com/docker/libkv/store",
	},
	Anchor: true,
	Source: "https://github.com/kvtools/valkeyrie",
	Rows: []Row{
		{Type: "Store", Names: "NewLock", Role: NewLock, Handle: Result0, Key: Arg0, TTL: "arg1.TTL", Owner: "arg1.Value"},
		{Type: "Locker", Names: "Lock", Role: Acquire, Handle: Recv, Wins: ByNonNil, Won: Result0, Stop: Arg0, Lost: Result0, Renews: true},
		{Type: "Locker", Names: "Unlock", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "Store", Names: "Put", Role: Write, Key: Arg0, Owner: Arg1, TTL: "arg2.TTL", Wins: ByNilError},
		{Type: "Store", Names: "AtomicPut", Role: CondWrite, Key: Arg0, Owner: Arg1, Wins: ByTrue, Won: Result0, Note: "a nil previous pair: create"},
		{Type: "Store", Names: "Delete", Role: Delete, Key: Arg0, Wins: ByNilError},
		{Type: "Store", Names: "DeleteTree", Role: Delete, Key: Arg0, Wins: ByNilError},
		{Type: "Store", Names: "AtomicDelete", Role: CompareDelete, Key: Arg0, Owner: Arg1, Wins: ByTrue, Won: Result0},
		{Type: "Store", Names: "Get|Exists|List", Role: Get, Key: Arg0},
		{Type: "Store", Names: "Watch|WatchTree|Close", Role: Neutral},
	},
}

var goMicroSync = &Library{
	Name:   "go-micro sync",
	Kind:   "go-micro",
	Paths:  []string{"go-micro.dev/v4/sync"},
	Anchor: true,
	Source: "https://github.com/micro/go-micro",
	Rows: []Row{
		{Type: "Sync", Names: "Lock", Role: Acquire, Key: Arg0, TTL: "option:LockTTL", Wins: ByNilError},
		{Type: "Sync", Names: "Unlock", Role: Release, Key: Arg0, Wins: ByNilError},
		{Type: "Sync", Names: "Leader", Role: Acquire, Handle: Result0, Key: Arg0, Wins: ByNilError, Renews: true},
		{Type: "Leader", Names: "Status", Role: LossSignal, Handle: Recv, Lost: Result0},
		{Type: "Leader", Names: "Resign", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "-", Names: "LockTTL|LockWait|Nodes|Prefix", Role: Pure},
		{Type: "-", Names: "WithContext|WithLogger|WithTLS", Role: Neutral},
		{Type: "Sync", Names: "Init|Options|String", Role: Neutral},
	},
}

var certMagic = &Library{
	Name:   "CertMagic",
	Kind:   "certmagic",
	Paths:  []string{"github.com/caddyserver/certmagic"},
	Anchor: true,
	Source: "https://github.com/caddyserver/certmagic/wiki/Storage-Implementations",
	Rows: []Row{
		{Type: "Locker", Names: "Lock", Role: Acquire, Key: Arg0, Wins: ByNilError},
		{Type: "Locker", Names: "Unlock", Role: Release, Key: Arg0, Wins: ByNilError},
		{Type: "TryLocker", Names: "TryLock", Role: Acquire, Key: Arg0, Wins: ByTrue, Won: Result0},
		{Type: "TryLocker", Names: "Unlock", Role: Release, Key: Arg0, Wins: ByNilError},
		{Type: "LockLeaseRenewer", Names: "RenewLockLease", Role: Extend, Key: Arg0, TTL: Arg1, Wins: ByNilError},
		{Type: "FileStorage", Names: "Lock", Role: Acquire, Key: Arg0, Wins: ByNilError, Renews: true},
		{Type: "FileStorage", Names: "Unlock", Role: Release, Key: Arg0, Wins: ByNilError},
		{Type: "Storage", Names: "Store", Role: Write, Key: Arg0, Owner: Arg1, Wins: ByNilError, Low: true},
		{Type: "Storage", Names: "Load|Exists|List|Stat", Role: Read, Key: Arg0},
		{Type: "Storage", Names: "Delete", Role: Write, Key: Arg0, Wins: ByNilError, Low: true},
	},
}

// fileLock locks a file of this host; other hosts see it on some network file
// systems only.
var fileLock = &Library{
	Name:   "flock",
	Kind:   "file",
	Paths:  []string{"github.com/gofrs/flock"},
	Anchor: true,
	Host:   true,
	Source: "https://github.com/gofrs/flock",
	Rows: []Row{
		{Type: "-", Names: "New|NewFlock", Role: NewLock, Handle: Result0, Key: Arg0, DefaultTTL: "never"},
		{Type: "Flock", Names: "Lock|RLock", Role: Acquire, Handle: Recv, Wins: ByNilError, DefaultTTL: "never", Bound: ToProcess, Low: true},
		{Type: "Flock", Names: "TryLock|TryRLock|TryLockContext|TryRLockContext", Role: Acquire, Handle: Recv, Wins: ByTrue, Won: Result0, DefaultTTL: "never", Bound: ToProcess, Low: true},
		{Type: "Flock", Names: "Unlock|Close", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "-", Names: "SetFlag|SetPermissions", Role: Neutral},
		{Type: "Flock", Names: "Locked|RLocked|Path|String|Stat", Role: Neutral},
	},
}
