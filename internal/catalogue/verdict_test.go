package catalogue

import (
	"go/types"
	"slices"
	"sort"
	"strings"
	"testing"
)

// lockPackages are the libraries that are about locks and little else.
var lockPackages = []*Library{
	redsync, redsyncPools, redisLock, rueidisLock, etcdConcurrency, zooKeeper, leaderElection, resourceLocks,
	pgLock, goPglock, gooseLock, azureLease, spindle, fileLock, dsync,
	bsmRedisLock, goRedislock, eredis, rockscache, mongoLock, gcsLock, dynamolock, etcdWrappers, curator, goMicroSync, migrateDatabase,
}

// TestVerdicts demands a verdict for each function that a lock library exports:
// a row with a role, or a Neutral one that says it was looked at. So a new
// version's new functions show.
func TestVerdicts(t *testing.T) {
	if testing.Short() {
		t.Skip("loads the source of many libraries")
	}
	pkgs := pinned(t)
	for _, l := range lockPackages {
		var missing []string
		for _, path := range l.Paths {
			for _, p := range pkgs[path] {
				for _, f := range exported(p) {
					if l.Find(receiver(f), f.Name()) == nil {
						missing = append(missing, receiver(f)+"."+f.Name())
					}
				}
			}
		}
		sort.Strings(missing)
		if missing = slices.Compact(missing); len(missing) > 0 {
			t.Errorf("%s: no row for %s", l.Name, strings.Join(missing, " "))
		}
	}
}

// exported lists what a user of the package can call, errors aside.
func exported(p *types.Package) []*types.Func {
	fault := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	var out []*types.Func
	scope := p.Scope()
	for _, name := range scope.Names() {
		obj := scope.Lookup(name)
		if !obj.Exported() {
			continue
		}
		switch o := obj.(type) {
		case *types.Func:
			out = append(out, o)
		case *types.TypeName:
			named, ok := o.Type().(*types.Named)
			if !ok || o.IsAlias() || types.Implements(named, fault) || types.Implements(types.NewPointer(named), fault) {
				continue
			}
			for m := range named.Methods() {
				out = append(out, m)
			}
			if it, ok := named.Underlying().(*types.Interface); ok {
				for m := range it.ExplicitMethods() {
					out = append(out, m)
				}
			}
		}
	}
	return slices.DeleteFunc(out, func(f *types.Func) bool { return !f.Exported() })
}
