package format

import "bytes"

// Names of the input formats, as users write them.
const (
	formatAuto = "auto"
	formatPOJ  = "poj1475"
	formatXSB  = "xsb"
	formatSLC  = "slc"
	formatUVa  = "uva1601"
	formatHDU  = "hdu1401"
	formatJSON = "jsonl"
)

// Inputs returns the names of the input formats. With "auto", or no name, the
// format is told from the content.
func Inputs() []string {
	return []string{formatPOJ, formatXSB, formatSLC, formatUVa, formatHDU, formatJSON}
}

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
	first, _ := in.peek(0)
	if name := detectFirst(first); name != "" {
		return name, nil
	}
	if n, integers := countFields(first.text); integers && !first.long {
		second, ok := in.peekText(1)
		if name := detectBoth(n, second, ok); name != "" {
			return name, nil
		}
	}
	if name := detectLevels(in); name != "" {
		return name, nil
	}
	saw := first.text
	if len(saw) > longPrefix {
		saw = saw[:longPrefix]
	}
	return "", &UnknownError{File: in.file, Saw: string(saw)}
}

// detectFirst tells the formats that show in their first line. A terminator
// that stands first ends a file of nothing.
func detectFirst(first line) string {
	if bytes.HasPrefix(trimStart(first.text), []byte{'{'}) {
		return formatJSON
	}
	if first.long {
		return ""
	}
	if head, ok := readHeader(first, 2); ok && head.terminates() {
		return formatPOJ
	}
	if head, ok := readHeader(first, 3); ok && head.terminates() {
		return formatUVa
	}
	if n, integers := countFields(first.text); integers && (n == half || n == whole) {
		return formatHDU
	}
	return ""
}

// detectBoth tells the formats whose first line is n integers by the next
// line, if there is one.
func detectBoth(n int, second line, ok bool) string {
	_, integers := countFields(second.text)
	integers = integers && !second.long
	switch {
	case n == 2 && (!ok || beginsMazeRow(second.text)):
		return formatPOJ
	case n == 3 && (!ok || !integers):
		return formatUVa
	case !ok || integers:
		return formatHDU
	}
	return ""
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
