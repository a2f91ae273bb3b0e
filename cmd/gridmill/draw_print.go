package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/gridmill/gridmill/draw"
	"github.com/gridmill/gridmill/draw/play"
	"github.com/gridmill/gridmill/format"
)

// drawLayout names what to draw as. It returns a usage error when the setting
// is nothing to draw as, or the file is called like what draw does not write.
func (a *app) drawLayout(cmd *cobra.Command) (string, error) {
	ending := ""
	if a.toFile() {
		ending = strings.ToLower(filepath.Ext(format.Uncompressed(a.cfg.Output)))
	}
	switch {
	case a.cfg.To == unicodeLayout, a.cfg.To == asciiLayout, a.cfg.To == svgLayout:
		return a.cfg.To, nil
	case a.cfg.To != "auto":
		return "", usage(cmd, "draw prints --to unicode, ascii or svg, not %s", a.cfg.To)
	case ending == ".svg":
		return svgLayout, nil
	case ending != "" && ending != ".txt":
		return "", usage(cmd, "draw writes .svg and, as text, .txt, not %s; name the file so, or say --to svg, unicode or ascii", ending)
	case a.speaksUnicode():
		return unicodeLayout, nil
	}
	return asciiLayout, nil
}

// speaksUnicode reports whether the locale has all characters. One that says
// nothing is taken to have them.
func (a *app) speaksUnicode() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		locale := a.lookupEnv(name)
		if locale == "" {
			continue
		}
		_, charset, named := strings.Cut(strings.ToLower(locale), ".")
		if !named {
			return locale != "C" && locale != "POSIX"
		}
		return strings.HasPrefix(charset, "utf-8") || strings.HasPrefix(charset, "utf8")
	}
	return true
}

// textStyle is how text is drawn here; on a terminal it keeps to its size.
func (a *app) textStyle(layout string) draw.TextStyle {
	st := draw.TextStyle{Glyphs: draw.Unicode}
	if layout == asciiLayout {
		st.Glyphs = draw.ASCII
	}
	f, isFile := a.out.(*os.File)
	if a.toFile() || !isFile || !terminal(a.out) {
		return st
	}
	st.Color = a.lookupEnv("NO_COLOR") == "" && a.lookupEnv("TERM") != "dumb"
	if columns, lines, err := term.GetSize(int(f.Fd())); err == nil {
		st.Width, st.Height = columns, lines
	}
	return st
}

// printPicture draws a picture where the settings say.
func (a *app) printPicture(pic draw.Picture, layout string, d drawing) (err error) {
	out, err := a.openText()
	if err != nil {
		return err
	}
	defer func() { err = out.closeAfter(err) }()
	if layout == svgLayout {
		err = draw.SVG(out, pic, draw.SVGStyle{Still: d.still, Pace: d.pace})
	} else {
		err = draw.Still(out, pic, a.textStyle(layout))
	}
	if err != nil {
		return fmt.Errorf("draw %s: %w", pic.Title, err)
	}
	return nil
}

// play lets the user step through a picture.
func (a *app) play(ctx context.Context, pic draw.Picture, layout string, pace time.Duration) error {
	err := play.Run(ctx, pic, play.Settings{In: a.in, Out: a.out, Environ: a.environ, Style: a.textStyle(layout), Pace: pace})
	if errors.Is(err, play.ErrInterrupted) {
		return errInterrupted
	}
	return err
}
