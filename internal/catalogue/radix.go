package catalogue

// radix makes an action of a command, or runs it at once (v2). A reply goes to
// the receiver that is the first argument: "held by another" leaves it empty,
// with a nil error.
var radix = &Library{
	Name:   "radix",
	Kind:   "Redis",
	Paths:  []string{"github.com/mediocregopher/radix/v4", "github.com/mediocregopher/radix/v3"},
	Anchor: true,
	Source: "https://github.com/mediocregopher/radix",
	Rows: []Row{
		{Type: "-", Names: "Cmd", Role: Command, Text: Arg1, Args: Rest2, Wins: ByTrue, Won: Arg0, Source: "observed with v4.1.4"},
		{Type: "-", Names: "FlatCmd", Role: Command, Text: Arg1, Args: Rest2, Wins: ByTrue, Won: Arg0, Note: "v3 has the key as a parameter of its own"},
		{Type: "CmdConfig", Names: "Cmd|FlatCmd", Role: Command, Text: Arg1, Args: Rest2, Wins: ByTrue, Won: Arg0, Since: "v4.0.0"},
		{Type: "-", Names: "NewEvalScript", Role: NewScript, Text: "arg1|arg0", KeyCount: Arg0, Note: "v4 has no count of keys"},
		{Type: "EvalScript", Names: "Cmd", Role: Eval, Text: Recv, Args: Rest1, Note: "v4 has the keys as a parameter of their own"},
		{Type: "EvalScript", Names: "FlatCmd", Role: Eval, Text: Recv, Key: Rest1, Args: Rest2},
		{Names: "Do", Role: Flush, Note: "runs an action"},
		{Type: "-", Names: "Pipeline", Role: Neutral, Note: "actions without atomicity"},
		{Type: "-", Names: "NewPipeline", Role: Pipeline, Since: "v4.0.0"},
		{Type: "-", Names: "WithConn", Role: Once, Callback: Arg1},
	},
}

// radix2 is the old line, which answers with a Resp.
var radix2 = &Library{
	Name: "radix.v2",
	Kind: "Redis",
	Paths: []string{
		"github.com/mediocregopher/radix.v2/redis",
		"github.com/mediocregopher/radix.v2/pool",
		"github.com/mediocregopher/radix.v2/util",
	},
	Anchor: true,
	Source: "https://github.com/mediocregopher/radix.v2",
	Rows: []Row{
		{Names: "Cmd", Role: Command, Text: Arg0, Args: Rest1, Wins: ByTrue, Note: "held by another: a Resp of the type Nil"},
		{Names: "PipeAppend", Role: Command, Text: Arg0, Args: Rest1},
		{Names: "PipeResp", Role: Receive},
		{Type: "-", Names: "LuaEval", Role: Eval, Text: Arg1, KeyCount: Arg2, Args: Rest3},
		{Type: "Resp", Names: "Str|Int|Int64|Bytes|List|Array|Float64|IsType", Role: Unwrap, Handle: Recv},
		{Type: "Pool", Names: "Get|Put|Empty", Role: Neutral},
	},
}
