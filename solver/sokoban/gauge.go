package sokoban

import "github.com/gridmill/gridmill/solver"

// gauge is a meter for states that take a few nanoseconds each. It counts them
// itself and looks at the meter once in a while.
type gauge struct {
	meter  *solver.Meter
	states int64
	most   int64 // states that may be visited
	fuel   int   // work to do before the meter is asked
}

const (
	// fuelPerAsk is how much work is done between two looks at the meter.
	fuelPerAsk = 2048
	// visitWork is the work of a state, where that of a cell of a walk is 1.
	visitWork = 8
)

func newGauge(m *solver.Meter, b solver.Budget) gauge {
	most := b.States
	if most <= 0 {
		most = 1<<63 - 1
	}
	return gauge{meter: m, most: most, fuel: fuelPerAsk}
}

// visit counts one more state. It returns false when the search must stop; the
// state is then not counted.
func (g *gauge) visit() bool {
	if g.states >= g.most {
		return false
	}
	g.states++
	g.fuel -= visitWork
	return g.fuel > 0 || g.ask()
}

// spend counts n units of work that visit no state.
func (g *gauge) spend(n int) bool {
	g.fuel -= n
	return g.fuel > 0 || g.ask()
}

// ask tells the meter what was done since it was asked last.
func (g *gauge) ask() bool {
	done := fuelPerAsk - g.fuel
	g.fuel = fuelPerAsk
	return g.meter.Spend(done)
}

// reserve accounts for n more bytes.
func (g *gauge) reserve(n int) bool { return g.meter.Reserve(int64(n)) }

// stopped is the result of a search that was ended, having proved that there is
// no plan of fewer pushes than bound.
func (g *gauge) stopped(bound int) (solver.Answer, error) {
	a, err := g.meter.Stopped(bound)
	if err != nil {
		return solver.Answer{}, err
	}
	a.States = g.states
	if a.Limit == "" {
		a.Limit = solver.LimitStates
	}
	return a, nil
}
