package mapf

// choiceBits is how many bits of a choice belong to one agent: one more than
// the number of the option taken, which is 0 to 4.
const choiceBits = 3

// workPerLook is how many steps of choosing go together in the accounts.
const workPerLook = 64

// child returns the next child of a node that goes with the bound. ok is false
// when there are no more; ended is then absent, or stopped or long when the search
// must end.
func (s *astar) child(t *tally, d *descent) (child uint64, ok bool, ended outcome) {
	n := &s.nodes[d.node]
	j, most := s.joint, int32(s.bound)-n.depth-1
	if s.work += j.agents; s.work >= workPerLook {
		if how := s.look(t); how != absent {
			return 0, false, how
		}
	}
	last, ok := s.choose(n.state, most)
	if !ok {
		return 0, false, absent
	}
	var (
		choice = [maxSearched]int{} // of the options of each agent
		tight  uint32               // the agents whose choice is as far from the target as may be
		i      int
	)
	if d.choice != 0 {
		for i = range j.agents {
			choice[i] = int(d.choice>>(choiceBits*i)&(1<<choiceBits-1)) - 1
			if choice[i] >= s.agents[i].tight {
				tight |= 1 << i
			}
		}
		i = j.agents - 1
		choice[i]++
	} else if last == 0 {
		choice[0] = s.agents[0].tight
	}
	for {
		if s.work++; s.work >= workPerLook {
			if how := s.look(t); how != absent {
				return 0, false, how
			}
		}
		o := &s.agents[i]
		if choice[i] >= o.count {
			if i == 0 {
				return 0, false, absent
			}
			i--
			choice[i]++
			continue
		}
		to := o.cells[choice[i]]
		if !s.clear(i, to, &choice) {
			choice[i]++
			continue
		}
		tight &^= 1 << i
		if choice[i] >= o.tight {
			tight |= 1 << i
		}
		i++
		if i == j.agents {
			break
		}
		choice[i] = 0
		if i == last && tight&(1<<i-1) == 0 {
			choice[i] = s.agents[i].tight
		}
	}
	d.choice = 0
	for i := range j.agents {
		d.choice |= uint64(choice[i]+1) << (choiceBits * i)
		child |= uint64(s.agents[i].cells[choice[i]]) << (i * j.width)
	}
	return child, true, absent
}

// look hands the work done to the tally, and to the patience with a crowd.
func (s *astar) look(t *tally) outcome {
	work := s.work
	s.work = 0
	if !t.spend(work) {
		return stopped
	}
	if s.patience -= work; s.patience < 0 && s.joint.agents >= crowd {
		return long
	}
	return absent
}

// choose makes the options of all agents in state, at most so many steps from
// their targets. It returns the last agent that has an option of just as many;
// one agent must take such an option, and ok is false when none can or an agent
// has no option at all.
func (s *astar) choose(state uint64, most int32) (last int, ok bool) {
	last = -1
	for i := range s.joint.agents {
		o, dist := &s.agents[i], s.dist[i]
		o.at = int32(s.joint.cell(state, i))
		here := dist[o.at]
		o.count = 0
		e := &s.joint.next[o.at]
		for _, to := range e.cells[:e.count] {
			if dist[to] < here {
				o.cells[o.count] = to
				o.count++
			}
		}
		o.tight = o.count
		if here-1 == most {
			o.tight = 0
		}
		if here <= most {
			o.cells[o.count] = o.at
			if here < most {
				o.tight++
			}
			o.count++
		}
		if here < most {
			for _, to := range e.cells[:e.count] {
				if dist[to] > here {
					o.cells[o.count] = to
					o.count++
				}
			}
			if here+1 < most {
				o.tight = o.count
			}
		}
		if o.count == 0 {
			return 0, false
		}
		if o.tight < o.count {
			last = i
		}
	}
	return last, last >= 0
}

// clear reports whether agent i can go to cell to: no agent before it goes
// there or comes from there to where i is.
func (s *astar) clear(i int, to int32, choice *[maxSearched]int) bool {
	at := s.agents[i].at
	for k := range i {
		o := &s.agents[k]
		gone := o.cells[choice[k]]
		if gone == to || o.at == to && gone == at {
			return false
		}
	}
	return true
}
