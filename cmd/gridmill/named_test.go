package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/jobs"
	"github.com/gridmill/gridmill/test/redistest"
)

// Every command that takes a batch takes the beginning of its id, as status
// shows it.
func TestABatchIsNamedByTheBeginningOfItsID(t *testing.T) {
	redis := redistest.Start(t).URL()
	maze := filepath.Join(write(t, map[string]string{"m.txt": mixedMazes}), "m.txt")
	_, out, errs := gridmill(t, "", "submit", "--redis", redis, maze)
	id := strings.TrimSpace(out)
	if len(id) != wholeDigits {
		t.Fatalf("submit prints %q and says %q", out, errs)
	}
	for _, row := range []struct {
		args []string
		code int
		says string // in what is printed or said
	}{
		{[]string{"status", "--to", "jsonl"}, exitOK, `"id":"` + id + `"`},
		{[]string{"results"}, exitNotDone, "0 of 3 rows so far"},
		{[]string{"draw"}, exitNotDone, "gridmill watch " + id},
		{[]string{"rm"}, exitNotDone, "gridmill cancel " + id},
		{[]string{"cancel"}, exitOK, "batch " + id + " is cancelled"},
		{[]string{"watch"}, exitUnsettled, "gridmill retry " + id + " --only cancelled"},
		{[]string{"retry", "--only", "cancelled"}, exitOK, "ended cancelled in batch " + id},
		{[]string{"rm"}, exitOK, "removed batch " + id},
		{[]string{"rm"}, exitError, "no such batch: " + id[:leastDigits]},
	} {
		args := slices.Concat(row.args, []string{"--redis", redis, id[:leastDigits]})
		code, out, errs := gridmill(t, "", args...)
		if code != row.code || !strings.Contains(out+errs, row.says) {
			t.Errorf("%v: exit %d, prints %q, says %q", args, code, out, errs)
		}
	}
}

// Where several batches begin alike, all are named and nothing is done; five
// digits are too few to look for any.
func TestABeginningThatSeveralBatchesHaveIsWrongUse(t *testing.T) {
	redis := redistest.Start(t).URL()
	store, err := jobs.Open(t.Context(), redis, "gridmill:")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	first, second := "35f72485"+strings.Repeat("a", 24), "35f72485"+strings.Repeat("b", 24)
	for _, id := range []string{first, second} {
		producer := &jobs.Producer{Store: store}
		if _, err := producer.Begin(t.Context(), jobs.Spec{ID: id, Keep: time.Hour, Total: 1}); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range []string{"status", "results", "watch", "cancel", "retry", "draw", "rm"} {
		code, _, errs := gridmill(t, "", command, "--redis", redis, "35f724")
		if want := "gridmill: several batches begin with 35f724: " + first + ", " + second + "; give more digits\n"; code != exitUsage || !strings.HasPrefix(errs, want) {
			t.Errorf("%s: exit %d, says %q", command, code, errs)
		}
	}
	if code, _, errs := gridmill(t, "", "cancel", "--redis", redis, "35f72"); code != exitError || !strings.HasPrefix(errs, "gridmill: no such batch: 35f72;") {
		t.Errorf("five digits: exit %d, says %q", code, errs)
	}
	if code, _, errs := gridmill(t, "", "cancel", "--redis", redis, "35f72485a"); code != exitOK || !strings.Contains(errs, "batch "+first) {
		t.Errorf("one digit more: exit %d, says %q", code, errs)
	}
}
