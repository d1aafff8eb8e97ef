// Package account has the columns and predicates that ent generates.
package account

import (
	"entgo.io/ent/dialect/sql"

	"example.test/shapes/builders/ents/store/predicate"
)

const (
	Table        = "accounts"
	FieldID      = "id"
	FieldBalance = "balance"
	FieldVersion = "version"
)

func ID(id int64) predicate.Account { return predicate.Account(sql.FieldEQ(FieldID, id)) }

func VersionEQ(v int64) predicate.Account { return predicate.Account(sql.FieldEQ(FieldVersion, v)) }
