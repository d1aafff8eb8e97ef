package catalogue

import "slices"

// A TokenField is a field whose number the store only ever counts up: read from
// a lock's own entry, it tells this hold of the lock from every later one.
type TokenField struct {
	Paths  []string // import paths of the packages that declare Type
	Type   string
	Names  string // the fields, parted by |
	Source string
}

var tokenFields = []TokenField{
	{
		Paths:  []string{"go.etcd.io/etcd/api/v3/etcdserverpb", "go.etcd.io/etcd/etcdserver/etcdserverpb", "github.com/coreos/etcd/etcdserver/etcdserverpb"},
		Type:   "ResponseHeader",
		Names:  "Revision",
		Source: "https://etcd.io/docs/latest/learning/data_model/",
	},
	{
		Paths:  []string{"go.etcd.io/etcd/api/v3/mvccpb", "go.etcd.io/etcd/mvcc/mvccpb", "github.com/coreos/etcd/mvcc/mvccpb"},
		Type:   "KeyValue",
		Names:  "CreateRevision|ModRevision",
		Source: "https://etcd.io/docs/latest/learning/data_model/",
	},
	{
		Paths:  []string{"github.com/hashicorp/consul/api"},
		Type:   "KVPair",
		Names:  "LockIndex|ModifyIndex|CreateIndex",
		Source: "https://developer.hashicorp.com/consul/api-docs/kv",
	},
	{
		Paths:  []string{"github.com/go-zookeeper/zk", "github.com/samuel/go-zookeeper/zk"},
		Type:   "Stat",
		Names:  "Czxid|Mzxid|Pzxid|Version|Cversion",
		Source: "https://zookeeper.apache.org/doc/current/zookeeperProgrammers.html",
	},
}

// TokenFields are the fields of libraries' structs that hold fencing tokens.
func TokenFields() []TokenField { return tokenFields }

// IsTokenField reports whether a field of the named type holds a fencing token.
func IsTokenField(path, typ, name string) bool {
	for i := range tokenFields {
		f := &tokenFields[i]
		if f.Type == typ && hasName(f.Names, name) && slices.Contains(f.Paths, path) {
			return true
		}
	}
	return false
}
