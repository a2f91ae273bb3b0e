package jobs

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/alicebob/miniredis/v2"
)

// Embedded is a Redis inside this process, for a fleet that is one program.
// It listens on a loopback port of its own behind a random password and keeps
// nothing once closed.
type Embedded struct {
	server *miniredis.Miniredis
	stop   context.CancelFunc
	done   chan struct{}
	url    string
}

// clockTick is how often the embedded server's clock moves; it expires keys
// only then.
const clockTick = time.Second

// StartEmbedded starts a Redis inside this process.
func StartEmbedded() (*Embedded, error) {
	server := miniredis.NewMiniRedis()
	password := rand.Text()
	server.RequireAuth(password)
	if err := server.StartAddr("127.0.0.1:0"); err != nil {
		return nil, fmt.Errorf("start embedded Redis: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	e := &Embedded{
		server: server,
		stop:   cancel,
		done:   make(chan struct{}),
		url:    fmt.Sprintf("redis://:%s@%s/0", password, server.Addr()),
	}
	go e.tick(ctx)
	return e, nil
}

// URL is what Open takes to reach e.
func (e *Embedded) URL() string { return e.url }

// Close ends the server and forgets what it held.
func (e *Embedded) Close() {
	e.stop()
	<-e.done
	e.server.Close()
}

func (e *Embedded) tick(ctx context.Context) {
	defer close(e.done)
	ticker := time.NewTicker(clockTick)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			e.server.FastForward(clockTick)
		}
	}
}
