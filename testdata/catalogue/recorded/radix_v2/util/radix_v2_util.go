//path github.com/mediocregopher/radix.v2/util

package util

type resp struct{}

type Cmder interface {
	Cmd(cmd string, args ...interface{}) *resp
}

func LuaEval(c Cmder, script string, keys int, args ...interface{}) *resp
