package draw

import (
	"fmt"
	"strconv"

	"github.com/gridmill/gridmill/solver"
)

// The layers of the board are drawn in units of a place.

// writeGround draws walls and floor, a run of places at a time.
func (d *document) writeGround() {
	s := d.scene
	d.printf("<defs><pattern id=\"%s-grid\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\"><path class=\"ground\" d=\"M0 0h1v1h-1z\"/><path class=\"line\" d=\"M0 0v1h1v-1z\"/></pattern></defs>\n", d.id)
	for _, layer := range []struct {
		ground solver.Ground
		class  string
	}{{solver.Floor, "floor"}, {solver.Wall, "wall"}} {
		var path []byte
		for row := range s.Rows {
			for col := 0; col < s.Cols; {
				end := col
				for end < s.Cols && s.Ground[row*s.Cols+end] == layer.ground {
					end++
				}
				if end > col {
					path = appendRun(path, row, col, end-col)
				}
				col = max(end, col+1)
			}
		}
		if path != nil {
			d.printf("<path class=\"%s\" d=\"%s\"/>\n", layer.class, path)
		}
	}
}

func appendRun(path []byte, row, col, length int) []byte {
	path = strconv.AppendInt(append(path, 'M'), int64(col), 10)
	path = strconv.AppendInt(append(path, ' '), int64(row), 10)
	path = strconv.AppendInt(append(path, 'h'), int64(length), 10)
	path = strconv.AppendInt(append(path, "v1h-"...), int64(length), 10)
	return append(path, 'z')
}

// writeTargets draws where movers are to end.
func (d *document) writeTargets() {
	s := d.scene
	for _, t := range s.Targets {
		x, y := t.At%s.Cols, t.At/s.Cols
		if t.For == solver.Anyone {
			d.printf("<circle class=\"target\" cx=\"%d.5\" cy=\"%d.5\" r=\".2\"/>\n", x, y)
			continue
		}
		d.printf("<g class=\"goal a%d\" transform=\"translate(%d %d)\"><rect x=\".07\" y=\".07\" width=\".86\" height=\".86\" rx=\".14\"/>%s</g>\n",
			t.For%labelColors, x, y, label(t.Sign))
	}
}

// label is a letter in the middle of a place. It has a size that no browser
// takes for too small.
func label(letter byte) string {
	return "<text transform=\"translate(.5 .5) scale(.05)\" y=\"4\">" + escape(string(letter)) + "</text>"
}

// writeTrails draws the way of every mover as a line through its turns.
func (d *document) writeTrails() {
	if len(d.scene.Steps) == 0 {
		return
	}
	cols := d.scene.Cols
	d.printf("<g class=\"trails\">\n")
	for i, way := range d.ways {
		if len(way) < 2 {
			continue
		}
		m := &d.scene.Movers[i]
		path := appendPoint(nil, 'M', m.At, cols)
		for k := 1; k < len(way); k++ {
			if way[k].place != way[k-1].place {
				path = appendPoint(path, 'L', way[k].place, cols)
			}
		}
		end := way[len(way)-1].place
		dot := fmt.Sprintf("<circle cx=\"%d.5\" cy=\"%d.5\" r=\".1\"/>", end%cols, end/cols)
		aside := 0. // so that agents do not hide each other's ways
		if m.Label != 0 {
			dot, aside = "", .07*float64(i%5-2) // the letter of its target says where it ends
		}
		d.printf("<g class=\"%s\" transform=\"translate(%.2f %.2f)\"><path d=\"%s\"/>%s</g>\n", d.class(i), aside, aside, path, dot)
	}
	d.printf("</g>\n")
}

func appendPoint(path []byte, command byte, place, cols int) []byte {
	path = strconv.AppendInt(append(path, command), int64(place%cols), 10)
	path = strconv.AppendInt(append(path, ".5 "...), int64(place/cols), 10)
	return append(path, ".5"...)
}

// class names the look of mover i.
func (d *document) class(i int) string {
	m := &d.scene.Movers[i]
	switch {
	case m.Label != 0:
		return "agent a" + strconv.Itoa(i%labelColors)
	case m.Shape == solver.Figure:
		return "figure"
	case m.Shape == solver.Box:
		return "box"
	}
	return "disc"
}

// writeMovers draws the movers where they begin. The outer group of each is what
// is moved. One that arrives or leaves has its other look on top, to be shown and
// hidden.
func (d *document) writeMovers() {
	cols := d.scene.Cols
	for i, m := range d.scene.Movers {
		class, look := d.class(i), shape(&m)
		changes := d.arrivals[i]
		switch {
		case m.Label != 0:
		case d.moves && len(changes) > 1:
			hidden := ""
			if !changes[0].arrived {
				hidden = " hidden"
			}
			look += fmt.Sprintf("<g class=\"arrived%s\" id=\"%s-%d-arrived\">%s</g>", hidden, d.id, i, look)
		case changes[0].arrived:
			class += " arrived"
		}
		d.printf("<g class=\"%s\" id=\"%s-%d\" style=\"transform:translate(%dpx,%dpx)\">%s</g>\n", class, d.id, i, m.At%cols, m.At/cols, look)
	}
}

// shape draws a mover in a square of 1 by 1.
func shape(m *solver.Mover) string {
	switch {
	case m.Label != 0:
		return "<circle class=\"body\" cx=\".5\" cy=\".5\" r=\".33\"/>" + label(m.Label)
	case m.Shape == solver.Figure:
		return "<circle class=\"body\" cx=\".5\" cy=\".5\" r=\".36\"/><circle class=\"eye\" cx=\".38\" cy=\".44\" r=\".07\"/><circle class=\"eye\" cx=\".62\" cy=\".44\" r=\".07\"/>"
	case m.Shape == solver.Box:
		return "<rect class=\"body\" x=\".11\" y=\".11\" width=\".78\" height=\".78\" rx=\".1\"/><path class=\"mark\" d=\"M.27 .27L.73 .73M.73 .27L.27 .73\"/>"
	}
	return "<circle class=\"body\" cx=\".5\" cy=\".5\" r=\".36\"/><circle class=\"mark\" cx=\".5\" cy=\".5\" r=\".22\"/>"
}
