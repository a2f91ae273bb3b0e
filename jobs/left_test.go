package jobs

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

func left(t *testing.T, s *Store, statuses ...solver.Status) []int64 {
	t.Helper()
	var got []int64
	for p, err := range s.Left(t.Context(), "b", statuses) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Form != fmt.Sprint("puzzle ", p.Seq) || p.Line != int(p.Seq)+1 {
			t.Errorf("left: %+v", p)
		}
		got = append(got, p.Seq)
	}
	return got
}

func TestPuzzlesWithoutAVerdictAreLeft(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		const n = 600 // in chunks of 10
		submit(t, s, n)
		statuses := func(c *Chunk) []solver.Row {
			rows, _ := unsolvable(c)
			for i := range rows {
				switch rows[i].Seq % 5 {
				case 0:
					rows[i].Status = solver.Limited
				case 1:
					rows[i].Status = solver.Failed
				case 2:
					rows[i].Status = solver.Invalid
				}
			}
			return rows
		}
		for i := range 30 {
			chunk := claim(t, s, Ref{"b", fmt.Sprint(i), 1})
			rows := statuses(chunk)
			var result Result
			for k := range rows {
				if k == 0 || k == 5 { // held back, to end as limit in chunks of their own
					result.Held = append(result.Held, chunk.Puzzles[k])
					continue
				}
				result.Rows = append(result.Rows, rows[k])
			}
			if _, err := s.Commit(t.Context(), chunk, result); err != nil {
				t.Fatal(err)
			}
			for _, k := range []int{5, 0} {
				split := claim(t, s, Ref{"b", fmt.Sprintf("%d.%d", i, k), 1})
				if _, err := s.Commit(t.Context(), split, Result{Rows: statuses(split)}); err != nil {
					t.Fatal(err)
				}
			}
		}
		cancelBatch(t, s, StateSealed)
		var limited, failed, cancelled []int64
		for seq := range int64(n) {
			switch {
			case seq >= 300:
				cancelled = append(cancelled, seq)
			case seq%5 == 0:
				limited = append(limited, seq)
			case seq%5 == 1:
				failed = append(failed, seq)
			}
		}
		both := slices.Sorted(slices.Values(slices.Concat(limited, failed)))
		for _, row := range []struct {
			statuses []solver.Status
			want     []int64
		}{
			{[]solver.Status{solver.Limited}, limited},
			{[]solver.Status{solver.Limited, solver.Failed}, both},
			{[]solver.Status{solver.Cancelled}, cancelled},
			{nil, nil},
		} {
			if got := left(t, s, row.statuses...); !slices.Equal(got, row.want) {
				t.Errorf("%v: left %v, want %v", row.statuses, got, row.want)
			}
		}
		if ttl := s.rdb.PTTL(context.Background(), s.keys.left("b")).Val(); ttl <= 0 {
			t.Errorf("what is left does not expire: %v", ttl)
		}
	})
}

func TestPrintedRowsLeaveNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		submit(t, s, 100)
		cancelBatch(t, s, StateSealed)
		inOrder(t, seqs(t, s, RowsOptions{Follow: true, Remove: true}), 100)
		if got := left(t, s, solver.Cancelled); len(got) != 0 {
			t.Errorf("left %v", got)
		}
	})
}
