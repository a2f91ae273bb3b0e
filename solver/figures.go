package solver

// Figures is what a plan shows of how hard its puzzle is beyond its cost, such
// as how often the player turns to another box. Figures that a kind does not
// have are zero. They follow from the plan, so they are made when a row is
// printed and never stored.
type Figures Cost

// Figurer is a Kind that knows such figures.
type Figurer interface {
	// Figures returns the figures of a valid plan, from its letters alone.
	Figures(plan string) Figures
}

// Figures returns the figures of a row's plan; the zero value when it has none
// or its kind knows no figures.
func (ks Kinds) Figures(r *Row) Figures {
	if r.Plan == nil {
		return Figures{}
	}
	if kind, ok := ks.Lookup(r.Kind).(Figurer); ok {
		return kind.Figures(*r.Plan)
	}
	return Figures{}
}

// MarshalJSON writes f as a Cost is written: {"box_changes":3,"box_lines":7}.
func (f Figures) MarshalJSON() ([]byte, error) { return Cost(f).MarshalJSON() }

// UnmarshalJSON reads what MarshalJSON wrote.
func (f *Figures) UnmarshalJSON(data []byte) error { return (*Cost)(f).UnmarshalJSON(data) }
