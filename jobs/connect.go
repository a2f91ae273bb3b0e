package jobs

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
)

// Store is everything that lives in Redis: batches, their chunks and rows,
// the queue. It is safe for use by many goroutines.
type Store struct {
	rdb       redis.UniversalClient
	conn      connection
	client    *asynq.Client
	inspector *asynq.Inspector
	keys      keys
	codec     codec
	replicas  *replicas
	relisted  *relisted
}

// Config says which Redis to use and how.
type Config struct {
	// URL is redis://, rediss://, redis-sentinel:// or redis-cluster://; the
	// last two take tls=true.
	URL string
	// Prefix begins all keys and queues; "" means DefaultPrefix.
	Prefix string
	// TLS holds the files for a URL that asks for TLS.
	TLS TLSFiles
	// Patience is how long an operation outlasts an outage of Redis, its
	// fail-over, or its having no memory left, before it fails with an
	// *UnreachableError. 0 means DefaultPatience, Forever that only the
	// context ends it.
	Patience time.Duration
	// Notice is told, for the user, when Redis has not answered for a second
	// and when it does again; nil: nobody is.
	Notice func(text string)
}

// UnreachableError says that no Redis answered at the address in use, or that
// it would not let us in.
type UnreachableError struct {
	Addr string
	For  time.Duration // how long it was tried; 0: at once, at the first connection
	Err  error
}

func (e *UnreachableError) Error() string {
	if e.For > 0 {
		return fmt.Sprintf("the Redis at %s has not answered as it should for %v: %v; what it holds is not lost", e.Addr, e.For.Round(time.Second), e.Err)
	}
	if _, refused := errors.AsType[redis.Error](e.Err); refused {
		return fmt.Sprintf("the Redis at %s refuses: %v; user, password and database go into the URL, redis://USER:PASSWORD@HOST:PORT/DB", e.Addr, e.Err)
	}
	return fmt.Sprintf("no Redis answers at %s: %v; start one there, or name another with --redis or GRIDMILL_REDIS", e.Addr, e.Err)
}

func (e *UnreachableError) Unwrap() error { return e.Err }

// SettingError says what is wrong with the URL, the prefix or the files given
// to Connect.
type SettingError struct{ reason string }

func (e *SettingError) Error() string { return e.reason }

const (
	// pingTimeout bounds how long Connect waits for the first answer, and
	// lastPing how long it waits when it asks once more.
	pingTimeout = 5 * time.Second
	lastPing    = time.Second
)

// ping asks once, so that a wrong address is told at once, or once more when
// no answer came in time: it was this process that was late, where that or its
// whole machine stood still for a while.
func (c connection) ping(ctx context.Context) error {
	err := c.pingFor(ctx, pingTimeout)
	if late, ok := errors.AsType[net.Error](err); ok && late.Timeout() {
		return c.pingFor(ctx, lastPing)
	}
	return err
}

func (c connection) pingFor(ctx context.Context, most time.Duration) error {
	rdb := c.open()
	defer func() { _ = rdb.Close() }()
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	return rdb.Ping(ctx).Err()
}

// Open is Connect with the defaults.
func Open(ctx context.Context, rawURL, prefix string) (*Store, error) {
	return Connect(ctx, Config{URL: rawURL, Prefix: prefix})
}

// Connect reaches a Redis and makes sure that it answers. The error is a
// *SettingError, or an *UnreachableError when nothing answers; from then on
// the Store outlasts outages.
func Connect(ctx context.Context, cfg Config) (*Store, error) {
	conn, err := parseURL(cfg.URL, cfg.TLS)
	if err != nil {
		return nil, err
	}
	if cfg.Prefix == "" {
		cfg.Prefix = DefaultPrefix
	}
	if err := checkPrefix(cfg.Prefix); err != nil {
		return nil, err
	}
	codec, err := newCodec()
	if err != nil {
		return nil, err
	}
	redis.SetLogger(&logging.VoidLogger{}) // what it would print is returned as errors anyway
	if err := conn.ping(ctx); err != nil && !notNow(ctx, err) {
		if late, ok := errors.AsType[net.Error](err); ok && late.Timeout() && conn.secure {
			err = fmt.Errorf("%w, as from a server there that does not speak TLS", err) // it waits for the end of a line
		}
		return nil, &UnreachableError{Addr: conn.addr, Err: err}
	}
	conn.outage, conn.hurry = newOutage(conn.addr, cfg.Notice), newHurry()
	rdb := conn.openPatient(cfg.Patience, hurry{})
	return &Store{
		rdb:       rdb,
		conn:      conn,
		client:    asynq.NewClientFromRedisClient(rdb),
		inspector: asynq.NewInspectorFromRedisClient(rdb),
		keys:      keys{prefix: cfg.Prefix},
		codec:     codec,
		replicas:  newReplicas(),
		relisted:  newRelisted(),
	}, nil
}

// Close ends the connection. asynq's client and inspector share it.
func (s *Store) Close() error { return s.rdb.Close() }

// Hurry ends the patience of asynq's servers, whose operations no context ends:
// an outage is not to hold up the stop of a worker.
func (s *Store) Hurry() { s.conn.hurry.begin() }

// Addr names the Redis in use, without secrets.
func (s *Store) Addr() string { return s.conn.addr }

// Conn lets an asynq server open a connection of its own to the same Redis.
func (s *Store) Conn() asynq.RedisConnOpt { return s.conn }
