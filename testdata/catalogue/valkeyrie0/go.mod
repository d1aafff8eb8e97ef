module catalogue.test/valkeyrie0

go 1.26.0

require github.com/abronan/valkeyrie v0.2.0
