package format

import "testing"

func TestHDU1401(t *testing.T) {
	const (
		start = "4 4 4 5 5 4 6 5\n"
		end   = "2 4 3 3 3 6 4 6\n"
		form  = "8x8 r4c4 r4c5 r5c4 r6c5 > r2c4 r3c3 r3c6 r4c6"
	)
	const both = "4 4 4 5 5 4 6 5 2 4 3 3 3 6 4 6\n"
	testReading(t, "hdu1401", []readCase{
		{"two lines a case", start + end + start + end, []string{"Case #1 1 " + form, "Case #2 3 " + form}},
		{"one line a case", both + both, []string{"Case #1 1 " + form, "Case #2 2 " + form}},
		{"both in one file", both + start + end + both, []string{"Case #1 1 " + form, "Case #2 2 " + form, "Case #3 4 " + form}},
		{"no last newline", start + "2 4 3 3 3 6 4 6", []string{"Case #1 1 " + form}},
		{"blanks anywhere", "\n \n  4 4\t4 5  5 4 6 5 \n" + end, []string{"Case #1 3 " + form}},
		{"pieces keep the order of the file", "6 5 5 4 4 5 4 4\n" + end, []string{
			"Case #1 1 8x8 r6c5 r5c4 r4c5 r4c4 > r2c4 r3c3 r3c6 r4c6"}},
		{"blank lines between cases", start + end + "\n" + start + end + "\n\n" + start + end, []string{
			"Case #1 1 " + form, "Case #2 4 " + form, "Case #3 8 " + form}},
		{"a blank line behind every line", start + "\n" + end + "\n" + start + "\n" + end, []string{
			"Case #1 1 " + form, "Case #2 5 " + form}},
		{"a count first", "2\n" + start + end + start + end, []string{"Case #1 2 " + form, "Case #2 4 " + form}},
		{"a count and one line a case", "1\n\n" + both, []string{"Case #1 3 " + form}},
		{"a count of more than there are", "3\n" + start + end + both, []string{
			"Case #1 2 " + form, "Case #2 4 " + form, "Case #3 1 !1:1 the count says 3 cases, but 2 follow"}},
		{"cases beyond the count are read on", "1\n" + start + end + both, []string{"Case #1 2 " + form, "Case #2 4 " + form}},
		{"files with a count put together", "1\n" + both + "2\n" + both + "1\n" + both, []string{
			"Case #1 2 " + form, "Case #2 4 " + form, "Case #3 3 !3:1 the count says 2 cases, but 1 follow", "Case #4 6 " + form}},
		{"a count alone", "2\n", []string{"Case #1 1 !1:1 2 cases, but 0 follow"}},
		{"a count of nothing", "0\n", nil},
		{"counts of nothing put together", "0\n" + both + "0\n0\n" + both, []string{"Case #1 2 " + form, "Case #2 5 " + form}},
		{"something that is no number", start + end + "4 4 4 5 x 4 6 5\n" + end + both, []string{
			"Case #1 1 " + form, `Case #2 3 !3:9 "x" is not a number`, "Case #3 5 " + form}},
		{"a row off the board", "4 4 4 5 9 4 6 5\n" + end + both, []string{"Case #1 1 !1:9 9 is off the board", "Case #2 3 " + form}},
		{"a column off the board", start + "2 4 3 0 3 6 4 6\n", []string{"Case #1 1 !2:7 0 is off the board"}},
		{"numbers beyond all bounds, as they are written", "4 4 4 5 99999999999 4 6 -123456789012345678901\n" + end, []string{"Case #1 1 !1:9 99999999999 is off the board"}},
		{"a count beyond all bounds", "99999999999\n" + both, []string{"Case #1 2 " + form, "Case #2 1 !1:1 the count says 99999999999 cases, but 1 follow"}},
		{"two pieces on one square: the second is told", "4 4 4 5 5 4 4 5\n" + end, []string{
			"Case #1 1 !1:13 a second piece on row 4, column 5"}},
		{"two pieces end on one square", start + "2 4 3 3 2 4 4 6\n", []string{"Case #1 1 !2:9 a second piece on row 2, column 4"}},
		{"a start and an end may share squares", start + start, []string{"Case #1 1 8x8 r4c4 r4c5 r5c4 r6c5 > r4c4 r4c5 r5c4 r6c5"}},
		{"a number too few in the first line of all", "4 4 4 5 5 4 6\n" + end + start + end, []string{
			"Case #1 1 !1:14 7 numbers on the line", "Case #2 3 " + form}},
		{"a number too many", start + end + start + "2 4 3 3 3 6 4 6 1\n" + start + end, []string{
			"Case #1 1 " + form, "Case #2 3 !4:17 more than 8", "Case #3 5 " + form}},
		{"a number too many for a whole case", both + "1 1 2 2 3 3 4 4 1 1 2 2 3 3 4 4 5\n" + both + both, []string{
			"Case #1 1 " + form, "Case #2 2 !2:17 more than 8", "Case #3 3 " + form, "Case #4 4 " + form}},
		{"a line missing between blank lines", start + end + "\n" + start + "\n" + start + end, []string{
			"Case #1 1 " + form, "Case #2 4 !4:1 ends after one line", "Case #3 6 " + form}},
		{"a line missing in the very first case", start + "\n" + start + end + "\n" + start + end, []string{
			"Case #1 1 !1:1 ends after one line", "Case #2 3 " + form, "Case #3 6 " + form}},
		{"a line missing before a case on one line", start + both, []string{"Case #1 1 !1:1 ends after one line", "Case #2 2 " + form}},
		{"the file ends within a case", start + end + start, []string{"Case #1 1 " + form, "Case #2 3 !3:1 ends after one line"}},
		{"text before, between and behind cases: a puzzle a run", "cases\n" + start + end + "and\n\nmore\n" + both + "bye", []string{
			"Case #1 1 !1:1 expected a line of eight", "Case #2 2 " + form, "Case #3 4 !4:1 expected a line of eight",
			"Case #4 7 " + form, "Case #5 8 !8:1 expected a line of eight"}},
		{"numbers that flow over lines", "4 4 4 5\n5 4 6 5\n2 4 3 3\n3 6 4 6 4\n4 4 5 5 4 6 5 2 4 3 3 3 6 4 6", []string{
			"Case #1 1 " + form, "Case #2 4 " + form}},
		{"a number a line", "4\n4\n4\n5\n5\n4\n6\n5\n2\n4\n3\n3\n3\n6\n4\n6\n", []string{"Case #1 1 " + form}},
		{"many cases on a line", "4 4 4 5 5 4 6 5 2 4 3 3 3 6 4 6 4 4 4 5 5 4 6 5 2 4 3 3 3 6 4 6", []string{
			"Case #1 1 " + form, "Case #2 1 " + form}},
		{"a count before numbers that flow", "1\n4 4 4 5\n5 4 6 5\n2 4 3 3\n3 6 4 6", []string{"Case #1 2 " + form}},
		{"a fault in numbers that flow spoils one case", "4 4 4 5\n5 4 6 y\n2 4 3 3\n3 6 4 9\n4 4 4 5\n5 4 6 5\n2 4 3 3\n3 6 4 6\n", []string{
			`Case #1 1 !2:7 "y" is not a number`, "Case #2 5 " + form}},
		{"two pieces on one square, the second over a line end", "1 1 1\n1 2 3 4 5\n1 1 1 2 1 3 1\n4\n", []string{
			"Case #1 1 !1:5 a second piece on row 1, column 1"}},
		{"the file ends within numbers that flow", "4 4 4 5\n5 4 6 5\n2\n", []string{"Case #1 1 !3:1 after 9 of the 16"}},
		{"nothing at all", "\n\n", nil},
	})
}
