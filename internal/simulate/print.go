package simulate

import (
	"cmp"
	"fmt"
	"go/format"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Files are the Go source of the program as a package of the given import path,
// by name relative to the package's directory. A second package is below it.
func (p *Program) Files(path string) (map[string]string, error) {
	pr := &printer{path: path, types: map[string]string{"ctx": "context.Context", "key": "string", "w": "*worker"}}
	pr.out = &pr.main
	body := pr.function(p.Body, env2{ctx: "ctx"}, false)
	main := fmt.Sprintf("func (w *worker) Run(ctx context.Context, key string) error {\n%s}\n\n%s", body, strings.Join(pr.helpers, "\n"))
	name := path[strings.LastIndex(path, "/")+1:]
	files := map[string]string{name + ".go": header + main}
	if len(pr.other) > 0 {
		files["sub/sub.go"] = strings.Join(pr.other, "\n")
	}
	for file, text := range files {
		pkg := name
		if strings.HasPrefix(file, "sub/") {
			pkg = "sub"
		}
		src, err := format.Source([]byte(pr.withImports(pkg, text)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", file, err, text)
		}
		files[file] = string(src)
	}
	return files, nil
}

const header = `
type worker struct {
	rdb   *redis.Client
	locks *redislock.Client
	cli   *clientv3.Client
	db    *sql.DB
	steps kit.Steps
	world kit.World
}

`

// declared are the variables of the package that its functions may use.
var declared = []struct{ name, text string }{
	{"unlock", "var unlock = redis.NewScript(`if redis.call(\"GET\", KEYS[1]) == ARGV[1] then\n\treturn redis.call(\"DEL\", KEYS[1])\nend\nreturn 0`)\n"},
	{"extend", "var extend = redis.NewScript(`if redis.call(\"GET\", KEYS[1]) == ARGV[1] then\n\treturn redis.call(\"PEXPIRE\", KEYS[1], ARGV[2])\nend\nreturn 0`)\n"},
	{"errBusy", "var errBusy = errors.New(\"busy\")\n"},
	{"errLost", "var errLost = errors.New(\"lock lost\")\n"},
	{"errStale", "var errStale = errors.New(\"stale\")\n"},
	{"errEarly", "var errEarly = errors.New(\"not now\")\n"},
	{"affected", `func affected(res sql.Result) error {
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return errStale
	}
	return nil
}
`},
	{"retried", `func retried(f func() error) error {
	return f()
}
`},
	{"twice", `func twice(yield func(int) bool) {
	_ = yield(0) && yield(1)
}
`},
}

var imports = map[string]string{
	"redis": "github.com/redis/go-redis/v9", "redislock": "github.com/bsm/redislock",
	"clientv3": "go.etcd.io/etcd/client/v3", "concurrency": "go.etcd.io/etcd/client/v3/concurrency",
	"sql": "database/sql", "context": "context", "errors": "errors", "log": "log", "sync": "sync", "time": "time",
	"errgroup": "golang.org/x/sync/errgroup", "uuid": "github.com/google/uuid", "kit": "example.test/sim/kit",
}

var (
	qualifier  = regexp.MustCompile(`\b([a-z][a-z0-9]*)\.[A-Z]`)
	identifier = regexp.MustCompile(`\b[A-Za-z_][A-Za-z0-9_]*\b`)
	field      = regexp.MustCompile(`\bw\.([a-z]+)\b`)
)

// withImports writes the package's clause, imports and variables before the text.
func (pr *printer) withImports(pkg, text string) string {
	for i := len(declared) - 1; i >= 0; i-- {
		if d := declared[i]; regexp.MustCompile(`\b` + d.name + `\b`).MatchString(text) {
			text = d.text + "\n" + text
		}
	}
	if strings.Contains(text, "errStale") && !strings.Contains(text, "var errStale") {
		text = declared[4].text + text
	}
	paths := map[string]string{}
	for _, m := range qualifier.FindAllStringSubmatch(text, -1) {
		if path, ok := imports[m[1]]; ok {
			paths[m[1]] = path
		}
	}
	if regexp.MustCompile(`\bsub\.`).MatchString(text) {
		paths["sub"] = pr.path + "/sub"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n", pkg)
	for _, name := range slices.Sorted(maps.Keys(paths)) {
		if strings.HasSuffix(paths[name], "/"+name) || paths[name] == name {
			fmt.Fprintf(&b, "\t%q\n", paths[name])
		} else {
			fmt.Fprintf(&b, "\t%s %q\n", name, paths[name])
		}
	}
	b.WriteString(")\n\n" + text)
	return b.String()
}

// A printer writes Go.
type printer struct {
	path    string
	out     *strings.Builder
	main    strings.Builder
	helpers []string
	other   []string // functions of the second package
	n       int      // the last number of a name
	types   map[string]string
}

// env2 is what a statement sees: the names of its context and of its lock.
type env2 struct {
	ctx  string
	void bool
	lock *Spec
	id   int // the lock's
}

func (pr *printer) p(format string, args ...any) { fmt.Fprintf(pr.out, format+"\n", args...) }

func (pr *printer) next() int { pr.n++; return pr.n }

// declare gives a new variable its name.
func (pr *printer) declare(name, typ string) string {
	pr.types[name] = typ
	return name
}

// into writes what f prints to a text of its own.
func (pr *printer) into(f func()) string {
	saved := pr.out
	var b strings.Builder
	pr.out = &b
	f()
	pr.out = saved
	return b.String()
}

// function is the body of a function.
func (pr *printer) function(body []*Node, e env2, void bool) string {
	e.void = void
	return pr.into(func() {
		pr.list(body, e)
		if !void {
			pr.p("return nil")
		}
	})
}

// fails is the text of a failure: it is returned, or logged where that cannot be.
func (e env2) fails(err string) string {
	if e.void {
		return "log.Print(" + err + ")\nreturn"
	}
	return "return " + err
}

func (pr *printer) list(nodes []*Node, e env2) {
	for _, n := range nodes {
		pr.node(n, &e)
	}
}

func (pr *printer) node(n *Node, e *env2) {
	switch n.Op {
	case Read:
		pr.read(n, *e)
	case Write:
		pr.write(n, *e)
	case Work:
		pr.p("if err := w.steps.Step(%s); err != nil {\n%s\n}", e.ctx, e.fails("err"))
	case Renew:
		pr.renew(n, *e)
	case Look:
		signal := fmt.Sprintf("lost%d", e.id)
		if e.lock.Client == Etcd {
			signal = fmt.Sprintf("session%d.Done()", e.id)
		}
		pr.p("select {\ncase <-%s:\n%s\ndefault:\n}", signal, e.fails("errLost"))
	case Return:
		text := "return nil"
		switch {
		case n.Kind != 0:
			text = e.fails("errEarly")
		case e.void:
			text = "return"
		}
		pr.p("if w.world.Flag(%d) {\n%s\n}", n.Cond, text)
	case Leave:
		pr.p("if w.world.Flag(%d) {\n%s loop%d\n}", n.Cond, [...]string{"break", "continue"}[n.Kind], n.Ref)
	case Panic:
		pr.p("if w.world.Flag(%d) {\npanic(\"cannot go on\")\n}", n.Cond)
	case Lock:
		pr.lock(n, e)
	case Block:
		pr.block(n, *e)
	}
}

func (pr *printer) read(n *Node, e env2) {
	balance := pr.declare(fmt.Sprintf("balance%d", n.ID), "int")
	columns, targets := "balance", "&"+balance
	if n.Kind == 1 {
		version := pr.declare(fmt.Sprintf("version%d", n.ID), "int")
		columns, targets = "balance, version", "&"+balance+", &"+version
		pr.p("var %s, %s int", balance, version)
	} else {
		pr.p("var %s int", balance)
	}
	pr.p("if err := w.db.QueryRowContext(%s, \"SELECT %s FROM accounts WHERE id = $1\", key).Scan(%s); err != nil {\n%s\n}",
		e.ctx, columns, targets, e.fails("err"))
}

func (pr *printer) write(n *Node, e env2) {
	var query, args string
	switch n.Kind {
	case SetRedis:
		pr.p("if err := w.rdb.Set(%s, \"data:\"+key, w.world.Amount(), 0).Err(); err != nil {\n%s\n}", e.ctx, e.fails("err"))
		return
	case PutEtcd:
		pr.p("if _, err := w.cli.Put(%s, \"/data/\"+key, w.world.Text()); err != nil {\n%s\n}", e.ctx, e.fails("err"))
		return
	case Set:
		query, args = "UPDATE accounts SET balance = $1 WHERE id = $2", "w.world.Amount(), key"
	case Modify:
		query, args = "UPDATE accounts SET balance = $1 WHERE id = $2", fmt.Sprintf("balance%d-1, key", n.Ref)
	case Versioned:
		query = "UPDATE accounts SET balance = $1, version = version + 1 WHERE id = $2 AND version = $3"
		args = fmt.Sprintf("balance%d-1, key, version%d", n.Ref, n.Ref)
	case Fenced:
		query = "UPDATE accounts SET balance = $1, fence = $2 WHERE id = $3 AND fence <= $2"
		args = fmt.Sprintf("w.world.Amount(), mu%d.Header().Revision, key", e.id)
	case Relative:
		query, args = "UPDATE accounts SET balance = balance + $1 WHERE id = $2", "w.world.Amount(), key"
	case Insert:
		query, args = "INSERT INTO payments (request, amount) VALUES ($1, $2) ON CONFLICT (request) DO NOTHING", "key, w.world.Amount()"
	case FromState:
		query, args = "UPDATE orders SET status = 'paid' WHERE id = $1 AND status = 'open'", "key"
	}
	call := fmt.Sprintf("w.db.ExecContext(%s, %q, %s)", e.ctx, query, args)
	if n.Form == Unasked {
		pr.p("if _, err := %s; err != nil {\n%s\n}", call, e.fails("err"))
		return
	}
	i := pr.next()
	pr.p("res%d, err := %s\nif err != nil {\n%s\n}", i, call, e.fails("err"))
	stale := e.fails("errStale")
	switch n.Form {
	case IfNone:
		pr.p("if n, err := res%d.RowsAffected(); err != nil || n == 0 {\n%s\n}", i, stale)
	case IfNotOne:
		pr.p("n%d, err := res%d.RowsAffected()\nif err != nil {\n%s\n}\nif n%d != 1 {\n%s\n}", i, i, e.fails("err"), i, stale)
	case SwitchRows:
		pr.p("n%d, err := res%d.RowsAffected()\nif err != nil {\n%s\n}\nswitch n%d {\ncase 0:\n%s\n}", i, i, e.fails("err"), i, stale)
	case CheckHelper:
		pr.p("if err := affected(res%d); err != nil {\n%s\n}", i, e.fails("err"))
	case LogRows:
		pr.p("if n, err := res%d.RowsAffected(); err != nil || n == 0 {\nlog.Print(\"stale\")\n}", i)
	}
}

// block prints a control form.
func (pr *printer) block(n *Node, e env2) {
	if isFunc(n.Form) {
		pr.call(n, e)
		return
	}
	i := pr.next()
	body := pr.into(func() { pr.list(n.Body, e) })
	other := pr.into(func() { pr.list(n.Else, e) })
	flag := fmt.Sprintf("w.world.Flag(%d)", n.Cond)
	switch n.Form {
	case Braces:
		pr.p("{\n%s}", body)
	case If:
		pr.p("if %s {\n%s}", flag, body)
	case IfElse:
		pr.p("if %s {\n%s} else {\n%s}", flag, body, other)
	case IfNot:
		pr.p("if !%s {\n%s}", flag, body)
	case ForCount:
		pr.p("for i := 0; i < 2; i++ {\n%s}", body)
	case ForEver:
		pr.p("for {\n%sbreak\n}", body)
	case RangeInt:
		pr.p("for range 2 {\n%s}", body)
	case RangeItems:
		pr.p("for range w.world.Items() {\n%s}", body)
	case RangeFunc:
		pr.p("for range twice {\n%s}", body)
	case Switch:
		pr.p("switch {\ncase %s:\n%sdefault:\n%s}", flag, body, other)
	case Fallthrough:
		pr.p("switch w.world.Kind() {\ncase 1:\nfallthrough\ndefault:\n%s}", body)
	case TypeSwitch:
		pr.p("switch w.world.Any().(type) {\ncase error:\ndefault:\n%s}", body)
	case Select:
		pr.p("select {\ncase <-w.world.Ready():\n%s}", body)
	case SelectFlag:
		pr.p("select {\ncase <-w.world.Chan(%d):\n%sdefault:\n%s}", n.Cond, body, other)
	case Labelled:
		label := ""
		if strings.Contains(body, fmt.Sprintf("loop%d\n", n.ID)) {
			label = fmt.Sprintf("loop%d:\n", n.ID)
		}
		pr.p("%sfor i := range 2 {\n_ = i\n%s}", label, body)
	case GotoBack:
		pr.p("{\ni%d := 0\nagain%d:\n{\n%s}\nif i%d++; i%d < 2 {\ngoto again%d\n}\n}", i, i, body, i, i, i)
	case GotoOver:
		pr.p("{\nif %s {\ngoto over%d\n}\n{\n%s}\nover%d:\n}", flag, i, body, i)
	}
}

// call prints a form whose body is a function.
func (pr *printer) call(n *Node, e env2) {
	i := pr.next()
	void := !returnsErr(n.Form)
	inner := e
	if n.Form == Errgroup {
		inner.ctx = pr.declare(fmt.Sprintf("gctx%d", i), "context.Context")
	}
	before := maps.Clone(pr.types)
	body := pr.function(n.Body, inner, void)
	pr.types = before
	check := func(call string) {
		pr.p("if err := %s; err != nil {\n%s\n}", call, e.fails("err"))
	}
	switch n.Form {
	case Closure:
		pr.p("func() {\n%s}()", body)
	case ClosureErr:
		check("func() error {\n" + body + "}()")
	case Callback:
		check("retried(func() error {\n" + body + "})")
	case Go:
		pr.p("var wg%d sync.WaitGroup\nwg%d.Add(1)\ngo func() {\ndefer wg%d.Done()\n%s}()\nwg%d.Wait()", i, i, i, body, i)
	case Errgroup:
		second := pr.function(n.Else, inner, false)
		pr.p("g%d, %s := errgroup.WithContext(%s)\n_ = %s\ng%d.Go(func() error {\n%s})", i, inner.ctx, e.ctx, inner.ctx, i, body)
		if len(n.Else) > 0 {
			pr.p("g%d.Go(func() error {\n%s})", i, second)
		}
		check(fmt.Sprintf("g%d.Wait()", i))
	case HelperErr:
		check(pr.helper(i, body, "error", "func %s(%s) error {\n%s}\n", "%s(%s)"))
	case HelperDropped:
		pr.p("_ = %s", pr.helper(i, body, "error", "func %s(%s) error {\n%s}\n", "%s(%s)"))
	case HelperVoid:
		pr.p("%s", pr.helper(i, body, "", "func %s(%s) {\n%s}\n", "%s(%s)"))
	case Generic:
		check(pr.helper(i, body, "error", "func %s[T any](%s) error {\n%s}\n", "%s[int](%s)"))
	case Method:
		check(pr.helper(i, body, "error", "func (w *worker) %s(%s) error {\n%s}\n", "w.%s(%s)"))
	case Interface:
		decl := fmt.Sprintf("type doer%d interface {\n%%[1]s(%%[2]s) error\n}\n\ntype task%d struct{ w *worker }\n\n"+
			"func (t task%d) %%[1]s(%%[2]s) error {\nw := t.w\n_ = w\n%%[3]s}\n", i, i, i)
		pr.p("var d%d doer%d = task%d{w}", i, i, i)
		check(pr.helper(i, body, "error", decl, fmt.Sprintf("d%d.%%s(%%s)", i)))
	case OtherPackage:
		check(pr.elsewhere(i, body))
	case Deferred:
		pr.p("defer func() {\n%s}()", body)
	case Recovered:
		pr.p("func() {\ndefer func() {\nif r := recover(); r != nil {\nlog.Print(r)\n}\n}()\n%s}()", body)
	}
}

// params are the variables that a text uses and does not declare, in order.
func (pr *printer) params(text string) []string {
	var out []string
	for _, name := range identifier.FindAllString(text, -1) {
		if _, ok := pr.types[name]; ok && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(a, b))
	})
	return out
}

func rank(name string) int {
	switch {
	case strings.Contains(name, "ctx"):
		return 0
	case name == "w":
		return 1
	}
	return 2
}

// helper makes a function of a body and returns the call of it.
func (pr *printer) helper(i int, body, result, decl, call string) string {
	name := fmt.Sprintf("step%d", i)
	method := strings.Contains(decl, "w *worker")
	var params, args []string
	for _, v := range pr.params(body) {
		if v == "w" && method {
			continue
		}
		params = append(params, v+" "+pr.types[v])
		args = append(args, v)
	}
	pr.helpers = append(pr.helpers, fmt.Sprintf(decl, name, strings.Join(params, ", "), body))
	return fmt.Sprintf(call, name, strings.Join(args, ", "))
}

var fieldTypes = map[string]string{
	"rdb": "*redis.Client", "locks": "*redislock.Client", "cli": "*clientv3.Client", "db": "*sql.DB",
	"steps": "kit.Steps", "world": "kit.World",
}

// elsewhere makes a function of the second package of a body. What needs the
// first package's functions stays a function of that.
func (pr *printer) elsewhere(i int, body string) string {
	if regexp.MustCompile(`\b(step\d+|sub\.|take\d+|free\d+|doer\d+|w\b[^.])`).MatchString(body) {
		return pr.helper(i, body, "error", "func %s(%s) error {\n%s}\n", "%s(%s)")
	}
	fields := map[string]bool{}
	for _, m := range field.FindAllStringSubmatch(body, -1) {
		fields[m[1]] = true
	}
	body = field.ReplaceAllString(body, "$1")
	var params, args []string
	for _, v := range pr.params(body) {
		if fields[v] {
			continue
		}
		params = append(params, v+" "+pr.types[v])
		args = append(args, v)
	}
	for _, f := range slices.Sorted(maps.Keys(fields)) {
		params = append(params, f+" "+fieldTypes[f])
		args = append(args, "w."+f)
	}
	pr.other = append(pr.other, fmt.Sprintf("func Step%d(%s) error {\n%s}\n", i, strings.Join(params, ", "), body))
	return fmt.Sprintf("sub.Step%d(%s)", i, strings.Join(args, ", "))
}
