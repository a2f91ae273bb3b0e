//go:build unix

package main

import (
	"os"
	"os/exec"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// What the program sends to take a terminal's second screen and to leave it,
// and to show the cursor again.
const (
	takesScreen  = "\x1b[?1049h"
	leavesScreen = "\x1b[?1049l"
	showsCursor  = "\x1b[?25h"
)

// playing is the program in a terminal of its own.
type playing struct {
	t      *testing.T
	cmd    *exec.Cmd
	screen *os.File // the end where somebody sits
	tty    *os.File
	before *term.State
	ended  chan struct{}

	mu   sync.Mutex
	seen strings.Builder
}

func startPlaying(t *testing.T, args ...string) *playing {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &playing{t: t, ended: make(chan struct{})}
	if p.screen, p.tty, err = pty.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = p.screen.Close(), p.tty.Close() })
	if err := pty.Setsize(p.screen, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	p.before = p.state()
	p.cmd = &exec.Cmd{
		Path: exe, Args: append([]string{"gridmill"}, args...), // TestMain runs the program by that name
		Env:   append(os.Environ(), "TERM=xterm-256color", "HOME="+t.TempDir()),
		Stdin: p.tty, Stdout: p.tty, Stderr: p.tty,
		SysProcAttr: &syscall.SysProcAttr{Setsid: true, Setctty: true},
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	go func() { _ = p.cmd.Wait(); close(p.ended) }() // ProcessState tells
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := p.screen.Read(buf)
			p.mu.Lock()
			p.seen.Write(buf[:n])
			p.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return p
}

// wait waits until the screen was sent text, and forgets all up to there.
func (p *playing) wait(text string) {
	p.t.Helper()
	for range 1000 {
		p.mu.Lock()
		seen := p.seen.String()
		if _, rest, ok := strings.Cut(seen, text); ok {
			p.seen.Reset()
			p.seen.WriteString(rest)
			p.mu.Unlock()
			return
		}
		p.mu.Unlock()
		time.Sleep(10 * time.Millisecond)
	}
	p.t.Fatalf("the screen never shows %q, but %q", text, p.seen.String())
}

func (p *playing) press(keys string) {
	p.t.Helper()
	if _, err := p.screen.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
}

// end waits for the program and wants an exit code and the terminal as it was.
func (p *playing) end(code int) {
	p.t.Helper()
	p.wait(leavesScreen)
	select {
	case <-p.ended:
	case <-time.After(10 * time.Second):
		p.t.Fatal("the program does not end")
	}
	if got := p.cmd.ProcessState.ExitCode(); got != code {
		p.t.Errorf("exit code %d, want %d; the screen: %q", got, code, p.seen.String())
	}
	p.restored()
}

func (p *playing) restored() {
	p.t.Helper()
	if after := p.state(); !reflect.DeepEqual(after, p.before) {
		p.t.Errorf("the terminal is left as %+v, it was %+v", after, p.before)
	}
}

func (p *playing) state() *term.State {
	p.t.Helper()
	state, err := term.GetState(int(p.tty.Fd()))
	if err != nil {
		p.t.Fatal(err)
	}
	return state
}

const playedPuzzle = "#######|#-----#|#-$---#|#@-#.-#|#-----#|#######"

func TestPlayPutsTheTerminalBack(t *testing.T) {
	for _, row := range []struct {
		reason string
		end    func(p *playing)
		code   int
	}{
		{"q", func(p *playing) { p.press("q") }, exitOK},
		{"escape", func(p *playing) { p.press("\x1b") }, exitOK},
		{"Ctrl-C", func(p *playing) { p.press("\x03") }, exitInterrupted},
		{"SIGTERM", func(p *playing) { _ = p.cmd.Process.Signal(syscall.SIGTERM) }, exitInterrupted},
		{"SIGINT from elsewhere", func(p *playing) { _ = p.cmd.Process.Signal(os.Interrupt) }, exitInterrupted},
	} {
		t.Run(row.reason, func(t *testing.T) {
			p := startPlaying(t, "draw", "--play", "--pace", "1m", playedPuzzle)
			p.wait(takesScreen)
			p.wait("step 0 of 6")
			if reflect.DeepEqual(p.state(), p.before) {
				t.Error("the terminal is not taken, so that this test shows nothing")
			}
			row.end(p)
			p.end(row.code)
		})
	}
}

func TestPlayLendsTheTerminalWhileSuspended(t *testing.T) {
	p := startPlaying(t, "draw", "--play", "--pace", "1m", playedPuzzle)
	p.wait("step 0 of 6")
	p.press("\x1a")
	p.wait(leavesScreen)
	p.wait(showsCursor)
	p.restored()
	// It stops a moment after it has left the screen, and a signal that comes
	// before that moment is lost: so it is sent until it is heard.
	heard := make(chan struct{})
	var sending sync.WaitGroup
	sending.Go(func() {
		for {
			select {
			case <-heard:
				return
			case <-time.After(20 * time.Millisecond):
				_ = p.cmd.Process.Signal(syscall.SIGCONT) // it may have ended, which the wait says
			}
		}
	})
	p.wait(takesScreen)
	close(heard)
	sending.Wait()
	p.press("q")
	p.end(exitOK)
}

func TestPlayStepsByKeysAndByItself(t *testing.T) {
	p := startPlaying(t, "draw", "--play", "--pace", "1m", "--to", "ascii", playedPuzzle)
	p.wait("step 0 of 6   playing")
	p.press("\x1b[F") // end
	p.wait("the end")
	p.press("q")
	p.end(exitOK)

	p = startPlaying(t, "draw", "--play", "--pace", "1ms", playedPuzzle)
	p.wait("the end")
	p.press("q")
	p.end(exitOK)
}

func TestAStillKeepsToItsTerminal(t *testing.T) {
	p := startPlaying(t, "draw", "--to", "ascii", playedPuzzle)
	p.wait("\x1b[1;35m@\x1b[0m player")
	<-p.ended

	t.Setenv("NO_COLOR", "1")
	wide := strings.Repeat("#", 100)
	p = startPlaying(t, "draw", "--to", "ascii", "--unsolved", wide+"|#@$"+strings.Repeat("-", 95)+".#|"+wide)
	p.wait("#@$" + strings.Repeat("-", 77) + "\r\n")
	p.wait("(3 x 80 of 3 x 100 places fit here; --play moves over the board, --to svg -o FILE shows all of it)")
	<-p.ended
}
