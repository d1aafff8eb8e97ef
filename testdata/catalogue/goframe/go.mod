module catalogue.test/goframe

go 1.26.0

require github.com/gogf/gf/v2 v2.10.2

require (
	github.com/emirpasic/gods/v2 v2.0.0-alpha // indirect
	go.opentelemetry.io/otel v1.38.0 // indirect
	go.opentelemetry.io/otel/trace v1.38.0 // indirect
	golang.org/x/text v0.25.0 // indirect
)
