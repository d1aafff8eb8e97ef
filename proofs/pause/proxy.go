package pause

import (
	"io"
	"net"
	"sync"
	"testing"
)

// A Proxy stands between a worker and a store, so that a test can cut them off
// from each other.
type Proxy struct {
	listener net.Listener
	wg       sync.WaitGroup

	mu     sync.Mutex
	target string
	cut    bool
	conns  map[net.Conn]bool
}

// NewProxy forwards TCP connections to target (host:port). It is closed when
// the test ends.
func NewProxy(t testing.TB, target string) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("pause: no port for a proxy: %v", err)
	}
	p := &Proxy{listener: l, target: target, conns: map[net.Conn]bool{}}
	p.wg.Go(p.accept)
	t.Cleanup(func() {
		l.Close()
		p.Cut()
		p.wg.Wait()
	})
	return p
}

// Addr is where clients connect to (host:port).
func (p *Proxy) Addr() string { return p.listener.Addr().String() }

// Cut breaks all connections and refuses new ones.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = true
	p.closeAll()
}

// Heal takes connections again.
func (p *Proxy) Heal() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = false
}

// Redirect breaks all connections and leads new ones to target: a failover.
func (p *Proxy) Redirect(target string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.target, p.cut = target, false
	p.closeAll()
}

func (p *Proxy) closeAll() {
	for c := range p.conns {
		c.Close()
	}
	clear(p.conns)
}

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		p.wg.Go(func() { p.serve(client) })
	}
}

func (p *Proxy) serve(client net.Conn) {
	defer client.Close()
	target, ok := p.admit(client)
	if !ok {
		return
	}
	server, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	defer server.Close()
	// It may have been cut or redirected while it was made.
	if now, ok := p.admit(server); !ok || now != target {
		return
	}
	p.wg.Go(func() {
		_, _ = io.Copy(server, client)
		server.Close()
	})
	_, _ = io.Copy(client, server)
}

// admit notes a connection unless the proxy is cut, and tells where to.
func (p *Proxy) admit(c net.Conn) (target string, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cut {
		return "", false
	}
	p.conns[c] = true
	return p.target, true
}
