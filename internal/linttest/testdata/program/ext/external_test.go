package ext_test

import (
	"context"
	"testing"

	"example.test/program/ext"
	"example.test/program/ext/helper"
	"example.test/program/through"
)

func TestHook(t *testing.T) {
	var s *ext.Service = helper.Make()
	_ = s.Hook(context.Background())               // want probe
	_ = through.Through(context.Background(), nil) // want probe
}
