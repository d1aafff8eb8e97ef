// Package predicate has the types of ent's generated predicates.
package predicate

import "entgo.io/ent/dialect/sql"

type Account func(*sql.Selector)
