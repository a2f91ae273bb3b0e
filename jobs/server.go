package jobs

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/redis/go-redis/v9"
)

// Server is what Redis says of itself. A server that does not tell, such as
// the embedded one or one whose ACL forbids INFO, leaves it empty.
type Server struct {
	Version    string   `json:"version"`
	Mode       string   `json:"mode"`        // standalone, sentinel or cluster
	Masters    int      `json:"masters"`     // more than one in a cluster
	Replicas   int      `json:"replicas"`    // of all masters
	UsedMemory int64    `json:"used_memory"` // bytes, of all masters
	MaxMemory  int64    `json:"max_memory"`  // bytes, of all masters; 0: no bound
	Policy     string   `json:"policy"`      // what is evicted when the memory is full
	AppendOnly bool     `json:"append_only"` // all masters keep an append-only file
	Warnings   []string `json:"warnings"`    // what endangers batches, and what to do
	fullest    float64  // the part of its memory that the fullest master has used
	bare       bool     // a master has no replica
}

// oldest is the first version of Redis that the project is tested on.
const oldest = 7

// Server asks Redis what it is and how it is set up. It needs INFO alone.
func (s *Store) Server(ctx context.Context) (Server, error) {
	texts, err := s.infos(ctx)
	if _, refused := errors.AsType[redis.Error](err); refused {
		return Server{Mode: s.mode(), Warnings: []string{}}, nil
	}
	if err != nil {
		return Server{}, fmt.Errorf("ask Redis about itself: %w", err)
	}
	v := Server{Mode: s.mode(), AppendOnly: true, Warnings: []string{}}
	for _, text := range texts {
		v.add(parseInfo(text))
	}
	if v.Version == "" {
		return Server{Mode: v.Mode, Warnings: []string{}}, nil
	}
	v.warn(s.Addr())
	return v, nil
}

func (s *Store) mode() string {
	switch {
	case !s.oneRedis():
		return "cluster"
	case s.conn.sentinel:
		return "sentinel"
	}
	return "standalone"
}

// infos returns the reply of every master to INFO.
func (s *Store) infos(ctx context.Context) ([]string, error) {
	cluster, ok := s.rdb.(*redis.ClusterClient)
	if !ok {
		text, err := s.rdb.Info(ctx).Result()
		return []string{text}, err
	}
	var mu sync.Mutex
	var texts []string
	err := cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		text, err := node.Info(ctx).Result()
		mu.Lock()
		defer mu.Unlock()
		texts = append(texts, text)
		return err
	})
	if len(texts) > 1 { // those that answer while one is replaced
		err = nil
	}
	return texts, err
}

// parseInfo reads the lines "name:value" of INFO.
func parseInfo(text string) map[string]string {
	info := map[string]string{}
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			info[name] = value
		}
	}
	return info
}

// add takes in what one master says; of versions and policies it keeps the
// worst.
func (v *Server) add(info map[string]string) {
	version := info["redis_version"]
	if version == "" {
		return
	}
	number := func(name string) int64 {
		n, _ := strconv.ParseInt(info[name], 10, 64) // absent counts as 0
		return n
	}
	v.Masters++
	if v.Version == "" || major(version) < major(v.Version) {
		v.Version = version
	}
	if v.Policy == "" || v.Policy == noEviction {
		v.Policy = info["maxmemory_policy"]
	}
	used, most, replicas := number("used_memory"), number("maxmemory"), int(number("connected_slaves"))
	v.UsedMemory += used
	v.MaxMemory += most
	if most > 0 {
		v.fullest = max(v.fullest, float64(used)/float64(most))
	}
	v.AppendOnly = v.AppendOnly && info["aof_enabled"] == "1"
	v.Replicas += replicas
	v.bare = v.bare || replicas == 0
}

const noEviction = "noeviction"

func major(version string) int {
	first, _, _ := strings.Cut(version, ".")
	n, _ := strconv.Atoi(first) // not a number: as old as can be
	return n
}

// warn says what endangers the batches in the Redis at addr.
func (v *Server) warn(addr string) {
	if v.Policy != noEviction && v.Policy != "" {
		v.Warnings = append(v.Warnings, fmt.Sprintf(
			"the Redis at %s removes keys when its memory is full (maxmemory-policy %s): puzzles and rows may be LOST; set maxmemory-policy noeviction", addr, v.Policy))
	}
	if v.fullest > fullAt {
		v.Warnings = append(v.Warnings, fmt.Sprintf(
			"the memory of the Redis at %s is full to %.0f %%: nothing more is submitted, and workers may have to wait; remove batches (gridmill rm) or raise maxmemory", addr, 100*v.fullest))
	}
	if !v.AppendOnly && v.bare {
		v.Warnings = append(v.Warnings, fmt.Sprintf(
			"the Redis at %s keeps no append-only file and has no replica: what it holds is LOST when it stops; have it keep one, now: redis-cli config set appendonly yes, and when it starts again: appendonly yes in its configuration, or redis-server --appendonly yes", addr))
	}
	if major(v.Version) < oldest {
		v.Warnings = append(v.Warnings, fmt.Sprintf(
			"the Redis at %s is version %s; gridmill is tested on %d and later", addr, v.Version, oldest))
	}
}
