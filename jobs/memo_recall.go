package jobs

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// Recall returns what is remembered of each question, Remembered or Unknown,
// and reserves nothing. What limit it finds is returned whatever the budget.
func (m *Memo) Recall(ctx context.Context, questions []*Question) ([]Known, error) {
	pipe := m.store.rdb.Pipeline()
	replies := make([]*redis.StringCmd, len(questions))
	for i, q := range questions {
		replies[i] = pipe.Get(ctx, m.place(q))
	}
	_, _ = pipe.Exec(ctx) // each reply tells
	known := make([]Known, len(questions))
	for i, q := range questions {
		value, err := replies[i].Result()
		if errors.Is(err, redis.Nil) || redis.HasErrorPrefix(err, "WRONGTYPE") || err == nil && isReservation(value) {
			continue // whoever solves it writes over what is no answer
		}
		if err != nil {
			return nil, fmt.Errorf("read the memo: %w", err)
		}
		answer, err := m.decode(value, q)
		if err != nil {
			if err := m.forget(ctx, q, value, err); err != nil {
				return nil, err
			}
			continue
		}
		known[i] = Known{Remembered, answer.Answer}
	}
	return known, nil
}

// Forget drops the remembered answer to q, because of reason.
func (m *Memo) Forget(ctx context.Context, q *Question, reason error) error {
	value, err := m.store.rdb.Get(ctx, m.place(q)).Result()
	if err != nil || isReservation(value) {
		return nil //nolint:nilerr // there is nothing left to drop
	}
	return m.forget(ctx, q, value, reason)
}

func (m *Memo) forget(ctx context.Context, q *Question, value string, reason error) error {
	m.cfg.Log.Warn("dropped a remembered answer", "key", q.name, "reason", reason)
	if err := deleteScript.Run(ctx, m.store.rdb, []string{q.name}, value).Err(); err != nil {
		return fmt.Errorf("drop from the memo: %w", err)
	}
	return nil
}
