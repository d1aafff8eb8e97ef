module catalogue.test/values2

go 1.26.0

require (
	github.com/bwmarrin/snowflake v0.3.0
	github.com/hashicorp/go-uuid v1.0.4
	github.com/lithammer/shortuuid/v4 v4.3.0
	github.com/matoous/go-nanoid/v2 v2.1.0
)

require github.com/google/uuid v1.6.0 // indirect
