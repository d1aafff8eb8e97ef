module catalogue.test/gocronredis

go 1.26.0

require github.com/go-co-op/gocron-redis-lock/v2 v2.0.1

require (
	github.com/cespare/xxhash/v2 v2.2.0 // indirect
	github.com/dgryski/go-rendezvous v0.0.0-20200823014737-9f7001d12a5f // indirect
	github.com/go-co-op/gocron/v2 v2.1.2 // indirect
	github.com/go-redsync/redsync/v4 v4.10.0 // indirect
	github.com/google/uuid v1.5.0 // indirect
	github.com/hashicorp/errwrap v1.1.0 // indirect
	github.com/hashicorp/go-multierror v1.1.1 // indirect
	github.com/jonboulle/clockwork v0.4.0 // indirect
	github.com/redis/go-redis/v9 v9.2.1 // indirect
	github.com/robfig/cron/v3 v3.0.1 // indirect
	golang.org/x/exp v0.0.0-20231219180239-dc181d75b848 // indirect
)
