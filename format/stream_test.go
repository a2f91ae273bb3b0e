package format

import (
	"errors"
	"io"
	"runtime"
	"testing"

	"github.com/gridmill/gridmill/solver"
)

// samples are inputs that may be repeated without end, and the number of
// puzzles in each.
var samples = map[string]struct {
	text    string
	puzzles int
}{
	"poj1475": {"4 7\n#######\n#..S.B#\n#..##T#\n#######\n\n3 3\nS..\n.B.\n..X\n0 0\n", 2},
	"xsb":     {"; 1\n" + boxobanRows + "\n; 2\n  ####\n###  ###\n#@ $x .#\n########\nTitle: Two\nSolution: RRR\n\n", 2},
	"slc": {"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<SokobanLevels>\n<Title>All</Title><LevelCollection>\n" +
		"<Level Id=\"One\">\n<L>#####</L>\n<L>#@$.#</L>\n<L>#####</L>\n</Level>\n<Level><L>&amp;</L></Level>\n</LevelCollection>\n</SokobanLevels>\n", 2},
	"uva1601": {"5 5 2\n#####\n#A#B#\n#   #\n#b#a#\n#####\n\n3 1 1\naA#\n0 0 0\n", 2},
	"hdu1401": {"4 4 4 5 5 4 6 5\n2 4 3 3 3 6 4 6\n\n1 1 1 2 1 3 1 4\n1 1 1 2 1 3\n\n", 2},
	"jsonl":   {`{"kind":"sokoban","puzzle":"#####|#@$.#|#####","name":"first"}` + "\n\n" + `{"kind":"mapf"}` + "\n", 2},
}

func TestEveryFormatHasASample(t *testing.T) {
	for _, name := range Inputs() {
		if samples[name].puzzles == 0 {
			t.Errorf("add %s to samples in format/stream_test.go: a piece of such a file, and the number of puzzles in it", name)
		}
	}
}

// boxobanRows are the rows of a level of the size that is most common.
const boxobanRows = `##########
# ########
#  #######
# $#######
#  #######
#. .######
#.$ ######
# #$  ####
#@$ .#####
##########
`

// repeated reads as text over and over, without ever holding it.
type repeated struct {
	text  string
	at    int
	times int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.times == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.text[r.at:])
	if r.at += n; r.at == len(r.text) {
		r.at = 0
		r.times--
	}
	return n, nil
}

// lenient are kinds that cost no time, so that it is reading that is measured.
func lenient() solver.Kinds {
	kinds := plainKinds()
	for i, k := range kinds {
		kinds[i] = plainKind{name: k.Info().Name, check: func(string) error { return nil }}
	}
	return kinds
}

func TestReaderNeedsNoMemoryForTheFile(t *testing.T) {
	const most = 1 << 20
	for name, sample := range samples {
		r, err := NewReader(&repeated{text: sample.text, times: 50_000}, "-", Settings{Kinds: lenient()})
		if err != nil {
			t.Fatal(err)
		}
		read := func(n int) {
			for range n {
				if _, err := r.Next(); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
		}
		read(1000)
		before := heap()
		read(50_000*sample.puzzles - 1000)
		if grown := int64(heap()) - int64(before); grown > most {
			t.Errorf("%s: 99 000 puzzles left %d bytes behind", name, grown)
		}
		if _, err := r.Next(); !errors.Is(err, io.EOF) {
			t.Errorf("%s: more puzzles than were made: %v", name, err)
		}
		runtime.KeepAlive(r)
	}
}

func TestReaderAllocatesTheFormAndTheName(t *testing.T) {
	for name, text := range map[string]string{
		"poj1475": "4 7\n#######\n#..S.B#\n#..##T#\n#######\n1 3\nSBT\n",
		"uva1601": "5 5 2\n#####\n#A#B#\n#   #\n#b#a#\n#####\n",
		"hdu1401": "4 4 4 5 5 4 6 5\n2 4 3 3 3 6 4 6\n",
		"xsb":     "; 123\n" + boxobanRows + "\n",
	} {
		r, err := NewReader(&repeated{text: text, times: 10_000}, "-", Settings{})
		if err != nil {
			t.Fatal(err)
		}
		allocations := testing.AllocsPerRun(1000, func() {
			if p, err := r.Next(); err != nil || p.Error != nil {
				t.Fatal(p.Error, err)
			}
		})
		if allocations > 2 {
			t.Errorf("%s: %v allocations a puzzle", name, allocations)
		}
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func BenchmarkReader(b *testing.B) {
	for _, name := range Inputs() {
		b.Run(name, func(b *testing.B) {
			sample := samples[name]
			r, err := NewReader(&repeated{text: sample.text, times: 1 << 40}, "-", Settings{Kinds: lenient()})
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(sample.text) / sample.puzzles))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.Next(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkWriter(b *testing.B) {
	for _, name := range Outputs() {
		b.Run(name, func(b *testing.B) {
			w, err := NewWriter(name, io.Discard, WriterSettings{Kind: "sokoban", Form: sameForm})
			if err != nil {
				b.Fatal(err)
			}
			rows := sokobanRows()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if err := w.Write(&rows[i%len(rows)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A level of 10×10, as the files hold them by the million.
func BenchmarkBoxoban(b *testing.B) {
	r, err := NewReader(&repeated{text: "; 123\n" + boxobanRows + "\n", times: 1 << 40}, "-", Settings{Kinds: lenient()})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Next(); err != nil {
			b.Fatal(err)
		}
	}
}
