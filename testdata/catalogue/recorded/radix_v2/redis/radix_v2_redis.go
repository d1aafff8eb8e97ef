//path github.com/mediocregopher/radix.v2/redis

package redis

type (
	Client   struct{}
	Resp     struct{}
	RespType int
)

func (*Client) Cmd(cmd string, args ...interface{}) *Resp
func (*Client) PipeAppend(cmd string, args ...interface{})
func (*Client) PipeResp() *Resp
func (*Resp) IsType(t RespType) bool
func (*Resp) Str() (string, error)
func (*Resp) Int() (int, error)
func (*Resp) Int64() (int64, error)
func (*Resp) Float64() (float64, error)
func (*Resp) Bytes() ([]byte, error)
func (*Resp) List() ([]string, error)
func (*Resp) Array() ([]*Resp, error)
