package catalogue

// goRedis is one table for every line of go-redis: the lines differ in the
// leading context and in the declaring type, and rows ignore both.
var goRedis = &Library{
	Name: "go-redis",
	Kind: "Redis",
	Paths: []string{
		"github.com/redis/go-redis/v9",
		"github.com/go-redis/redis/v9",
		"github.com/go-redis/redis/v8",
		"github.com/go-redis/redis/v7",
		"github.com/go-redis/redis",
		"gopkg.in/redis.v5",
		"gopkg.in/redis.v4",
		"gopkg.in/redis.v3",
		"github.com/redis/rueidis/rueidiscompat",
		"github.com/valkey-io/valkey-go/valkeycompat",
	},
	Anchor: true,
	Source: "https://redis.io/docs/latest/commands/",
	Rows: []Row{
		{Names: "SetNX", Role: SetAbsent, Key: Arg0, Owner: Arg1, TTL: Arg2, Wins: ByTrue},
		{
			Names: "SetArgs", Role: SetAbsent, Key: Arg0, Owner: Arg1, TTL: "arg2.TTL|arg2.ExpireAt", Wins: ByNilError,
			Cond: "arg2.Mode=NX", Note: "a set-if-absent with Mode NX, else a plain write",
		},
		{Names: "MSetNX", Role: SetAbsent, Key: "arg0...", DefaultTTL: "never", Wins: ByTrue},
		{Names: "HSetNX", Role: SetAbsent, Key: Arg0, Owner: Arg2, DefaultTTL: "never", Wins: ByTrue, Low: true},

		{Names: "Set|SetEx|SetEX", Role: Put, Key: Arg0, Owner: Arg1, TTL: Arg2},
		{Names: "GetSet|Append|SetRange", Role: Put, Key: Arg0, Owner: Arg1},
		{Names: "MSet", Role: Put, Key: Arg0},
		{Names: "SetXX", Role: PutPresent, Key: Arg0, Owner: Arg1, TTL: Arg2, Wins: ByTrue},
		{Names: "SetIFEQ", Role: CompareExpire, Key: Arg0, Owner: Arg2, TTL: Arg3, Wins: ByNilError, Since: "v9.17.0"},
		{Names: "SetIFDEQ", Role: CompareExpire, Key: Arg0, Owner: Arg2, TTL: Arg3, Wins: ByNilError, Since: "v9.17.0"},
		{
			Names: "HSet|HMSet|LPush|RPush|SAdd|SRem|ZAdd|ZRem|HDel|PFAdd",
			Role:  Put, Key: Arg0, Owner: Rest1,
		},
		{
			Names: "LSet|LRem|LTrim|XAdd|RPop|LPop|SPop|Rename|RPopLPush|SMove|SetBit|ZRemRangeByScore|ZRemRangeByRank",
			Role:  Put, Key: Arg0,
		},
		{Names: "Incr|IncrBy|IncrByFloat|Decr|DecrBy|HIncrBy|HIncrByFloat|ZIncrBy", Role: Adjust, Key: Arg0},
		{
			Names: "DelExArgs", Role: CompareDelete, Key: Arg0, Owner: "arg1.MatchValue", Wins: ByTrue,
			Cond: "arg1.Mode", Note: "a plain delete if Mode is empty", Since: "v9.17.0",
		},
		{Names: "Del|Unlink", Role: Delete, Key: Rest0, Wins: ByTrue},
		{Names: "GetDel", Role: Delete, Key: Arg0, Since: "v8.11.0"},
		{Names: "Expire|PExpire", Role: Expire, Key: Arg0, TTL: Arg1, Wins: ByTrue, ZeroTTL: "now"},
		{Names: "ExpireNX", Role: Neutral, Note: "sets an expiry only where there is none: a repair"},
		{Names: "ExpireXX|ExpireGT|ExpireLT", Role: Expire, Key: Arg0, TTL: Arg1, Wins: ByTrue, ZeroTTL: "now"},
		{Names: "ExpireAt|PExpireAt", Role: Expire, Key: Arg0, TTL: Arg1, Unit: Instant, Wins: ByTrue},
		{Names: "Persist", Role: Persist, Key: Arg0},
		{Names: "Get|Exists|HGet|HGetAll|MGet|LRange|SMembers|ZRange|LLen|SIsMember|HExists|GetRange|StrLen|ZScore|HMGet|ZRangeByScore", Role: Get, Key: Arg0},
		{Names: "TTL|PTTL|ExpireTime|PExpireTime", Role: TimeToLive, Key: Arg0},

		{Names: "Eval|EvalRO", Role: Eval, Text: Arg0, Key: Rest1, Args: Rest2},
		{Names: "EvalSha|EvalShaRO", Role: Eval, Text: Arg0, Key: Rest1, Args: Rest2},
		{Type: "-", Names: "NewScript|NewScriptServerSHA", Role: NewScript, Text: Arg0},
		{Names: "ScriptLoad", Role: NewScript, Text: Arg0},
		{Type: "Script", Names: "Load|Hash", Role: Unwrap, Handle: Recv, Note: "the SHA stands for the script"},
		{Type: "Script", Names: "Exists", Role: Neutral},
		{Type: "Script", Names: "Run|Eval|EvalSha|RunRO|EvalRO|EvalShaRO", Role: Eval, Text: Recv, Key: Rest1, Args: Rest2},
		{Names: "FunctionLoad|FunctionLoadReplace", Role: LoadLibrary, Text: Arg0},
		{Names: "FCall|FCallRo|FCallRO", Role: CallFunction, Text: Arg0, Key: Rest1, Args: Rest2, Note: "the function's source may be on the server alone"},

		{Names: "Do|DoContext", Role: Command, Args: Rest0},
		{Names: "NewCmd|NewBoolCmd|NewIntCmd|NewStatusCmd|NewStringCmd", Role: Command, Args: Rest0},
		{Names: "Process", Role: Neutral},

		{Names: "Pipeline", Role: Pipeline},
		{Names: "TxPipeline", Role: TxPipeline},
		{Names: "Pipelined", Role: Pipeline, Callback: Arg0},
		{Names: "TxPipelined", Role: TxPipeline, Callback: Arg0},
		{Names: "Exec", Role: Flush},
		{Names: "Watch", Role: Watch, Callback: Arg0, Key: Rest1},
		{Type: "Tx", Names: "Watch", Role: Neutral, Note: "adds keys to the transaction"},
		{Type: "tx", Names: "Watch", Role: Neutral, Note: "adds keys to the transaction"},
		{Type: "Multi", Names: "Watch", Role: Neutral, Note: "adds keys to the transaction"},

		{Names: "Result|Val|Err|Bool|Int|Int64|Text|Uint64|Float64|Slice|Bytes|String|Time|Scan", Role: Unwrap, Handle: Recv},
		{Type: "-", Names: "Scan", Role: Neutral, Note: "fills a struct from a reply"},
		{Names: "WithContext|WithTimeout", Role: Step},
		{Names: "Wait", Role: Neutral},
	},
}
