package format

import "github.com/mattn/go-runewidth"

// CutFront shortens text whose end tells more than its beginning, such as a
// path, to so many cells of a terminal and shows that it did.
func CutFront(text string, width int) string {
	var cells runewidth.Condition // measures text the same everywhere
	if surplus := cells.StringWidth(text) - width; surplus > 0 {
		return cells.TruncateLeft(text, surplus+1, "…")
	}
	return text
}
