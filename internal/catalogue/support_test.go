package catalogue

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the support tables of README.md and docs/support.md")

const (
	readme       = "../../README.md"
	supportPage  = "../../docs/support.md"
	supportBegin = "<!-- support:begin -->\n"
	supportEnd   = "<!-- support:end -->"
	programsDir  = "../../testdata/libraries"
)

type supportRule struct {
	name string
	asks func(*Row) bool
	why  func(*Library) string
}

// supportRules are the rules in the order of the tables' columns. A rule asks of
// a row whether it gives the rule something to report, and says of a library
// whose rows do not why.
var supportRules = []supportRule{
	{"setnxexpire", (*Row).mayNeverExpire, (*Library).whyExpires},
	{"plaindel", (*Row).mayFree, (*Library).whyFreesOwn},
	{"unfenced", (*Row).mayWriteStale, func(*Library) string { return "neither locks nor writes" }},
	{"nolost", (*Row).mayBeLost, (*Library).whyKept},
}

// exempt says why a rule has nothing to report about a library although its
// rows have the roles that the rule asks for.
var exempt = map[string]map[string]string{
	"bsm/redis-lock": {"plaindel": noContext},
	"etcd wrappers":  {"plaindel": noContext},
	"Vault":          {"plaindel": noContext},
	"curator":        {"plaindel": noContext},
	"golang-migrate": {"plaindel": noContext},
	"dsync":          {"plaindel": noContext},
	"go-micro sync":  {"plaindel": noContext},
	"flock":          {"plaindel": noContext, "unfenced": "held as long as its process lives"},
	"gocql":          {"plaindel": ownWrites, "nolost": ownWrites},
	"gcslock":        {"unfenced": "an object without expiry cannot lapse: setnxexpire's finding"},
	"Kafka":          {"unfenced": "with low confidence only: no message is conditional, and consumers bear doubles"},
	"net/http":       {"nolost": "takes no lock"},
	"os":             {"unfenced": "with low confidence only, unless something says that the file is shared"},
}

const (
	noContext = "the call frees what its object took, and takes no context that could have ended"
	ownWrites = "its lightweight transactions are looked at as writes, not as locks"
)

// alwaysWrong are the rules that report about every use of a library.
var alwaysWrong = map[string]string{"gcslock": "setnxexpire"}

// unproven are the libraries without programs, and why.
var unproven = map[string]string{
	"valkey-glide": "needs cgo; its rows are resolved against its source",
	"radix/v3":     "see radix",
}

// The roles that give each rule something to report. A row whose Text says what
// it does (a command, a script, a statement) may be any of them.
var (
	takingRoles    = []Role{Acquire, SetAbsent, Command, Eval}
	lockingRoles   = append([]Role{NewLock, RunLocked, NewSession}, takingRoles...)
	freeingRoles   = []Role{Release, Delete, CompareDelete, Command, Eval, SQLExec}
	writingRoles   = []Role{Write, CondWrite, Put, PutPresent, Adjust, Send, FileWrite, SQLExec}
	prolongedRoles = []Role{Extend, Expire, CompareExpire, NewSession, LossSignal, SQLExec}
)

// mayNeverExpire: keys are created here, or a lease's length is a
// time.Duration that may lack its unit, or a lock lasts for ever. An etcd
// transaction creates keys. The length of a lease that runs a callback is not
// looked at.
func (r *Row) mayNeverExpire() bool {
	switch r.Role {
	case SetAbsent, Command, Eval:
		return true
	case Acquire:
		if r.Bound == Unbound && r.On == NoSession && (r.DefaultTTL == "never" || r.ZeroTTL == "never" || r.NegativeTTL == "never") {
			return true
		}
		return r.TTL != "" && r.Unit == Duration && r.Callback == ""
	case NewLock:
		return r.TTL != "" && r.Unit == Duration && r.Callback == ""
	case CondWrite:
		return r.Cond == "step:If"
	}
	return false
}

func (r *Row) mayFree() bool { return slices.Contains(freeingRoles, r.Role) }

// mayWriteStale: a lock is taken, or a shared store is written.
func (r *Row) mayWriteStale() bool {
	return r.Role == RunLocked || slices.Contains(takingRoles, r.Role) || slices.Contains(writingRoles, r.Role)
}

// mayBeLost: a call that runs the work itself tells of the loss by a callback,
// or not at all.
func (r *Row) mayBeLost() bool {
	if r.Role == RunLocked {
		return r.Lost != ""
	}
	return slices.Contains(takingRoles, r.Role) || slices.Contains(prolongedRoles, r.Role)
}

func (l *Library) any(asks func(*Row) bool) bool {
	return slices.ContainsFunc(l.Rows, func(r Row) bool { return asks(&r) })
}

// locks reports whether locks are taken with the library.
func (l *Library) locks() bool {
	return l.any(func(r *Row) bool { return slices.Contains(lockingRoles, r.Role) || r.On != NoSession })
}

func (l *Library) whyExpires() string {
	switch {
	case !l.locks():
		return "takes no lock"
	case l.any(func(r *Row) bool { return r.Bound != Unbound || r.On != NoSession || r.Role == NewSession }):
		return "ends with its session or connection"
	}
	return "the library gives each lock an expiry"
}

func (l *Library) whyFreesOwn() string {
	if !l.locks() {
		return "frees no lock"
	}
	return "the library frees its own lock only"
}

func (l *Library) whyKept() string {
	if !l.locks() {
		return "takes no lock"
	}
	return "the library runs the work, and ends it with the lock"
}

// A cell says whether a rule has something to report about a library, and how
// that is proven, or why not.
type cell struct {
	found        bool
	why          string // or how it is proven without programs
	wrong, right int    // lines of the library's programs
}

func (c cell) String() string {
	switch {
	case !c.found:
		return "– " + c.why
	case c.why != "":
		return "yes (" + c.why + ")"
	}
	return fmt.Sprintf("yes (%d wrong, %d right)", c.wrong, c.right)
}

// support lists the cells of a library in the order of the rules. The commands
// and statements of a builder are spelt by its chains, so they need no rows.
func (l *Library) support(ps map[string]programs) []cell {
	out := make([]cell, len(supportRules))
	for i, rule := range supportRules {
		c := &out[i]
		if p, ok := ps[slug(l.Name)]; ok {
			c.wrong, c.right = p.wrong[rule.name], p.right[rule.name]
		}
		why := exempt[l.Name][rule.name]
		switch {
		case why != "":
			c.why = why
		case l.Builder == "" && len(l.Clauses) == 0 && !l.any(rule.asks):
			c.why = rule.why(l)
		default:
			c.found, c.why = true, unproven[l.Name]
		}
	}
	return out
}

// shown reports whether a library is one that people ask about: a client of a
// lock or of a store.
func (l *Library) shown() bool {
	if !l.Anchor && l != httpClient && l != hostValues {
		return false
	}
	return l.Builder != "" || slices.ContainsFunc(supportRules, func(rule supportRule) bool { return l.any(rule.asks) })
}

// system is the name of the library's system in the tables.
func (l *Library) system() string {
	switch {
	case l == hostValues || l == fileLock:
		return "files"
	case l.Kind == "SQL":
		return "SQL (PostgreSQL, MySQL, SQL Server, SQLite)"
	case l.Kind == "Redis":
		return "Redis, Valkey"
	}
	return string(l.Kind)
}

// programs counts the lines of a library's programs that each rule must report,
// and must not.
type programs struct{ wrong, right map[string]int }

var (
	wantComment = regexp.MustCompile(`// want ([a-z ]+)`)
	okComment   = regexp.MustCompile(`\bok ([a-z]+):`)
	notSlug     = regexp.MustCompile(`[^a-z0-9]`)
)

// slug is the folder of a library's programs.
func slug(name string) string { return notSlug.ReplaceAllString(strings.ToLower(name), "") }

func readPrograms(t *testing.T) map[string]programs {
	t.Helper()
	files, err := filepath.Glob(programsDir + "/*/*/*.go")
	require.NoError(t, err)
	out := map[string]programs{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		lib := filepath.Base(filepath.Dir(name))
		if _, ok := out[lib]; !ok {
			out[lib] = programs{map[string]int{}, map[string]int{}}
		}
		for _, m := range wantComment.FindAllStringSubmatch(string(text), -1) {
			for rule := range strings.FieldsSeq(m[1]) {
				out[lib].wrong[rule]++
			}
		}
		for _, m := range okComment.FindAllStringSubmatch(string(text), -1) {
			out[lib].right[m[1]]++
		}
	}
	return out
}

func tableHead(first string) string {
	var b strings.Builder
	b.WriteString("| " + first + " |")
	for _, rule := range supportRules {
		b.WriteString(" " + rule.name + " |")
	}
	b.WriteString("\n| --- |" + strings.Repeat(" --- |", len(supportRules)) + "\n")
	return b.String()
}

// systemTable is the table of the systems: a rule reports about a system if it
// reports about one of its clients.
func systemTable(ps map[string]programs) string {
	var systems []string
	cells := map[string][]cell{}
	for _, l := range libraries {
		if !l.shown() {
			continue
		}
		s := l.system()
		if cells[s] == nil {
			systems = append(systems, s)
			cells[s] = make([]cell, len(supportRules))
		}
		for i, c := range l.support(ps) {
			sum := &cells[s][i]
			sum.found = sum.found || c.found
			sum.wrong, sum.right = sum.wrong+c.wrong, sum.right+c.right
			sum.why = cmp.Or(sum.why, c.why)
		}
	}
	var b strings.Builder
	b.WriteString(tableHead("system"))
	for _, s := range systems {
		b.WriteString("| " + s + " |")
		for _, c := range cells[s] {
			if c.found {
				c.why = ""
			}
			b.WriteString(" " + c.String() + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// clientPage is docs/support.md.
func clientPage(ps map[string]programs) string {
	var b strings.Builder
	b.WriteString(`# What locklint knows of each client

A cell says whether the rule has something to report about the client, as a lock
or as the store that is written under one. It is proven by the client's programs
under ` + "`testdata/libraries`" + `: so many lines must be reported, and so many that
look alike must not. A dash says why the rule does not apply. Each row of the
catalogue is resolved against the client's source, or against its recorded
signatures; ` + "`locklint catalogue`" + ` prints them.

` + "`go test ./internal/catalogue -run TestSupportTables -update`" + ` writes this page.

`)
	b.WriteString(tableHead("client"))
	for _, l := range libraries {
		if !l.shown() {
			continue
		}
		b.WriteString("| " + l.Name + " |")
		for _, c := range l.support(ps) {
			b.WriteString(" " + c.String() + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestSupportTables holds the tables of the documentation against the catalogue
// and the programs.
func TestSupportTables(t *testing.T) {
	ps := readPrograms(t)
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(text), supportBegin)
	require.True(t, ok, "%s lacks %q", readme, supportBegin)
	table, after, ok := strings.Cut(rest, supportEnd)
	require.True(t, ok, "%s lacks %q", readme, supportEnd)

	if *update {
		require.NoError(t, os.WriteFile(readme, []byte(before+supportBegin+systemTable(ps)+supportEnd+after), 0o666))
		require.NoError(t, os.WriteFile(supportPage, []byte(clientPage(ps)), 0o666))
		return
	}
	const hint = "go test ./internal/catalogue -run TestSupportTables -update writes it"
	require.Equal(t, systemTable(ps), table, hint)
	page, err := os.ReadFile(supportPage)
	require.NoError(t, err)
	require.Equal(t, clientPage(ps), string(page), hint)
}

// TestLibraryPrograms demands, for each client and each rule that has something
// to report about it, a line that is reported and one that looks alike and is
// not; and that no rule reports what the tables say does not apply.
func TestLibraryPrograms(t *testing.T) {
	ps := readPrograms(t)
	known := map[string]bool{}
	for _, l := range libraries {
		known[slug(l.Name)] = true
		if !l.shown() || unproven[l.Name] != "" {
			require.NotContains(t, ps, slug(l.Name), "%s has programs", l.Name)
			continue
		}
		for i, c := range l.support(ps) {
			rule := supportRules[i].name
			switch {
			case c.found && (c.wrong == 0 || c.right == 0 && alwaysWrong[l.Name] != rule):
				t.Errorf("%s, %s: %d wrong and %d right lines in %s/*/%s", l.Name, rule, c.wrong, c.right, programsDir, slug(l.Name))
			case !c.found && c.wrong > 0:
				t.Errorf("%s, %s: the table says %q, and a program has %d wrong lines", l.Name, rule, c.why, c.wrong)
			}
		}
	}
	for name := range ps {
		require.True(t, known[name], "programs for %s, which is no library", name)
	}
}

// TestSupport pins a few cells that must follow from the rows.
func TestSupport(t *testing.T) {
	for _, tt := range []struct {
		library *Library
		want    string // one letter for each rule that has something to report
	}{
		{goRedis, "spun"},
		{rueidis, "spun"}, // by its builder
		{redsync, "spun"},
		{databaseSQL, "-pun"},
		{leaderElection, "--un"}, // it compares, and runs the work itself
		{s3, "-pu-"},             // an object that must not exist is a lock without expiry
		{texts, "----"},
	} {
		var got strings.Builder
		for i, c := range tt.library.support(nil) {
			if c.found {
				got.WriteByte("spun"[i])
			} else {
				got.WriteByte('-')
			}
		}
		require.Equal(t, tt.want, got.String(), tt.library.Name)
		require.Equal(t, strings.Trim(tt.want, "-") != "", tt.library.shown(), tt.library.Name)
	}
}
