package silenced

import "context"

func (t *Tool) mock(ctx context.Context, seat string) { t.rdb.Del(ctx, "lock:seat:"+seat) }
