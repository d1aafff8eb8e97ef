package catalogue

// radix makes an action of a command, which Do carries out. The reply goes to
// the receiver that is the action's first argument: "held by another" leaves it
// empty, with a nil error.
var radix = &Library{
	Name:   "radix",
	Kind:   "Redis",
	Paths:  []string{"github.com/mediocregopher/radix/v4"},
	Anchor: true,
	Source: "https://github.com/mediocregopher/radix",
	Rows: []Row{
		{Type: "-", Names: "Cmd|FlatCmd", Role: Command, Text: Arg1, Args: Rest2, Wins: ByTrue, Dest: Arg0, Lazy: true, Source: "observed with v4.1.4"},
		{Type: "CmdConfig", Names: "Cmd|FlatCmd", Role: Command, Text: Arg1, Args: Rest2, Wins: ByTrue, Dest: Arg0, Lazy: true},
		{Type: "-", Names: "NewEvalScript", Role: NewScript, Text: Arg0},
		{Type: "EvalScript", Names: "Cmd|FlatCmd", Role: Eval, Text: Recv, Key: Rest1, Args: Rest2, Lazy: true},
		{Names: "Do", Role: Flush, Note: "carries out an action"},
		{Type: "-", Names: "NewPipeline", Role: Pipeline, Note: "actions without atomicity"},
		{Type: "-", Names: "WithConn", Role: Once, Callback: Arg1},
	},
}

// radix3 is the line before, in which a script counts its keys.
var radix3 = &Library{
	Name:   "radix/v3",
	Kind:   "Redis",
	Paths:  []string{"github.com/mediocregopher/radix/v3"},
	Anchor: true,
	Source: "https://github.com/mediocregopher/radix",
	Rows: []Row{
		{Type: "-", Names: "Cmd", Role: Command, Text: Arg1, Args: Rest2, Wins: ByTrue, Dest: Arg0, Lazy: true, Source: "observed with v3.8.0"},
		{Type: "-", Names: "FlatCmd", Role: Command, Text: Arg1, Key: Arg2, Args: Rest3, Wins: ByTrue, Dest: Arg0, Lazy: true},
		{Type: "-", Names: "NewEvalScript", Role: NewScript, KeyCount: Arg0, Text: Arg1},
		{Type: "EvalScript", Names: "Cmd", Role: Eval, Text: Recv, Args: Rest1, Lazy: true},
		{Type: "EvalScript", Names: "FlatCmd", Role: Eval, Text: Recv, Key: Rest1, Args: Rest2, Lazy: true},
		{Names: "Do", Role: Flush, Note: "carries out an action"},
		{Type: "-", Names: "Pipeline", Role: Neutral, Note: "actions without atomicity"},
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
