package replay

// Figures counts what a plan shows of how hard its level is, from its letters
// alone. The plan must have passed Plan.
//
// changes is how often the player turns to a box other than the one he pushed
// last; the first push counts. lines is in how many straight lines boxes are
// moved: a line ends when another box is pushed, or the same one in another
// direction; walks in between do not end it. Both are 0 when nothing is pushed.
func Figures(plan string) (changes, lines int) {
	var player cell
	var box cell // pushed last, when lines > 0
	var last byte
	for i := range len(plan) {
		letter := plan[i]
		down, right, _ := way(letter)
		player.row += down
		player.col += right
		if letter >= 'a' {
			continue
		}
		switch {
		case lines == 0 || player != box:
			changes++
			lines++
		case letter != last:
			lines++
		}
		box, last = cell{player.row + down, player.col + right}, letter
	}
	return changes, lines
}
