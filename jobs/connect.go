package jobs

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"
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
}

// UnreachableError says that no Redis answered at the address in use, or that
// it would not let us in.
type UnreachableError struct {
	Addr string
	Err  error
}

func (e *UnreachableError) Error() string {
	if _, refused := errors.AsType[redis.Error](e.Err); refused {
		return fmt.Sprintf("the Redis at %s refuses: %v; user, password and database go into the URL, redis://USER:PASSWORD@HOST:PORT/DB", e.Addr, e.Err)
	}
	return fmt.Sprintf("no Redis answers at %s: %v; start one there, or name another with --redis or GRIDMILL_REDIS", e.Addr, e.Err)
}

func (e *UnreachableError) Unwrap() error { return e.Err }

// SettingError says what is wrong with the URL or the prefix given to Open.
type SettingError struct{ reason string }

func (e *SettingError) Error() string { return e.reason }

// pingTimeout bounds how long Open waits for the first answer.
const pingTimeout = 5 * time.Second

// ping asks once, so that a wrong address is told at once.
func (c connection) ping(ctx context.Context) error {
	rdb := c.open(once)
	defer func() { _ = rdb.Close() }()
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	return rdb.Ping(ctx).Err()
}

// Open connects to the Redis at rawURL (redis://, rediss://,
// redis-sentinel:// or redis-cluster://) and makes sure that it answers. All
// keys and queues begin with prefix; "" means DefaultPrefix. The error is an
// *SettingError, or an *UnreachableError when nothing answers.
func Open(ctx context.Context, rawURL, prefix string) (*Store, error) {
	conn, err := parseURL(rawURL)
	if err != nil {
		return nil, err
	}
	if prefix == "" {
		prefix = DefaultPrefix
	}
	if err := checkPrefix(prefix); err != nil {
		return nil, err
	}
	codec, err := newCodec()
	if err != nil {
		return nil, err
	}
	redis.SetLogger(&logging.VoidLogger{}) // what it would print is returned as errors anyway
	if err := conn.ping(ctx); err != nil {
		return nil, &UnreachableError{Addr: conn.addr, Err: err}
	}
	rdb := conn.open(patient)
	return &Store{
		rdb:       rdb,
		conn:      conn,
		client:    asynq.NewClientFromRedisClient(rdb),
		inspector: asynq.NewInspectorFromRedisClient(rdb),
		keys:      keys{prefix: prefix},
		codec:     codec,
	}, nil
}

// Close ends the connection. asynq's client and inspector share it.
func (s *Store) Close() error { return s.rdb.Close() }

// Addr names the Redis in use, without secrets.
func (s *Store) Addr() string { return s.conn.addr }

// Conn lets an asynq server open a connection of its own to the same Redis.
func (s *Store) Conn() asynq.RedisConnOpt { return s.conn }

// connection remembers how to reach a Redis.
type connection struct {
	addr string // for people, without secrets
	open func(r retries) redis.UniversalClient
}

// retries say how often a command is tried again after the connection broke or
// while Redis is loading.
type retries struct {
	most     int
	min, max time.Duration // pause between two tries
}

var (
	once = retries{most: -1}
	// patient outlasts a restart of Redis: some ten seconds.
	patient = retries{most: 16, min: 20 * time.Millisecond, max: time.Second}
)

// MakeRedisClient implements asynq.RedisConnOpt.
func (c connection) MakeRedisClient() any { return c.open(patient) }

// The Redis servers in use neither announce maintenance nor need to know the
// client library's name.
var quiet = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}

func parseURL(rawURL string) (connection, error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		// The parser's error would repeat the URL, password and all.
		return connection{}, &SettingError{"the Redis URL cannot be read; it looks like redis://user:password@host:6379/0"}
	}
	c := connection{addr: u.Host}
	switch u.Scheme {
	case "redis", "rediss":
		opts, err := redis.ParseURL(rawURL)
		if err != nil {
			return c, &SettingError{fmt.Sprintf("the Redis URL cannot be used: %v", err)}
		}
		opts.MaintNotificationsConfig, opts.DisableIdentity = quiet, true
		c.open = func(r retries) redis.UniversalClient {
			o := *opts
			o.MaxRetries, o.MinRetryBackoff, o.MaxRetryBackoff = r.most, r.min, r.max
			return redis.NewClient(&o)
		}
	case "redis-sentinel":
		opts, err := sentinelOptions(u)
		if err != nil {
			return c, err
		}
		c.open = func(r retries) redis.UniversalClient {
			o := *opts
			o.MaxRetries, o.MinRetryBackoff, o.MaxRetryBackoff = r.most, r.min, r.max
			return redis.NewFailoverClient(&o)
		}
	case "redis-cluster":
		opts, err := redis.ParseClusterURL(strings.Replace(rawURL, "redis-cluster://", "redis://", 1))
		if err != nil {
			return c, &SettingError{fmt.Sprintf("the Redis URL cannot be used: %v", err)}
		}
		opts.MaintNotificationsConfig, opts.DisableIdentity = quiet, true
		c.open = func(r retries) redis.UniversalClient {
			o := *opts
			o.MaxRetries, o.MinRetryBackoff, o.MaxRetryBackoff = r.most, r.min, r.max
			return redis.NewClusterClient(&o)
		}
	default:
		return c, &SettingError{"the Redis URL must begin with redis://, rediss://, redis-sentinel:// or redis-cluster://, as in redis://localhost:6379"}
	}
	return c, nil
}

// sentinelOptions reads redis-sentinel://user:password@host1:port1,host2:port2/db?master=NAME.
// User and password are those of the Redis servers; the sentinels' own are the
// parameters sentinel_username and sentinel_password.
func sentinelOptions(u *url.URL) (*redis.FailoverOptions, error) {
	q := u.Query()
	opts := &redis.FailoverOptions{
		MasterName:       q.Get("master"),
		SentinelAddrs:    strings.Split(u.Host, ","),
		SentinelUsername: q.Get("sentinel_username"),
		SentinelPassword: q.Get("sentinel_password"),
		Username:         u.User.Username(),
		DisableIdentity:  true,
	}
	opts.Password, _ = u.User.Password()
	if opts.MasterName == "" {
		return nil, &SettingError{"a redis-sentinel:// URL names its master: redis-sentinel://host:26379?master=NAME"}
	}
	if db := strings.Trim(u.Path, "/"); db != "" {
		n, err := strconv.Atoi(db)
		if err != nil {
			return nil, &SettingError{fmt.Sprintf("the database of a redis-sentinel:// URL is a number, not %q", db)}
		}
		opts.DB = n
	}
	return opts, nil
}
