module catalogue.test/valkeyrie

go 1.26.0

require github.com/kvtools/valkeyrie v1.0.0
