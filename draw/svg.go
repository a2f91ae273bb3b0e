package draw

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// SVGStyle says how to draw as SVG.
type SVGStyle struct {
	Still bool          // nothing moves; lines show the way of every mover
	Pace  time.Duration // of a step; more than 0 unless Still
}

// mostKeys is the most keyframes that an animation may have. Each takes about 40
// bytes; that many still play without a stutter.
const mostKeys = 100_000

// TooLongError says that a plan is too long to be animated.
type TooLongError struct{ Keys int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("the plan takes %d keyframes, more than the %d of an animation; draw it with --still, or --play it", e.Keys, mostKeys)
}

// Measures of an SVG, in its own units, which are pixels until somebody scales
// it.
const (
	edge      = 16  // around everything
	leastWide = 320 // so that a caption fits below a small board
	mostCell  = 40
	leastCell = 4
	usualWide = 960 // boards are shrunk towards this width
)

// layout is where things are.
type layout struct {
	wide, high  int
	cell        int // of a place
	left, top   int // of the board
	font, small int // size of the title and of the caption
}

func newLayout(s *solver.Scene) layout {
	l := layout{cell: min(mostCell, max(leastCell, usualWide/max(s.Cols, s.Rows)))}
	board := l.cell * s.Cols
	l.wide = max(leastWide, board+2*edge)
	l.font = max(16, l.wide/48)
	l.small = l.font - l.font/8
	l.left = (l.wide - board) / 2
	l.top = edge + l.font + edge/2
	l.high = l.top + l.cell*s.Rows + edge/2 + l.small + l.small/2 + edge
	return l
}

// SVG writes a picture as a document of its own, without scripts. Where the
// reader wants no motion, an animation shows what a still does. The error is a
// *TooLongError for a plan that is too long to be animated.
func SVG(w io.Writer, pic Picture, st SVGStyle) error {
	d := &document{Writer: bufio.NewWriter(w), pic: &pic, scene: &pic.Scene, style: st, layout: newLayout(&pic.Scene)}
	d.moves = len(pic.Scene.Steps) > 0 && !st.Still
	d.ways, d.arrivals = tracks(d.scene), arrivals(d.scene)
	if d.moves {
		keys := 0
		for i := range d.ways {
			keys += len(d.ways[i]) + len(d.arrivals[i])
		}
		if keys > mostKeys {
			return &TooLongError{keys}
		}
	}
	d.id = fmt.Sprintf("g%08x", d.digest())
	d.write()
	return d.Flush()
}

// document is an SVG being written. Its writer keeps the first error for Flush.
type document struct {
	*bufio.Writer
	pic      *Picture
	scene    *solver.Scene
	style    SVGStyle
	layout   layout
	id       string // begins every id and every keyframes' name, so that many pictures can share a page
	moves    bool
	ways     [][]key
	arrivals [][]change
}

func (d *document) printf(format string, args ...any) { _, _ = fmt.Fprintf(d, format, args...) }

// digest tells pictures apart that may come to stand on one page.
func (d *document) digest() uint32 {
	h := fnv.New32a()
	_, _ = fmt.Fprint(h, d.pic.Title, d.pic.Caption, d.pic.Plan, d.style, d.scene.Cols, d.scene.Movers, d.scene.Targets) // never fails
	for _, ground := range d.scene.Ground {
		_, _ = h.Write([]byte{byte(ground)})
	}
	return h.Sum32()
}

func (d *document) write() {
	l := d.layout
	d.printf("<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"%s\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" aria-labelledby=\"%s-title %s-desc\">\n",
		d.id, l.wide, l.high, l.wide, l.high, d.id, d.id)
	d.printf("<title id=\"%s-title\">%s</title>\n", d.id, escape(strings.TrimPrefix(d.pic.Title+": "+d.pic.Caption, ": ")))
	d.printf("<desc id=\"%s-desc\">%s</desc>\n", d.id, escape(d.describe()))
	d.writeStyle()
	d.printf("<rect class=\"page\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", l.wide, l.high)
	d.printf("<text class=\"title\" x=\"%d\" y=\"%d\">%s</text>\n", l.wide/2, edge+l.font-l.font/5, escape(l.fit(d.pic.Title, l.font)))
	d.printf("<g transform=\"translate(%d %d) scale(%d)\">\n", l.left, l.top, l.cell)
	d.writeGround()
	d.writeTargets()
	d.writeTrails()
	d.writeMovers()
	d.printf("</g>\n")
	below := l.top + l.cell*d.scene.Rows
	if d.moves {
		d.printf("<rect class=\"time\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"3\"/>\n", l.left, below+3, l.cell*d.scene.Cols)
	}
	d.printf("<text class=\"caption\" x=\"%d\" y=\"%d\">%s</text>\n</svg>\n", l.wide/2, below+edge/2+l.small+l.small/4, escape(l.fit(d.pic.Caption, l.small)))
}

// describe says in words what is to be seen, for those who do not see it.
func (d *document) describe() string {
	s := d.scene
	parts := []string{fmt.Sprintf("A board of %d rows and %d columns", s.Rows, s.Cols)}
	counts := map[string]int{}
	for _, m := range s.Movers {
		counts[m.Role]++
	}
	for _, m := range roles(s) {
		parts = append(parts, count(counts[m.Role], m.Role))
	}
	if n := len(s.Targets); n > 0 {
		parts = append(parts, count(n, "target"))
	}
	text := strings.Join(parts, ", ") + "."
	if d.pic.Plan != "" && len(d.pic.Plan) <= mostDescribed {
		text += " Plan: " + d.pic.Plan
	}
	return text
}

// mostDescribed is the most bytes of a plan that a description repeats.
const mostDescribed = 2000

// count says how many there are of what noun names.
func count(n int, noun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(noun, "x"):
		noun += "es"
	default:
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// fit cuts text to what fits across the picture in letters of a size.
func (l *layout) fit(text string, size int) string {
	text = printable(text)
	room := (l.wide - 2*edge) * 100 / (size * 56) // letters of mean width
	for i, r := range text {
		room--
		if r >= 0x1100 { // most of what is twice as wide
			room--
		}
		if room < 1 && i+utf8.RuneLen(r) < len(text) || room < 0 {
			return text[:i] + "…"
		}
	}
	return text
}

// escape makes text fit for XML, whatever it holds.
func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(printable(text))) // never fails
	return b.String()
}
