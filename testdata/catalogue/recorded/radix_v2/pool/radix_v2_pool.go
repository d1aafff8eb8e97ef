//path github.com/mediocregopher/radix.v2/pool

package pool

type (
	Pool   struct{}
	client struct{}
	resp   struct{}
)

func (*Pool) Cmd(cmd string, args ...interface{}) *resp
func (*Pool) Get() (*client, error)
func (*Pool) Put(conn *client)
func (*Pool) Empty()
