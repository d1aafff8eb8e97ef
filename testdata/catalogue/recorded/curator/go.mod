module github.com/curator-go/curator

go 1.26.0
