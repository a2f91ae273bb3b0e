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

// puzzle is a valid puzzle. It is read again and again into the same memory,
// and only what exceeds that is allocated.
type puzzle struct {
	agents []agent
	board  board
	ground ground
}

// read makes p the puzzle of a one-line form: the map, then the agents, parted
// by single spaces. The error is a *solver.FormError.
func (p *puzzle) read(form string) error {
	drawn, list, parted := strings.Cut(form, " ")
	if err := p.board.read(drawn); err != nil {
		return err
	}
	if !parted {
		return refuse(0, "no agents; add at least one after the map, such as a=r2c2>r2c4")
	}
	return p.readAgents(list, len(drawn)+2)
}

// atRest reports whether every agent starts on its target.
func (p *puzzle) atRest() bool {
	return !slices.ContainsFunc(p.agents, func(a agent) bool { return a.start != a.target })
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

// readAgents reads the agents from list, which begins at a column of the
// form.
func (p *puzzle) readAgents(list string, column int) error {
	p.agents = p.agents[:0]
	for more := true; more; {
		word := list
		end := strings.IndexByte(list, ' ')
		if more = end >= 0; more {
			word, list = list[:end], list[end+1:]
		}
		name := byte('a' + len(p.agents))
		switch {
		case len(p.agents) == maxAgents:
			return refuse(column, "more than %d agents; use fewer", maxAgents)
		case word == "":
			return refuse(column, "an agent is missing; put one space between parts and none at the end")
		}
		from, to, both := strings.Cut(word[min(len("a="), len(word)):], ">")
		if !both || word[0] != name || word[1] != '=' {
			return refuse(column, "%q is not agent %c; write it as %c=r2c2>r2c4, the agents in the order a, b, c", word, name, name)
		}
		var a agent
		var err error
		if a.start, err = p.board.readPlace(from, column+2); err != nil {
			return err
		}
		if a.target, err = p.board.readPlace(to, column+2+len(from)+1); err != nil {
			return err
		}
		for i, other := range p.agents {
			if other.start == a.start {
				return refuse(column+2, "agents %c and %c both start at %s; move one of them", 'a'+i, name, a.start)
			}
			if other.target == a.target {
				return refuse(column+2+len(from)+1, "agents %c and %c both have target %s; move one of them", 'a'+i, name, a.target)
			}
		}
		p.agents = append(p.agents, a)
		column += len(word) + 1
	}
	return nil
}

// readPlace reads a free cell of the map.
func (b *board) readPlace(text string, column int) (grid.Cell, error) {
	c, ok := readCell(text)
	if !ok {
		_, err := grid.ParseCell(text)
		return c, refuse(column, "%v", err)
	}
	if !c.In(b.rows, b.cols) {
		return c, refuse(column, "%s is off the map of %d x %d cells; rows and columns count from 1", c, b.rows, b.cols)
	}
	if has(b.free, b.place(c)) == 0 {
		return c, refuse(column, "%s is a wall; choose a free cell", c)
	}
	return c, nil
}

// readCell reads what grid.ParseCell reads, without allocating.
func readCell(text string) (c grid.Cell, ok bool) {
	row, rest := readNumber(text, 'r')
	col, rest := readNumber(rest, 'c')
	return grid.Cell{Row: row - 1, Col: col - 1}, row > 0 && col > 0 && rest == ""
}

// readNumber reads a letter and a number from 1 to 65535 off the front of text
// and returns what follows. The number is 0 when there is none such.
func readNumber(text string, letter byte) (n int, rest string) {
	if len(text) < 2 || text[0] != letter || text[1] == '0' {
		return 0, text
	}
	i := 1
	for ; i < len(text) && '0' <= text[i] && text[i] <= '9'; i++ {
		if n = 10*n + int(text[i]-'0'); n > 1<<16-1 {
			return 0, text
		}
	}
	return n, text[i:]
}

func refuse(column int, format string, args ...any) error {
	return &solver.FormError{Column: column, Reason: fmt.Sprintf(format, args...)}
}
