package sokoban

// roam searches forward from the first cell of the box for all that it can be
// pushed to, as if the player could always come where he pushes. Where that is
// little and the target is not there, it proves sooner than recede that there is
// no plan.
type roam struct {
	fresh []uint64 // cells that are free and that the box has not come to
	todo  []int32  // cells to be searched
	met   int64    // cells that were searched
	found bool     // the target, so that nothing can be proved
}

// roamBytes is what roam takes a cell.
const roamBytes = 4 + 1

// reset makes r ready for f.
func (r *roam) reset(f *field) {
	r.fresh = append(r.fresh[:0], f.free...)
	r.todo = resize(r.todo, f.cells())[:0]
	r.met, r.found = 0, false
	r.reach(f.box)
}

// reach notes that the box can come to c.
func (r *roam) reach(c int32) {
	r.fresh[uint32(c)>>6] &^= 1 << (c & 63)
	r.todo = append(r.todo, c)
}

// search goes on until it has searched most cells in all. It reports whether
// these are all that the box can come to, and the target is not among them.
func (r *roam) search(f *field, most int64) (ended bool) {
	for ; len(r.todo) > 0 && r.met < most && !r.found; r.met++ {
		c := r.todo[len(r.todo)-1]
		r.todo = r.todo[:len(r.todo)-1]
		sides := f.sides(c)
		for d, step := range f.step {
			if sides>>d&1 != 0 && sides>>(3-d)&1 != 0 {
				if n := c + step; r.fresh[uint32(n)>>6]>>(n&63)&1 != 0 {
					r.found = r.found || n == f.target
					r.reach(n)
				}
			}
		}
	}
	return len(r.todo) == 0 && !r.found
}
