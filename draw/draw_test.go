package draw

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/gridmill/gridmill/solver"
)

// room is an empty room with a mover in its upper left corner that makes the
// steps of a path.
func room(rows, cols int, path ...int) solver.Scene {
	s := solver.Scene{Rows: rows, Cols: cols, Ground: make([]solver.Ground, rows*cols)}
	for i := range s.Ground {
		s.Ground[i] = solver.Floor
	}
	s.Movers = []solver.Mover{{Role: "piece", Shape: solver.Disc, Sign: 'o', Arrived: '*'}}
	for _, to := range path {
		s.Steps = append(s.Steps, []solver.Move{{Mover: 0, To: to}})
	}
	return s
}

func TestTracks(t *testing.T) {
	for _, row := range []struct {
		reason string
		scene  solver.Scene
		want   []key
	}{
		{"what does not move has one key", room(3, 3), []key{{0, 0}}},
		{"a straight way has no key between its ends", room(1, 5, 1, 2, 3), []key{{0, 0}, {3, 3}}},
		{"a turn has a key", room(2, 2, 1, 3), []key{{0, 0}, {1, 1}, {2, 3}}},
		{"the end of a row is no neighbour of the next", room(2, 3, 1, 2, 3), []key{{0, 0}, {2, 2}, {3, 3}}},
		{"turning back has a key", room(1, 3, 1, 2, 1), []key{{0, 0}, {2, 2}, {3, 1}}},
		{"a jump is faster than a step", room(1, 5, 1, 3), []key{{0, 0}, {1, 1}, {2, 3}}},
	} {
		t.Run(row.reason, func(t *testing.T) {
			if got := tracks(&row.scene)[0]; !reflect.DeepEqual(got, row.want) {
				t.Errorf("keys %v, want %v", got, row.want)
			}
		})
	}
	resting := room(1, 5, 1, 2)
	resting.Steps = slices.Insert(resting.Steps, 1, nil, nil)
	if got, want := tracks(&resting)[0], []key{{0, 0}, {1, 1}, {3, 1}, {4, 2}}; !reflect.DeepEqual(got, want) {
		t.Errorf("a rest has keys %v, want %v", got, want)
	}
}

// The way through the keys is where the steps lead, at every step.
func TestTracksPassEveryPosition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		s := room(4, 5)
		for at := 0; len(s.Steps) < 30; {
			step := []int{-5, -1, 0, 1, 5}[r.IntN(5)]
			if to := at + step; to >= 0 && to < 20 && (step%5 == 0 || to/5 == at/5) {
				at = to
				s.Steps = append(s.Steps, []solver.Move{{Mover: 0, To: at}})
			}
		}
		way, p := tracks(&s)[0], NewPosition(&s)
		for n := range len(s.Steps) + 1 {
			p.Seek(n)
			k := max(1, slices.IndexFunc(way, func(k key) bool { return k.step >= n }))
			if len(way) == 1 || way[len(way)-1].step < n {
				k = len(way)
			}
			place := way[k-1].place
			if k < len(way) {
				a, b := way[k-1], way[k]
				between := func(a1, b1 int) int { return a1 + (b1-a1)*(n-a.step)/(b.step-a.step) }
				place = between(a.place/5, b.place/5)*5 + between(a.place%5, b.place%5)
			}
			if place != p.at[0] {
				t.Fatalf("after %d steps of %v the mover is at %d, by the keys %v at %d", n, s.Steps, p.at[0], way, place)
			}
		}
	}
}

func TestPositionGoesBackAsItCame(t *testing.T) {
	s := room(1, 9, 1, 2, 4, 5)
	p := NewPosition(&s)
	var forth, back []int
	for n := range 5 {
		p.Seek(n)
		forth = append(forth, p.at[0])
	}
	for n := 4; n >= 0; n-- {
		p.Seek(n)
		back = append(back, p.at[0])
	}
	slices.Reverse(back)
	if want := []int{0, 1, 2, 4, 5}; !slices.Equal(forth, want) || !slices.Equal(back, want) {
		t.Errorf("forth %v and back %v, want %v", forth, back, want)
	}
	p.Seek(99)
	if p.Step() != 4 {
		t.Errorf("beyond the end is step %d", p.Step())
	}
	p.Seek(-1)
	if p.Step() != 0 {
		t.Errorf("before the start is step %d", p.Step())
	}
}

func TestWindowFollows(t *testing.T) {
	s := room(30, 40)
	w := TextStyle{Glyphs: ASCII}.Fit(&s, 10, 20)
	if w.Rows != 10 || w.Cols != 20 {
		t.Fatalf("10 lines of 20 columns give %+v", w)
	}
	for place := range 30 * 40 {
		w = w.Follow(&s, place)
		row, col := place/40, place%40
		if row < w.Top || row >= w.Top+w.Rows || col < w.Left || col >= w.Left+w.Cols || w.Top < 0 || w.Left < 0 || w.Top+w.Rows > 30 || w.Left+w.Cols > 40 {
			t.Fatalf("r%dc%d is not shown by %+v", row+1, col+1, w)
		}
		if n := len(TextStyle{Glyphs: ASCII}.Board(NewPosition(&s), w)); n != 10 {
			t.Fatalf("%d lines", n)
		}
	}
	if w := (TextStyle{}).Fit(&s, 1, 1); w.Rows != 1 || w.Cols != 1 {
		t.Errorf("the smallest terminal shows %+v", w)
	}
}

func TestHostileNamesAreHarmless(t *testing.T) {
	pic := Picture{Scene: room(1, 3, 1), Title: "\x1b[2J</title><script>alert(1)</script>\x00\u202e", Caption: "]]>&\xff", Plan: "\x1b[31m<x>"}
	var text, svg bytes.Buffer
	if err := Still(&text, pic, TextStyle{}); err != nil {
		t.Fatal(err)
	}
	if err := SVG(&svg, pic, SVGStyle{Pace: time.Second}); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, svg.String())
	for _, bad := range []string{"\x1b", "\x00", "\u202e"} {
		if strings.Contains(text.String(), bad) || strings.Contains(svg.String(), bad) {
			t.Errorf("%q gets through", bad)
		}
	}
	if !utf8.Valid(svg.Bytes()) || !utf8.Valid(text.Bytes()) {
		t.Error("what is drawn is no UTF-8")
	}
}

func TestSizesAreBounded(t *testing.T) {
	board := room(500, 500)
	for i := range board.Ground {
		if (i/500+i%500)%2 == 0 { // no ground takes more to draw
			board.Ground[i] = solver.Wall
		}
	}
	zigzag := room(2, 5001)
	for i := range 10_000 {
		zigzag.Steps = append(zigzag.Steps, []solver.Move{{Mover: 0, To: (i+1)/2 + i%2*5001}})
	}
	for _, row := range []struct {
		reason string
		scene  solver.Scene
		most   int
	}{
		{"the worst board of 500 by 500", board, 4 << 20},
		{"10 000 turns", zigzag, 1 << 20},
		{"10 000 steps straight on", room(1, 10_001, makeRange(10_000)...), 8 << 10},
	} {
		t.Run(row.reason, func(t *testing.T) {
			var svg bytes.Buffer
			if err := SVG(&svg, Picture{Scene: row.scene}, SVGStyle{Pace: 300 * time.Millisecond}); err != nil {
				t.Fatal(err)
			}
			if svg.Len() > row.most {
				t.Errorf("%d bytes, more than %d", svg.Len(), row.most)
			}
		})
	}
	for len(zigzag.Steps) < 2*mostKeys {
		zigzag.Steps = append(zigzag.Steps, zigzag.Steps[:10_000]...)
	}
	err := SVG(&bytes.Buffer{}, Picture{Scene: zigzag}, SVGStyle{Pace: time.Second})
	if tooLong, ok := errors.AsType[*TooLongError](err); !ok || tooLong.Keys <= mostKeys {
		t.Errorf("a plan of %d turns gives the error %v", len(zigzag.Steps), err)
	}
	if err := SVG(&bytes.Buffer{}, Picture{Scene: zigzag}, SVGStyle{Still: true}); err != nil {
		t.Error(err)
	}
}

func makeRange(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i + 1
	}
	return all
}

func TestLongPlansAreWrapped(t *testing.T) {
	for _, text := range []string{strings.Repeat("rRdl", 100), strings.Repeat("r4c4>r4c5 ", 40) + "end", "äöü" + strings.Repeat("é", 200)} {
		for width := range 60 {
			lines := plan(text, TextStyle{Width: width})
			var all strings.Builder
			for i, line := range lines {
				if n := utf8.RuneCountInString(line); width > 12 && n > width {
					t.Fatalf("line %d of %q has %d columns of %d", i, text, n, width)
				}
				all.WriteString(line[len("plan: "):])
			}
			if got := strings.ReplaceAll(all.String(), " ", ""); got != strings.ReplaceAll(text, " ", "") {
				t.Fatalf("width %d makes %q of %q", width, lines, text)
			}
		}
	}
	lines := plan(strings.Repeat("r", 5000), TextStyle{Width: 50, Height: 24})
	if len(lines) != planLines+1 || !strings.Contains(lines[planLines], fmt.Sprint(5000-planLines*44)) {
		t.Errorf("a long plan ends with %q", lines[len(lines)-1])
	}
}
