package reach

import (
	"bytes"
	"regexp"
)

// generated is the line by which a Go file says that a program wrote it.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.\r?$`)

// Lines counts those of a Go file that people wrote: none if it is generated.
func Lines(src []byte) int {
	if generated.Match(src) {
		return 0
	}
	return bytes.Count(src, []byte("\n"))
}
