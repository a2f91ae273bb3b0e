package format

import "bytes"

// detect tells the format of a file from its first two lines that are not
// blank and reads no further, unless they are text: then it looks for the
// first level, since level files may begin with any. The name is "" when the file holds nothing.
// The error is an *UnknownError or a failure to read.
func detect(in *lines) (string, error) {
	if !in.skipBlank() {
		if in.ended {
			return "", nil
		}
		return "", in.err
	}
	if first, _ := in.peek(0); isTar(first.text) { // files of levels may begin with any text
		return "", unknown(in.file, first.text)
	}
	for _, text := range []bool{false, true} {
		for _, f := range inputs() {
			if f.text == text && f.shows(in) {
				return f.name, nil
			}
		}
	}
	first, _ := in.peek(0) // once more, since looking ahead may have moved it
	return "", unknown(in.file, first.text)
}

// unknown is the error of a file whose first line that is not blank shows no
// format.
func unknown(file string, first []byte) *UnknownError {
	return &UnknownError{File: file, Saw: string(first[:min(len(first), longPrefix)]), Looks: looksLike(first)}
}

// showsTerminator reports whether the first line is the terminator of n
// numbers: it ends a file of nothing.
func showsTerminator(in *lines, n int) bool {
	first, _ := in.peek(0)
	head, ok := readHeader(first, n)
	return ok && head.terminates()
}

// showsIntegers returns how many integers the first line is, 0 when it is
// anything else.
func showsIntegers(in *lines) int {
	first, _ := in.peek(0)
	n, integers := countFields(first.text)
	if first.long || !integers {
		return 0
	}
	return n
}

// showsSecond returns the next line that is not blank, whether there is one,
// and whether it is integers.
func showsSecond(in *lines) (second line, ok, integers bool) {
	second, ok = in.peekText(1)
	_, integers = countFields(second.text)
	return second, ok, integers && !second.long
}

// farText is the most bytes of text in which a level is looked for.
const farText = 256 << 10

// detectLevels tells level files by their first level: rows one below the
// other, or a whole board on a line.
func detectLevels(in *lines) string {
	var rows rowReader
	above, size := noRow, 0
	for i := range farAhead {
		ln, ok := in.peek(i)
		if bytes.Contains(ln.text, []byte("<SokobanLevels")) {
			return formatSLC
		}
		if size += len(ln.text); !ok || ln.long || size > farText {
			break
		}
		row := rows.read(unquote(ln.text))
		if row == floorRow || ln.blank() {
			row = noRow
		}
		board := row == solidRow && rows.columns != nil && bytes.IndexByte(rows.cells, '|') >= 0 || row == wrongRow && rows.needs == 1
		if board || row != noRow && above != noRow {
			return formatXSB
		}
		above = row
	}
	if first, _ := in.peekText(0); bytes.HasPrefix(first.text, []byte{';'}) {
		return formatXSB
	}
	return ""
}
