module catalogue.test/std

go 1.26.0
