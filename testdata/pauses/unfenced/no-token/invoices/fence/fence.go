// Package fence carries fencing tokens in contexts.
package fence

import "context"

type key struct{}

// With returns a context with the token.
func With(ctx context.Context, token int64) context.Context {
	return context.WithValue(ctx, key{}, token)
}

// From returns the token of the context, or 0.
func From(ctx context.Context) int64 {
	t, _ := ctx.Value(key{}).(int64)
	return t
}
