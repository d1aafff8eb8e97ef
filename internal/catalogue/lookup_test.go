package catalogue

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLookup(t *testing.T) {
	for _, l := range Libraries() {
		require.NotEmpty(t, l.Paths, l.Name)
		for _, p := range l.Paths {
			require.Same(t, l, Lookup(p), p)
			require.Nil(t, Lookup(p+"x"), p)
			require.Nil(t, Lookup("x"+p), p)
			if l.Builder == "" {
				continue
			}
			require.Same(t, l, Lookup(p+"/"+l.Builder))
			require.Nil(t, Lookup(l.Builder))
			require.Nil(t, Lookup("/"+l.Builder))
			require.Nil(t, Lookup(p+l.Builder))
			require.Nil(t, Lookup(p+"x/"+l.Builder))
			require.Nil(t, Lookup(p+"/"+l.Builder+"/x"))
		}
		require.Same(t, l, ByName(l.Name))
	}
	require.Nil(t, Lookup(""))
	require.Nil(t, ByName(""))
}

// TestFind checks which of several rows a function has: that of its type before that of
// every type, and a row of functions for functions alone.
func TestFind(t *testing.T) {
	l := &Library{Rows: []Row{
		{Names: "Get|Set", Role: Pure},
		{Names: "Set", Type: "Tx", Role: Write, On: Conn},
		{Names: "New", Type: "-", Role: NewLock},
		{Names: "Lock", Type: "Conn", Role: Acquire, On: Conn},
		{Names: "Lock", Type: "DB", Role: Extend},
		{Names: "Set", Role: Log},
	}}
	for _, tt := range []struct {
		typ, name string
		want      Role
	}{
		{"", "Get", Pure},
		{"Tx", "Get", Pure},
		{"Tx", "Set", Write},
		{"DB", "Set", Pure},
		{"", "Set", Pure},
		{"", "New", NewLock},
		{"DB", "Lock", Extend},
	} {
		require.Equal(t, tt.want, l.Find(tt.typ, tt.name).Role, tt)
	}
	for _, f := range [][2]string{{"Tx", "New"}, {"-", "Get|Set"}, {"", "Lock"}, {"Tx", "Lock"}, {"", "Ge"}, {"", ""}} {
		require.Nil(t, l.Find(f[0], f[1]), f)
	}

	require.Equal(t, NewLock, l.FindAny("New").Role, "it names no type")
	require.Equal(t, Pure, l.FindAny("Set").Role)
	require.Nil(t, l.FindAny("Missing"))
	lock := l.FindAny("Lock")
	require.Equal(t, Acquire, lock.Role)
	require.Equal(t, EitherSession, lock.On)
	require.Equal(t, Conn, l.Rows[3].On, "the table stays as it is")
}

func TestColumnOf(t *testing.T) {
	tagged, bare := &Library{}, &Library{BareTag: true}
	for tag, want := range map[string][2]string{
		"column:owner":               {"owner", "owner"},
		"size:9;Column: owner ;null": {"owner", "owner"},
		"column:owner,size:9":        {"owner", "owner"},
		"column:":                    {"", ""},
		"notnull 'owner' index":      {"owner", "owner"},
		"'owner":                     {"owner", "owner"},
		"owner,omitempty":            {"", "owner"},
		" owner ":                    {"", "owner"},
		",pk":                        {"", ""},
		"":                           {"", ""},
	} {
		require.Equal(t, want, [2]string{tagged.ColumnOf(tag), bare.ColumnOf(tag)}, tag)
	}
}

func TestTokenFields(t *testing.T) {
	for _, f := range TokenFields() {
		for _, path := range f.Paths {
			require.False(t, IsTokenField(path, f.Type, f.Names+"x"))
			require.False(t, IsTokenField(path, f.Type+"x", first(f.Names)))
			require.False(t, IsTokenField(path+"x", f.Type, first(f.Names)))
			require.True(t, IsTokenField(path, f.Type, first(f.Names)))
		}
	}
}

func first(names string) string {
	for i := range len(names) {
		if names[i] == '|' {
			return names[:i]
		}
	}
	return names
}

// TestOnlyValues checks the roles from both sides: none of those that reach a store,
// start or end something makes values only.
func TestOnlyValues(t *testing.T) {
	for _, r := range []Role{Acquire, Release, Extend, Put, Delete, Get, Write, CondWrite, Read, Send, SQLExec, Tick, Every, Spawn, Once, Exit} {
		require.False(t, r.OnlyValues(), r)
	}
	for _, r := range []Role{Neutral, Pure, Log, Cancel, Now, RowsAffected} {
		require.True(t, r.OnlyValues(), r)
	}
}

func TestNamesBeyond(t *testing.T) {
	require.Equal(t, "unknown", nameOf([]string{"a", "b"}, 2))
	require.Equal(t, "b", nameOf([]string{"a", "b"}, 1))
}
