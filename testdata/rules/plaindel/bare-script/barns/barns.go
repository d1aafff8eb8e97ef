// Package barns stores hay.
package barns

import (
	"context"

	"github.com/google/uuid"
	"github.com/redis/rueidis"
)

var (
	clear = rueidis.NewLuaScript(`if redis.call("EXISTS", KEYS[1]) == 1 then return redis.call("DEL", KEYS[1]) else return 0 end`)
	mine  = rueidis.NewLuaScript(`
if redis.call("GET", KEYS[1]) == ARGV[1]
then
	return redis.call("UNLINK", KEYS[1])
end
return 0`)
)

// Store is generic over what f returns.
func Store[T any](ctx context.Context, c rueidis.Client, barn string, f func() T) (res T, ok bool) {
	me := uuid.NewString()
	cmd := c.B().Set().Key("barn:" + barn).Value(me).Nx().ExSeconds(30).Build()
	if c.Do(ctx, cmd).Error() != nil {
		return res, false
	}
	defer clear.Exec(context.WithoutCancel(ctx), c, []string{"barn:" + barn}, []string{me}) // want plaindel
	return f(), true
}

// Fetch is generic over what f returns.
func Fetch[T any](ctx context.Context, c rueidis.Client, barn string, f func() T) (res T, ok bool) {
	me := uuid.NewString()
	cmd := c.B().Set().Key("barn:out:" + barn).Value(me).Nx().ExSeconds(30).Build()
	if c.Do(ctx, cmd).Error() != nil {
		return res, false
	}
	defer mine.Exec(context.WithoutCancel(ctx), c, []string{"barn:out:" + barn}, []string{me}) // ok: compares
	return f(), true
}
