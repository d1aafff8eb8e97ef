package proofs_test

import (
	"context"
	"database/sql"
	"io"
	"log"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/stretchr/testify/require"
)

// schema is what the programs find in a database.
var schema = []string{
	"CREATE TABLE accounts (id VARCHAR(20) PRIMARY KEY, sold INT, version INT, fence BIGINT)",
	"INSERT INTO accounts VALUES ('7', 40, 1, 0)",
	"CREATE TABLE locks (name VARCHAR(20) PRIMARY KEY, owner VARCHAR(36), token BIGINT, expires_at BIGINT)",
	"INSERT INTO locks VALUES ('account:7', NULL, 0, 0), ('job:7', NULL, 0, 0)",
}

func init() {
	_ = mysql.SetLogger(log.New(io.Discard, "", 0)) // it tells of each connection that a test breaks
}

// fill makes what the programs find.
func fill(t *testing.T, db *sql.DB) {
	for _, statement := range schema {
		execute(t, db, statement)
	}
}

func execute(t *testing.T, db *sql.DB, statement string, args ...any) {
	_, err := db.ExecContext(context.Background(), statement, args...)
	require.NoError(t, err)
}

func openMySQL(t *testing.T, source string) *sql.DB {
	db, err := sql.Open("mysql", source)
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// soldIn reads what the programs have made of the account.
func soldIn(t *testing.T, db *sql.DB) int {
	var n int
	require.NoError(t, db.QueryRowContext(t.Context(), "SELECT sold FROM accounts WHERE id = '7'").Scan(&n))
	return n
}
