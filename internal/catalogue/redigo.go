package catalogue

// redigo sends commands as text; a reply of nil with a nil error is how
// "held by another" looks there.
var redigo = &Library{
	Name: "redigo",
	Kind: "Redis",
	Paths: []string{
		"github.com/gomodule/redigo/redis",
		"github.com/garyburd/redigo/redis",
	},
	Anchor: true,
	Source: "https://github.com/gomodule/redigo",
	Rows: []Row{
		{Names: "Do", Role: Command, Text: Arg0, Args: Rest1, Wins: ByNonNil, Source: "observed with v1.9.3"},
		{Names: "DoContext", Role: Command, Text: Arg0, Args: Rest1, Wins: ByNonNil, Since: "v1.8.9"},
		{Names: "DoWithTimeout", Role: Command, Text: Arg1, Args: Rest2, Wins: ByNonNil},
		{Type: "-", Names: "DoContext", Role: Command, Text: Arg1, Args: Rest2, Wins: ByNonNil, Since: "v1.8.9"},
		{Type: "-", Names: "DoWithTimeout", Role: Command, Text: Arg2, Args: Rest3, Wins: ByNonNil},
		{Names: "Send", Role: Command, Text: Arg0, Args: Rest1, Note: "queued: the reply comes from Receive"},
		{Names: "Flush", Role: Flush},
		{Names: "Receive|ReceiveContext|ReceiveWithTimeout", Role: Receive},
		{Type: "-", Names: "ReceiveContext|ReceiveWithTimeout", Role: Receive},

		{Type: "-", Names: "NewScript", Role: NewScript, KeyCount: Arg0, Text: Arg1, Note: "a negative count: the first value of each call is the count"},
		{Type: "Script", Names: "Do|DoContext|Send|SendHash", Role: Eval, Text: Recv, Args: Rest1},
		{Type: "Script", Names: "Hash", Role: Unwrap, Handle: Recv, Note: "the SHA stands for the script"},
		{Type: "Script", Names: "Load", Role: Neutral},
		{Type: "PubSubConn", Names: "Receive|ReceiveContext|ReceiveWithTimeout", Role: Neutral},

		{
			Type: "-", Names: "Bool|Bytes|ByteSlices|Float64|Float64s|Int|Int64|Int64s|Ints|MultiBulk|String|Strings|StringMap|IntMap|Int64Map|Uint64|Uint64s|Values",
			Role: Unwrap, Handle: Arg0, Wins: ByNilError, Note: "a nil reply becomes ErrNil", Source: "observed with v1.9.3",
		},
		{Type: "-", Names: "Scan|ScanSlice|ScanStruct", Role: Neutral},
		{Type: "Args", Names: "Add|AddFlat", Role: Step},
		{Type: "Pool", Names: "Get|GetContext|Close|Stats|ActiveCount|IdleCount", Role: Neutral},
		{Type: "Conn", Names: "Close|Err", Role: Neutral},
		{Type: "-", Names: "Dial|DialContext|DialTimeout|DialURL|NewConn|NewLoggingConn|NewPool", Role: Neutral},
	},
}
