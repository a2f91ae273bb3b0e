package main

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/gridmill/gridmill/format"
)

// mostEarly is the most bytes of answers that are kept until their puzzle's
// turn comes.
const mostEarly = 16 << 30

// early keeps answers that came before their turn, on disk: in memory it takes
// nothing. Its files have no name and go with the process.
type early struct {
	index *os.File // where in text an answer is, by its place; sparse
	text  *os.File
	size  int64
}

// slot is what the index holds of a place: offset and length; all zeros when
// no answer is kept for it.
const slot = 16

// put keeps the answer to the puzzle at place c.Seq. It reports whether there
// was none yet.
func (e *early) put(c *format.Claim) (first bool, err error) {
	if e.index == nil {
		if err := e.open(); err != nil {
			return false, err
		}
	}
	if _, length, err := e.at(c.Seq); length > 0 || err != nil {
		return false, err
	}
	text, err := json.Marshal(c)
	if err != nil {
		return false, fmt.Errorf("keep an answer for later: %w", err)
	}
	if e.size += int64(len(text)); e.size > mostEarly {
		return false, fmt.Errorf("more than %d GiB of answers come before those to earlier puzzles; sort them by seq", mostEarly>>30)
	}
	var where [slot]byte
	binary.LittleEndian.PutUint64(where[:], uint64(e.size)-uint64(len(text)))
	binary.LittleEndian.PutUint64(where[8:], uint64(len(text)))
	_, err = e.text.Write(text)
	if err == nil {
		_, err = e.index.WriteAt(where[:], c.Seq*slot)
	}
	if err != nil {
		return false, fmt.Errorf("keep an answer for later: %w", err)
	}
	return true, nil
}

// take returns the answer that is kept for a place, if there is one.
func (e *early) take(seq int64) (c format.Claim, ok bool, err error) {
	if e.index == nil {
		return c, false, nil
	}
	offset, length, err := e.at(seq)
	if err != nil || length == 0 {
		return c, false, err
	}
	text := make([]byte, length)
	if _, err = e.text.ReadAt(text, offset); err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		return c, false, fmt.Errorf("read an answer that was kept: %w", err)
	}
	return c, true, nil
}

func (e *early) at(seq int64) (offset, length int64, err error) {
	var where [slot]byte
	if _, err := e.index.ReadAt(where[:], seq*slot); err != nil && !errors.Is(err, io.EOF) {
		return 0, 0, fmt.Errorf("read an answer that was kept: %w", err)
	}
	return int64(binary.LittleEndian.Uint64(where[:])), int64(binary.LittleEndian.Uint64(where[8:])), nil
}

func (e *early) open() (err error) {
	e.index, err = nameless()
	if err == nil {
		e.text, err = nameless()
	}
	return err
}

// close gives the disk back.
func (e *early) close() {
	if e.index != nil {
		_ = e.index.Close() // nothing in it is wanted any more
	}
	if e.text != nil {
		_ = e.text.Close()
	}
}

// nameless makes a file that goes with the process.
func nameless() (*os.File, error) {
	f, err := os.CreateTemp("", "gridmill-answers-*")
	if err == nil {
		err = os.Remove(f.Name())
	}
	if err != nil {
		return nil, fmt.Errorf("keep answers for later: %w", err)
	}
	return f, nil
}
