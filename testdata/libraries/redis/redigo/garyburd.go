package redigo

import (
	"github.com/garyburd/redigo/redis"
)

// Ramp is on the client's old path.
func Ramp(c redis.Conn, ramp string, drive func() error) error {
	got, err := redis.Bool(c.Do("SETNX", "ramp_lock:"+ramp, 1)) // want setnxexpire
	if err != nil || !got {
		return err
	}
	defer c.Do("DEL", "ramp_lock:"+ramp) // want plaindel
	return drive()
}
