package consul

import "github.com/hashicorp/consul/api"

// Wire takes a semaphore's nil error for success.
func (s *Station) Wire(cell string, wire func() error) error {
	sem, err := s.c.SemaphoreOpts(&api.SemaphoreOptions{Prefix: "wire/" + cell, Limit: 2})
	if err != nil {
		return err
	}
	if _, err := sem.Acquire(nil); err != nil { // want nolost
		return err
	}
	defer sem.Release()
	return wire()
}

// Fuse renews in the background, and nobody hears that the session expired.
func (s *Station) Fuse(cell, session string, fuse func() error) error {
	p := &api.KVPair{Key: "fuse/lock/" + cell, Session: session}
	if ok, _, err := s.c.KV().Acquire(p, nil); err != nil || !ok {
		return err
	}
	defer s.c.KV().Release(p, nil)
	done := make(chan struct{})
	defer close(done)
	go s.c.Session().RenewPeriodic("15s", session, nil, done) // want nolost
	return fuse()
}

// Solder compares the index in the store, and looks at the answer.
func (s *Station) Solder(cell, session string, pair *api.KVPair) (bool, error) {
	p := &api.KVPair{Key: "solder/lock/" + cell, Session: session}
	if ok, _, err := s.c.KV().Acquire(p, nil); err != nil || !ok {
		return false, err
	}
	defer s.c.KV().Release(p, nil)
	ok, _, err := s.c.KV().CAS(pair, nil) // ok unfenced: its answer is told
	return ok, err
}
