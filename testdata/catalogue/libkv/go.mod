module catalogue.test/libkv

go 1.26.0

require github.com/docker/libkv v0.2.1
