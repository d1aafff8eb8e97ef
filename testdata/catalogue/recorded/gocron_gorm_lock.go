//path github.com/go-co-op/gocron-gorm-lock/v2

package gormlock

type (
	gormDB     struct{}
	LockOption func(*GormLocker)
	GormLocker struct{}
)

func NewGormLocker(db *gormDB, worker string, options ...LockOption) (*GormLocker, error)
