package catalogue

// rueidis spells commands by builder chains; the engine reads the chain that a
// command was built with.
var rueidis = &Library{
	Name:    "rueidis",
	Kind:    "Redis",
	Paths:   []string{"github.com/redis/rueidis", "github.com/valkey-io/valkey-go"},
	Anchor:  true,
	Builder: "internal/cmds",
	Source:  "https://pkg.go.dev/github.com/redis/rueidis",
	Rows: []Row{
		{Names: "Do|DoMulti|DoCache", Role: Command, Args: Rest0, Note: "the command is read from its builder chain"},
		{Type: "Lua", Names: "Exec", Role: Eval, Text: Recv, Key: Rest1, Args: Rest2},
		{Type: "-", Names: "NewLuaScript|NewLuaScriptReadOnly|NewLuaScriptNoSha|NewLuaScriptReadOnlyNoSha|NewLuaScriptRetryable|NewLuaScriptNoShaRetryable", Role: NewScript, Text: Arg0},
		{Names: "Error|NonRedisError|ToString|ToInt64|ToBool|AsBool|AsInt64|AsFloat64|AsUint64|AsStrSlice|ToAny|ToArray|AsBytes|ToMessage", Role: Unwrap, Handle: Recv},
		{Names: "Dedicated", Role: Once, Callback: Arg0},
		{Names: "B|Build|Close", Role: Neutral},
	},
}

var rueidisLock = &Library{
	Name:   "rueidislock",
	Kind:   "Redis",
	Paths:  []string{"github.com/redis/rueidis/rueidislock", "github.com/valkey-io/valkey-go/valkeylock"},
	Anchor: true,
	Source: "https://pkg.go.dev/github.com/redis/rueidis/rueidislock",
	Rows: []Row{
		{Names: "WithContext|TryWithContext|ForceWithContext", Role: Acquire, Key: Arg0, Lost: Result0, Handle: Result1, Wins: ByNilError, Renews: true},
		{Names: "NewLocker|Client|Close", Role: Neutral},
	},
}
