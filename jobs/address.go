package jobs

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// connection remembers how to reach a Redis.
type connection struct {
	addr     string // for people, without secrets
	sentinel bool   // the servers are found by asking sentinels
	secure   bool   // a rediss:// URL: the one server speaks TLS
	open     opener
	outage   *outage // shared by all clients
	hurry    hurry   // of the clients of asynq's servers
}

// openPatient opens a client whose operations outlast an outage of up to most,
// unless there is a hurry.
func (c connection) openPatient(most time.Duration, h hurry) redis.UniversalClient {
	if most == 0 {
		most = DefaultPatience
	}
	rdb := c.open()
	p := &patience{most: most, outage: c.outage, hurry: h}
	if cluster, ok := rdb.(*redis.ClusterClient); ok {
		p.lookAgain = cluster.ReloadState
	}
	rdb.AddHook(p)
	return rdb
}

// MakeRedisClient implements asynq.RedisConnOpt. The servers of asynq wait out
// every outage, so that their loops neither spin nor fill the log.
func (c connection) MakeRedisClient() any { return c.openPatient(Forever, c.hurry) }

// The Redis servers in use neither announce maintenance nor need to know the
// client library's name.
var quiet = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}

// noRetries leaves trying again to patience. Redirections of a cluster are
// followed all the same.
const noRetries = -1

// replyTimeout is how long a reply may take, unless the URL says otherwise,
// before the server is taken to be gone: it bounds how long a master that is
// frozen, not dead, goes unnoticed.
const replyTimeout = 3 * time.Second

// TLSFiles name PEM files; "" names none.
type TLSFiles struct {
	CA        string // certificates of the authorities to trust instead of the system's
	Cert, Key string // what to show to a server that asks who we are
}

// load adds what the files hold to cfg, which is nil for a URL without TLS.
func (f TLSFiles) load(cfg *tls.Config) error {
	if f == (TLSFiles{}) {
		return nil
	}
	if cfg == nil {
		return &SettingError{"redis.ca, redis.cert and redis.key are for TLS; use a rediss:// URL, or add tls=true to one of a sentinel or a cluster"}
	}
	if f.CA != "" {
		pem, err := os.ReadFile(f.CA)
		if err != nil {
			return &SettingError{fmt.Sprintf("redis.ca: %v", err)}
		}
		cfg.RootCAs = x509.NewCertPool()
		if !cfg.RootCAs.AppendCertsFromPEM(pem) {
			return &SettingError{fmt.Sprintf("redis.ca: %s holds no certificate in PEM form", f.CA)}
		}
	}
	if (f.Cert == "") != (f.Key == "") {
		return &SettingError{"redis.cert and redis.key go together; one of them is not set"}
	}
	if f.Cert != "" {
		pair, err := tls.LoadX509KeyPair(f.Cert, f.Key)
		if err != nil {
			return &SettingError{fmt.Sprintf("redis.cert, redis.key: %v", err)}
		}
		cfg.Certificates = []tls.Certificate{pair}
	}
	return nil
}

// unreadable stands for the parser's error, which would repeat the URL,
// password and all.
func unreadable() error {
	return &SettingError{"the Redis URL cannot be read; it looks like redis://user:password@host:6379/0"}
}

func parseURL(rawURL string, files TLSFiles) (connection, error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return connection{}, unreadable()
	}
	c := connection{addr: u.Host, sentinel: u.Scheme == "redis-sentinel", secure: u.Scheme == "rediss"}
	if strings.HasPrefix(u.Scheme, "redis") {
		if err := checkPlaces(u); err != nil {
			return connection{}, err
		}
	}
	switch u.Scheme {
	case "redis", "rediss":
		c.open, err = single(u, files)
	case "redis-sentinel":
		c.open, err = sentinel(u, files)
	case "redis-cluster":
		c.open, err = cluster(u, files)
	default:
		err = &SettingError{"the Redis URL must begin with redis://, rediss://, redis-sentinel:// or redis-cluster://, as in redis://localhost:6379"}
	}
	return c, err
}

// checkPlaces refuses a URL without a host, for which the client library would
// take localhost, and one with secrets where errors would repeat them: an addr
// with a user, or a password that ends the host early by a /, ? or #.
func checkPlaces(u *url.URL) error {
	if u.Hostname() == "" {
		return unreadable()
	}
	behind := []string{u.Path, u.Fragment}
	for name, values := range u.Query() {
		behind = append(behind, name)
		if name == "addr" {
			behind = append(behind, values...)
		}
	}
	if strings.Contains(strings.Join(behind, " "), "@") {
		return &SettingError{"there is an @ behind the first host of the Redis URL; user and password stand once, in front of that host, and a /, ? or # in them is written %2F, %3F or %23"}
	}
	return nil
}

// opener opens a client of one kind.
type opener = func() redis.UniversalClient

func single(u *url.URL, files TLSFiles) (opener, error) {
	opts, err := redis.ParseURL(u.String())
	if err != nil {
		return nil, unusable(err)
	}
	if opts.DB < 0 {
		return nil, &SettingError{fmt.Sprintf("the database of a Redis URL is a number from 0, not %d", opts.DB)}
	}
	opts.MaintNotificationsConfig, opts.DisableIdentity, opts.MaxRetries = quiet, true, noRetries
	opts.ReadTimeout = cmp.Or(opts.ReadTimeout, replyTimeout)
	return func() redis.UniversalClient { o := *opts; return redis.NewClient(&o) }, files.load(opts.TLSConfig)
}

// unusable says what the client library finds wrong with a URL.
func unusable(err error) error {
	if _, repeats := errors.AsType[*url.Error](err); repeats {
		return unreadable()
	}
	return &SettingError{fmt.Sprintf("the Redis URL cannot be used: %v", err)}
}

// cluster reads redis-cluster://user:password@host1:port1?addr=host2:port2,
// with tls=true for TLS.
func cluster(u *url.URL, files TLSFiles) (opener, error) {
	plain := *u
	plain.Scheme = "redis"
	secure, err := takeTLS(&plain)
	if err != nil {
		return nil, err
	}
	if secure {
		plain.Scheme = "rediss"
	}
	opts, err := redis.ParseClusterURL(plain.String())
	if err != nil {
		return nil, unusable(err)
	}
	if opts.TLSConfig != nil {
		opts.TLSConfig.ServerName = "" // every node goes by its own name
	}
	opts.MaintNotificationsConfig, opts.DisableIdentity, opts.MaxRetries = quiet, true, noRetries
	opts.ReadTimeout = cmp.Or(opts.ReadTimeout, replyTimeout)
	return func() redis.UniversalClient { o := *opts; return redis.NewClusterClient(&o) }, files.load(opts.TLSConfig)
}

// takeTLS takes the parameter tls off a URL and returns it.
func takeTLS(u *url.URL) (bool, error) {
	q := u.Query()
	text := q.Get("tls")
	if text == "" {
		return false, nil
	}
	secure, err := strconv.ParseBool(text)
	if err != nil {
		return false, &SettingError{fmt.Sprintf("tls=%s in the Redis URL is neither true nor false", text)}
	}
	q.Del("tls")
	u.RawQuery = q.Encode()
	return secure, nil
}

// sentinel reads redis-sentinel://user:password@host1:port1,host2:port2/db?master=NAME.
// User and password are those of the Redis servers; the sentinels' own are the
// parameters sentinel_username and sentinel_password. With tls=true servers
// and sentinels are reached by TLS.
func sentinel(u *url.URL, files TLSFiles) (opener, error) {
	q := u.Query()
	opts := &redis.FailoverOptions{
		MasterName:       q.Get("master"),
		SentinelAddrs:    strings.Split(u.Host, ","),
		SentinelUsername: q.Get("sentinel_username"),
		SentinelPassword: q.Get("sentinel_password"),
		Username:         u.User.Username(),
		DisableIdentity:  true,
		MaxRetries:       noRetries,
		ReadTimeout:      replyTimeout,
	}
	opts.Password, _ = u.User.Password()
	if opts.MasterName == "" {
		return nil, &SettingError{"a redis-sentinel:// URL names its master: redis-sentinel://host:26379?master=NAME"}
	}
	if db := strings.Trim(u.Path, "/"); db != "" {
		n, err := strconv.Atoi(db)
		if err != nil || n < 0 {
			return nil, &SettingError{fmt.Sprintf("the database of a redis-sentinel:// URL is a number from 0, not %q", db)}
		}
		opts.DB = n
	}
	secure, err := takeTLS(u)
	if err != nil {
		return nil, err
	}
	if secure {
		opts.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	return func() redis.UniversalClient { o := *opts; return redis.NewFailoverClient(&o) }, files.load(opts.TLSConfig)
}
