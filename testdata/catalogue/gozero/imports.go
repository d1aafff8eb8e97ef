// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/zeromicro/go-zero/core/logx"
	_ "github.com/zeromicro/go-zero/core/stores/redis"
	_ "github.com/zeromicro/go-zero/core/stores/sqlx"
)
