package format

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// looksLike says what a file looks like whose format cannot be told, and what to
// do about it. first is its first line that is not blank. It returns "" for
// text that looks like nothing in particular.
func looksLike(first []byte) string {
	for _, known := range []struct{ begins, looks string }{
		{"\xff\xfe", utf16Text}, {"\xfe\xff", utf16Text},
		{"PK\x03\x04", "a zip archive; unpack it, and name the files or the folder"},
		{"7z\xbc\xaf", "a 7z archive; unpack it, and name the files or the folder"},
		{"Rar!", "a rar archive; unpack it, and name the files or the folder"},
		{"BZh", "a file compressed by bzip2; expand it first: bunzip2 FILE"},
		{"\xfd7zXZ", "a file compressed by xz; expand it first: unxz FILE"},
		{"%PDF", "a PDF document; copy the puzzles out of it into a text file"},
		{"\x89PNG", "a picture; puzzles are text"}, {"GIF8", "a picture; puzzles are text"}, {"\xff\xd8\xff", "a picture; puzzles are text"},
		{"[", "a JSON array; write one object a line: jq -c '.[]' FILE"},
		{"seq,", "rows that gridmill printed as csv; puzzles are asked for here"},
	} {
		if bytes.HasPrefix(first, []byte(known.begins)) {
			return known.looks
		}
	}
	lower := bytes.ToLower(first[:min(len(first), longPrefix)])
	switch {
	case bytes.HasPrefix(lower, []byte("<!doctype html")), bytes.HasPrefix(lower, []byte("<html")):
		return "a web page; save the file that it links to instead (raw, not shown in a page)"
	case bytes.HasPrefix(lower, []byte("<?xml")):
		return "XML without SokobanLevels, the only XML that is read"
	case isTar(first):
		return "a tar archive; unpack it, and name the files or the folder"
	case isWide(first):
		return utf16Text
	case isBinary(first):
		return "no text at all; puzzles are text in UTF-8"
	case bytes.IndexByte(first, '\r') >= 0:
		return `text whose lines end in CR alone; turn them into LF: tr '\r' '\n' < FILE`
	}
	return ""
}

const utf16Text = "UTF-16 text; turn it into UTF-8: iconv -f UTF-16 -t UTF-8 FILE"

// isTar knows the header of a tar archive, which is text to the eye of some
// formats.
func isTar(first []byte) bool {
	const at = 257 // where the header says so
	return len(first) > at && bytes.HasPrefix(first[at:], []byte("ustar"))
}

// isWide reports whether every other byte of text is 0, as in UTF-16 of any
// text in Latin letters.
func isWide(text []byte) bool {
	zeros := [2]int{}
	for i, b := range text {
		if b == 0 {
			zeros[i%2]++
		}
	}
	half := len(text) / 2
	return half > 1 && (zeros[0] == 0 && zeros[1] >= half-1 || zeros[1] == 0 && zeros[0] >= half-1)
}

// isBinary reports whether text has a NUL, or more than a few bytes that no
// text has.
func isBinary(text []byte) bool {
	odd := bytes.Count(text, []byte{0}) * len(text)
	for rest := text; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		if r == utf8.RuneError && size == 1 || unicode.IsControl(r) && !isBlank(byte(r)) {
			odd++
		}
		rest = rest[size:]
	}
	return odd > len(text)/4
}
