// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/gogf/gf/contrib/nosql/redis/v2"
	_ "github.com/gogf/gf/v2/database/gredis"
)
