package config

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/locklint/locklint/internal/golden"
)

var update = flag.Bool("update", false, "write the schema")

const schemaFile = "../../locklint.schema.json"

// TestSchemaFile keeps the published schema in step with the parser.
func TestSchemaFile(t *testing.T) {
	want, err := Schema()
	require.NoError(t, err)
	golden.Compare(t, *update, schemaFile, string(want))
}

// TestTemplate reads the template as it is, and with all its keys at work.
func TestTemplate(t *testing.T) {
	text := string(Template())
	require.Equal(t, Medium, parsed(t, text).Least())
	// Prose has one space after the mark; examples none, or two and more.
	with := regexp.MustCompile(`(?m)^#(  +|[a-z-]+:)`).ReplaceAllString(text, "$1")
	with = strings.Replace(with, "include:\n  - conf/locks.yaml\n", "", 1)
	c := parsed(t, with)
	require.True(t, c.Tests && c.Generated && c.RequirePurpose)
	require.Len(t, c.Rows(), 1)
	require.NotNil(t, c.Purpose("digest:1", "?"))
	for _, f := range keys().fields {
		require.Contains(t, text, "\n#"+f.name+":")
	}
}

// beyond are the mistakes that a schema cannot see: they are about the text, or
// about several values together.
var beyond = map[string]bool{
	"key twice": true, "row twice": true, "glob": true, "absolute glob": true, "not YAML": true, "two documents": true,
	"anchor": true, "binary": true, "encoding": true, "long line": true, "deep": true, "large": true, "include": true,
}

// TestSchema holds parser and schema against the same documents.
func TestSchema(t *testing.T) {
	text, err := os.ReadFile(schemaFile)
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("locklint.schema.json", doc))
	schema, err := c.Compile("locklint.schema.json")
	require.NoError(t, err)

	for _, good := range []string{whole, "", "rules: {}\n", "rows: []\n", row("    wins: always\n    cond: step:If|arg2!=-1\n")} {
		parsed(t, good)
		require.NoError(t, schema.Validate(asJSON(t, good)), good)
	}
	for _, test := range wrong {
		if !beyond[test.name] {
			require.Error(t, schema.Validate(asJSON(t, test.text)), test.name)
		}
	}
}

// asJSON is a document as an editor's validator sees it.
func asJSON(t *testing.T, text string) any {
	t.Helper()
	var v any
	require.NoError(t, yaml.Unmarshal([]byte(text), &v), text)
	data, err := json.Marshal(v)
	require.NoError(t, err)
	out, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	require.NoError(t, err)
	return out
}
