package mapf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/grid"
)

const (
	// maxAgents is how many agents a form can name, a to z.
	maxAgents = 26
	// maxStateBits is the most bits the cells of all agents may take in a
	// search: one joint state is one word of 64 bits, and one value of it is
	// taken.
	maxStateBits = 63
	// maxSearched follows: sixteen different starts need four bits an agent.
	maxSearched = 15
)

// agent is one agent of a puzzle.
type agent struct{ start, target grid.Cell }

// puzzle is a valid puzzle.
type puzzle struct {
	agents []agent
	ground ground
}

// atRest reports whether every agent starts on its target.
func (p *puzzle) atRest() bool {
	return !slices.ContainsFunc(p.agents, func(a agent) bool { return a.start != a.target })
}

// parse reads a one-line form: the map, then the agents, parted by single
// spaces. The error is a *solver.FormError.
func parse(form string) (puzzle, error) {
	board, list, _ := strings.Cut(form, " ")
	rows, err := parseMap(board)
	if err != nil {
		return puzzle{}, err
	}
	if len(board) == len(form) {
		return puzzle{}, refuse(0, "no agents; add at least one after the map, such as a=r2c2>r2c4")
	}
	agents, err := parseAgents(rows, list, len(board)+2)
	if err != nil {
		return puzzle{}, err
	}
	return puzzle{agents: agents, ground: newGround(rows, agents)}, nil
}

// wide reports whether the joint states are more than a search can tell apart.
func (p *puzzle) wide() bool { return p.ground.bits()*len(p.agents) > maxStateBits }

// apart is the least steps that the agent farthest from its target needs even
// on an open map.
func (p *puzzle) apart() int {
	most := 0
	for _, a := range p.agents {
		most = max(most, abs(a.start.Row-a.target.Row)+abs(a.start.Col-a.target.Col))
	}
	return most
}

func abs(n int) int { return max(n, -n) }

// parseMap returns the rows of a board, all of one length.
func parseMap(board string) ([]string, error) {
	if i := strings.IndexFunc(board, func(c rune) bool { return !strings.ContainsRune("#-|", c) }); i >= 0 {
		return nil, refuse(i+1, "the map has a character other than # and -; write walls as #, free cells as -, and a | between rows")
	}
	rows := grid.Rows(board)
	column := 1
	for i, row := range rows {
		if len(row) == 0 {
			return nil, refuse(column, "row %d of the map is empty; a row has at least one cell", i+1)
		}
		if len(row) != len(rows[0]) {
			return nil, refuse(column, "row %d of the map has %d cells and row 1 has %d; make all rows equally long", i+1, len(row), len(rows[0]))
		}
		column += len(row) + len(grid.RowSeparator)
	}
	return rows, nil
}

// parseAgents reads the agents from list, which begins at a column of the
// form.
func parseAgents(rows []string, list string, column int) ([]agent, error) {
	var agents []agent
	for word := range strings.SplitSeq(list, " ") {
		name := string(rune('a' + len(agents)))
		switch {
		case len(agents) == maxAgents:
			return nil, refuse(column, "more than %d agents; use fewer", maxAgents)
		case word == "":
			return nil, refuse(column, "an agent is missing; put one space between parts and none at the end")
		}
		places, named := strings.CutPrefix(word, name+"=")
		from, to, both := strings.Cut(places, ">")
		if !named || !both {
			return nil, refuse(column, "%q is not agent %s; write it as %s=r2c2>r2c4, the agents in the order a, b, c", word, name, name)
		}
		var a agent
		var err error
		if a.start, err = parsePlace(rows, from, column+2); err != nil {
			return nil, err
		}
		if a.target, err = parsePlace(rows, to, column+2+len(from)+1); err != nil {
			return nil, err
		}
		for i, other := range agents {
			if other.start == a.start {
				return nil, refuse(column+2, "agents %c and %s both start at %s; move one of them", 'a'+i, name, a.start)
			}
			if other.target == a.target {
				return nil, refuse(column+2+len(from)+1, "agents %c and %s both have target %s; move one of them", 'a'+i, name, a.target)
			}
		}
		agents = append(agents, a)
		column += len(word) + 1
	}
	return agents, nil
}

// parsePlace reads a free cell of the map.
func parsePlace(rows []string, text string, column int) (grid.Cell, error) {
	c, err := grid.ParseCell(text)
	if err != nil {
		return c, refuse(column, "%v", err)
	}
	if !c.In(len(rows), len(rows[0])) {
		return c, refuse(column, "%s is off the map of %d x %d cells; rows and columns count from 1", c, len(rows), len(rows[0]))
	}
	if rows[c.Row][c.Col] == grid.Wall {
		return c, refuse(column, "%s is a wall; choose a free cell", c)
	}
	return c, nil
}

func refuse(column int, format string, args ...any) error {
	return &solver.FormError{Column: column, Reason: fmt.Sprintf(format, args...)}
}
