module catalogue.test/dsync

go 1.26.0

require github.com/minio/dsync/v3 v3.0.1
