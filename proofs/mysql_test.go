package proofs_test

import (
	"context"
	"database/sql"
	"io"
	"log"
	"net"
	"testing"

	gms "github.com/dolthub/go-mysql-server"
	"github.com/dolthub/go-mysql-server/memory"
	"github.com/dolthub/go-mysql-server/server"
	gmssql "github.com/dolthub/go-mysql-server/sql"
	"github.com/go-sql-driver/mysql"
	"github.com/sirupsen/logrus"
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
	logrus.SetLevel(logrus.ErrorLevel)
	_ = mysql.SetLogger(log.New(io.Discard, "", 0)) // it tells of each connection that a test breaks
}

// startMySQL returns the data source of a database with the schema. Each test has
// a server of its own, since the names of session locks are the server's.
func startMySQL(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err, "no port for MySQL")
	provider := memory.NewDBProvider()
	config := server.Config{Protocol: "tcp", Address: listener.Addr().String(), Listener: listener}
	s, err := server.NewServer(config, gms.NewDefault(provider), gmssql.NewContext, memory.NewSessionBuilder(provider), nil)
	require.NoError(t, err)
	go func() { _ = s.Start() }()
	t.Cleanup(func() { _ = s.Close() })
	source := "root@tcp(" + config.Address + ")/"
	execute(t, openMySQL(t, source), "CREATE DATABASE proof")
	db := openMySQL(t, source+"proof")
	for _, statement := range schema {
		execute(t, db, statement)
	}
	return source + "proof"
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
