//path github.com/curator-go/curator/recipes

package recipes

import "time"

type (
	curatorFramework  any
	InterProcessMutex struct{}
)

func NewInterProcessMutex(client curatorFramework, path string) (*InterProcessMutex, error)
func (*InterProcessMutex) Acquire() (bool, error)
func (*InterProcessMutex) AcquireTimeout(expires time.Duration) (bool, error)
func (*InterProcessMutex) Release() error
func (*InterProcessMutex) IsAcquiredInThisProcess() bool
