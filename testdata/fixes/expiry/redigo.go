package expiry

import redigo "github.com/gomodule/redigo/redis"

func redigoText(conn redigo.Conn, id, owner string, ms int) error {
	if _, err := redigo.String(conn.Do("SET", "job:"+id, owner, "NX")); err != nil {
		return err
	}
	_, _ = conn.Do("PEXPIRE", "job:"+id, ms)
	return nil
}
