//path github.com/curator-go/curator

package curator

type stat struct{}

type CuratorFramework interface {
	Create() CreateBuilder
	Delete() DeleteBuilder
	SetData() SetDataBuilder
}

type CreateBuilder interface {
	ForPath(path string) (string, error)
	ForPathWithData(path string, payload []byte) (string, error)
}

type DeleteBuilder interface {
	ForPath(path string) error
	WithVersion(version int32) DeleteBuilder
}

type SetDataBuilder interface {
	ForPath(path string) (*stat, error)
	ForPathWithData(path string, payload []byte) (*stat, error)
	WithVersion(version int32) SetDataBuilder
}
