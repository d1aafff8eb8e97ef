module github.com/douyu/jupiter

go 1.26.0
