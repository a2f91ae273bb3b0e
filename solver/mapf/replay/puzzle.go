package replay

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// cell is a place on the map, from 1.
type cell struct{ row, col int }

func (c cell) String() string { return fmt.Sprintf("r%dc%d", c.row, c.col) }

// puzzle is what the one-line form says.
type puzzle struct {
	rows            []string
	starts, targets []cell // by agent
}

// free reports whether c is a free cell of the map.
func (p *puzzle) free(c cell) bool {
	return c.row >= 1 && c.row <= len(p.rows) && c.col >= 1 && c.col <= len(p.rows[0]) && p.rows[c.row-1][c.col-1] == '-'
}

// read takes a form apart and checks it against the rules of the kind.
func read(form string) (*puzzle, error) {
	words := strings.Split(form, " ")
	p := &puzzle{rows: strings.Split(words[0], "|")}
	for _, row := range p.rows {
		if len(row) == 0 || len(row) != len(p.rows[0]) || strings.Trim(row, "#-") != "" {
			return nil, errors.New("the map is not a rectangle of the characters # and -")
		}
	}
	if len(words) == 1 {
		return nil, errors.New("there are no agents")
	}
	for i, word := range words[1:] {
		if err := p.add('a'+rune(i), word); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// add reads the next agent, such as a=r2c2>r2c4.
func (p *puzzle) add(name rune, word string) error {
	places, named := strings.CutPrefix(word, string(name)+"=")
	from, to, _ := strings.Cut(places, ">")
	start, okStart := readCell(from)
	target, okTarget := readCell(to)
	if !named || name > 'z' || !okStart || !okTarget {
		return fmt.Errorf("%q is not agent %c", word, name)
	}
	if !p.free(start) || !p.free(target) {
		return fmt.Errorf("agent %c starts or ends off the free cells", name)
	}
	if slices.Contains(p.starts, start) || slices.Contains(p.targets, target) {
		return fmt.Errorf("agent %c shares its start or its target with another", name)
	}
	p.starts, p.targets = append(p.starts, start), append(p.targets, target)
	return nil
}

// readCell reads a cell and insists on the one way to write it.
func readCell(text string) (cell, bool) {
	row, col, ok := strings.Cut(text, "c")
	row, isRow := strings.CutPrefix(row, "r")
	r, okRow := readNumber(row)
	c, okCol := readNumber(col)
	return cell{r, c}, ok && isRow && okRow && okCol
}

// readNumber reads a number from 1 to 999 999 999 without leading zeros.
func readNumber(text string) (n int, ok bool) {
	if text == "" || len(text) > 9 || text[0] == '0' {
		return 0, false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		n = 10*n + int(text[i]-'0')
	}
	return n, true
}
