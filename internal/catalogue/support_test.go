package catalogue

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the support table of README.md")

const (
	readme       = "../../README.md"
	supportBegin = "<!-- support:begin -->\n"
	supportEnd   = "<!-- support:end -->"
)

// TestSupportTable holds README's table against the catalogue.
func TestSupportTable(t *testing.T) {
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(text), supportBegin)
	require.True(t, ok, "%s lacks %q", readme, supportBegin)
	table, after, ok := strings.Cut(rest, supportEnd)
	require.True(t, ok, "%s lacks %q", readme, supportEnd)

	if *update {
		require.NoError(t, os.WriteFile(readme, []byte(before+supportBegin+SupportTable()+supportEnd+after), 0o666))
		return
	}
	require.Equal(t, SupportTable(), table, "go test ./internal/catalogue -run TestSupportTable -update writes it")
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
		cells, some := tt.library.support()
		var got strings.Builder
		for i, cell := range strings.Split(strings.TrimSuffix(cells, " |"), " |") {
			if strings.TrimSpace(cell) == "yes" {
				got.WriteByte("spun"[i])
			} else {
				got.WriteByte('-')
			}
		}
		require.Equal(t, tt.want, got.String(), tt.library.Name)
		require.Equal(t, strings.Trim(tt.want, "-") != "", some, tt.library.Name)
	}
}
