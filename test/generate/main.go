// Command generate writes random puzzles as JSON lines, for load and fault
// tests. The same flags always write the same file.
//
//	go run ./test/generate -n 100000 -seed 1 > puzzles.jsonl
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/gridmill/gridmill/solver/solvertest"
)

func main() {
	n := flag.Int("n", 1000, "puzzles to write")
	seed := flag.Uint64("seed", 1, "seed of the random numbers")
	kind := flag.String("kind", "mixed", "sokoban, mapf, solitaire or mixed")
	side := flag.Int("side", 10, "rows and columns of sokoban boards and mapf maps")
	boxes := flag.Int("boxes", 1, "boxes on sokoban boards; with several they are levels that can be solved")
	distinct := flag.Int("distinct", 0, "how many are new; the rest are guises of these (0: all are new)")
	flag.Parse()
	if err := generate(*n, *seed, *kind, *side, *boxes, *distinct); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func generate(n int, seed uint64, kind string, side, boxes, distinct int) error {
	r := rand.New(rand.NewPCG(seed, 0))
	makers := map[string]func() string{
		"sokoban":   func() string { return solvertest.RandomSokoban(r, side, side, 0.25) },
		"mapf":      func() string { return solvertest.RandomMapf(r, side, side, 1+r.IntN(3), 0.45) },
		"solitaire": func() string { return solvertest.WalkSolitaire(r, 8, 8, 4, r.IntN(10)) },
	}
	if boxes > 1 {
		makers["sokoban"] = func() string { return solvertest.RoomSokoban(r, side, side, boxes, 100+r.IntN(200)) }
	}
	guises := map[string]func(*rand.Rand, string) string{
		"sokoban": solvertest.GuiseSokoban, "mapf": solvertest.GuiseMapf, "solitaire": solvertest.GuiseSolitaire,
	}
	names := []string{"sokoban", "mapf", "solitaire"}
	if kind != "mixed" {
		if makers[kind] == nil {
			return fmt.Errorf("no kind is called %q", kind)
		}
		names = []string{kind}
	}
	out := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	type puzzle struct {
		Kind   string `json:"kind"`
		Puzzle string `json:"puzzle"`
		Name   string `json:"name"`
	}
	var originals []puzzle
	for i := range n {
		var puzzle puzzle
		if left := distinct - len(originals); distinct == 0 || len(originals) == 0 || r.IntN(n-i) < left {
			name := names[i%len(names)]
			puzzle.Kind, puzzle.Puzzle = name, makers[name]()
			if distinct > 0 {
				originals = append(originals, puzzle)
			}
		} else {
			puzzle = originals[r.IntN(len(originals))]
			puzzle.Puzzle = guises[puzzle.Kind](r, puzzle.Puzzle)
		}
		puzzle.Name = fmt.Sprintf("%s %d", puzzle.Kind, i)
		if err := enc.Encode(puzzle); err != nil {
			return err
		}
	}
	return out.Flush()
}
