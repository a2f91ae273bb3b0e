package jobs

import "context"

// spareKey marks the context of what the fleet can do without.
type spareKey struct{}

// spare returns a context whose operations do not wait for a Redis that has no
// memory left: what is done without the memo makes progress all the same.
func spare(ctx context.Context) context.Context { return context.WithValue(ctx, spareKey{}, true) }

func isSpare(ctx context.Context) bool {
	yes, _ := ctx.Value(spareKey{}).(bool)
	return yes
}
