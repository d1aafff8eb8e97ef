//locklint:ignore plaindel all of this file is the operator's

package silenced

import "context"

func (t *Tool) Clear(ctx context.Context, seat string) { t.rdb.Del(ctx, "lock:seat:"+seat) }
