// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/bwmarrin/snowflake"
	_ "github.com/hashicorp/go-uuid"
	_ "github.com/lithammer/shortuuid/v4"
	_ "github.com/matoous/go-nanoid/v2"
)
