package main

import "testing"

func TestTheNearestNameIsWhatWasMeant(t *testing.T) {
	formats := []string{"auto", "jsonl", "csv", "table", "judge", "xsb"}
	flags := []string{"max-states", "max-memory", "max-moves", "timeout", "to", "from", "memo", "memo.ttl", "output"}
	for _, row := range []struct {
		reason, name, want string
		known              []string
	}{
		{"two letters changed places", "tabel", "table", formats},
		{"a letter too few", "cv", "csv", formats},
		{"another case", "JSONL", "jsonl", formats},
		{"the beginning", "json", "jsonl", formats},
		{"something else", "parquet", "", formats},
		{"nothing", "", "", formats},
		{"a letter is near nothing", "x", "", formats},
		{"the end of a name", "states", "max-states", flags},
		{"the beginning of several", "max", "max-moves", flags},
		{"a missing dash", "maxstates", "max-states", flags},
		{"a slip in a long name", "timout", "timeout", flags},
	} {
		if got := nearest(row.name, row.known); got != row.want {
			t.Errorf("%s: %q is taken for %q, want %q", row.reason, row.name, got, row.want)
		}
	}
}
