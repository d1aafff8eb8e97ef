module github.com/square/mongo-lock

go 1.26.0
