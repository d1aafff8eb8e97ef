package catalogue

// nomad locks variables. Renew is the caller's, except in LockLeaser.
var nomad = &Library{
	Name:   "Nomad",
	Kind:   "Nomad",
	Paths:  []string{"github.com/hashicorp/nomad/api"},
	Anchor: true,
	Source: "https://developer.hashicorp.com/nomad/api-docs/variables/locks",
	Rows: []Row{
		{Type: "Client", Names: "Locks", Role: NewLock, Handle: Result0, Key: "arg1.Path", TTL: "arg1.Lock.TTL", Unit: DurationText, DefaultTTL: "15s"},
		{Type: "Locks", Names: "Acquire", Role: Acquire, Handle: Recv, Wins: ByNilError, DefaultTTL: "15s"},
		{Type: "Locks", Names: "Renew", Role: Extend, Handle: Recv, Wins: ByNilError},
		{Type: "Locks", Names: "Release", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "Locks", Names: "LockTTL", Role: Neutral},
		{Type: "Client", Names: "NewLockLeaser", Role: NewLock, Handle: Result0, Key: Arg0, Renews: true},
		{Type: "LockLeaser", Names: "Start", Role: RunLocked, Callback: "arg0...", Renews: true, Wins: ByNilError, Note: "the callback's context ends when the lock is lost; with early return, held by another has no error"},
		{Type: "Variables", Names: "AcquireLock", Role: Acquire, Key: "arg0.Path", TTL: "arg0.Lock.TTL", Unit: DurationText, DefaultTTL: "15s", Wins: ByNilError, Token: Grows},
		{Type: "Variables", Names: "RenewLock", Role: Extend, Key: "arg0.Path", Wins: ByNilError},
		{Type: "Variables", Names: "ReleaseLock", Role: Release, Key: "arg0.Path", Wins: ByNilError},
		{Type: "Variables", Names: "Create|Update", Role: Write, Key: "arg0.Path", Wins: ByNilError},
		{Type: "Variables", Names: "CheckedCreate|CheckedUpdate", Role: CondWrite, Key: "arg0.Path", Wins: ByNilError, Note: "by ModifyIndex"},
		{Type: "Variables", Names: "Delete", Role: Write, Key: Arg0, Wins: ByNilError},
		{Type: "Variables", Names: "CheckedDelete", Role: CondWrite, Key: Arg0, Wins: ByNilError},
		{Type: "Variables", Names: "Read|Peek|GetItems|GetVariableItems", Role: Read, Key: Arg0},
		{Type: "Variables", Names: "List|PrefixList", Role: Neutral},
	},
}

// vaultPhysical is how Vault's backends elect the active node.
var vaultPhysical = &Library{
	Name:   "Vault",
	Kind:   "Vault",
	Paths:  []string{"github.com/hashicorp/vault/sdk/physical"},
	Anchor: true,
	Source: "https://developer.hashicorp.com/vault/docs/concepts/ha",
	Rows: []Row{
		{Type: "HABackend", Names: "LockWith", Role: NewLock, Handle: Result0, Key: Arg0, Owner: Arg1},
		{Type: "HABackend", Names: "HAEnabled", Role: Neutral},
		{Type: "Lock", Names: "Lock", Role: Acquire, Handle: Recv, Wins: ByNonNil, Won: Result0, Stop: Arg0, Lost: Result0, Renews: true, Note: "stopped: a nil channel with a nil error"},
		{Type: "Lock", Names: "Unlock", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "Lock", Names: "Value", Role: Neutral},
		{Type: "FencingHABackend", Names: "RegisterActiveNodeLock", Role: Neutral, Note: "the backend fences its own writes with the lock"},
		{Type: "Backend", Names: "Put", Role: Write, Key: "arg0.Key", Wins: ByNilError},
		{Type: "Backend", Names: "Get|List", Role: Read, Key: Arg0},
		{Type: "Backend", Names: "Delete", Role: Write, Key: Arg0, Wins: ByNilError},
	},
}
