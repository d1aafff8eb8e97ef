package catalogue

import "slices"

// A Remedy says what a kind of store offers against a mistake with a key that serves as
// a lock: the way out in a message, in its own terms.
type Remedy struct {
	Kinds []Kind // of stores
	Bound string // how the key ends with its holder
	Free  string // how only its holder's key is deleted
}

// remedies are those of each kind of store. Each rests on the Source of the kind's
// libraries.
var remedies = []Remedy{
	{
		Kinds: []Kind{"Redis"},
		Bound: "give it a TTL in the command that creates it, and renew it while the work goes on",
		Free:  "delete it only if it still holds this holder's random value, in one script or with DELEX … IFEQ",
	},
	{
		Kinds: []Kind{"etcd"},
		Bound: "put it with a lease (clientv3.WithLease), and keep the lease alive while the work goes on",
		Free:  "delete it in a Txn that compares this holder's random value, or revoke the lease that it was put with",
	},
	{
		Kinds: []Kind{"ZooKeeper"},
		Bound: "make it an ephemeral node, which goes with its holder's session",
		Free:  "take the lock with zk.NewLock: each holder has a node of its own, and deletes that",
	},
	{
		Kinds: []Kind{"Consul"},
		Bound: "acquire it with a session that has a TTL, and renew that while the work goes on",
		Free:  "delete it with DeleteCAS and the index of this holder's own write, or release it with its session",
	},
	{
		Kinds: []Kind{"DynamoDB"},
		Bound: "store beside the owner when the lock ends, and let the ConditionExpression take over one that has ended",
		Free:  "delete it only where its owner is still this holder's random value: put that into the ConditionExpression",
	},
	{
		Kinds: []Kind{"S3"},
		Bound: "store in it when the lock ends, and take over one that has ended with IfMatch",
		Free:  "delete it with IfMatch and the ETag of this holder's own write",
	},
	{
		Kinds: []Kind{"GCS"},
		Bound: "store in it when the lock ends, and take over one that has ended with GenerationMatch",
		Free:  "delete it with GenerationMatch and the generation of this holder's own write",
	},
	{
		Kinds: []Kind{"Azure"},
		Bound: "take a lease of the blob, which ends with its holder",
		Free:  "delete it with IfMatch and the ETag of this holder's own write, or with its lease",
	},
	{
		Kinds: []Kind{"NATS"},
		Bound: "give the bucket a TTL, and renew the key while the work goes on",
		Free:  "delete it with LastRevision and the revision of this holder's own write",
	},
	{ // rows and documents
		Kinds: []Kind{"SQL", "MongoDB"},
		Bound: "store beside the owner when the lock ends, and let the condition take over one that has ended",
		Free:  "give it back only where its owner is still this holder's random value: put that into the condition",
	},
}

// anyStore is for stores whose ways are not known.
var anyStore = Remedy{
	Bound: "give it a TTL in the call that creates it, and renew it while the work goes on",
	Free:  "delete it only if it still holds this holder's random value, in one conditional call",
}

// Remedy is what the library's store offers. l may be nil.
func (l *Library) Remedy() Remedy {
	if l == nil {
		return anyStore
	}
	return remedyOf(l.Kind)
}

// RowRemedy is what any store offers for a row or document that serves as a lock.
func RowRemedy() Remedy { return remedyOf("SQL") }

func remedyOf(k Kind) Remedy {
	for _, r := range remedies {
		if slices.Contains(r.Kinds, k) {
			return r
		}
	}
	return anyStore
}
