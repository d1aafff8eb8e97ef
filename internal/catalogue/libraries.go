package catalogue

// libraries lists the tables; a new client is one more line.
var libraries = []*Library{
	goRedis,
}
