//go:build real

package proofs_test

import (
	"database/sql"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// startMySQL returns the data source of a database with the schema in the server
// of all tests.
func startMySQL(t *testing.T) string {
	shared.Lock()
	defer shared.Unlock()
	if shared.mysql == nil {
		shared.mysql, shared.mysqlSource = runMySQL(t)
	}
	return newDatabase(t, shared.mysqlSource)
}

// startOwnMySQL is for programs with session locks, whose names are the server's.
func startOwnMySQL(t *testing.T) string {
	p, source := runMySQL(t)
	t.Cleanup(p.stop)
	return newDatabase(t, source)
}

func newDatabase(t *testing.T, source string) string {
	name := fmt.Sprintf("proof%d", shared.databases.Add(1))
	execute(t, openMySQL(t, source), "CREATE DATABASE "+name)
	fill(t, openMySQL(t, source+name))
	return source + name
}

// runMySQL starts a MariaDB, which is what Debian has of MySQL.
func runMySQL(t *testing.T) (p *process, source string) {
	bin := installed(t, "mariadbd", "mariadb-server", "/usr/sbin")
	creator := installed(t, "mariadb-install-db", "mariadb-server")
	dir := ownDir(t, "mysql")
	data := filepath.Join(dir, "data")
	// Each has a folder of its own for temporary files: a server that starts removes all there.
	create := exec.Command(creator, "--no-defaults", "--datadir="+data,
		"--tmpdir="+dir, "--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve")
	create.SysProcAttr = attributes("mysql")
	create.Dir = dir
	out, err := create.CombinedOutput()
	require.NoError(t, err, "%s", out)
	port := freePorts(t, 1)[0]
	p, err = run("mysql", bin, "--no-defaults", "--datadir="+data, "--tmpdir="+dir, fmt.Sprint("--port=", port), "--bind-address=127.0.0.1",
		"--socket="+filepath.Join(dir, "socket"), "--pid-file="+filepath.Join(dir, "pid"), "--skip-name-resolve",
		"--innodb-flush-method=nosync", "--innodb-buffer-pool-size=8M")
	p.dir = dir
	source = fmt.Sprintf("root@tcp(127.0.0.1:%d)/", port)
	ready(t, p, err, func() bool { return answers("mysql", source) })
	return p, source
}

// answers tells whether a database takes connections.
func answers(driver, source string) bool {
	db, err := sql.Open(driver, source)
	if err != nil {
		return false
	}
	defer db.Close()
	return db.Ping() == nil
}
