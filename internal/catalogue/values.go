package catalogue

// The tables of this file are about values and about the flow of a program,
// not about a store. None is an anchor.

var fresh = &Library{
	Name:   "unique values",
	Kind:   "values",
	Paths:  []string{"github.com/google/uuid", "github.com/gofrs/uuid", "github.com/gofrs/uuid/v5", "github.com/satori/go.uuid", "github.com/rs/xid", "github.com/oklog/ulid", "github.com/oklog/ulid/v2", "github.com/segmentio/ksuid", "github.com/hashicorp/go-uuid", "github.com/lithammer/shortuuid/v4", "github.com/matoous/go-nanoid/v2", "github.com/bwmarrin/snowflake"},
	Source: "https://www.rfc-editor.org/rfc/rfc9562",
	Rows: []Row{
		{Type: "-", Names: "New|NewString|NewRandom|NewUUID|NewV1|NewV4|NewV6|NewV7|Make|MustNew|GenerateUUID|Must|NewWithTime|NewRandomWithTime|MustNewDefault", Role: Fresh},
		{Names: "Generate|Next", Role: Fresh},
		{Names: "String|Bytes|Int64|Base64|URN", Role: Pure},
	},
}

// ioutil is the old home of os.WriteFile.
var ioutil = &Library{
	Name:   "io/ioutil",
	Kind:   "values",
	Paths:  []string{"io/ioutil"},
	Source: "https://pkg.go.dev/io/ioutil",
	Rows: []Row{
		{Type: "-", Names: "WriteFile", Role: FileWrite, Key: Arg0, Low: true},
		{Type: "-", Names: "ReadFile|ReadAll", Role: Neutral},
	},
}

var random = &Library{
	Name:   "random values",
	Kind:   "values",
	Paths:  []string{"crypto/rand", "math/rand", "math/rand/v2"},
	Source: "https://pkg.go.dev/crypto/rand",
	Rows: []Row{
		{Names: "Int|Intn|Int63|Int63n|Int64|Int64N|IntN|Uint32|Uint64|Text|Prime|Float64", Role: Fresh},
	},
}

var hostValues = &Library{
	Name:   "os",
	Kind:   "values",
	Paths:  []string{"os"},
	Source: "https://pkg.go.dev/os",
	Rows: []Row{
		{Type: "-", Names: "Hostname", Role: Shared},
		{Type: "-", Names: "Getpid", Role: Fresh},
		{Type: "-", Names: "Exit", Role: Exit},
		{Type: "-", Names: "WriteFile|Rename|Remove|RemoveAll|Truncate|Create", Role: FileWrite, Key: Arg0, Low: true},
		{Type: "-", Names: "OpenFile", Role: Neutral, Note: "writes with O_TRUNC; with O_CREATE and O_EXCL only if the file is new"},
		{Type: "File", Names: "Write|WriteString|WriteAt|Truncate", Role: FileWrite, Key: Recv, Low: true},
		{Type: "-", Names: "Link|Symlink|Mkdir", Role: Neutral, Note: "fail if it is there"},
		{Type: "-", Names: "ReadFile|Stat", Role: Neutral},
	},
}

var syscallValues = &Library{
	Name:   "runtime",
	Kind:   "flow",
	Paths:  []string{"runtime", "syscall"},
	Source: "https://pkg.go.dev/runtime",
	Rows:   []Row{{Type: "-", Names: "Goexit|Exit", Role: Exit}},
}

// encodings turn a value into bytes: a token in the value is in the bytes.
var encodings = &Library{
	Name: "encodings",
	Kind: "values",
	Paths: []string{
		"encoding/json", "encoding/xml", "gopkg.in/yaml.v3", "go.yaml.in/yaml/v3", "google.golang.org/protobuf/proto",
		"github.com/goccy/go-json", "github.com/json-iterator/go", "github.com/bytedance/sonic", "github.com/vmihailenco/msgpack/v5",
		"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue", "github.com/aws/aws-sdk-go/service/dynamodb/dynamodbattribute",
	},
	Source: "https://pkg.go.dev/encoding/json",
	Rows: []Row{
		{Type: "-", Names: "Marshal|MarshalIndent|MarshalString|MarshalToString|MarshalMap|MarshalList", Role: Pure},
		{Type: "-", Names: "String|Int64|Int32|Bool", Role: Pure, Note: "protobuf's pointers"},
		{Type: "-", Names: "Unmarshal|UnmarshalMap|UnmarshalList", Role: Neutral},
		{Type: "-", Names: "NewEncoder", Role: Encoder, Handle: Arg0},
		{Type: "Encoder", Names: "Encode", Role: Append, Handle: Recv, Args: Arg0},
	},
}

// pointers make a pointer to a value, as request structs want them.
var pointers = &Library{
	Name:   "pointers",
	Kind:   "values",
	Paths:  []string{"k8s.io/utils/ptr", "k8s.io/utils/pointer", "github.com/samber/lo", "github.com/aws/smithy-go/ptr", "github.com/Azure/azure-sdk-for-go/sdk/azcore/to"},
	Source: "https://pkg.go.dev/k8s.io/utils/ptr",
	Rows: []Row{
		{Type: "-", Names: "To|Ptr|ToPtr|FromPtr", Role: Pure},
		{Type: "-", Names: "String|Int|Int32|Int64|Bool|Duration|Time", Role: Pure},
	},
}

var clock = &Library{
	Name:   "time",
	Kind:   "flow",
	Paths:  []string{"time"},
	Source: "https://pkg.go.dev/time",
	Rows: []Row{
		{Type: "-", Names: "Now", Role: Now},
		{Type: "-", Names: "NewTicker|Tick|NewTimer|After|Sleep", Role: Tick, TTL: Arg0},
		{Type: "-", Names: "AfterFunc", Role: Tick, TTL: Arg0, Callback: Arg1},
		{Type: "Timer", Names: "Reset", Role: Tick, TTL: Arg0},
		{Type: "Ticker", Names: "Reset", Role: Tick, TTL: Arg0},
		{Type: "Time", Names: "Add", Role: Later, Handle: Recv, TTL: Arg0},
		{Type: "Time", Names: "Unix|UnixNano|UnixMilli|UTC|Local|Format|String|Truncate", Role: Neutral},
		{Type: "Timer", Names: "Stop", Role: Neutral},
		{Type: "Ticker", Names: "Stop", Role: Neutral},
	},
}

var texts = &Library{
	Name:   "texts",
	Kind:   "values",
	Paths:  []string{"strconv", "encoding/hex", "encoding/base64", "bytes", "net/url", "html", "unicode/utf8"},
	Source: "https://pkg.go.dev/strconv",
	Rows: []Row{
		{Names: "FormatInt|FormatUint|Itoa|FormatBool|FormatFloat|Quote|Atoi|ParseInt|ParseUint", Role: Pure},
		{Type: "Buffer", Names: "WriteString|WriteByte|WriteRune|Write", Role: Append, Handle: Recv, Args: Arg0},
		{Type: "Buffer", Names: "String|Bytes", Role: Collected, Handle: Recv},
		{Names: "EncodeToString|DecodeString|QueryEscape|PathEscape|String|TrimSpace|EscapeString|NewReader|NewBufferString|NewBuffer", Role: Pure},
	},
}

var stringTexts = &Library{
	Name:   "strings",
	Kind:   "values",
	Paths:  []string{"strings"},
	Source: "https://pkg.go.dev/strings",
	Rows: []Row{
		{Type: "-", Names: "Join", Role: Join, Args: Rest0, Text: Arg1},
		{Type: "Builder", Names: "WriteString|WriteByte|WriteRune|Write", Role: Append, Handle: Recv, Args: Arg0},
		{Type: "Builder", Names: "String", Role: Collected, Handle: Recv},
		{Type: "Builder", Names: "Grow|Len|Cap", Role: Neutral},
		{Type: "-", Names: "ToLower|ToUpper|TrimSpace|Clone|Trim|TrimPrefix|TrimSuffix|ReplaceAll|Replace|NewReader|Title", Role: Pure},
	},
}

var paths = &Library{
	Name:   "paths",
	Kind:   "values",
	Paths:  []string{"path", "path/filepath"},
	Source: "https://pkg.go.dev/path",
	Rows: []Row{
		{Type: "-", Names: "Join", Role: Join, Args: Rest0},
		{Type: "-", Names: "Clean|Base", Role: Pure},
	},
}

var formats = &Library{
	Name:   "fmt",
	Kind:   "values",
	Paths:  []string{"fmt"},
	Source: "https://pkg.go.dev/fmt",
	Rows: []Row{
		{Type: "-", Names: "Sprintf", Role: Format, Text: Arg0, Args: Rest1},
		{Type: "-", Names: "Sprint", Role: Format, Args: Rest0},
		{Type: "-", Names: "Fprintf", Role: Log, Handle: Arg0, Text: Arg1, Args: Rest2, Note: "or it appends to a text"},
		{Type: "-", Names: "Fprint", Role: Log, Handle: Arg0, Args: Rest1, Note: "or it appends to a text"},
		{Type: "-", Names: "Print|Printf|Println|Fprintln", Role: Log},
	},
}

// embeds read what go:embed put into the program.
var embeds = &Library{
	Name:   "embed",
	Kind:   "values",
	Paths:  []string{"embed", "io/fs"},
	Source: "https://pkg.go.dev/embed",
	Rows: []Row{
		{Type: "FS", Names: "ReadFile", Role: Embedded, Handle: Recv, Key: Arg0},
		{Type: "-", Names: "ReadFile", Role: Embedded, Handle: Arg0, Key: Arg1},
	},
}

var contexts = &Library{
	Name:   "context",
	Kind:   "flow",
	Paths:  []string{"context", "os/signal"},
	Source: "https://pkg.go.dev/context",
	Rows: []Row{
		{Type: "-", Names: "WithTimeout|WithDeadline|WithTimeoutCause|WithDeadlineCause", Role: Cancel, TTL: Arg0},
		{Type: "-", Names: "WithCancel|WithCancelCause|NotifyContext", Role: Cancel},
		{Type: "-", Names: "WithoutCancel|Background|TODO", Role: Detach},
		{Type: "-", Names: "WithValue", Role: Pure},
		{Type: "-", Names: "AfterFunc|Cause|Notify|Stop|Ignore|Reset", Role: Neutral},
	},
}

var spawns = &Library{
	Name:   "goroutines",
	Kind:   "flow",
	Paths:  []string{"golang.org/x/sync/errgroup", "github.com/sourcegraph/conc", "github.com/oklog/run", "github.com/panjf2000/ants/v2"},
	Source: "https://pkg.go.dev/golang.org/x/sync/errgroup",
	Rows: []Row{
		{Names: "Go|TryGo|Submit|Add", Role: Spawn, Callback: Arg0},
		{Type: "-", Names: "WithContext", Role: Cancel, Note: "Wait ends the context"},
		{Names: "Wait", Role: Neutral},
	},
}

var periodic = &Library{
	Name:   "periodic calls",
	Kind:   "flow",
	Paths:  []string{"k8s.io/apimachinery/pkg/util/wait", "github.com/robfig/cron", "github.com/robfig/cron/v3"},
	Source: "https://pkg.go.dev/k8s.io/apimachinery/pkg/util/wait",
	Rows: []Row{
		{Type: "-", Names: "Until|NonSlidingUntil", Role: Every, Callback: Arg0, TTL: Arg1, Stop: Arg2},
		{Type: "-", Names: "JitterUntil", Role: Every, Callback: Arg0, TTL: Arg1, Stop: Arg4},
		{Type: "-", Names: "Forever|UntilWithContext|JitterUntilWithContext", Role: Every, Callback: Arg0, TTL: Arg1},
		{Type: "-", Names: "BackoffUntil|BackoffUntilWithContext|NonSlidingUntilWithContext", Role: Every, Callback: Arg0},
		{Type: "-", Names: "Poll|PollImmediate|PollWithContext|PollImmediateWithContext|PollUntilContextCancel", Role: Every, TTL: Arg0, Callback: Arg2},
		{Type: "-", Names: "PollUntilContextTimeout", Role: Every, TTL: Arg0, Callback: Arg3},
		{Type: "-", Names: "PollInfinite|PollImmediateInfinite|PollUntil|PollImmediateUntil", Role: Every, TTL: Arg0, Callback: Arg1},
		{Type: "-", Names: "ExponentialBackoff|ExponentialBackoffWithContext", Role: Every, Callback: Arg1},
		{Names: "AddFunc", Role: Every, Callback: Arg1},
	},
}

var onces = &Library{
	Name:   "sync",
	Kind:   "flow",
	Paths:  []string{"sync"},
	Source: "https://pkg.go.dev/sync",
	Rows: []Row{
		{Type: "Once", Names: "Do", Role: Once, Callback: Arg0},
		{Type: "WaitGroup", Names: "Go", Role: Spawn, Callback: Arg0},
	},
}

var logs = &Library{
	Name: "logs",
	Kind: "flow",
	Paths: []string{
		"log", "log/slog", "go.uber.org/zap", "github.com/sirupsen/logrus", "github.com/rs/zerolog", "github.com/rs/zerolog/log", "k8s.io/klog", "k8s.io/klog/v2",
		"github.com/golang/glog", "github.com/zeromicro/go-zero/core/logx", "github.com/go-kratos/kratos/v2/log", "github.com/hashicorp/go-hclog", "github.com/go-logr/logr",
	},
	Source: "https://pkg.go.dev/log",
	Rows: []Row{
		{Names: "Fatal|Fatalf|Fatalln|Fatalw|Panic|Panicf|Panicln|Exit|Exitf", Role: Exit},
		{Names: "Print|Printf|Println|Debug|Debugf|Debugw|Info|Infof|Infow|Infoln|Warn|Warnf|Warnw|Warning|Warningf|Warningln|Error|Errorf|Errorw|Errorln|Trace|Tracef|Log|Logf|V|Msg|Msgf|Err|Str|Int|Send|" +
			"DebugContext|InfoContext|WarnContext|ErrorContext|ErrorS|InfoS|With|WithField|WithFields|WithError|WithContext|Named|Sugar|Output|Any|String|Slow|Severe|Alert|Errorv|Infov|Group", Role: Log},
	},
}

var httpClient = &Library{
	Name:   "net/http",
	Kind:   "HTTP",
	Paths:  []string{"net/http"},
	Source: "https://pkg.go.dev/net/http",
	Rows: []Row{
		{Type: "-", Names: "NewRequest|NewRequestWithContext", Role: Request, Text: Arg0, Key: Arg1, Args: Arg2},
		{Type: "Client", Names: "Do", Role: Send, Handle: Arg0, Wins: ByNilError},
		{Type: "Client", Names: "Post|PostForm", Role: Send, Key: Arg0, Wins: ByNilError},
		{Type: "-", Names: "Post|PostForm", Role: Send, Key: Arg0, Wins: ByNilError},
		{Type: "Header", Names: "Set|Add", Role: Header, Key: Arg0, Owner: Arg1},
		{Type: "Request", Names: "WithContext|Clone", Role: Step},
		{Names: "Get|Head", Role: Neutral},
	},
}
