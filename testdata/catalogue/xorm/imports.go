// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "xorm.io/xorm"
)
