//go:build !linux

package main

// rssUnit is what the kernel counts memory in.
const rssUnit = 1
