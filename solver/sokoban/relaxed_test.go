package sokoban_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/sokoban"
)

// wandered returns a guise of a puzzle with the player elsewhere in his region.
func wandered(r *rand.Rand, form string) string {
	p := readPicture(form)
	c := p.cells("@+")[0]
	p[c] = map[byte]byte{'@': '-', '+': '.'}[p[c]]
	for range r.IntN(40) {
		if to := c.plus(pick(r, sides())); p[to] == '-' || p[to] == '.' {
			c = to
		}
	}
	p[c] = map[byte]byte{'-': '@', '.': '+'}[p[c]]
	return guise(r, p.write())
}

// TestRegionsShareAKey wants one key under the objective pushes wherever in his
// region the player begins, an answer of as few pushes as ever, and plans that
// begin where he stands.
func TestRegionsShareAKey(t *testing.T) {
	kind := sokoban.New()
	opts := solver.Options{Objective: solver.ObjectivePushes}
	keys := solver.NewKeyer(kind, opts)
	rapid.Check(t, func(t *rapid.T) {
		seeds := rapid.SliceOfN(rapid.Uint64(), 4, 4).Draw(t, "seeds")
		r := rand.New(rand.NewPCG(seeds[0]^seeds[1]<<32, seeds[2]^seeds[3]<<32))
		form := randomOfMany(r)
		if r.IntN(2) == 0 {
			form = pulledBoard(r, 1+r.IntN(4), 2+r.IntN(4))
		}
		other := wandered(r, form)
		text, _, digest, err := keys.Digest(form)
		if err != nil {
			t.Fatal(err)
		}
		canonical := string(text)
		text, back, same, err := keys.Digest(other)
		if err != nil || same != digest || string(text) != canonical {
			t.Fatalf("%s: %s; with the player elsewhere %s: %s, %v", form, canonical, other, text, err)
		}
		if again, _, _, err := keys.Digest(canonical); err != nil || string(again) != canonical {
			t.Fatalf("%s: its canonical form %s has the canonical form %s, %v", form, canonical, again, err)
		}
		best, err := kind.Solve(context.Background(), other, solver.Options{}, solver.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := kind.Solve(context.Background(), canonical, opts, solver.Budget{})
		if err != nil || a.Status != best.Status || !opts.Alike(a.Cost, best.Cost) {
			t.Fatalf("%s: %+v, %v, but its guise %s: %+v", canonical, a, err, other, best)
		}
		if a.Status != solver.Solved {
			return
		}
		plan, err := solver.Restore(kind, other, back, a.Plan)
		if err != nil {
			t.Fatal(err)
		}
		if cost, err := kind.Replay(other, plan); err != nil || !opts.Alike(cost, a.Cost) {
			t.Fatalf("%s: plan %q of %s becomes %q, which replays to %s, %v", other, a.Plan, canonical, plan, cost, err)
		}
	})
}

// TestRegionsOfLookalikes wants puzzles that differ in more than the player's
// place in his region to have other keys, and the usual keys to know the place.
func TestRegionsOfLookalikes(t *testing.T) {
	kind := sokoban.New()
	for _, row := range []struct {
		reason, form, other string
		relaxed, usual      bool // whether the canonical forms are the same
	}{
		{"a step aside", "######|#@-$.#|#-$-.#|######", "######|#-@$.#|#-$-.#|######", true, false},
		{"onto a target", "######|#@.$-#|#-$-.#|######", "######|#-+$-#|#-$-.#|######", true, false},
		{"turned about", "######|#@-$.#|#-$-.#|######", "######|#.-$-#|#.$-@#|######", true, true},
		{"on the other side of the boxes", "#######|#@$-$.#|##-.-##|#######", "#######|#-$@$.#|##-.-##|#######", false, false},
		{"another box", "######|#@-$.#|#-$-.#|######", "######|#@$-.#|#-$-.#|######", false, false},
		{"one box", "######|#@-$.#|######", "######|#-@$.#|######", true, false},
	} {
		same := func(opts solver.Options) bool {
			one, _, err := solver.Canonical(kind, nil, row.form, opts)
			if err != nil {
				t.Fatal(err)
			}
			two, _, err := solver.Canonical(kind, nil, row.other, opts)
			if err != nil {
				t.Fatal(err)
			}
			return string(one) == string(two)
		}
		if got := same(solver.Options{Objective: solver.ObjectivePushes}); got != row.relaxed {
			t.Errorf("%s: the same by pushes: %t", row.reason, got)
		}
		if got := same(solver.Options{}); got != row.usual {
			t.Errorf("%s: the same by moves: %t", row.reason, got)
		}
	}
	if _, err := kind.(solver.Relaxer).Lead("######|#@-$.#|######", solver.Transform{2: 9, 4: 9}); err == nil {
		t.Error("the player is led out of the board")
	}
}
