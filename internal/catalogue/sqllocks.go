package catalogue

// Lock libraries on SQL.

// pgLock keeps lock rows with a lease that it renews. Its record version comes
// from a sequence: it grows with each acquire and with each heartbeat, so it
// is compared with >=.
var pgLock = &Library{
	Name:   "pglock",
	Kind:   "SQL",
	Paths:  []string{"cirello.io/pglock"},
	Anchor: true,
	Source: "https://github.com/cirello-io/pglock",
	Rows: []Row{
		{
			Type: "Client", Names: "Acquire|AcquireContext", Role: Acquire, Handle: Result0, Key: Arg0, DefaultTTL: "20s", Wins: ByNilError, Renews: true, Token: Grows,
			Note: "that a heartbeat failed shows by IsReleased only",
		},
		{Type: "Client", Names: "Do", Role: RunLocked, Key: Arg0, DefaultTTL: "20s", Callback: Arg1, Renews: true, Token: Grows, Note: "the callback's context ends when the lock is lost"},
		{Type: "Client", Names: "SendHeartbeat", Role: Extend, Handle: Arg0, Wins: ByNilError},
		{Type: "Client", Names: "Release|ReleaseContext", Role: Release, Handle: Arg0, Wins: ByNilError},
		{Type: "Lock", Names: "Close", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "Lock", Names: "RecordVersionNumber", Role: TokenOf, Handle: Recv, Token: Grows, Note: "compare with >=, never with =="},
		{Type: "Lock", Names: "IsReleased", Role: LossSignal, Handle: Recv, Lost: Result0, Note: "has to be asked"},
		{Type: "Lock", Names: "Data|Owner", Role: Neutral},
		{Type: "ReadOnlyLock", Names: "Data|Owner|Name", Role: Neutral},
		{Names: "Println|Debug|Error", Role: Log},
		{Type: "Client", Names: "Get|GetContext", Role: Neutral, Note: "yields a lock that is not acquired"},
		{Type: "Client", Names: "GetData|GetDataContext|GetAllLocks|GetAllLocksContext|CreateTable|TryCreateTable|DropTable", Role: Neutral},
		{Type: "-", Names: "New|UnsafeNew", Role: Neutral, TTL: "option:WithLeaseDuration", Owner: "option:WithOwner", DefaultTTL: "20s"},
		{Type: "-", Names: "WithLeaseDuration|WithHeartbeatFrequency|WithOwner|WithCustomTable|WithLogger|WithLevelLogger|FailIfLocked|KeepOnRelease|ReplaceData|WithData|WithCustomHeartbeatContext", Role: Pure},
	},
}

// goPglock holds Postgres advisory locks on a connection of its own.
var goPglock = &Library{
	Name:   "go-pglock",
	Kind:   "SQL",
	Paths:  []string{"github.com/allisson/go-pglock/v3"},
	Anchor: true,
	Source: "https://github.com/allisson/go-pglock",
	Rows: []Row{
		{Type: "-", Names: "NewLock", Role: NewLock, Handle: Result0, Key: Arg0, DefaultTTL: "never", On: Conn},
		{Names: "Lock|RLock", Role: Acquire, Handle: Recv, Wins: ByTrue, Won: Result0, On: Conn, Bound: ToSession, Note: "tries once: held by another is false with a nil error"},
		{Names: "WaitAndLock|WaitAndRLock", Role: Acquire, Handle: Recv, Wins: ByNilError, On: Conn, Bound: ToSession},
		{Names: "Unlock|RUnlock", Role: Release, Handle: Recv, Wins: ByNilError, Note: "the server's refusal is not told"},
		{Names: "Close", Role: CloseSession, Handle: Recv, Wins: ByNilError, Note: "gives the connection back to the pool"},
	},
}

var gooseLock = &Library{
	Name:   "goose lock",
	Kind:   "SQL",
	Paths:  []string{"github.com/pressly/goose/v3/lock"},
	Anchor: true,
	Source: "https://pressly.github.io/goose/documentation/provider/",
	Rows: []Row{
		{Type: "SessionLocker", Names: "SessionLock", Role: Acquire, Handle: Recv, Session: Arg0, Wins: ByNilError, On: Conn, Bound: ToSession},
		{Type: "SessionLocker", Names: "SessionUnlock", Role: Release, Handle: Recv, Session: Arg0, Wins: ByNilError},
		{Type: "Locker", Names: "Lock", Role: Acquire, Handle: Recv, Wins: ByNilError, Renews: true, Note: "a table with a lease and a heartbeat"},
		{Type: "Locker", Names: "Unlock", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "-", Names: "NewPostgresSessionLocker", Role: NewLock, Handle: Result0, Key: "option:WithLockID", DefaultTTL: "never"},
		{Type: "-", Names: "NewPostgresTableLocker|NewMySQLTableLocker", Role: NewLock, Handle: Result0, Key: "option:WithTableLockID", TTL: "option:WithTableLeaseDuration", Renews: true},
		{Type: "-", Names: "WithLockID|WithLockTimeout|WithUnlockTimeout|WithTableLockID|WithTableLeaseDuration|WithTableHeartbeatInterval|WithTableLockTimeout|WithTableUnlockTimeout|WithTableName|WithTableLogger|WithTableRetryPolicy", Role: Pure},
	},
}

var migrateDatabase = &Library{
	Name:   "golang-migrate",
	Kind:   "SQL",
	Paths:  []string{"github.com/golang-migrate/migrate/v4/database"},
	Anchor: true,
	Source: "https://github.com/golang-migrate/migrate/tree/master/database",
	Rows: []Row{
		{Type: "Driver", Names: "Lock", Role: Acquire, Handle: Recv, Wins: ByNilError, DefaultTTL: "never", Bound: ToSession},
		{Type: "Driver", Names: "Unlock", Role: Release, Handle: Recv, Wins: ByNilError},
		{Type: "Driver", Names: "Run", Role: Write, Low: true},
		{Type: "Driver", Names: "SetVersion|Version|Drop|Open|Close", Role: Neutral},
		{Type: "-", Names: "CasRestoreOnErr|GenerateAdvisoryLockId|List|Open|Register", Role: Neutral},
	},
}
