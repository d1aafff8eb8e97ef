package catalogue

var goZero = &Library{
	Name:   "go-zero redis",
	Kind:   "Redis",
	Paths:  []string{"github.com/zeromicro/go-zero/core/stores/redis", "github.com/tal-tech/go-zero/core/stores/redis"},
	Anchor: true,
	Source: "https://pkg.go.dev/github.com/zeromicro/go-zero/core/stores/redis",
	Rows: []Row{
		{Names: "Setnx|SetnxCtx", Role: SetAbsent, Key: Arg0, Owner: Arg1, DefaultTTL: "never", Wins: ByTrue},
		{Names: "SetnxEx|SetnxExCtx", Role: SetAbsent, Key: Arg0, Owner: Arg1, TTL: Arg2, Unit: Seconds, Wins: ByTrue},
		{Names: "Expire|ExpireCtx", Role: Expire, Key: Arg0, TTL: Arg1, Unit: Seconds},
		{Names: "Expireat|ExpireatCtx", Role: Expire, Key: Arg0, TTL: Arg1, Unit: Instant},
		{Names: "Del|DelCtx", Role: Delete, Key: Rest0},
		{Names: "Set|SetCtx|Hset|HsetCtx|Lpush|LpushCtx|Rpush|RpushCtx|Sadd|SaddCtx|Zadd|ZaddCtx|Getset|GetSetCtx", Role: Put, Key: Arg0, Owner: Arg1},
		{Names: "Setex|SetexCtx", Role: Put, Key: Arg0, Owner: Arg1, TTL: Arg2, Unit: Seconds},
		{Names: "Incr|IncrCtx|Incrby|IncrbyCtx|Decr|DecrCtx", Role: Adjust, Key: Arg0},
		{Names: "Get|GetCtx|Exists|ExistsCtx|Hget|HgetCtx", Role: Get, Key: Arg0},
		{Names: "Ttl|TtlCtx", Role: TimeToLive, Key: Arg0},
		{Names: "Eval|EvalCtx", Role: Eval, Text: Arg0, Key: Rest1, Args: Rest2},
		{Names: "ScriptRun|ScriptRunCtx", Role: Eval, Text: Arg0, Key: Rest1, Args: Rest2},
		{Type: "-", Names: "NewScript", Role: NewScript, Text: Arg0},
		{Names: "DoCtx", Role: Command, Args: Rest0},
		{Type: "-", Names: "NewRedisLock", Role: NewLock, Key: Arg1, Handle: Result0, DefaultTTL: "500ms"},
		{Type: "RedisLock", Names: "Acquire|AcquireCtx", Role: Acquire, Handle: Recv, Wins: ByTrue},
		{Type: "RedisLock", Names: "Release|ReleaseCtx", Role: Release, Handle: Recv, Wins: ByTrue},
		{Type: "RedisLock", Names: "SetExpire", Role: Neutral},
	},
}
