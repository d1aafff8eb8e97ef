package catalogue

var redigo = &Library{
	Name:   "redigo",
	Kind:   "Redis",
	Paths:  []string{"github.com/gomodule/redigo/redis", "github.com/garyburd/redigo/redis"},
	Anchor: true,
	Source: "https://pkg.go.dev/github.com/gomodule/redigo/redis",
	Rows: []Row{
		{Type: "-", Names: "DoContext|DoWithTimeout", Role: Command, Text: Arg1, Args: Rest2, Wins: ByNonNil},
		{Type: "Script", Names: "Do|Send|SendHash|DoContext", Role: Eval, Text: Recv, Args: Rest1},
		{Type: "Script", Names: "Load|Hash", Role: Neutral},
		{Type: "ConnWithTimeout", Names: "DoWithTimeout", Role: Command, Text: Arg1, Args: Rest2, Wins: ByNonNil},
		{Names: "Do|DoContext", Role: Command, Text: Arg0, Args: Rest1, Wins: ByNonNil},
		{Names: "Send", Role: Command, Text: Arg0, Args: Rest1, Note: "queued: the reply comes from Receive"},
		{Names: "Receive", Role: Receive},
		{Names: "Flush", Role: Flush},
		{Type: "-", Names: "NewScript", Role: NewScript, KeyCount: Arg0, Text: Arg1},
		{Type: "-", Names: "Bool|Int|Int64|Uint64|String|Bytes|Float64|Values|Strings|Ints|ByteSlices|StringMap|IntMap", Role: Unwrap, Handle: Arg0},
		{Names: "Get|GetContext|Close|Err", Role: Neutral},
		{Type: "Args", Names: "Add|AddFlat", Role: Step},
	},
}
