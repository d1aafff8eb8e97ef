package toolid

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBuildID(t *testing.T) {
	require.Equal(t, "a/b/c", buildID(strings.NewReader("\x7fELF...\xff Go build ID: \"a/b/c\"\n \xff...")))
	require.Empty(t, buildID(strings.NewReader("\x7fELF...")))
	require.Empty(t, buildID(strings.NewReader("\xff Go build ID: \"cut")))
	require.Empty(t, buildID(strings.NewReader(strings.Repeat("x", 1<<20)+"\xff Go build ID: \"late\"\n \xff")))
	require.NotEmpty(t, ID())
}
