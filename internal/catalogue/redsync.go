package catalogue

// redsyncPools is the interface between redsync and a client; programs that
// bring their own pool call or implement it.
var redsyncPools = &Library{
	Name:   "redsync pools",
	Kind:   "Redis",
	Paths:  []string{"github.com/go-redsync/redsync/v4/redis", "github.com/go-redsync/redsync/v3/redis"},
	Anchor: true,
	Source: "https://github.com/go-redsync/redsync",
	Rows: []Row{
		{Type: "Conn", Names: "SetNX", Role: SetAbsent, Key: Arg0, Owner: Arg1, TTL: Arg2, Wins: ByTrue},
		{Type: "Conn", Names: "Set", Role: Put, Key: Arg0, Owner: Arg1},
		{Type: "Conn", Names: "Get", Role: Get, Key: Arg0},
		{Type: "Conn", Names: "PTTL", Role: TimeToLive, Key: Arg0},
		{Type: "Conn", Names: "Eval", Role: Eval, Text: Arg0, Args: Rest1},
		{Type: "Conn", Names: "Close|ScriptLoad", Role: Neutral},
		{Type: "-", Names: "NewScript", Role: NewScript, KeyCount: Arg0, Text: Arg1},
		{Type: "Pool", Names: "Get", Role: Neutral},
	},
}

// redsync is one table for every path: the old ones lack TryLock and the
// variants with a context, and before v1.4 Unlock and Extend yield only a bool.
var redsync = &Library{
	Name: "redsync",
	Kind: "Redis",
	Paths: []string{
		"github.com/go-redsync/redsync/v4",
		"github.com/go-redsync/redsync/v3",
		"github.com/go-redsync/redsync/v2",
		"github.com/go-redsync/redsync",
		"gopkg.in/redsync.v1",
		"github.com/hjr265/redsync.go/redsync",
	},
	Anchor: true,
	Source: "https://github.com/go-redsync/redsync",
	Rows: []Row{
		{
			Type: "Redsync", Names: "NewMutex", Role: NewLock, Handle: Result0, Key: Arg0,
			TTL: "option:WithExpiry|option:SetExpiry", DefaultTTL: "8s", ZeroTTL: "error",
			Owner: "option:WithGenValueFunc|option:SetGenValueFunc",
			Note:  "WithValue presets the value for Unlock and Extend only; a constant owner lets a failed Lock delete the holder's key", Source: "observed with v4.18.1",
		},
		{
			Type: "-", Names: "NewMutex", Role: NewLock, Handle: Result0, Key: Arg0, DefaultTTL: "8s",
			Note: "github.com/hjr265/redsync.go: the expiry is the field Expiry",
		},

		{Type: "Mutex", Names: "Lock|LockContext", Role: Acquire, Handle: Recv, Wins: ByNilError, DefaultTTL: "8s"},
		{Type: "Mutex", Names: "TryLock|TryLockContext", Role: Acquire, Handle: Recv, Wins: ByNilError, DefaultTTL: "8s", Since: "v4.11.0"},
		{
			Type: "Mutex", Names: "Extend|ExtendContext|Touch", Role: Extend, Handle: Recv, Wins: ByTrue, Won: Result0,
			Note: "sets the whole expiry again",
		},
		{Type: "Mutex", Names: "Unlock|UnlockContext", Role: Release, Handle: Recv, Wins: ByTrue, Won: Result0, Source: "observed with v4.18.1"},
		{Type: "Mutex", Names: "Until|Valid|ValidContext|Name", Role: Neutral, Note: "by the local clock, or checked and then acted on"},
		{Type: "Mutex", Names: "Value", Role: Neutral, Token: OwnerOnly, Note: "random: no fencing token"},

		{Type: "Option", Names: "Apply", Role: Neutral},
		{Type: "OptionFunc", Names: "Apply", Role: Neutral},
		{Type: "Pool", Names: "Get", Role: Neutral},
		{Type: "-", Names: "New", Role: Neutral, Note: "one pool has no quorum"},
		{
			Type: "-", Names: "WithExpiry|WithTries|WithRetryDelay|WithRetryDelayFunc|WithDriftFactor|WithTimeoutFactor|WithGenValueFunc|WithValue|WithFailFast|WithShufflePools|SetExpiry|SetTries|SetRetryDelay|SetRetryDelayFunc|SetDriftFactor|SetGenValueFunc",
			Role: Pure,
		},
		{Type: "-", Names: "WithSetNXOnExtend", Role: Pure, Note: "Extend makes an expired key again, whoever had it since"},
	},
}
