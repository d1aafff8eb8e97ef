// Package db has the shape of what sqlc generates.
package db

import (
	"context"
	"database/sql"
)

type DBTX interface {
	ExecContext(context.Context, string, ...interface{}) (sql.Result, error)
	QueryRowContext(context.Context, string, ...interface{}) *sql.Row
}

func New(db DBTX) *Queries { return &Queries{db: db} }

type Queries struct {
	db DBTX
}

func (q *Queries) WithTx(tx *sql.Tx) *Queries { return &Queries{db: tx} }

type Account struct {
	ID      int64
	Balance int64
	Version int64
}

const getAccount = `-- name: GetAccount :one
SELECT id, balance, version FROM accounts WHERE id = $1
`

func (q *Queries) GetAccount(ctx context.Context, id int64) (Account, error) {
	row := q.db.QueryRowContext(ctx, getAccount, id)
	var i Account
	err := row.Scan(&i.ID, &i.Balance, &i.Version)
	return i, err
}

const getAccountForUpdate = `-- name: GetAccountForUpdate :one
SELECT id, balance, version FROM accounts WHERE id = $1 FOR NO KEY UPDATE
`

func (q *Queries) GetAccountForUpdate(ctx context.Context, id int64) (Account, error) {
	row := q.db.QueryRowContext(ctx, getAccountForUpdate, id)
	var i Account
	err := row.Scan(&i.ID, &i.Balance, &i.Version)
	return i, err
}

const setBalance = `-- name: SetBalance :exec
UPDATE accounts SET balance = $1 WHERE id = $2
`

type SetBalanceParams struct {
	Balance int64
	ID      int64
}

func (q *Queries) SetBalance(ctx context.Context, arg SetBalanceParams) error {
	_, err := q.db.ExecContext(ctx, setBalance, arg.Balance, arg.ID)
	return err
}

const setBalanceIf = `-- name: SetBalanceIf :execrows
UPDATE accounts SET balance = $1, version = version + 1 WHERE id = $2 AND version = $3
`

type SetBalanceIfParams struct {
	Balance int64
	ID      int64
	Version int64
}

func (q *Queries) SetBalanceIf(ctx context.Context, arg SetBalanceIfParams) (int64, error) {
	result, err := q.db.ExecContext(ctx, setBalanceIf, arg.Balance, arg.ID, arg.Version)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

const setBalanceReturning = `-- name: SetBalanceReturning :one
UPDATE accounts SET balance = $1, version = version + 1 WHERE id = $2 AND version = $3 RETURNING id, balance, version
`

func (q *Queries) SetBalanceReturning(ctx context.Context, arg SetBalanceIfParams) (Account, error) {
	row := q.db.QueryRowContext(ctx, setBalanceReturning, arg.Balance, arg.ID, arg.Version)
	var i Account
	err := row.Scan(&i.ID, &i.Balance, &i.Version)
	return i, err
}

const takeTurn = `-- name: TakeTurn :execrows
INSERT INTO turns (name, holder, until) VALUES ($1, $2, now() + interval '1 minute')
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE turns.until < now()
`

type TakeTurnParams struct {
	Name   string
	Holder string
}

func (q *Queries) TakeTurn(ctx context.Context, arg TakeTurnParams) (int64, error) {
	result, err := q.db.ExecContext(ctx, takeTurn, arg.Name, arg.Holder)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

const endTurn = `-- name: EndTurn :exec
DELETE FROM turns WHERE name = $1
`

func (q *Queries) EndTurn(ctx context.Context, name string) error {
	_, err := q.db.ExecContext(ctx, endTurn, name) // want plaindel
	return err
}

const endOwnTurn = `-- name: EndOwnTurn :exec
DELETE FROM turns WHERE name = $1 AND holder = $2
`

type EndOwnTurnParams struct {
	Name   string
	Holder string
}

func (q *Queries) EndOwnTurn(ctx context.Context, arg EndOwnTurnParams) error {
	_, err := q.db.ExecContext(ctx, endOwnTurn, arg.Name, arg.Holder)
	return err
}
