//go:build e2e

package e2e

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridmill/gridmill/solver/solvertest"
	"github.com/gridmill/gridmill/test/fleet"
	"github.com/gridmill/gridmill/test/redistest"
)

// BenchmarkRoad measures the whole road of a judge's file, from the file
// through Redis to printed rows: the CPU time of all processes a puzzle, and
// what one core does a second. Every puzzle is one that nobody has seen.
func BenchmarkRoad(b *testing.B) {
	const n = 200_000
	for _, kind := range []string{"sokoban", "mapf", "solitaire"} {
		file := filepath.Join(b.TempDir(), kind+".txt")
		writeJudgeFile(b, kind, file, n)
		b.Run(kind+"/fleet", func(b *testing.B) {
			var spent time.Duration
			for b.Loop() {
				server := redistest.Start(b)
				f := fleet.New(b, server.URL())
				f.StartQuietWorker()
				began := f.CPU(server.PID())
				f.Gridmill("solve", "solve", "--progress", "none", "--memo.local", "0", file)
				spent += f.CPU(server.PID()) - began
				f.Stop()
			}
			reportRate(b, spent, n)
		})
		b.Run(kind+"/embedded", func(b *testing.B) {
			var spent time.Duration
			for b.Loop() {
				f := fleet.New(b, redistest.Start(b).URL())
				f.Gridmill("solve", "solve", "--redis", "", "--progress", "none", file)
				spent += f.Spent
			}
			reportRate(b, spent, n)
		})
	}
}

// reportRate reports what n puzzles a round have cost in all.
func reportRate(b *testing.B, spent time.Duration, n int) {
	each := spent.Seconds() / float64(b.N*n)
	b.ReportMetric(1e6*each, "cpu-µs/puzzle")
	b.ReportMetric(1/each, "puzzles/core-s")
}

// writeJudgeFile writes n random puzzles of judge size in the judge's layout.
func writeJudgeFile(tb testing.TB, kind, path string, n int) {
	tb.Helper()
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	out := bufio.NewWriter(f)
	r := rand.New(rand.NewPCG(7, uint64(n)))
	for range n {
		switch kind {
		case "sokoban":
			writeMaze(out, strings.Split(solvertest.RandomSokoban(r, 18, 18, 0.25), "|"))
		case "mapf":
			writeMap(out, r)
		case "solitaire":
			form := solvertest.WalkSolitaire(r, 8, 8, 4, r.IntN(9))
			fmt.Fprintln(out, strings.NewReplacer("8x8 ", "", " > ", "\n", "r", "", "c", " ").Replace(form))
		}
	}
	if err := out.Flush(); err != nil {
		tb.Fatal(err)
	}
	if err := f.Close(); err != nil {
		tb.Fatal(err)
	}
}

// writeMaze writes a board of the one-line form as a maze of POJ 1475. Where
// the player or the box stands on the target, the target moves to the corner.
func writeMaze(out *bufio.Writer, rows []string) {
	board := strings.NewReplacer("-", ".", "@", "S", "+", "S", "$", "B", "*", "B", ".", "T").Replace(strings.Join(rows, "\n"))
	if !strings.Contains(board, "T") {
		corner := len(rows[0]) + 2
		if board[corner] == 'S' || board[corner] == 'B' {
			corner++
		}
		board = board[:corner] + "T" + board[corner+1:]
	}
	fmt.Fprintf(out, "%d %d\n%s\n", len(rows), len(rows[0]), board)
}

// writeMap writes a map of UVa 1601, 16×16 with three agents and a third of it
// walls.
func writeMap(out *bufio.Writer, r *rand.Rand) {
	const side = 16
	board := []byte(strings.Repeat(strings.Repeat("#", side)+"\n", side))
	var free []int
	for i := range side - 2 {
		for j := range side - 2 {
			if at := (i+1)*(side+1) + j + 1; r.IntN(3) > 0 {
				board[at] = ' '
				free = append(free, at)
			}
		}
	}
	r.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for k, letter := range "abcABC" {
		board[free[k]] = byte(letter)
	}
	fmt.Fprintf(out, "%d %d 3\n%s", side, side, board)
}
