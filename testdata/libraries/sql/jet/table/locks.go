package table

import "github.com/go-jet/jet/v2/postgres"

var ParkLocks = newParkLocks("public", "park_locks", "")

type parkLocks struct {
	postgres.Table

	Gate      postgres.ColumnString
	Owner     postgres.ColumnString
	ExpiresAt postgres.ColumnTimestampz
}

func newParkLocks(schema, name, alias string) *parkLocks {
	gate, owner, expires := postgres.StringColumn("gate"), postgres.StringColumn("owner"), postgres.TimestampzColumn("expires_at")
	return &parkLocks{
		Table: postgres.NewTable(schema, name, alias, gate, owner, expires),
		Gate:  gate, Owner: owner, ExpiresAt: expires,
	}
}

var TaxiLocks = newTaxiLocks("public", "taxi_locks", "")

type taxiLocks struct {
	postgres.Table

	Gate      postgres.ColumnString
	Owner     postgres.ColumnString
	ExpiresAt postgres.ColumnTimestampz
}

func newTaxiLocks(schema, name, alias string) *taxiLocks {
	gate, owner, expires := postgres.StringColumn("gate"), postgres.StringColumn("owner"), postgres.TimestampzColumn("expires_at")
	return &taxiLocks{
		Table: postgres.NewTable(schema, name, alias, gate, owner, expires),
		Gate:  gate, Owner: owner, ExpiresAt: expires,
	}
}

var StayLocks = newStayLocks("public", "stay_locks", "")

type stayLocks struct {
	postgres.Table

	Gate      postgres.ColumnString
	Owner     postgres.ColumnString
	ExpiresAt postgres.ColumnTimestampz
}

func newStayLocks(schema, name, alias string) *stayLocks {
	gate, owner, expires := postgres.StringColumn("gate"), postgres.StringColumn("owner"), postgres.TimestampzColumn("expires_at")
	return &stayLocks{
		Table: postgres.NewTable(schema, name, alias, gate, owner, expires),
		Gate:  gate, Owner: owner, ExpiresAt: expires,
	}
}

var TowLocks = newTowLocks("public", "tow_locks", "")

type towLocks struct {
	postgres.Table

	Gate      postgres.ColumnString
	Owner     postgres.ColumnString
	ExpiresAt postgres.ColumnTimestampz
}

func newTowLocks(schema, name, alias string) *towLocks {
	gate, owner, expires := postgres.StringColumn("gate"), postgres.StringColumn("owner"), postgres.TimestampzColumn("expires_at")
	return &towLocks{
		Table: postgres.NewTable(schema, name, alias, gate, owner, expires),
		Gate:  gate, Owner: owner, ExpiresAt: expires,
	}
}

var LeakLocks = newLeakLocks("public", "leak_locks", "")

type leakLocks struct {
	postgres.Table

	Gate      postgres.ColumnString
	Owner     postgres.ColumnString
	ExpiresAt postgres.ColumnTimestampz
}

func newLeakLocks(schema, name, alias string) *leakLocks {
	gate, owner, expires := postgres.StringColumn("gate"), postgres.StringColumn("owner"), postgres.TimestampzColumn("expires_at")
	return &leakLocks{
		Table: postgres.NewTable(schema, name, alias, gate, owner, expires),
		Gate:  gate, Owner: owner, ExpiresAt: expires,
	}
}
