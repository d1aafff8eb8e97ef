module github.com/dtm-labs/rockscache

go 1.26.0
