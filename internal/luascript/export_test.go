package luascript

import (
	"math/rand/v2"
	"slices"
)

// Scripts are those of this package's tables.
var Scripts = slices.Concat(releases, bareReleases, execScripts)

// Generated is the script of a seed without its prelude, which is Prelude.
func Generated(seed uint64) string {
	g := generator{rand.New(rand.NewPCG(seed, 2)), seed%2 == 0}
	return g.block(2) + "return 1"
}

const Prelude = genPrelude
