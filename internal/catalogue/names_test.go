package catalogue

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNames checks that each constant of the named types has a name of its own:
// the constant's, in kebab case where the type has no shorter form.
func TestNames(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "catalogue.go", nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	counts := map[string]int{}
	var roles []string
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		typ := ""
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if id, ok := v.Type.(*ast.Ident); ok {
				typ = id.Name
			}
			counts[typ] += len(v.Names)
			if typ == "Role" {
				roles = append(roles, v.Names[0].Name)
			}
		}
	}
	for typ, names := range map[string][]string{
		"Role": roleNames[:], "Wins": winsNames[:], "Unit": unitNames[:], "Session": sessionNames[:], "Token": tokenNames[:],
	} {
		require.Len(t, names, counts[typ], typ)
		seen := map[string]bool{}
		for _, n := range names {
			require.False(t, seen[n], "%s: %q twice", typ, n)
			seen[n] = true
		}
	}
	for i, name := range roles {
		require.Equal(t, strings.ToLower(name), strings.ReplaceAll(Role(i).String(), "-", ""))
	}
	require.Equal(t, "unknown", Role(255).String())
}
