package silenced

import (
	"context"
	"testing"

	"github.com/redis/go-redis/v9"
)

func TestTool(*testing.T) {
	t := &Tool{redis.NewClient(&redis.Options{})}
	if ok, _ := t.take(context.Background(), "1", "me"); ok {
		t.rdb.Del(context.Background(), "lock:seat:1")
	}
	//locklint:ignore unfenced not judged, since test files are not
}
