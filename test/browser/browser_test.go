//go:build browser

// Package browser opens what gridmill draws in Chromium and looks whether it
// moves as the scene says.
package browser

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/gridmill/gridmill/draw"
	"github.com/gridmill/gridmill/solver"
	"github.com/gridmill/gridmill/solver/kinds"
)

// film is an animated SVG in a browser.
type film struct {
	ctx   context.Context
	scene solver.Scene
	at    *draw.Position
}

const pace = 200 * time.Millisecond

// Puzzles that are drawn; of other kinds it is their example.
func puzzles() map[string]string {
	return map[string]string{
		"sokoban":   "-#######|##-----#|#-$-*--#|#-@#-.-#|#-----##|######",
		"mapf":      "#######|#-----#|###-###|####### a=r2c2>r2c6 b=r2c6>r2c2",
		"solitaire": "8x8 r4c4 r4c5 r5c4 r6c5 > r2c4 r3c3 r3c6 r4c6",
	}
}

func TestAnimationsPlay(t *testing.T) {
	browser := start(t)
	for _, kind := range kinds.All() {
		if _, ok := kind.(solver.Drawer); !ok {
			continue
		}
		name := kind.Info().Name
		t.Run(name, func(t *testing.T) {
			form := puzzles()[name]
			if form == "" {
				form = kind.Info().Example
			}
			f := open(browser, t, kind, form)
			f.playsByItself(t)
			for n := range f.at.Steps() + 1 {
				f.standsAs(t, n)
			}
			f.obeysReducedMotion(t)
			f.shoot(t, name)
		})
	}
}

// start starts a browser without a window.
func start(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Fatal("there is no Chromium; test/need.sh chromium installs it or says how")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WindowSize(420, 600))
	if os.Getuid() == 0 { // as in a container, where Chromium refuses its sandbox
		opts = append(opts, chromedp.NoSandbox)
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // the browser lives as long as this context
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// open solves a puzzle, draws it and opens the drawing.
func open(browser context.Context, t *testing.T, kind solver.Kind, form string) *film {
	t.Helper()
	answer, err := kind.Solve(browser, form, solver.Options{}, solver.Budget{})
	if err != nil || answer.Status != solver.Solved {
		t.Fatalf("%+v, %v", answer, err)
	}
	scene, err := kind.(solver.Drawer).Scene(form, answer.Plan)
	if err != nil {
		t.Fatal(err)
	}
	var svg bytes.Buffer
	pic := draw.Picture{Scene: scene, Title: kind.Info().Name, Caption: "solved: " + answer.Cost.String(), Plan: answer.Plan}
	if err := draw.SVG(&svg, pic, draw.SVGStyle{Pace: pace}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "film.svg")
	if err := os.WriteFile(file, svg.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	f := &film{ctx: browser, scene: scene}
	f.at = draw.NewPosition(&f.scene)
	f.run(t, media("no-preference", "light"), chromedp.Navigate("file://"+file))
	return f
}

// media makes the browser say what its reader wants.
func media(motion, scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-reduced-motion", Value: motion}, {Name: "prefers-color-scheme", Value: scheme},
		}})
		return err
	})
}

func (f *film) run(t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(f.ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// eval returns what a script gives in the page.
func eval[T any](t *testing.T, f *film, format string, args ...any) T {
	t.Helper()
	result, err := chromedp.Run(f.ctx, chromedp.Evaluate[T](fmt.Sprintf(format, args...)))
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// playsByItself samples the picture until something has moved.
func (f *film) playsByItself(t *testing.T) {
	t.Helper()
	before := f.places(t)
	for {
		for i, place := range f.places(t) {
			if math.Hypot(place[0]-before[i][0], place[1]-before[i][1]) > .1 {
				return
			}
		}
		if err := f.ctx.Err(); err != nil {
			t.Fatal("nothing moves")
		}
	}
}

// places returns where the middle of each mover is on the screen, column and
// row, in places of the board.
func (f *film) places(t *testing.T) [][2]float64 {
	t.Helper()
	return eval[[][2]float64](t, f, `(() => {
		const root = document.documentElement, board = root.querySelector("g"), own = board.getScreenCTM()
		return [...Array(%d).keys()].map(i => {
			const body = document.getElementById(root.id + "-" + i).querySelector(".body").getBoundingClientRect()
			const x = (body.left + body.right) / 2, y = (body.top + body.bottom) / 2
			const p = new DOMPoint(x, y).matrixTransform(own.inverse())
			return [p.x - .5, p.y - .5]
		})
	})()`, len(f.scene.Movers))
}

// standsAs stops the film after n steps and wants every mover where the scene
// has it, looking as if it had arrived or not.
func (f *film) standsAs(t *testing.T, n int) {
	t.Helper()
	f.at.Seek(n)
	moment := time.Second + time.Duration(n)*pace // a second of rest comes first
	if eval[int](t, f, `document.getAnimations().map(a => { a.pause(); a.currentTime = %d }).length`, moment.Milliseconds()+1) == 0 {
		t.Fatal("there are no animations")
	}
	for i, got := range f.places(t) {
		place := f.at.At(i)
		want := [2]float64{float64(place % f.scene.Cols), float64(place / f.scene.Cols)}
		if math.Hypot(got[0]-want[0], got[1]-want[1]) > .05 {
			t.Errorf("after %d steps mover %d is at %.2f, not at %v", n, i, got, want)
		}
		if m := f.scene.Movers[i]; m.Label != 0 || m.Shape == solver.Figure {
			continue
		}
		looks := eval[bool](t, f, `(() => {
			const root = document.documentElement, top = document.getElementById(root.id + "-%d-arrived")
			return top ? getComputedStyle(top).opacity == "1" : document.getElementById(root.id + "-%d").classList.contains("arrived")
		})()`, i, i)
		arrived := false
		for _, target := range f.scene.Targets {
			arrived = arrived || target.At == place
		}
		if leaves := n < f.at.Steps() && f.moves(n, i); !leaves && arrived != looks {
			t.Errorf("after %d steps mover %d looks as if it had arrived: %t", n, i, looks)
		}
	}
}

// moves reports whether step n, from 0, moves mover i: a step that has just
// begun.
func (f *film) moves(n, i int) bool {
	for _, m := range f.scene.Steps[n] {
		if m.Mover == i {
			return true
		}
	}
	return false
}

// obeysReducedMotion wants the still of those who ask for no motion.
func (f *film) obeysReducedMotion(t *testing.T) {
	t.Helper()
	f.run(t, media("reduce", "light"))
	running := eval[int](t, f, `document.getAnimations().length`)
	trails := eval[string](t, f, `getComputedStyle(document.querySelector(".trails")).display`)
	if running != 0 || trails == "none" {
		t.Errorf("with reduced motion there are %d animations, and the trails have display %s", running, trails)
	}
	f.at.Seek(0)
	for i, got := range f.places(t) {
		if want := f.at.At(i); math.Hypot(got[0]-float64(want%f.scene.Cols), got[1]-float64(want/f.scene.Cols)) > .05 {
			t.Errorf("the still shows mover %d at %.2f, it begins at %d", i, got, want)
		}
	}
}

// shoot takes pictures to look at, into the folder that SHOTS names: the still
// and the middle of the film, in light and in dark.
func (f *film) shoot(t *testing.T, name string) {
	t.Helper()
	folder := os.Getenv("SHOTS")
	for _, motion := range []string{"reduce", "no-preference"} {
		for _, scheme := range []string{"light", "dark"} {
			moment := time.Second + pace/2 + pace*time.Duration(f.at.Steps()/2)
			f.run(t, media(motion, scheme))
			eval[int](t, f, `document.getAnimations().map(a => { a.pause(); a.currentTime = %d }).length`, moment.Milliseconds())
			png, err := chromedp.Run(f.ctx, chromedp.CaptureScreenshot())
			if err != nil {
				t.Fatal(err)
			}
			if folder == "" {
				continue
			}
			if err := os.WriteFile(filepath.Join(folder, name+"-"+motion+"-"+scheme+".png"), png, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}
