package kinds

import (
	"slices"
	"testing"
)

func TestAllHasEveryKindUnderItsOwnName(t *testing.T) {
	all := All()
	if want := []string{"sokoban", "mapf", "solitaire"}; !slices.Equal(all.Names()[:len(want)], want) {
		t.Errorf("kinds %v, want %v first: lists keep their order", all.Names(), want)
	}
	for i, k := range all {
		if all.Lookup(k.Info().Name) != all[i] {
			t.Errorf("%s is not found by its name", k.Info().Name)
		}
	}
	if all.Lookup("chess") != nil {
		t.Error("a kind that nobody made was found")
	}
}
