package catalogue

var redsync = &Library{
	Name: "redsync",
	Kind: "Redis",
	Paths: []string{
		"github.com/go-redsync/redsync/v4", "github.com/go-redsync/redsync/v3", "github.com/go-redsync/redsync/v2",
		"github.com/go-redsync/redsync", "gopkg.in/redsync.v1", "github.com/hjr265/redsync.go/redsync",
	},
	Anchor: true,
	Source: "https://pkg.go.dev/github.com/go-redsync/redsync/v4",
	Rows: []Row{
		{Names: "NewMutex", Role: NewLock, Key: Arg0, TTL: "option:WithExpiry|option:SetExpiry", Owner: "option:WithGenValueFunc|option:SetGenValueFunc", Handle: Result0, DefaultTTL: "8s"},
		{Type: "Mutex", Names: "Lock|LockContext|TryLock|TryLockContext", Role: Acquire, Handle: Recv, Wins: ByNilError, DefaultTTL: "8s"},
		{Type: "Mutex", Names: "Extend|ExtendContext|Touch", Role: Extend, Handle: Recv, Wins: ByTrue, Won: Result0},
		{Type: "Mutex", Names: "Unlock|UnlockContext", Role: Release, Handle: Recv, Wins: ByTrue},
		{Type: "Mutex", Names: "Until|Valid|ValidContext|Value|Name", Role: Neutral},
	},
}
