package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/gridmill/gridmill/solver"
)

// child is a process that answers puzzles one at a time. See AnswerAlone.
type child struct {
	cmd     *exec.Cmd
	in      *os.File
	replies chan string   // closed once the child writes no more
	noise   *noise        // what it says on standard error
	gone    chan struct{} // closed when the process has ended
	quit    chan struct{} // closed when nobody waits for replies any more
}

// deathError says that a child ended of itself, and how.
type deathError struct{ how string }

func (e *deathError) Error() string { return e.how }

const (
	// childGrace is how much longer than its time a puzzle may take in a child
	// before that is killed: searches look at the clock far more often, but the
	// machine may be busy.
	childGrace = 10 * time.Second
	// lastLook is how long a child that is late is waited for once more. A
	// worker that was frozen for a while finds here what was answered meanwhile.
	lastLook = time.Second
	// childStart bounds how long a child may take to be ready.
	childStart = 30 * time.Second
)

// startChild runs command as a child that follows o. Its error is no fault of
// any puzzle.
func startChild(ctx context.Context, command []string, o *order) (*child, error) {
	c := &child{
		cmd: exec.Command(command[0], command[1:]...), noise: new(noise), //nolint:noctx // stop ends it, and waits
		replies: make(chan string), gone: make(chan struct{}), quit: make(chan struct{}),
	}
	in, err := c.start()
	if err != nil {
		return nil, fmt.Errorf("start a child process: %w", err)
	}
	c.in = in
	head, err := json.Marshal(o)
	if err != nil {
		c.stop()
		return nil, fmt.Errorf("encode the order of a child: %w", err)
	}
	reply, err := c.ask(ctx, append(head, '\n'), childStart)
	if err == nil && reply != childReady {
		err = fmt.Errorf("it said %q", reply)
	}
	if err != nil {
		c.stop()
		return nil, fmt.Errorf("start a child process: %w", err)
	}
	return c, nil
}

// start begins the process, and the goroutines that watch it and read from it.
// It returns what the child's standard input is written to.
func (c *child) start() (*os.File, error) {
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, childIn.Close(), in.Close())
	}
	c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = childIn, childOut, c.noise
	c.cmd.SysProcAttr = childAttributes()
	c.cmd.WaitDelay = lastLook
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // the child is to die with the process, which the kernel takes to be this thread
		defer runtime.UnlockOSThread()
		err := c.cmd.Start()
		started <- err
		if err == nil {
			_ = c.cmd.Wait() // its state says how it ended
		}
		close(c.gone)
	}()
	err = <-started
	_, _ = childIn.Close(), childOut.Close() // the child has its own
	if err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	go c.read(out)
	return in, nil
}

// read passes the lines of the child on.
func (c *child) read(out *os.File) {
	defer func() { _ = out.Close() }() // it was only read
	defer close(c.replies)
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		select {
		case c.replies <- strings.TrimSuffix(line, "\n"):
		case <-c.quit:
			return
		}
	}
}

// stop kills the process and waits until nothing of it is left.
func (c *child) stop() {
	_ = c.cmd.Process.Kill() // it may have ended
	_ = c.in.Close()         // a write that was cut short ends with it
	close(c.quit)
	<-c.gone
	for range c.replies {
		continue // until the reader has ended
	}
}

// ask writes a line and returns the reply. The error is a *deathError when the
// child ended of itself, or had to be killed because it took longer than
// patience, which is 0 for a child that may take for ever; or it is the
// context's.
func (c *child) ask(ctx context.Context, line []byte, patience time.Duration) (string, error) {
	go func() { _, _ = c.in.Write(line) }() // a child that does not read does not reply either
	var late <-chan time.Time
	if patience > 0 {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		late = timer.C
	}
	for looks := 0; ; {
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case reply, ok := <-c.replies:
			if !ok {
				return "", c.death(ctx)
			}
			return reply, nil
		case <-late:
			if looks++; looks > 1 {
				return "", &deathError{fmt.Sprintf("no answer after %v", patience)}
			}
			late = time.After(lastLook)
		}
	}
}

// death returns how a child ended that closed its output.
func (c *child) death(ctx context.Context) error {
	select {
	case <-c.gone:
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(childGrace):
		return &deathError{"it closed its output and went on"}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	how := c.cmd.ProcessState.String()
	if said := c.noise.telling(); said != "" {
		how += ": " + said
	}
	return &deathError{how}
}

// askRow asks for the row of p; held reports that p outgrew its share instead.
func (c *child) askRow(ctx context.Context, p *solver.Puzzle, patience time.Duration) (row solver.Row, held bool, err error) {
	reply, err := c.ask(ctx, append(p.AppendJSON(nil), '\n'), patience)
	if err != nil {
		return row, false, err
	}
	if reply == childHeld {
		return row, true, nil
	}
	if err := row.ParseJSON(reply); err != nil || row.Seq != p.Seq {
		return row, false, &deathError{fmt.Sprintf("it answered %.200q, which is no row of this puzzle", reply)}
	}
	return row, false, nil
}

// noise keeps the beginning and the end of what is written to it.
type noise struct{ head, tail []byte }

// noiseKept is how many bytes noise keeps at either end.
const noiseKept = 4 << 10

var _ io.Writer = (*noise)(nil)

func (n *noise) Write(text []byte) (int, error) {
	written := len(text)
	if room := noiseKept - len(n.head); room > 0 {
		room = min(room, len(text))
		n.head, text = append(n.head, text[:room]...), text[room:]
	}
	n.tail = append(n.tail, text...)
	if more := len(n.tail) - noiseKept; more > 0 {
		n.tail = append(n.tail[:0], n.tail[more:]...)
	}
	return written, nil
}

// telling returns the line that says why a Go program died, or else the last
// lines. It is called once nothing is written any more.
func (n *noise) telling() string {
	lines := strings.FieldsFunc(string(n.head)+string(n.tail), func(r rune) bool { return r == '\n' || r == '\r' })
	for _, line := range lines {
		if strings.HasPrefix(line, "fatal error: ") || strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "SIG") {
			return line
		}
	}
	const last = 3
	said := strings.Join(lines[max(0, len(lines)-last):], "; ")
	return strings.ToValidUTF8(said, "?")
}
