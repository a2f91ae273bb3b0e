package grid

// Along spreads cells of a row to the ends of the runs of open cells that they
// stand in. A row is a word, a bit a cell; cells are open themselves. Up the bits
// the carry of a sum runs to the end of the run; down the bits every cell is
// spread to the next, then two to the next two, and so on.
func Along(cells, open uint64) uint64 {
	cells |= ((open + cells) ^ open) & open
	cells |= cells >> 1 & open
	open &= open >> 1
	cells |= cells >> 2 & open
	open &= open >> 2
	cells |= cells >> 4 & open
	open &= open >> 4
	cells |= cells >> 8 & open
	open &= open >> 8
	cells |= cells >> 16 & open
	open &= open >> 16
	return cells | cells>>32&open
}
