package format

import (
	"strings"
	"testing"
)

func TestPOJ1475(t *testing.T) {
	tall := "1001 3\n" + strings.Repeat("...\n", 1001) + "1 3\nSBT\n"
	testReading(t, "poj1475", []readCase{
		{"mazes one after another, the edge of the grid made a wall", "1 3\nSBT\n2 3\nS#T\n.B.\n0 0\n", []string{
			"Maze #1 1 #####|#@$.#|#####", "Maze #2 3 #####|#@#.#|#-$-#|#####"}},
		{"a maze that is walled already stays as it is", "3 5\n#####\n#SBT#\n#####\n0 0\n", []string{
			"Maze #1 1 #####|#@$.#|#####"}},
		{"one gap in the wall gets a whole ring", "3 5\n#####\n#SBT#\n###.#\n", []string{
			"Maze #1 1 #######|#######|##@$.##|####-##|#######"}},
		{"no terminator and no last newline", "1 3\nSBT", []string{"Maze #1 1 #####|#@$.#|#####"}},
		{"what follows a terminator is the next file", "1 3\nSBT\n0 0\n\ufeff1 3\nTBS\n0 0\n", []string{
			"Maze #1 1 #####|#@$.#|#####", "Maze #2 4 #####|#.$@#|#####"}},
		{"a terminator alone is a file of nothing", "0 0\n", nil},
		{"blank lines and blanks around lines mean nothing", "\n 1\t3 \n\n  SBT\t\n\n\n1 3\nTBS \n\n0 0\n\n", []string{
			"Maze #1 2 #####|#@$.#|#####", "Maze #2 7 #####|#.$@#|#####"}},
		{"a character that is no cell", "1 4\nSB$T\n1 3\nSBT\n", []string{
			`Maze #1 1 !2:3 '$' is not a cell`, "Maze #2 3 #####|#@$.#|#####"}},
		{"a character of several bytes", "1 4\nSBéT\n", []string{`Maze #1 1 !2:3 'é' is not a cell`}},
		{"a blank within a row", "1 4\n  SB T\n", []string{`Maze #1 1 !2:5 ' ' is not a cell`}},
		{"a row too short", "2 3\nSBT\n..\n1 3\nSBT\n", []string{
			"Maze #1 1 !3:3 ends after 2 of 3", "Maze #2 4 #####|#@$.#|#####"}},
		{"a row too long", "2 3\nSBT\n....\n", []string{"Maze #1 1 !3:4 beyond the 3 columns"}},
		{"the first fault of a maze is told, and it is one puzzle", "3 3\nSBX\n.\n.....\n1 3\nSBT\n", []string{
			"Maze #1 1 !2:3 'X'", "Maze #2 5 #####|#@$.#|#####"}},
		{"a header where a row should be", "3 3\nSBT\n1 3\nSBT\n", []string{
			"Maze #1 1 !3:1 row 2 of 3", "Maze #2 3 #####|#@$.#|#####"}},
		{"a terminator where a row should be", "3 3\nSBT\n0 0\n", []string{"Maze #1 1 !3:1 row 2 of 3"}},
		{"the file ends within a maze", "3 3\nSBT\n...\n", []string{"Maze #1 1 !3:1 after 2 of 3 rows"}},
		{"the file ends after a header", "3 3", []string{"Maze #1 1 !1:1 after 0 of 3 rows"}},
		{"a second player", "1 4\nSBTS\n", []string{"Maze #1 1 !2:4 a second S"}},
		{"a second box", "2 3\nSBT\n.B.\n", []string{"Maze #1 1 !3:2 a second B"}},
		{"a second target", "1 4\nSBTT\n", []string{"Maze #1 1 !2:4 a second T"}},
		{"no player", "1 3\n.BT\n", []string{"Maze #1 1 !1:1 no S, the player"}},
		{"no box", "1 3\nS.T\n", []string{"Maze #1 1 !1:1 no B, the box"}},
		{"no target", "1 3\nSB.\n1 3\nSBT\n", []string{"Maze #1 1 !1:1 no T", "Maze #2 3 #####|#@$.#|#####"}},
		{"no rows", "0 3\n1 3\nSBT\n", []string{"Maze #1 1 !1:1 0 rows", "Maze #2 2 #####|#@$.#|#####"}},
		{"negative columns", "1 -3\nSBT\n1 3\nSBT\n", []string{"Maze #1 1 !1:3 -3 columns", "Maze #2 3 #####|#@$.#|#####"}},
		{"more rows than the limit", tall, []string{"Maze #1 1 !1:1 1001 rows", "Maze #2 1003 #####|#@$.#|#####"}},
		{"a size beyond any integer", "3 99999999999999999999\n...\n", []string{"Maze #1 1 !1:3 columns"}},
		{"text before, between and behind mazes: a puzzle a run", "hello\nworld\n1 3\nSBT\n1 3 5\n\n5 x\nSBT\n1 3\nSBT\nbye\n", []string{
			"Maze #1 1 !1:1 expected a header", "Maze #2 3 #####|#@$.#|#####", "Maze #3 5 !5:1 expected a header",
			"Maze #4 9 #####|#@$.#|#####", "Maze #5 11 !11:1 expected a header"}},
		{"a row more than the header says", "1 3\nSBT\n...\n1 3\nSBT\n0 0\n", []string{
			"Maze #1 1 #####|#@$.#|#####", "Maze #2 3 !3:1 a row beyond", "Maze #3 4 #####|#@$.#|#####"}},
	})
}

func TestPOJ1475SurvivesALineWithoutEnd(t *testing.T) {
	long := strings.Repeat(".", 5<<20)
	compareReading(t, plainKinds(), "poj1475", "2 3\nSBT\n"+long+"\n1 3\nSBT\n"+long+long+"\n1 3\nSBT", []string{
		"Maze #1 1 !3:1 longer than 4 MiB", "Maze #2 4 #####|#@$.#|#####",
		"Maze #3 6 !6:1 longer than 4 MiB", "Maze #4 7 #####|#@$.#|#####"})
}

func TestPOJ1475RefusesWhatItsKindRefuses(t *testing.T) {
	narrow := plainKinds()
	narrow[0] = plainKind{"sokoban", "", func(string) error { return errTooWide }}
	r, err := NewReader(strings.NewReader("\n1 3\nSBT\n"), "-", Settings{Kinds: narrow})
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Next()
	if err != nil || p.Form != "" || p.Error == nil || p.Error.Error() != "-:2:1: too wide" || p.Kind != "sokoban" {
		t.Errorf("Next = %+v (%v), %v", p, p.Error, err)
	}
}
