package catalogue

// consul is Consul's API client. Lock and Semaphore answer "not acquired" with
// a nil channel and a nil error.
var consul = &Library{
	Name:   "Consul",
	Kind:   "Consul",
	Fenced: "put it into a KV Txn that begins with check-session: the lock's key and session",
	Paths:  []string{"github.com/hashicorp/consul/api"},
	Anchor: true,
	Source: "https://developer.hashicorp.com/consul/docs/dynamic-app-config/sessions",
	Rows: []Row{
		{Type: "Client", Names: "LockKey", Role: NewLock, Handle: Result0, Key: Arg0, DefaultTTL: "15s", Renews: true, Token: Grows},
		{
			Type: "Client", Names: "LockOpts", Role: NewLock, Handle: Result0, Key: "arg0.Key", Session: "arg0.Session", TTL: "arg0.SessionTTL", Unit: DurationText, DefaultTTL: "15s", ZeroTTL: "default", Once: "arg0.LockTryOnce", Renews: true, Token: Grows,
			Note: "renews its own session only, not one that the caller gives",
		},
		{Type: "Client", Names: "SemaphorePrefix", Role: NewLock, Handle: Result0, Key: Arg0, DefaultTTL: "15s", Renews: true, Token: Grows},
		{Type: "Client", Names: "SemaphoreOpts", Role: NewLock, Handle: Result0, Key: "arg0.Prefix", Session: "arg0.Session", TTL: "arg0.SessionTTL", Unit: DurationText, DefaultTTL: "15s", ZeroTTL: "default", Once: "arg0.SemaphoreTryOnce", Renews: true, Token: Grows},
		{Type: "Lock", Names: "Lock", Role: Acquire, Handle: Recv, Wins: ByNonNil, Won: Result0, Stop: Arg0, Lost: Result0, Renews: true, Bound: ToSession, DefaultTTL: "15s"},
		{Type: "Lock", Names: "Unlock", Role: Release, Handle: Recv, Wins: ByNilError, Note: "the server's refusal is not told"},
		{Type: "Lock", Names: "Destroy", Role: Neutral, Note: "clears up the entry; ErrLockInUse if somebody holds it"},
		{Type: "Semaphore", Names: "Acquire", Role: Acquire, Handle: Recv, Wins: ByNonNil, Won: Result0, Stop: Arg0, Lost: Result0, Renews: true, Bound: ToSession, DefaultTTL: "15s"},
		{Type: "Semaphore", Names: "Release", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "Semaphore", Names: "Destroy", Role: Neutral},

		{Type: "Session", Names: "Create|CreateNoChecks", Role: NewSession, Handle: Result0, TTL: "arg0.TTL", Unit: DurationText, DefaultTTL: "never", Wins: ByNilError},
		{Type: "Session", Names: "Renew", Role: Extend, Handle: Arg0, Wins: ByNonNil, Won: Result0, Note: "the session is gone: a nil entry with a nil error"},
		{Type: "Session", Names: "RenewPeriodic", Role: Extend, Handle: Arg1, TTL: Arg0, Unit: DurationText, Stop: Arg3, Renews: true, Wins: ByNilError, Note: "blocks; its error says that the session is lost"},
		{Type: "Session", Names: "Destroy", Role: CloseSession, Handle: Arg0, Wins: ByNilError},
		{Type: "Session", Names: "Info|List|Node", Role: Neutral},

		{Type: "KV", Names: "Acquire", Role: Acquire, Key: "arg0.Key", Owner: "arg0.Session", Session: "arg0.Session", Wins: ByTrue, Won: Result0, Token: Grows},
		{Type: "KV", Names: "Release", Role: Release, Key: "arg0.Key", Session: "arg0.Session", Wins: ByTrue, Won: Result0},
		{Type: "KV", Names: "Put", Role: Write, Key: "arg0.Key", Owner: "arg0.Value", Wins: ByNilError},
		{Type: "KV", Names: "CAS", Role: CondWrite, Key: "arg0.Key", Owner: "arg0.Value", Wins: ByTrue, Won: Result0, Note: "by ModifyIndex; a rejection has no error"},
		{Type: "KV", Names: "Delete", Role: Delete, Key: Arg0, Wins: ByNilError},
		{Type: "KV", Names: "DeleteTree", Role: Delete, Key: Arg0, Wins: ByNilError},
		{Type: "KV", Names: "DeleteCAS", Role: CondWrite, Key: "arg0.Key", Wins: ByTrue, Won: Result0},
		{Type: "KV", Names: "Txn", Role: CondWrite, Cond: "arg0/Index|arg0/Session|arg0/Verb=check-not-exists", Wins: ByTrue, Won: Result0, Note: "conditional by the index or session of an operation; a rollback has no error"},
		{Names: "Txn", Role: CondWrite, Wins: ByTrue, Won: Result0, Note: "conditional by its check verbs; a rollback has no error"},
		{Type: "KV", Names: "Get|List", Role: Get, Key: Arg0},
		{Type: "KV", Names: "Keys", Role: Neutral},
		{Type: "Client", Names: "KV|Session|Txn", Role: Neutral},
		{Type: "-", Names: "NewClient|DefaultConfig", Role: Neutral},
	},
}
