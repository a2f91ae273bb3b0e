package replay_test

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver/sokoban/replay"
)

func TestRecaseTellsWalksFromPushes(t *testing.T) {
	const form = "#######|#-@$-.#|#-----#|#######"
	for _, row := range []struct{ reason, plan, want string }{
		{"pushes in lower case", "rr", "RR"},
		{"walks in upper case", "LRRR", "lrRR"},
		{"a plan that is right", "lrRR", "lrRR"},
		{"nothing", "", ""},
		{"no letter: what follows stays", "r?rr", "R?rr"},
		{"into a wall: it stays, and what follows", "LUrr", "lUrr"},
	} {
		if got := replay.Recase(form, row.plan); got != row.want {
			t.Errorf("%s: %q for %q, want %q", row.reason, got, row.plan, row.want)
		}
	}
	if got := replay.Recase("no board", "rr"); got != "rr" {
		t.Errorf("without a board %q", got)
	}
}

// FuzzRecase wants a plan that is right to stay as it is, also after its case
// was lost, and the first wrong step of any to stay where it is.
func FuzzRecase(f *testing.F) {
	f.Add("#####|#@$.#|#####", "R")
	f.Add("#######|#-----#|#-----#|#-@*--#|#-----#|#-----#|#######", "RurDrdLdlU")
	f.Add("#####|#@$.#|#-$.#|#####", "RldR?")
	f.Fuzz(func(t *testing.T, form, plan string) {
		again := replay.Recase(form, plan)
		if !strings.EqualFold(again, plan) {
			t.Fatalf("%q becomes %q", plan, again)
		}
		if _, _, err := replay.Plan(form, plan); err != nil {
			return
		}
		if again != plan || replay.Recase(form, strings.ToLower(plan)) != plan {
			t.Errorf("%q is right and becomes %q", plan, again)
		}
	})
}
