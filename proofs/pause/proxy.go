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
	conns  map[net.Conn]chan struct{} // closed when the pair that it belongs to is
}

// NewProxy forwards TCP connections to target (host:port). It is closed when
// the test ends.
func NewProxy(t testing.TB, target string) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("pause: no port for a proxy: %v", err)
	}
	p := &Proxy{listener: l, target: target, conns: map[net.Conn]chan struct{}{}}
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
	p.cut = true
	broken := p.closeAll()
	p.mu.Unlock()
	await(broken)
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
	p.target, p.cut = target, false
	broken := p.closeAll()
	p.mu.Unlock()
	await(broken)
}

// closeAll breaks all connections. Each is closed when its channel is: a Close in
// one goroutine takes effect when the Read of another has returned, and until then
// a client could take its connection for a good one.
func (p *Proxy) closeAll() []chan struct{} {
	var broken []chan struct{}
	for c, closed := range p.conns {
		c.Close()
		broken = append(broken, closed)
	}
	clear(p.conns)
	return broken
}

func await(broken []chan struct{}) {
	for _, closed := range broken {
		<-closed
	}
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
	closed := make(chan struct{})
	defer close(closed)
	defer client.Close()
	target, ok := p.admit(client, closed)
	if !ok {
		return
	}
	server, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	// It may have been cut or redirected while it was made.
	if now, ok := p.admit(server, closed); !ok || now != target {
		server.Close()
		return
	}
	var there sync.WaitGroup
	there.Go(func() {
		_, _ = io.Copy(server, client)
		server.Close()
	})
	_, _ = io.Copy(client, server)
	server.Close()
	client.Close() // ends the other direction
	there.Wait()
}

// admit notes a connection unless the proxy is cut, and tells where to.
func (p *Proxy) admit(c net.Conn, closed chan struct{}) (target string, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cut {
		return "", false
	}
	p.conns[c] = closed
	return p.target, true
}
