package jobs

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// Bounds of Config.Patience.
const (
	DefaultPatience = 5 * time.Minute
	Forever         = time.Duration(math.MaxInt64)
)

// Pauses between two tries of an operation.
const (
	shortestPause = 20 * time.Millisecond
	longestPause  = time.Second
)

// patience has every operation of a client tried again while Redis is away,
// fails over, or has no memory left. It can, since every script and command
// in use may be run twice. It implements redis.Hook.
type patience struct {
	most      time.Duration
	outage    *outage
	hurry     hurry
	lookAgain func(ctx context.Context) // asks a cluster who its masters are; may be nil
}

// DialHook implements redis.Hook.
func (p *patience) DialHook(next redis.DialHook) redis.DialHook { return next }

// ProcessHook implements redis.Hook.
func (p *patience) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if greets(cmd) {
			return next(ctx, cmd)
		}
		asked := time.Now()
		err := next(ctx, cmd)
		if passing(ctx, err) {
			err = p.persist(ctx, asked, err, func() error { return next(ctx, cmd) })
		} else {
			p.outage.served(err, cmd)
		}
		return p.orRefused(ctx, err)
	}
}

// ProcessPipelineHook implements redis.Hook. Of a pipeline only the commands
// that did not get through are tried again, of a transaction all.
func (p *patience) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		if slices.ContainsFunc(cmds, greets) {
			return next(ctx, cmds)
		}
		asked := time.Now()
		first := next(ctx, cmds)
		left := unserved(ctx, cmds)
		if len(left) == 0 {
			p.outage.served(first, cmds...)
			return first
		}
		err := p.persist(ctx, asked, left[0].Err(), func() error {
			_ = next(ctx, left) // each command has its own outcome
			if left = unserved(ctx, left); len(left) > 0 {
				return left[0].Err()
			}
			return nil
		})
		if err != nil {
			for _, cmd := range left {
				cmd.SetErr(err)
			}
		}
		for _, cmd := range cmds {
			if cmd.Err() != nil {
				return p.orRefused(ctx, cmd.Err())
			}
		}
		return nil
	}
}

// orRefused makes an *UnreachableError of the reply of a Redis that does not
// let us in, or no longer. The loops of asynq's servers, which ask again at
// once whatever they are told, are told so after a pause.
func (p *patience) orRefused(ctx context.Context, err error) error {
	reply, ok := errors.AsType[redis.Error](err)
	if !ok {
		return err
	}
	switch word, _, _ := strings.Cut(reply.Error(), " "); word {
	case "WRONGPASS", "NOAUTH", "NOPERM":
		if p.hurry.possible() {
			p.hurry.pause(ctx, longestPause)
		}
		return &UnreachableError{Addr: p.outage.addr, Err: err}
	}
	return err
}

// greets reports whether cmd is of the greeting with which a connection
// begins. It belongs to that one connection, and is never tried again: what
// was asked through the connection is, and opens another.
func greets(cmd redis.Cmder) bool {
	switch cmd.Name() {
	case "hello", "auth", "select", "client", "readonly":
		return true
	}
	return false
}

// unserved returns the commands that are worth another try.
func unserved(ctx context.Context, cmds []redis.Cmder) []redis.Cmder {
	failed := func(cmd redis.Cmder) bool { return passing(ctx, cmd.Err()) }
	if len(cmds) > 0 && cmds[0].Name() == "multi" {
		if slices.ContainsFunc(cmds, failed) {
			return cmds
		}
		return nil
	}
	var left []redis.Cmder
	for _, cmd := range cmds {
		if failed(cmd) {
			left = append(left, cmd)
		}
	}
	return left
}

// persist tries again what was asked and failed with err until it does not, in
// growing pauses. It gives up when ctx ends or patience does, the latter with an
// *UnreachableError.
func (p *patience) persist(ctx context.Context, asked time.Time, err error, again func() error) (last error) {
	began := time.Now()
	if late, ok := errors.AsType[net.Error](err); ok && late.Timeout() {
		began = asked // it has not answered since; any other error was prompt
	}
	p.outage.enter()
	refused := false // to store what was asked, at least once
	defer func() { p.outage.leave(last, refused && last == nil) }()
	for pause := shortestPause; ; pause = min(2*pause, longestPause) {
		elapsed, most := time.Since(began), p.most
		if p.hurry.begun() {
			most = min(most, hurriedPatience)
		}
		if elapsed+pause > most {
			return &UnreachableError{Addr: p.outage.addr, For: elapsed, Err: err}
		}
		p.outage.lasts(elapsed, p.most, err)
		refused = refused || refusesToStore(err)
		if p.lookAgain != nil {
			p.lookAgain(ctx)
		}
		p.hurry.pause(ctx, pause/2+rand.N(pause/2)) // not all workers in step
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), err)
		}
		if err = again(); !passing(ctx, err) {
			return err
		}
	}
}

// passing reports whether err is a state of Redis, or of the way to it, that
// passes without a change of ours.
func passing(ctx context.Context, err error) bool {
	if err == nil || ctx.Err() != nil || errors.Is(err, redis.ErrClosed) {
		return false
	}
	if _, given := errors.AsType[*UnreachableError](err); given {
		return false
	}
	if _, reply := errors.AsType[redis.Error](err); !reply {
		return true // no reply at all: the connection, or nobody to connect to
	}
	if redis.IsOOMError(err) && isSpare(ctx) {
		return false
	}
	return repliesWith(err, passingReplies()...)
}

// repliesWith reports whether err is a reply of Redis that begins with one of
// words.
func repliesWith(err error, words ...string) bool {
	reply, ok := errors.AsType[redis.Error](err)
	return ok && slices.ContainsFunc(words, func(word string) bool {
		return strings.HasPrefix(reply.Error()+" ", word+" ") ||
			strings.Contains(reply.Error(), "-"+word+" ") // from within a script, before Redis 7
	})
}

// notNow reports whether err is the reply of a Redis that is there and will
// serve later, such as one that is still loading its data.
func notNow(ctx context.Context, err error) bool {
	_, reply := errors.AsType[redis.Error](err)
	return reply && passing(ctx, err)
}

// passingReplies are the first words of replies that say "not now".
func passingReplies() []string {
	return []string{
		"LOADING",     // it has just started
		"READONLY",    // it is no longer the master
		"MASTERDOWN",  // it waits to become one
		"UNBLOCKED",   // it ceased to be the master while we waited
		"CLUSTERDOWN", // a master is missing and not replaced yet
		"MOVED", "ASK", "TRYAGAIN",
		"NOREPLICAS", // it takes no writes until it has replicas
		"OOM",        // its memory is full
		"MISCONF",    // its disk is full
		"BUSY",       // a script of somebody runs
		"ERR max number of clients reached",
	}
}
