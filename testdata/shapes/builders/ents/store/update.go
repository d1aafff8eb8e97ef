// Package store has the shape of the client that ent generates.
package store

import (
	"context"
	stdsql "database/sql"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"
	"entgo.io/ent/dialect/sql/sqlgraph"
	"entgo.io/ent/schema/field"

	"example.test/shapes/builders/ents/store/account"
	"example.test/shapes/builders/ents/store/predicate"
)

type Account struct {
	ID      int64
	Balance int64
	Version int64
}

type Client struct{ driver dialect.Driver }

func NewClient(d dialect.Driver) *Client { return &Client{driver: d} }

func (c *Client) Update() *AccountUpdate { return &AccountUpdate{driver: c.driver} }

func (c *Client) Get(ctx context.Context, id int64) (*Account, error) {
	a := &Account{}
	rows := &sql.Rows{}
	s := sql.Select(account.FieldID, account.FieldBalance, account.FieldVersion).From(sql.Table(account.Table)).Where(sql.EQ(account.FieldID, id))
	q, args := s.Query()
	if err := c.driver.Query(ctx, q, args, rows); err != nil {
		return nil, err
	}
	defer rows.Close()
	if !rows.Next() {
		return nil, stdsql.ErrNoRows
	}
	return a, rows.Scan(&a.ID, &a.Balance, &a.Version)
}

type AccountUpdate struct {
	driver     dialect.Driver
	predicates []predicate.Account
	balance    *int64
	addversion *int64
}

func (u *AccountUpdate) Where(ps ...predicate.Account) *AccountUpdate {
	u.predicates = append(u.predicates, ps...)
	return u
}

func (u *AccountUpdate) SetBalance(v int64) *AccountUpdate { u.balance = &v; return u }

func (u *AccountUpdate) AddVersion(v int64) *AccountUpdate { u.addversion = &v; return u }

func (u *AccountUpdate) Save(ctx context.Context) (int, error) {
	spec := sqlgraph.NewUpdateSpec(account.Table, []string{account.FieldID}, sqlgraph.NewFieldSpec(account.FieldID, field.TypeInt64))
	if ps := u.predicates; len(ps) > 0 {
		spec.Predicate = func(s *sql.Selector) {
			for i := range ps {
				ps[i](s)
			}
		}
	}
	if u.balance != nil {
		spec.SetField(account.FieldBalance, field.TypeInt64, *u.balance)
	}
	if u.addversion != nil {
		spec.AddField(account.FieldVersion, field.TypeInt64, *u.addversion)
	}
	return sqlgraph.UpdateNodes(ctx, u.driver, spec)
}
