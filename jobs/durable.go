package jobs

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	// replicaWait bounds how long a write waits for a replica to have it.
	replicaWait = 200 * time.Millisecond
	// replicasKnown is how long it is taken for granted whether a server has
	// replicas.
	replicasKnown = 10 * time.Second
)

// replicas knows which servers have replicas that keep up, without asking at
// every write.
type replicas struct {
	wait  time.Duration // replicaWait
	mu    sync.Mutex
	known map[string]replicated // by address
}

type replicated struct {
	yes   bool
	until time.Time
}

func newReplicas() *replicas { return &replicas{wait: replicaWait, known: map[string]replicated{}} }

// of reports whether the server of node has a replica.
func (r *replicas) of(ctx context.Context, node *redis.Client) bool {
	addr := node.Options().Addr
	r.mu.Lock()
	known, ok := r.known[addr]
	r.mu.Unlock()
	if ok && time.Now().Before(known.until) {
		return known.yes
	}
	text, err := node.Info(ctx, "replication").Result()
	yes := err == nil && strings.Contains(text, ",state=online,")
	r.set(addr, yes)
	return yes
}

func (r *replicas) set(addr string, yes bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known[addr] = replicated{yes, time.Now().Add(replicasKnown)}
}

// master returns the server that holds key.
func (s *Store) master(ctx context.Context, key string) (*redis.Client, error) {
	if cluster, ok := s.rdb.(*redis.ClusterClient); ok {
		return cluster.MasterForKey(ctx, key)
	}
	return s.rdb.(*redis.Client), nil
}

// durably runs a script and, where the server has a replica, waits a moment
// for one to have what the script wrote, so that a fail-over does not lose it.
// That none had it in time is no error: what a fail-over loses is found again,
// only later.
func (s *Store) durably(ctx context.Context, script *redis.Script, keys []string, args ...any) *redis.Cmd {
	node, err := s.master(ctx, keys[0])
	if err != nil || !s.replicas.of(ctx, node) {
		return script.Run(ctx, s.rdb, keys, args...)
	}
	for _, run := range []runner{script.EvalSha, script.Eval} { // by its name, or whole where that is not known yet
		pipe := node.Pipeline() // one connection: a server waits for what the same connection wrote
		reply := run(ctx, pipe, keys, args...)
		have := pipe.Do(ctx, "wait", 1, s.replicas.wait.Milliseconds())
		_, _ = pipe.Exec(ctx) // each command has its own outcome
		if err := reply.Err(); err == nil || errors.Is(err, redis.Nil) {
			if n, err := have.Int(); err == nil && n == 0 {
				s.replicas.set(node.Options().Addr, false) // it is gone, or far behind: do not wait for it each time
			}
			return reply
		} else if !redis.HasErrorPrefix(err, "NOSCRIPT") {
			break
		}
	}
	return script.Run(ctx, s.rdb, keys, args...) // in a cluster the key may have moved
}

// runner is a way to have a script run.
type runner = func(ctx context.Context, c redis.Scripter, keys []string, args ...any) *redis.Cmd
