package catalogue

// goZero is go-zero's Redis client and its lock, which share a package. Every
// method has a twin that ends in Ctx.
var goZero = &Library{
	Name:   "go-zero",
	Kind:   "Redis",
	Paths:  []string{"github.com/zeromicro/go-zero/core/stores/redis", "github.com/tal-tech/go-zero/core/stores/redis"},
	Anchor: true,
	Source: "https://go-zero.dev/docs/tasks/redis",
	Rows: []Row{
		{Names: "Setnx", Role: SetAbsent, Key: Arg0, Owner: Arg1, DefaultTTL: "never", Wins: ByTrue, WithTTL: "SetnxEx", Unlock: "Eval({script}, []string{{key}}, {owner})"},
		{Names: "SetnxCtx", Role: SetAbsent, Key: Arg0, Owner: Arg1, DefaultTTL: "never", Wins: ByTrue, WithTTL: "SetnxExCtx", Unlock: "EvalCtx({ctx}, {script}, []string{{key}}, {owner})"},
		{Names: "SetnxEx", Role: SetAbsent, Key: Arg0, Owner: Arg1, TTL: Arg2, Unit: Seconds, Wins: ByTrue, Unlock: "Eval({script}, []string{{key}}, {owner})"},
		{Names: "SetnxExCtx", Role: SetAbsent, Key: Arg0, Owner: Arg1, TTL: Arg2, Unit: Seconds, Wins: ByTrue, Unlock: "EvalCtx({ctx}, {script}, []string{{key}}, {owner})"},
		{Names: "Hsetnx|HsetnxCtx", Role: SetAbsent, Key: Arg0, Owner: Arg2, DefaultTTL: "never", Wins: ByTrue, Low: true},
		{Names: "Set|SetCtx|GetSet|GetSetCtx", Role: Put, Key: Arg0, Owner: Arg1},
		{Names: "Setex|SetexCtx", Role: Put, Key: Arg0, Owner: Arg1, TTL: Arg2, Unit: Seconds},
		{
			Names: "Hset|HsetCtx|Hmset|HmsetCtx|Hdel|HdelCtx|Lpush|LpushCtx|Rpush|RpushCtx|Lpop|LpopCtx|Rpop|RpopCtx|Lrem|LremCtx|Ltrim|LtrimCtx|Sadd|SaddCtx|Srem|SremCtx|Spop|SpopCtx|Zadd|ZaddCtx|Zrem|ZremCtx|SetBit|SetBitCtx|Pfadd|PfaddCtx",
			Role:  Put, Key: Arg0,
		},
		{Names: "Incr|IncrCtx|Incrby|IncrbyCtx|Decr|DecrCtx|Decrby|DecrbyCtx|Hincrby|HincrbyCtx|Zincrby|ZincrbyCtx", Role: Adjust, Key: Arg0},
		{Names: "Del|DelCtx", Role: Delete, Key: Rest0, Wins: ByTrue},
		{Names: "GetDel|GetDelCtx", Role: Delete, Key: Arg0},
		{Names: "Expire|ExpireCtx", Role: Expire, Key: Arg0, TTL: Arg1, Unit: Seconds, ZeroTTL: "now", Note: "whether the key was there is not told"},
		{Names: "Expireat|ExpireatCtx", Role: Expire, Key: Arg0, TTL: Arg1, Unit: Instant},
		{Names: "Persist|PersistCtx", Role: Persist, Key: Arg0},
		{
			Names: "Get|GetCtx|Exists|ExistsCtx|Hget|HgetCtx|Hgetall|HgetallCtx|Hexists|HexistsCtx|Hmget|HmgetCtx|Mget|MgetCtx|Llen|LlenCtx|Lrange|LrangeCtx|Smembers|SmembersCtx|Sismember|SismemberCtx|Zscore|ZscoreCtx|Zrange|ZrangeCtx",
			Role:  Get, Key: Arg0,
		},
		{Names: "Ttl|TtlCtx", Role: TimeToLive, Key: Arg0},

		{Names: "Eval|EvalCtx|EvalSha|EvalShaCtx", Role: Eval, Text: Arg0, Key: Rest1, Args: Rest2},
		{Names: "ScriptRun|ScriptRunCtx", Role: Eval, Text: Arg0, Key: Rest1, Args: Rest2},
		{Names: "ScriptLoad|ScriptLoadCtx", Role: NewScript, Text: Arg0},
		{Type: "-", Names: "NewScript", Role: NewScript, Text: Arg0},
		{Names: "DoCtx", Role: Command, Args: Rest0},
		{Names: "Pipelined|PipelinedCtx", Role: Pipeline, Callback: Arg0},

		{
			Type: "-", Names: "NewRedisLock", Role: NewLock, Handle: Result0, Key: Arg1, DefaultTTL: "500ms",
			Note: "one lock object is re-entrant: goroutines must not share it", Source: "observed with v1.10.3",
		},
		{Type: "RedisLock", Names: "SetExpire", Role: Neutral, TTL: Arg0, Unit: Seconds, Note: "500ms are added; without it the lock lives 500ms", Source: "observed with v1.10.3"},
		{Type: "RedisLock", Names: "Acquire|AcquireCtx", Role: Acquire, Handle: Recv, Wins: ByTrue, Won: Result0, DefaultTTL: "500ms"},
		{Type: "RedisLock", Names: "Release|ReleaseCtx", Role: Release, Handle: Recv, Wins: ByTrue, Won: Result0, Source: "observed with v1.10.3"},
		{Names: "Ping|PingCtx", Role: Neutral},
	},
}

// goZeroSQL is go-zero's layer on database/sql.
var goZeroSQL = &Library{
	Name:   "go-zero sqlx",
	Kind:   "SQL",
	Paths:  []string{"github.com/zeromicro/go-zero/core/stores/sqlx"},
	Anchor: true,
	Source: "https://go-zero.dev/docs/tasks/mysql",
	Rows: []Row{
		{Type: "StmtSession", Names: "Exec|ExecCtx", Role: SQLExec, Text: Recv, Args: Rest0, On: EitherSession},
		{Type: "StmtSession", Names: "QueryRow|QueryRowCtx|QueryRowPartial|QueryRowPartialCtx|QueryRows|QueryRowsCtx|QueryRowsPartial|QueryRowsPartialCtx", Role: SQLQuery, Text: Recv, Args: Rest1, On: EitherSession},
		{Names: "Exec|ExecCtx", Role: SQLExec, Text: Arg0, Args: Rest1, On: EitherSession},
		{Names: "QueryRow|QueryRowCtx|QueryRowPartial|QueryRowPartialCtx|QueryRows|QueryRowsCtx|QueryRowsPartial|QueryRowsPartialCtx", Role: SQLQuery, Text: Arg1, Args: Rest2, On: EitherSession},
		{Names: "Prepare|PrepareCtx", Role: SQLPrepare, Text: Arg0},
		{Names: "Transact|TransactCtx", Role: Begin, Callback: Arg0},
		{Names: "RawDB", Role: Pure},
	},
}
