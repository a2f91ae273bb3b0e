package mapf

import "slices"

// lead lets the leaders from turn on move in half in every way, one by one,
// and makes a block for each. It returns false when yield has had enough.
func (j *joint) lead(half uint64, turn int) bool {
	if turn == j.leaders {
		return j.follow(half)
	}
	i := j.order[turn]
	if !j.leadTo(half, turn, j.at[i]) {
		return false
	}
	for _, to := range j.exits(i) {
		if !j.leadTo(half, turn, uint64(to)) {
			return false
		}
	}
	return true
}

// leadTo moves the leader whose turn it is to cell to, if no leader before it
// is in its way, and then lets the next one lead. That is the agent which
// stands on cell to, if it has not moved yet: it has to leave, and on crowded
// maps most dead ends are found by asking it at once.
func (j *joint) leadTo(half uint64, turn int, to uint64) bool {
	i, next := j.order[turn], turn+1
	if j.blocked(i, to) {
		return true
	}
	pushed := next
	if k := int(j.standing[to]) - 1; k >= 0 {
		pushed = max(next, slices.Index(j.order[:j.agents], k))
	}
	j.gone[to] = int8(i + 1)
	j.order[next], j.order[pushed] = j.order[pushed], j.order[next]
	more := j.lead(half+j.delta(i, to), next)
	j.order[next], j.order[pushed] = j.order[pushed], j.order[next]
	j.gone[to] = 0
	return more
}

// blocked reports whether a leader that has moved keeps agent i from going to
// cell to: it has gone there, or it has come from there to where i stands.
func (j *joint) blocked(i int, to uint64) bool {
	return j.gone[to] != 0 || j.standing[to] != 0 && j.gone[j.at[i]] == j.standing[to]
}
