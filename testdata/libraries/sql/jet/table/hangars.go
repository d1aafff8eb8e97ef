// Package table has the shape of the tables that jet generates.
package table

import "github.com/go-jet/jet/v2/postgres"

var Hangars = newHangars("public", "hangars", "")

type hangars struct {
	postgres.Table

	ID     postgres.ColumnInteger
	Planes postgres.ColumnInteger
	State  postgres.ColumnString
}

func newHangars(schema, name, alias string) *hangars {
	id, planes, state := postgres.IntegerColumn("id"), postgres.IntegerColumn("planes"), postgres.StringColumn("state")
	return &hangars{
		Table: postgres.NewTable(schema, name, alias, id, planes, state),
		ID:    id, Planes: planes, State: state,
	}
}
