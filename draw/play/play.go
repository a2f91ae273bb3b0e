// Package play shows a picture in a terminal and lets somebody step through
// it. It is the only user of the terminal library, which puts the terminal back
// as it was however it ends.
package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/gridmill/gridmill/draw"
)

// Settings say how to play a picture.
type Settings struct {
	In      io.Reader // the terminal's two ends
	Out     io.Writer
	Environ []string       // as os.Environ returns it; TERM and NO_COLOR count
	Style   draw.TextStyle // Width and Height are those of the terminal, whatever it says
	Pace    time.Duration  // of a step, more than 0; keys change it
}

// ErrInterrupted says that the user pressed Ctrl-C, rather than q.
var ErrInterrupted = errors.New("interrupted")

// Run plays a picture until the user has seen enough or ctx ends, whose error it
// then returns.
func Run(ctx context.Context, pic draw.Picture, s Settings) error {
	return run(ctx, newModel(pic, s), s)
}

func run(ctx context.Context, m tea.Model, s Settings) error {
	p := tea.NewProgram(m,
		tea.WithInput(s.In), tea.WithOutput(s.Out), tea.WithEnvironment(s.Environ), tea.WithoutSignalHandler())
	// Quitting by a message lets the program put the terminal back in order.
	stop := context.AfterFunc(ctx, p.Quit)
	defer stop()
	_, err := p.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, tea.ErrInterrupted):
		return ErrInterrupted
	case err != nil:
		return fmt.Errorf("play: %w", err)
	}
	return nil
}
