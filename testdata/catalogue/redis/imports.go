// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/garyburd/redigo/redis"
	_ "github.com/go-redis/redis"
	_ "github.com/go-redis/redis/v7"
	_ "github.com/go-redis/redis/v8"
	_ "github.com/go-redis/redis/v9"
	_ "github.com/gomodule/redigo/redis"
	_ "github.com/redis/go-redis/v9"
	_ "github.com/redis/rueidis"
	_ "github.com/redis/rueidis/rueidiscompat"
	_ "github.com/redis/rueidis/rueidislock"
	_ "github.com/valkey-io/valkey-go"
	_ "github.com/valkey-io/valkey-go/valkeylock"
	_ "gopkg.in/redis.v5"
)
