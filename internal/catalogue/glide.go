package catalogue

// glide is Valkey's own client. Options are objects with setters, and also
// structs that programs fill themselves.
var glide = &Library{
	Name:   "valkey-glide",
	Kind:   "Redis",
	Paths:  []string{"github.com/valkey-io/valkey-glide/go/v2", "github.com/valkey-io/valkey-glide/go/v2/options"},
	Anchor: true,
	Source: "https://github.com/valkey-io/valkey-glide/tree/main/go",
	Rows: []Row{
		{
			Names: "SetWithOptions", Role: SetAbsent, Key: Arg0, Owner: Arg1, TTL: "arg2:SetExpiry|arg2.Expiry", Cond: "arg2.ConditionalSet=NX|arg2:SetOnlyIfDoesNotExist", Wins: ByNonNil,
			Note: "held by another: Result.IsNil with a nil error",
		},
		{Names: "MSetNX", Role: SetAbsent, Key: Arg0, DefaultTTL: "never", Wins: ByTrue, Low: true},
		{Names: "HSetNX", Role: SetAbsent, Key: Arg0, Owner: Arg2, DefaultTTL: "never", Wins: ByTrue, Low: true},
		{Names: "Set|Append|SetRange|HSet|HDel|LPush|RPush|SAdd|SRem|ZAdd|ZRem|Rename|MSet|GetEx", Role: Put, Key: Arg0, Owner: Arg1},
		{Names: "Incr|IncrBy|Decr|DecrBy|HIncrBy", Role: Adjust, Key: Arg0},
		{Names: "Del|Unlink", Role: Delete, Key: Rest0, Wins: ByTrue},
		{Names: "GetDel", Role: Delete, Key: Arg0},
		{Names: "Expire|PExpire|ExpireWithOptions|PExpireWithOptions", Role: Expire, Key: Arg0, TTL: Arg1, Wins: ByTrue, ZeroTTL: "now"},
		{Names: "ExpireAt|PExpireAt", Role: Expire, Key: Arg0, TTL: Arg1, Unit: Instant, Wins: ByTrue},
		{Names: "Persist", Role: Persist, Key: Arg0},
		{Names: "Get|HGet|HGetAll", Role: Get, Key: Arg0},
		{Names: "Exists|MGet", Role: Get, Key: Rest0},
		{Names: "TTL|PTTL", Role: TimeToLive, Key: Arg0},
		{Type: "-", Names: "NewScript", Role: NewScript, Text: Arg0},
		{Names: "InvokeScript", Role: Eval, Text: Arg0},
		{Names: "InvokeScriptWithOptions", Role: Eval, Text: Arg0, Key: "arg1.Keys", Args: "arg1.Args"},
		{Names: "FCall|FCallWithKeysAndArgs", Role: Neutral, Note: "the function's source is on the server"},
		{Names: "CustomCommand", Role: Command, Args: Rest0, Wins: ByNonNil},
		{Type: "SetOptions", Names: "SetOnlyIfDoesNotExist|SetOnlyIfExists|SetOnlyIfEquals|SetConditionalSet|SetExpiry|SetReturnOldValue", Role: Step},
		{Type: "-", Names: "NewSetOptions|NewScriptOptions", Role: Step},
		{Type: "-", Names: "NewExpiryIn|NewExpiryAt|NewExpiryKeepExisting|NewExpiryPersist", Role: Pure},
	},
}
