// Package config is everything that can be set, in one struct, with its
// defaults and where each value came from. A setting has one name: it is a
// flag (--max-states), a variable of the environment (GRIDMILL_MAX_STATES) and
// a key of the configuration file (max-states). Flags win over the
// environment, the environment over the file, the file over the defaults.
package config

import "time"

// Config holds the value of every setting.
type Config struct {
	Redis      string        // URL of the Redis to use; "" = the fleet inside the process
	Patience   time.Duration // how long a command outlasts an outage of Redis
	RedisCA    string        // file of the authorities to trust for TLS; "" = the system's
	RedisCert  string        // file of the certificate to show to Redis; "" = none
	RedisKey   string        // file of its key
	Prefix     string        // beginning of every Redis key and queue name
	From       string        // input format, or auto
	Answers    string        // layout of the answers that are checked, or auto
	To         string        // output format; auto = table on a terminal, else jsonl
	Output     string        // file the rows go to; "-" = standard output
	Algorithm  string        // NAME, or KIND=NAME, parted by commas
	MaxStates  int64         // states a puzzle; 0 = no limit
	MaxMemory  int64         // bytes a puzzle; 0 = no limit
	Timeout    time.Duration // wall time a puzzle; 0 = no limit
	MaxMoves   int           // solitaire's move limit; 0 = none
	Objective  string        // moves or pushes
	Memo       string        // on, off or refresh
	MemoTTL    time.Duration // how long Redis keeps an answer; 0 = for good
	MemoSize   int64         // bytes the memo takes in Redis; 0 = no bound
	MemoLocal  int64         // bytes the memo takes inside a process
	Priority   string        // high, normal or low
	Keep       time.Duration // how long the rows of a done batch stay
	Fresh      bool          // make a new batch even if the same was submitted before
	Order      string        // input or done
	Fields     string        // fields of a row to print, parted by commas; "" = all
	Progress   string        // auto, bar, plain or none
	Lanes      string        // lanes a worker serves: NAME or NAME=SLOTS, parted by commas
	Slots      int           // chunks of each lane a worker runs at once; 0 = one a core
	Memory     int64         // bytes a worker takes; 0 = most of what the machine or the container has
	MostStates int64         // states a puzzle in a worker, whatever its batch says; 0 = no bound
	MostMemory int64         // bytes a puzzle in a worker; 0 = no bound
	MostTime   time.Duration // wall time a puzzle in a worker; 0 = no bound
	Waiting    int64         // chunks that may wait before a producer waits too; 0 = no bound
	Grace      time.Duration // how long a stopping worker finishes what it has
	LogLevel   string        // debug, info, warn or error
	LogFormat  string        // text or json
	Listen     string        // HOST:PORT of a worker's metrics and health; "" or off = none
}

// MaxSlots is the most slots of a lane. Every slot is a goroutine with buffers
// of its own, so a slip such as a number of bytes would take a process minutes
// to start.
const MaxSlots = 4096

// Setting describes one setting and knows where its value goes.
type Setting struct {
	Name    string // flag, and key of the file
	Default string
	Usage   string // one line, with the unit
	Secret  bool   // may hold a password
	value   value
}

// Type names the form of the value for help texts: "duration", "bytes"…
func (s Setting) Type() string { return s.value.kind }

// ListType is the Type of a setting that takes several names, parted by commas.
const ListType = "strings"

// Choices lists the only values that s takes; nil when there are others.
func (s Setting) Choices() []string { return s.value.names }

// Env is the variable of the environment that sets s.
func (s Setting) Env() string { return envName(s.Name) }

// Settings lists every setting in the order they are documented.
func Settings() []Setting { return new(Config).settings() }

func (c *Config) settings() []Setting {
	return []Setting{
		{"redis", "", "Redis to use: redis://, rediss://, redis-sentinel:// or redis-cluster:// URL", true, text(&c.Redis)},
		{"redis.patience", "5m", "how long a command waits for a Redis that went away (workers wait as long as it takes)", false, positive(duration(&c.Patience))},
		{"redis.ca", "", "PEM file of the authorities to trust for TLS (none: the system's)", false, text(&c.RedisCA)},
		{"redis.cert", "", "PEM file of the certificate to show to Redis", false, text(&c.RedisCert)},
		{"redis.key", "", "PEM file of the key that belongs to redis.cert", false, text(&c.RedisKey)},
		{"prefix", "gridmill:", "beginning of every Redis key and queue name", false, text(&c.Prefix)},
		{"from", "auto", "input format: auto, poj1475, xsb, slc, uva1601, hdu1401 or jsonl", false, text(&c.From)},
		{"answers", "auto", "layout of the answers to check: auto, judge, lurd (a plan a line), jsonl or csv", false, choice(&c.Answers, "auto", "judge", "lurd", "jsonl", "csv")},
		{"to", "auto", "output format: auto, jsonl, csv, table, judge or xsb", false, text(&c.To)},
		{"output", "-", "file to write the rows to", false, path(&c.Output)},
		{"algorithm", "auto", "algorithm, by name or as kind=name, several parted by commas", false, list(&c.Algorithm)},
		{"max-states", "0", "most states searched a puzzle (0: no limit)", false, count(&c.MaxStates)},
		{"max-memory", "1GiB", "most search memory a puzzle, such as 512MiB (0: no limit)", false, size(&c.MaxMemory)},
		{"timeout", "60s", "most wall time a puzzle, such as 90s or 5m (0s: no limit)", false, duration(&c.Timeout)},
		{"max-moves", "8", "most moves of a solitaire answer (0: no limit)", false, number(&c.MaxMoves)},
		{"objective", "moves", "what sokoban plans have fewest of: moves (among those of fewest pushes) or just pushes (walks may be longer)", false, choice(&c.Objective, "moves", "pushes")},
		{"memo", "on", "remembered answers: on, off (neither read nor write) or refresh (write only)", false, choice(&c.Memo, "on", "off", "refresh")},
		{"memo.ttl", "0s", "how long Redis remembers an answer (0s: for good)", false, duration(&c.MemoTTL)},
		{"memo.size", "0", "most bytes the memo takes in Redis, the oldest answers go first; the same for all workers (0: no limit)", false, size(&c.MemoSize)},
		{"memo.local", "64MiB", "most bytes of remembered answers kept inside a process", false, size(&c.MemoLocal)},
		{"priority", "normal", "order among the batches that are no small ones: high, normal or low", false, choice(&c.Priority, "high", "normal", "low")},
		{"keep", "168h", "how long the rows of a done batch are kept", false, positive(duration(&c.Keep))},
		{"fresh", "false", "make a new batch even if the same one was submitted before", false, toggle(&c.Fresh)},
		{"order", "input", "order of the rows: input, or done (each as it comes)", false, choice(&c.Order, "input", "done")},
		{"fields", "", "fields of a row to print, in this order, such as seq,status,cost.pushes (none: all)", false, list(&c.Fields)},
		{"progress", "auto", "progress on standard error: auto, bar, plain or none", false, choice(&c.Progress, "auto", "bar", "plain", "none")},
		{"lanes", "interactive,bulk,hard", "lanes a worker serves, each by name or as name=SLOTS", false, list(&c.Lanes)},
		{"slots", "0", "chunks of each lane a worker runs at once, at most 4096 (0: one a core)", false, atMost(MaxSlots, number(&c.Slots))},
		{"memory", "0", "most memory a worker takes, such as 4GiB (0: four fifths of what the container or the machine has)", false, size(&c.Memory)},
		{"worker.max-states", "0", "most states a worker searches a puzzle, whatever its batch says (0: no limit of its own)", false, count(&c.MostStates)},
		{"worker.max-memory", "0", "most search memory a worker gives a puzzle, whatever its batch says (0: no limit of its own)", false, size(&c.MostMemory)},
		{"worker.timeout", "0s", "most wall time a worker gives a puzzle, whatever its batch says (0s: no limit of its own)", false, duration(&c.MostTime)},
		{"max-waiting", "10000", "chunks that may wait in Redis, over all open batches, before a producer waits too (0: no limit)", false, count(&c.Waiting)},
		{"grace", "20s", "how long a stopping worker may finish its chunks before it hands them back", false, duration(&c.Grace)},
		{"log-level", "info", "what a worker logs: debug, info, warn or error", false, choice(&c.LogLevel, "debug", "info", "warn", "error")},
		{"log-format", "text", "how a worker logs: text or json, a line each", false, choice(&c.LogFormat, "text", "json")},
		{"worker.listen", "127.0.0.1:9464", "where a worker answers /metrics, /healthz and /readyz; off: nowhere (another worker at the default: a free port)", false, text(&c.Listen)},
	}
}
