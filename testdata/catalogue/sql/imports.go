// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "entgo.io/ent/dialect"
	_ "entgo.io/ent/dialect/sql"
	_ "github.com/Masterminds/squirrel"
	_ "github.com/doug-martin/goqu/v9"
	_ "github.com/doug-martin/goqu/v9/exec"
	_ "github.com/doug-martin/goqu/v9/exp"
	_ "github.com/jackc/pgconn"
	_ "github.com/jackc/pgx/v4"
	_ "github.com/jackc/pgx/v4/pgxpool"
	_ "github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/jinzhu/gorm"
	_ "github.com/jmoiron/sqlx"
	_ "github.com/lib/pq"
	_ "github.com/microsoft/go-mssqldb"
	_ "github.com/uptrace/bun"
	_ "gorm.io/gorm"
	_ "gorm.io/gorm/clause"
)
