package catalogue

// rueidis and valkey-go share one table. The builder's types live in
// internal/cmds and are read by the engine, so a row here must not have the
// name of a builder's method unless it names its type.
var rueidis = &Library{
	Name: "rueidis",
	Kind: "Redis",
	Paths: []string{
		"github.com/redis/rueidis",
		"github.com/valkey-io/valkey-go",
	},
	Anchor:  true,
	Builder: "internal/cmds",
	Source:  "https://github.com/redis/rueidis",
	Rows: []Row{
		{Names: "Do", Role: Command, Args: Arg0, Wins: ByNilError, Note: "runs a built command; SET NX of a held key is the error Nil", Source: "observed with v1.0.79"},
		{Names: "DoMulti", Role: Command, Args: Rest0, Wins: ByNilError, Note: "runs built commands, without atomicity"},
		{Names: "DoCache|DoMultiCache|DoStream|DoMultiStream", Role: Neutral, Note: "reads"},
		{Names: "Dedicated", Role: Once, Callback: Arg0, Note: "one connection for the callback, as WATCH needs"},
		{Names: "Dedicate", Role: Pin},
		{Type: "CommandClient", Names: "B", Role: Neutral, Note: "starts the chain that spells a command"},
		{Type: "CoreClient", Names: "Receive|Close", Role: Neutral},
		{Type: "Client", Names: "Nodes|Mode", Role: Neutral},
		{Type: "DedicatedClient", Names: "SetPubSubHooks", Role: Neutral},

		{Type: "-", Names: "NewLuaScript|NewLuaScriptReadOnly|NewLuaScriptNoSha|NewLuaScriptReadOnlyNoSha|NewLuaScriptRetryable|NewLuaScriptNoShaRetryable", Role: NewScript, Text: Arg0},
		{Type: "Lua", Names: "Exec", Role: Eval, Text: Recv, Key: Rest1, Args: Rest2, Wins: ByNilError},
		{Type: "Lua", Names: "ExecMulti", Role: Neutral, Note: "runs a script for several sets of keys"},

		{Type: "-", Names: "MSetNX", Role: SetAbsent, Key: Arg1, DefaultTTL: "never", Low: true},
		{Type: "-", Names: "MSet|JsonMSet|MSetEX", Role: Put, Key: Arg1},
		{Type: "-", Names: "MDel|MUnlink", Role: Delete, Key: Rest1},
		{Type: "-", Names: "MGet|MGetCache|JsonMGet|JsonMGetCache", Role: Neutral, Note: "reads"},

		{Type: "-", Names: "IsRedisNil|IsValkeyNil|IsParseErr|IsRedisBusyGroup|IsValkeyBusyGroup", Role: Neutral},
		{Type: "-", Names: "BinaryString|JSON|VectorString32|VectorString64", Role: Pure},
		{Type: "-", Names: "NewClient|ParseURL|MustParseURL|CT", Role: Neutral},

		{
			Type: "RedisResult", Names: "Error|NonRedisError|AsBool|AsBytes|AsFloat64|AsInt64|AsIntMap|AsIntSlice|AsMap|AsReader|AsStrMap|AsStrSlice|AsUint64|DecodeJSON|ToAny|ToArray|ToBool|ToFloat64|ToInt64|ToMap|ToMessage|ToString",
			Role: Unwrap, Handle: Recv,
		},
		{
			Type: "ValkeyResult", Names: "Error|NonValkeyError|AsBool|AsBytes|AsFloat64|AsInt64|AsIntMap|AsIntSlice|AsMap|AsReader|AsStrMap|AsStrSlice|AsUint64|DecodeJSON|ToAny|ToArray|ToBool|ToFloat64|ToInt64|ToMap|ToMessage|ToString",
			Role: Unwrap, Handle: Recv,
		},
		{
			Type: "RedisMessage", Names: "Error|AsBool|AsBytes|AsFloat64|AsInt64|AsMap|AsStrSlice|AsUint64|DecodeJSON|IsNil|ToAny|ToArray|ToBool|ToFloat64|ToInt64|ToMap|ToString",
			Role: Unwrap, Handle: Recv,
		},
		{
			Type: "ValkeyMessage", Names: "Error|AsBool|AsBytes|AsFloat64|AsInt64|AsMap|AsStrSlice|AsUint64|DecodeJSON|IsNil|ToAny|ToArray|ToBool|ToFloat64|ToInt64|ToMap|ToString",
			Role: Unwrap, Handle: Recv,
		},
	},
}

// rueidisLock: rueidislock and valkeylock renew by themselves and say only through the
// context that they return that the lock is lost.
var rueidisLock = &Library{
	Name: "rueidislock",
	Kind: "Redis",
	Paths: []string{
		"github.com/redis/rueidis/rueidislock",
		"github.com/valkey-io/valkey-go/valkeylock",
	},
	Anchor: true,
	Source: "https://github.com/redis/rueidis/tree/main/rueidislock",
	Rows: []Row{
		{
			Names: "WithContext|TryWithContext", Role: Acquire, Handle: Result1, Key: Arg0, Wins: ByNilError, DefaultTTL: "5s", Lost: Result0, Renews: true,
			Note: "the CancelFunc releases; on an error it may be nil",
		},
		{
			Names: "ForceWithContext", Role: Acquire, Handle: Result1, Key: Arg0, Wins: ByNilError, DefaultTTL: "5s", Lost: Result0, Renews: true,
			Note: "takes the lock from its holder",
		},
		{Type: "-", Names: "NewLocker", Role: Neutral, TTL: "arg0.KeyValidity", DefaultTTL: "5s", ZeroTTL: "default"},
		{Type: "Locker", Names: "Client|Close", Role: Neutral},
	},
}
