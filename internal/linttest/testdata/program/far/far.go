// Package far is outside the cone. Its export data mentions a type of a package
// that is checked from source.
package far

import "example.test/program/weak"

func Get() weak.T { return weak.T{N: 1} }
