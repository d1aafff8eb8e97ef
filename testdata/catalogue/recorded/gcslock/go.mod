module github.com/marcacohen/gcslock

go 1.26.0
