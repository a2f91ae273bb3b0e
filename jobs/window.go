package jobs

import "sync"

// Window bounds how many chunks of a batch are outstanding: put by a producer,
// and not finished by the reader who waits for their rows. The reader may be
// ahead, where an earlier producer put chunks that this one comes to later.
type Window struct {
	most int64

	mu    sync.Mutex
	open  int64         // put and not finished; below 0 while the reader is ahead
	moved chan struct{} // closed when a chunk is finished
}

// NewWindow returns a window for at most so many chunks.
func NewWindow(most int) *Window { return &Window{most: int64(most), moved: make(chan struct{})} }

// enter counts one more chunk and returns nil, or, when the window is full,
// returns a channel that is closed when that may have changed.
func (w *Window) enter() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open >= w.most {
		return w.moved
	}
	w.open++
	return nil
}

// Finish says that the reader is done with a chunk.
func (w *Window) Finish() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open--
	close(w.moved)
	w.moved = make(chan struct{})
}
