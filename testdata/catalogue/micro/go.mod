module catalogue.test/micro

go 1.26.0

require go-micro.dev/v4 v4.11.0

require github.com/google/uuid v1.3.0 // indirect
