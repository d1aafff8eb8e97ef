// Package kv names the client of the project.
package kv

import "github.com/redis/go-redis/v9"

// Client is the client.
type Client = redis.Client
