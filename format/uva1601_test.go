package format

import (
	"strings"
	"testing"
)

func TestUVa1601(t *testing.T) {
	const map1 = "5 3 1\n#####\n#a A#\n#####\n"
	const form1 = "#####|#---#|##### a=r2c2>r2c4"
	testReading(t, "uva1601", []readCase{
		{"maps one after another", map1 + "4 1 2\naAbB\n0 0 0\n", []string{
			"Map #1 1 " + form1, "Map #2 5 ---- a=r1c1>r1c2 b=r1c3>r1c4"}},
		{"no terminator and no last newline", strings.TrimSuffix(map1, "\n"), []string{"Map #1 1 " + form1}},
		{"what follows a terminator is the next file", map1 + "0 0 0\n\ufeff" + map1 + "0 0 0", []string{
			"Map #1 1 " + form1, "Map #2 6 " + form1}},
		{"a terminator alone is a file of nothing", "0 0 0\n", nil},
		{"blank lines between maps and blanks around headers mean nothing", "\n \n 5  3\t1  \n#####\n#a A#\n#####\n\n\n\n" + map1, []string{
			"Map #1 3 " + form1, "Map #2 10 " + form1}},
		{"trimmed rows are padded, up to rows that are empty", "4 5 1\n\n a\n#\n\n  A#\n0 0 0\n", []string{
			"Map #1 1 ----|----|#---|----|---# a=r2c2>r5c3"}},
		{"blanks beyond the width are cut", "3 1 1\naA#   \t\n", []string{"Map #1 1 --# a=r1c1>r1c2"}},
		{"leading blanks are cells", "5 2 1\n   a#\n   A#\n", []string{"Map #1 1 ----#|----# a=r1c4>r2c4"}},
		{"one agent to twenty-six", "26 2 26\nabcdefghijklmnopqrstuvwxyz\nABCDEFGHIJKLMNOPQRSTUVWXYZ\n", []string{
			"Map #1 1 " + strings.Repeat("-", 26) + "|" + strings.Repeat("-", 26) + " a=r1c1>r2c1 b=r1c2>r2c2 c=r1c3>r2c3 d=r1c4>r2c4" +
				" e=r1c5>r2c5 f=r1c6>r2c6 g=r1c7>r2c7 h=r1c8>r2c8 i=r1c9>r2c9 j=r1c10>r2c10 k=r1c11>r2c11 l=r1c12>r2c12" +
				" m=r1c13>r2c13 n=r1c14>r2c14 o=r1c15>r2c15 p=r1c16>r2c16 q=r1c17>r2c17 r=r1c18>r2c18 s=r1c19>r2c19" +
				" t=r1c20>r2c20 u=r1c21>r2c21 v=r1c22>r2c22 w=r1c23>r2c23 x=r1c24>r2c24 y=r1c25>r2c25 z=r1c26>r2c26"}},
		{"characters beyond the width", "3 1 1\naA  #\n" + map1, []string{"Map #1 1 !2:4 beyond the 3 columns", "Map #2 3 " + form1}},
		{"a character that is no cell", "4 1 1\naA.#\n" + map1, []string{"Map #1 1 !2:3 '.' is not a cell", "Map #2 3 " + form1}},
		{"a tab within a row", "4 1 1\na\tA#\n", []string{`Map #1 1 !2:2 '\t' is not a cell`}},
		{"a letter beyond the agents", "4 1 1\naAB#\n", []string{"Map #1 1 !2:3 B is beyond the 1 agents"}},
		{"a start twice", "5 2 1\n#a A#\n# a #\n", []string{"Map #1 1 !3:3 a second a"}},
		{"a target twice", "5 1 1\n#aAA#\n", []string{"Map #1 1 !2:4 a second A"}},
		{"a start missing", "5 1 2\n#aAB#\n" + map1, []string{"Map #1 1 !1:1 no b, the start", "Map #2 3 " + form1}},
		{"a target missing", "5 1 2\n#aAb#\n", []string{"Map #1 1 !1:1 no B, the target"}},
		{"a header within the rows: go on there", "5 3 1\n#####\n" + map1, []string{"Map #1 1 !3:1 row 2 of 3", "Map #2 3 " + form1}},
		{"a terminator within the rows", "5 3 1\n#####\n0 0 0\n", []string{"Map #1 1 !3:1 row 2 of 3"}},
		{"the file ends within a map", "5 3 1\n#####\n#a A#\n", []string{"Map #1 1 !3:1 after 2 of 3"}},
		{"sizes and agents out of bounds", "0 1 1\n1001 1 1\n1 0 1\n1 1001 1\n2 1 0\naA\n2 1 27\n" + map1, []string{
			"Map #1 1 !1:1 0 columns", "Map #2 2 !2:1 1001 columns", "Map #3 3 !3:3 0 rows", "Map #4 4 !4:3 1001 rows",
			"Map #5 5 !5:5 0 agents", "Map #6 7 !7:5 27 agents", "Map #7 8 " + form1}},
		{"sizes and agents beyond all bounds, as they are written", "99999999999 1 1\n1 123456789012345678901 1\n2 1 -1000000000\n" + map1, []string{
			"Map #1 1 !1:1 99999999999 columns", "Map #2 2 !2:3 123456789012345678901 rows", "Map #3 3 !3:5 -1000000000 agents", "Map #4 4 " + form1}},
		{"text between maps: a puzzle a run", map1 + "some text\n\n5 3\n" + map1 + "more", []string{
			"Map #1 1 " + form1, "Map #2 5 !5:1 expected a header", "Map #3 8 " + form1, "Map #4 12 !12:1 expected a header"}},
	})
}
