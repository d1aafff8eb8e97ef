// Package helper is built again for the test of ext.
package helper

import "example.test/program/ext"

func Make() *ext.Service { return new(ext.Service) }
