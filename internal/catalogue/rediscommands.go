package catalogue

// A RedisCommand says what a command that is sent as text does: the positions
// count the command's arguments, its name left out.
type RedisCommand struct {
	Names string // parted by "|"
	Role  Role
	Key   int
	Value int // of the value, the expiry of Expire, or -1
	Unit  Unit
	// Option is the option of SET that takes the same expiry, of Expire.
	Option string
	// AllKeys: every argument is a key (DEL).
	AllKeys bool
}

// RedisCommands are the commands that matter to a lock or write data. SET and
// its options are read by the engine's command reader, EVAL by its script
// reader.
//
// Source: https://redis.io/docs/latest/commands/
var RedisCommands = []RedisCommand{
	{Names: "SETNX", Role: SetAbsent, Value: 1},
	{Names: "HSETNX", Role: SetAbsent, Value: 2},
	{Names: "MSETNX", Role: SetAbsent, Value: 1},
	{Names: "SETEX", Role: Put, Value: 2, Unit: Seconds},
	{Names: "PSETEX", Role: Put, Value: 2, Unit: Milliseconds},
	{Names: "GETSET|APPEND|SETRANGE|MSET|HSET|HMSET|LPUSH|RPUSH|LSET|LREM|SADD|SREM|ZADD|ZREM|XADD|HDEL|LPOP|RPOP|SPOP|RENAME|SETBIT|PFADD|RPOPLPUSH|LMOVE", Role: Put, Value: 1},
	{Names: "INCR|INCRBY|INCRBYFLOAT|DECR|DECRBY|HINCRBY|HINCRBYFLOAT|ZINCRBY", Role: Adjust, Value: -1},
	{Names: "DEL|UNLINK", Role: Delete, Value: -1, AllKeys: true},
	{Names: "GETDEL", Role: Delete, Value: -1},
	{Names: "DELIFEQ", Role: CompareDelete, Value: 1},
	{Names: "EXPIRE", Role: Expire, Value: 1, Unit: Seconds, Option: "EX"},
	{Names: "PEXPIRE", Role: Expire, Value: 1, Unit: Milliseconds, Option: "PX"},
	{Names: "EXPIREAT|PEXPIREAT", Role: Expire, Value: 1, Unit: Instant},
	{Names: "PERSIST", Role: Persist, Value: -1},
	{Names: "GET|EXISTS|HGET|HGETALL|MGET|LRANGE|SMEMBERS|ZRANGE|HEXISTS|STRLEN", Role: Get, Value: -1},
	{Names: "TTL|PTTL", Role: TimeToLive, Value: -1},
}

// FindRedisCommand returns the row of an upper-case command name, or nil.
func FindRedisCommand(name string) *RedisCommand {
	for i := range RedisCommands {
		if hasName(RedisCommands[i].Names, name) {
			return &RedisCommands[i]
		}
	}
	return nil
}
