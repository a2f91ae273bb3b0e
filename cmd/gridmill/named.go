package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/jobs"
)

// A batch may be named by the beginning of its id, as status shows it: with
// fewer digits too many batches would fit, and words would be taken for ids.
const (
	leastDigits = 6
	wholeDigits = 32
)

// digits counts those of text when it looks like an id or the beginning of one;
// else it is 0.
func digits(text string) int {
	if len(text) > wholeDigits || strings.Trim(text, "0123456789abcdef") != "" {
		return 0
	}
	return len(text)
}

// wholeID returns the id of the batch that name is, or begins. A name that no
// batch has is returned as it is: who asks for the batch says that there is none.
func (a *app) wholeID(ctx context.Context, cmd *cobra.Command, store *jobs.Store, name string) (string, error) {
	if n := digits(name); n < leastDigits || n == wholeDigits {
		return name, nil
	}
	ids, err := store.Beginning(ctx, name)
	switch {
	case err != nil:
		return "", err
	case len(ids) > 1:
		const shown = 4
		more := ""
		if rest := len(ids) - shown; rest > 0 {
			ids, more = ids[:shown], fmt.Sprintf(" and %d more", rest)
		}
		return "", usage(cmd, "several batches begin with %s: %s%s; give more digits", name, strings.Join(ids, ", "), more)
	case len(ids) == 1:
		return ids[0], nil
	}
	return name, nil
}

// openBatch connects to the Redis that the settings name and returns the id of
// the batch that name is, or begins.
func (a *app) openBatch(ctx context.Context, cmd *cobra.Command, name string) (store *jobs.Store, id string, err error) {
	if store, err = a.openStore(ctx, cmd); err != nil {
		return nil, "", err
	}
	if id, err = a.wholeID(ctx, cmd, store, name); err != nil {
		_ = store.Close() // what went wrong before is what counts
		return nil, "", err
	}
	return store, id, nil
}
