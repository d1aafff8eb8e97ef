package catalogue

// gredis is GoFrame's Redis client; the methods come from its group interfaces.
var gredis = &Library{
	Name: "gredis",
	Kind: "Redis",
	Paths: []string{
		"github.com/gogf/gf/v2/database/gredis",
		"github.com/gogf/gf/contrib/nosql/redis/v2",
	},
	Anchor: true,
	Source: "https://goframe.org/en/docs/components/database-gredis",
	Rows: []Row{
		{Names: "SetNX", Role: SetAbsent, Key: Arg0, Owner: Arg1, DefaultTTL: "never", Wins: ByTrue, Unlock: "Eval({ctx}, {script}, 1, []string{{key}}, []any{{owner}})", Note: "cannot set an expiry"},
		{Names: "HSetNX", Role: SetAbsent, Key: Arg0, Owner: Arg2, DefaultTTL: "never", Wins: ByTrue, Low: true},
		{Names: "MSetNX", Role: SetAbsent, Key: Arg0, DefaultTTL: "never", Wins: ByTrue, Low: true},
		{
			Type: "IGroupString", Names: "Set", Role: SetAbsent, Key: Arg0, Owner: Arg1, TTL: "arg2.TTLOption.EX|arg2.TTLOption.PX|arg2.TTLOption.EXAT|arg2.TTLOption.PXAT", Unit: Seconds, Cond: "arg2.NX", Wins: ByNonNil,
			Unlock: "Eval({ctx}, {script}, 1, []string{{key}}, []any{{owner}})",
			Note:   "a set-if-absent with the option NX, else a plain write; held by another is an empty value with a nil error",
		},
		{Names: "SetEX", Role: Put, Key: Arg0, Owner: Arg1, TTL: Arg2, Unit: Seconds},
		{Names: "GetSet|Append|SetRange|HSet|HMSet|HDel|LPush|RPush|LPop|RPop|LRem|LSet|LTrim|SAdd|SRem|ZAdd|ZRem|Rename", Role: Put, Key: Arg0, Owner: Arg1},
		{Names: "MSet", Role: Put, Key: Arg0},
		{Names: "Incr|IncrBy|IncrByFloat|Decr|DecrBy|HIncrBy|HIncrByFloat|ZIncrBy", Role: Adjust, Key: Arg0},
		{Names: "Del|Unlink", Role: Delete, Key: Rest0, Wins: ByTrue},
		{Names: "GetDel", Role: Delete, Key: Arg0},
		{Names: "Expire", Role: Expire, Key: Arg0, TTL: Arg1, Unit: Seconds, Wins: ByTrue, ZeroTTL: "now"},
		{Names: "PExpire", Role: Expire, Key: Arg0, TTL: Arg1, Unit: Milliseconds, Wins: ByTrue, ZeroTTL: "now"},
		{Names: "ExpireAt|PExpireAt", Role: Expire, Key: Arg0, TTL: Arg1, Unit: Instant, Wins: ByTrue},
		{Names: "Persist", Role: Persist, Key: Arg0},
		{Names: "Get|Exists|HGet|HGetAll|HExists|HMGet|MGet|LRange|LLen|SMembers|SIsMember|ZRange|ZScore", Role: Get, Key: Arg0},
		{Names: "TTL|PTTL|ExpireTime|PExpireTime", Role: TimeToLive, Key: Arg0},
		{Names: "Eval|EvalSha", Role: Eval, Text: Arg0, KeyCount: Arg1, Key: "arg2...", Args: "arg3..."},
		{Names: "ScriptLoad", Role: NewScript, Text: Arg0},
		{Names: "Do", Role: Command, Text: Arg0, Args: Rest1},
		{Names: "Conn|Close", Role: Neutral},
	},
}
