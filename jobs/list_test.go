package jobs

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"
)

func listed(t *testing.T, s *Store) []string {
	t.Helper()
	var ids []string
	for b, err := range s.Batches(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, b.ID)
	}
	return ids
}

func begin(t *testing.T, s *Store, id string) {
	t.Helper()
	if _, err := s.create(t.Context(), Spec{ID: id, Keep: time.Hour}); err != nil {
		t.Fatal(err)
	}
}

func TestBatchesAreListedNewestLast(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		var want []string
		for i := range listPage + 50 {
			id := fmt.Sprintf("batch-%03d", i) // batches of one millisecond are in the order of their ids
			begin(t, s, id)
			want = append(want, id)
		}
		if got := listed(t, s); !slices.Equal(got, want) {
			t.Errorf("listed %v", got)
		}
	})
}

func TestBatchesAreFoundByTheBeginningOfTheirIDs(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		for _, id := range []string{"35f72485aa", "35f72485bb", "35f99999cc", "35f99999dd"} {
			begin(t, s, id)
		}
		s.rdb.Del(t.Context(), s.keys.meta("35f99999dd"))
		for digits, want := range map[string][]string{
			"35f72485":   {"35f72485aa", "35f72485bb"},
			"35f72485bb": {"35f72485bb"},
			"35f9":       {"35f99999cc"}, // the other is gone
			"5f72":       nil,
		} {
			if got, err := s.Beginning(t.Context(), digits); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %v, %v, want %v", digits, got, err, want)
			}
		}
	})
}

func TestExpiredBatchesLeaveTheList(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		for i := range 100 {
			begin(t, s, fmt.Sprint("batch-", i))
			if i%10 > 0 {
				s.rdb.Del(t.Context(), s.keys.meta(fmt.Sprint("batch-", i)))
			}
		}
		if _, err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := s.rdb.ZCard(t.Context(), s.keys.batches()).Val(); n != 10 {
			t.Errorf("%d on the list after a sweep, 10 of them exist", n)
		}
		if got := listed(t, s); len(got) != 10 {
			t.Errorf("listed %v", got)
		}
		s.rdb.Del(t.Context(), s.keys.meta("batch-10"))
		if got := listed(t, s); len(got) != 9 {
			t.Errorf("listed %v", got)
		}
		if n := s.rdb.ZCard(t.Context(), s.keys.batches()).Val(); n != 9 {
			t.Errorf("%d on the list after it was read", n)
		}
	})
}

func TestOnlyDoneBatchesAreRemoved(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 20)
		if was, err := s.Remove(t.Context(), "b"); was != StateSealed || err != nil {
			t.Fatalf("Remove = %s, %v", was, err)
		}
		cancelBatch(t, s, StateSealed)
		if was, err := s.Remove(t.Context(), "b"); was != StateDone || err != nil {
			t.Fatalf("Remove = %s, %v", was, err)
		}
		if n := s.rdb.Exists(t.Context(), s.keys.all("b")...).Val(); n != 0 || len(listed(t, s)) != 0 {
			t.Errorf("%d keys are left, listed %v", n, listed(t, s))
		}
		if _, err := s.Remove(t.Context(), "b"); !errors.Is(err, ErrNoBatch) {
			t.Errorf("removed twice: %v", err)
		}
	})
}

func TestAnAbandonedSubmissionIsDiscarded(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		ago := func(d time.Duration) int64 { return time.Now().Add(-d).UnixMilli() }
		for _, row := range []struct {
			reason           string
			created, written int64 // in ms; 0 = not yet
			keep             time.Duration
			stays            bool
		}{
			{"it has just begun", ago(0), 0, time.Hour, true},
			{"a short time to keep rows is none for a producer", ago(time.Hour), 0, time.Second, true},
			{"nothing was ever written", ago(25 * time.Hour), 0, time.Hour, false},
			{"it is long, but being written", ago(100 * time.Hour), ago(time.Hour), time.Hour, true},
			{"nobody came back", ago(100 * time.Hour), ago(99 * time.Hour), time.Hour, false},
			{"it is to be kept for longer", ago(100 * time.Hour), ago(99 * time.Hour), 168 * time.Hour, true},
		} {
			begin(t, s, "b")
			s.rdb.HSet(t.Context(), s.keys.meta("b"), "created", row.created, "keep", row.keep.Milliseconds())
			if row.written > 0 {
				s.rdb.HSet(t.Context(), s.keys.meta("b"), "written", row.written)
			}
			if _, err := s.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if stays := len(listed(t, s)) == 1; stays != row.stays {
				t.Errorf("%s: stays %v", row.reason, stays)
			}
			s.rdb.FlushDB(t.Context())
		}
	})
}
