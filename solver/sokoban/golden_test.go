package sokoban_test

import (
	"math/rand/v2"
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/solvertest"
)

// hard is a board of 42×42 with a plan of 102 pushes, which takes double-bfs
// 2 448 states and long walks, priority-bfs 1.5 million states, and auto 2 292
// states.
func hard() string {
	return solvertest.RandomSokoban(rand.New(rand.NewPCG(45257, 42)), 42, 42, 0.25)
}

func solved(reason string, pushes, moves int, rows ...string) solvertest.Golden {
	return solvertest.Golden{
		Reason: reason, Form: strings.Join(rows, "|"),
		Status: solver.Solved, Cost: pushesMoves(pushes, moves),
	}
}

func unsolvable(reason string, rows ...string) solvertest.Golden {
	return solvertest.Golden{Reason: reason, Form: strings.Join(rows, "|"), Status: solver.Unsolvable}
}

func golden() []solvertest.Golden {
	blanks := strings.Repeat("-", 400)
	return []solvertest.Golden{
		// States marked too early, or settled too early.
		solved("marking a state when it is queued gives 11 moves instead of 7", 3, 7,
			"######",
			"#---.#",
			"#@$-##",
			"##---#",
			"######"),
		solved("losing a state improved within its layer gives 14 moves instead of 12", 4, 12,
			"######",
			"##--##",
			"#-$--#",
			"#----#",
			"#@-#.#",
			"######"),
		solved("answering before the layer is full gives 8 moves instead of 6", 2, 6,
			"#####",
			"#---#",
			"#-$-#",
			"#.@-#",
			"#####"),

		// Where the search begins, and where the way back ends.
		solved("starting on a side out of reach gives 1 push instead of 3", 3, 7,
			"######",
			"#----#",
			"##---#",
			"#+$--#",
			"######"),
		unsolvable("starting on a side out of reach gives 1 push where there is no way",
			"#####",
			"#+$-#",
			"##-##",
			"#####"),
		solved("the box crosses its first cell in the middle of the plan", 3, 7,
			"#####",
			"#-#+#",
			"#--$#",
			"#---#",
			"#---#",
			"#####"),
		solved("one push up and one to the left", 2, 5,
			"#####",
			"#.--#",
			"#-$-#",
			"#--@#",
			"#####"),

		// The rim, and boards of one row or one column.
		solved("one row, pushed away from the player", 2, 2, "######", "#@$-.#", "######"),
		solved("one row, pushed after a walk", 2, 3, "#######", "#.-$-@#", "#######"),
		unsolvable("one row, the target behind the player", "######", "#.@$-#", "######"),
		solved("one column", 2, 3, "###", "#@#", "#-#", "#$#", "#-#", "#.#", "###"),
		solved("the smallest board that takes a push", 1, 1, "#####", "#@$.#", "#####"),
		solved("player, box and target along the rim, the target in a corner", 2, 2,
			"#######",
			"#.-$@-#",
			"#-----#",
			"#######"),
		unsolvable("the box is stuck along the rim",
			"#######",
			"#--$@-#",
			"#-.---#",
			"#######"),
		unsolvable("the box is in a corner",
			"#####",
			"#$--#",
			"#-@.#",
			"#####"),

		// Settled without a search.
		solved("the box is on the target", 0, 0, "#####", "#@*-#", "#####"),
		solved("the box is on the target, out of reach", 0, 0, "######", "#@#*-#", "######"),
		unsolvable("the player is walled off", "########", "#@#-$.-#", "########"),
		unsolvable("the player is walled off and the box not even beside a free cell", "#####", "#@#$#", "##.##", "#####"),
		unsolvable("the target is walled off", "########", "#@$-#.-#", "########"),
		unsolvable("the player on the target, the box walled off", "#####", "#+#$#", "#####"),

		// Several boxes. The moves of some of them need one plan of many.
		solved("two boxes side by side", 2, 4, "#####", "#@$.#", "#-$.#", "#####"),
		solved("all on targets, though not each on the nearest to the player", 0, 0, "######", "#@**-#", "######"),
		unsolvable("two boxes hold one another along the rim", "######", "#-$$-#", "#@-..#", "######"),
		unsolvable("four boxes in a square", "######", "#-..-#", "#-$$-#", "#@$$-#", "#-..-#", "######"),
		unsolvable("two boxes on one side of a door, a target on each", "#########", "#.$-$@#.#", "#########"),
		unsolvable("a box off target within and one on target without", "#########", "#@--$#*-#", "#--.-####", "#########"),
		solved("a box on a target out of reach is no box of the puzzle", 1, 1, "########", "#@$.#*##", "########"),
		unsolvable("a bare target out of reach, two boxes in reach", "##########", "#@$.$-#-.#", "##########"),

		// Forms.
		solved("blanks and underscores are floor, and rows may be ragged", 2, 2,
			"  ####",
			"###_ ##",
			"#@$ .#",
			"######"),
		solved("floor outside the wall is nobody's business", 1, 1,
			"-------",
			"-#####-",
			"-#@$.#",
			"-#####-",
			"---"),

		// Long plans.
		solved("401 pushes in a row", 401, 401,
			strings.Repeat("#", 405),
			"#@$"+blanks+".#",
			strings.Repeat("#", 405)),
		solved("a walk of 808 moves to the other side of the box", 2, 810,
			strings.Repeat("#", 406),
			"#-.@$"+blanks+"#",
			"#-"+strings.Repeat("#", 402)+"-#",
			"#----"+blanks+"#",
			strings.Repeat("#", 406)),
	}
}
