// Package toy is changed by the tests of package mutate.
package toy

// Limit is no function: it is left alone.
var Limit = 3

// Inside reports whether x is from low to high, and counts the question.
func Inside(x, low, high int, asked *int) bool {
	*asked++
	if x < low {
		return false
	}
	return x == low || x <= high && !never()
}

func never() bool { return false }

// Unmet is called by no test.
func Unmet(x int) int {
	for x > 10 {
		x -= 10
	}
	switch {
	case x == 2:
		return x + 1
	default:
		return x
	}
}

// Word has a tail that no mutant may take away.
func Word(n int) string {
	switch n {
	case 0:
		return "none"
	default:
		return "some"
	}
}

// Sum goes so far that it does not matter how far.
func Sum(x, depth int) int {
	if depth > 8 || x < 1 {
		return 0
	}
	return x + Sum(x-1, depth+1)
}
