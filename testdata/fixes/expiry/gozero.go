package expiry

import (
	"context"

	gozero "github.com/zeromicro/go-zero/core/stores/redis"
)

func twin(ctx context.Context, rds *gozero.Redis, id, owner string) (bool, error) {
	ok, err := rds.SetnxCtx(ctx, "job:"+id, owner)
	if err != nil || !ok {
		return false, err
	}
	if err := rds.ExpireCtx(ctx, "job:"+id, 60); err != nil {
		return false, err
	}
	return true, nil
}
