// Empty does nothing: what it costs is what starting any Go program costs.
package main

func main() {}
