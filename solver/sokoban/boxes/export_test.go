package boxes

// Rules are the names of the prunings that NewWithout can turn off.
func Rules() []string {
	return []string{"dead cells", "sides", "matching", "frozen boxes", "late pairs"}
}

// NewWithout returns a Solver with one pruning turned off; without late pairs,
// pairs are looked at from the beginning.
func NewWithout(rule string) *Solver {
	s := new(Solver)
	switch rule {
	case "dead cells":
		s.rules.noDead = true
	case "sides":
		s.rules.noSides = true
	case "matching":
		s.rules.noMatch = true
	case "frozen boxes":
		s.rules.noFreeze = true
	case "late pairs":
		s.rules.earlyPairs = true
	}
	return s
}
