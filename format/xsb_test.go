package format

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/gridmill/gridmill/solver/kinds"
)

// one is the smallest level there is, as a form.
const one = "#####|#@$.#|#####"

func TestXSBRows(t *testing.T) {
	testReadingBy(t, kinds.All(), "xsb", []readCase{
		{"rows as they are drawn", "#####\n#@$.#\n#####\n", []string{"1 " + one}},
		{"without a last newline", "#####\n#@$.#\n#####", []string{"1 " + one}},
		{"a byte order mark", "\ufeff#####\n#@$.#\n#####\n", []string{"1 " + one}},
		{"floor as blanks, dashes and underscores", "#######\n#@$ -_.#\n#######\n", []string{"1 #######|#@$---.#|#######"}},
		{"player and box as letters", "#####\n#pb.#\n#####\n", []string{"1 " + one}},
		{"player and box on goals as letters", "####\n#P-b#\n####\n\n####\n#@B#\n####", []string{"1 ####|#+-$#|####", "5 ####|#@*#|####"}},
		{"a goal as the letter o", "#####\n#@$o#\n#####\n", []string{"1 " + one}},
		{"a common indent", "   #####\n   #@$.#\n   #####\n", []string{"1 " + one}},
		{"an indent that is not common", "   ####\n  ##@ #\n  # $.#\n  #####\n", []string{"1 -####|##@-#|#-$.#|#####"}},
		{"tabulators", "\t#####\n        #@$.#\n\t#####\n", []string{"1 " + one}},
		{"a tabulator within a row", "#########\n#@$\t.#\n##########\n", []string{"1 #########|#@$-----.#|##########"}},
		{"trailing blanks and gaps on the right", "####   \n#  ###\n#@$ .#  \n######\n", []string{"1 ####|#--###|#@$-.#|######"}},
		{"a row of floor within the board", "#####\n#####\n-\n#####\n#@$.#\n#####\n", []string{"1 #####|#####|-|#####|#@$.#|#####"}},
		{"lines drawn above and below the board", "-----\n#####\n#@$.#\n#####\n-----\n_____\n", []string{"2 " + one}},
		{"a letter", "> > #####\n> > #@$.#\n>> #####\n", []string{"1 " + one}},
		{"a letter with an indent of its own", ">   ####\n> ###@ #\n> #.$  #\n> ######\n", []string{"1 --####|###@-#|#.$--#|######"}},
		{"runs", "5#\n#@$.#\n5#\n", []string{"1 " + one}},
		{"runs of groups within groups", "7#\n2(#2(-))#\n#@$.#-#\n7#\n", []string{"1 #######|#--#--#|#@$.#-#|#######"}},
		{"a run of none", "5#0$\n#@0(-0#)$.#\n5#0(9#)\n", []string{"1 " + one}},
		{"a row of nothing but a run of none", "#####\n#@$.#\n#####\n0#\n", []string{"1 " + one}},
		{"rows ended by |", "5#|\n#@$.#|\n5#|\n", []string{"1 " + one}},
		{"several rows a line, and one", "5#|#@$.#|\n5#\n", []string{"1 " + one}},
		{"a board on a line", "5#|#@$.#|5#\n", []string{"1 " + one}},
		{"boards on lines, one below the other", one + "\n" + one + "\n" + one, []string{"1 " + one, "2 " + one, "3 " + one}},
		{"boards on lines, and one without a player", one + "\n#####|#-$.#|#####\n" + one,
			[]string{"1 " + one, "2 !2:1 no player", "3 " + one}},
		{"a board on two lines that hold several rows", "######|#-@--#|#$*--#|\n#3-.#|#--..#|6#\n",
			[]string{"1 !1:1 differ in number"}},
	})
}

func TestXSBFaults(t *testing.T) {
	wide := strings.Repeat("#", maxLevelSide+1)
	testReadingBy(t, kinds.All(), "xsb", []readCase{
		{"no player", "\n#####\n# $.#\n#####\n", []string{"2 !2:1 no player"}},
		{"two players, found in an indented board", "  #####\n  #@$.#\n  #@  #\n  #####\n", []string{"1 !3:4 second player"}},
		{"two players, found behind a tabulator", "\t#####\n\t#@$.#\n\t#@  #\n\t#####\n", []string{"1 !3:3 second player"}},
		{"two players, found in a letter", "> #####\n> #@$.#\n> #@  #\n> #####\n", []string{"1 !3:4 second player"}},
		{"two players, found in runs", "5#\n#2@$.#\n6#\n", []string{"1 !2:3 second player"}},
		{"two players, found in a group", "5#\n#2(-@)$.#\n6#\n", []string{"1 !2:5 second player"}},
		{"two players, found in a board on a line", "5#|#@$@.#|6#\n", []string{"1 !1:7 second player"}},
		{"two players in one row", "#####\n#@$@.#\n######\n", []string{"1 !2:4 second player"}},
		{"an open board", "#####\n#@$.\n#####\n", []string{"1 !2:4 can leave the board"}},
		{"a bracket too many on a line of its own, between levels", "5#|#@$.#|5#\n\n5#|#@$.#|5(#\n\n5#)|#@$.#|5#\n\n5#|#@$.#|5#\n", []string{"1 #####|#@$.#|#####", "3 !3:12 run-length", "5 !5:3 run-length", "7 #####|#@$.#|#####"}},
		{"a whole board with walls of another program", "+++++\n+@$.+\n+++++\n", []string{"1 !1:1 walls drawn as +"}},
		{"an open board in runs", "5#|#@$-.|5#\n", []string{"1 !1:8 can leave the board at r2c5"}},
		{"a row beyond the right wall", "####\n#@ $.#\n#####\n", []string{"1 !2:5 can leave the board"}},
		{"a blank line within a board", "#####\n#@$.#\n\n#####\n#   #\n#####\n", []string{"1 !2:2 can leave the board", "4 !4:1 no player"}},
		{"a character that is no cell", "#####\n#@x.#\n#####\n\n" + "#####\n#@$.#\n#####\n", []string{"1 !2:3 'x' is no cell of a level; write #", "5 " + one}},
		{"a character beyond ASCII", "#####\n#@é.#\n#####\n", []string{"1 !2:3 'é' is no cell"}},
		{"several, the first is named", "#####\n#@y.#\n#@x.#\n#####\n", []string{"1 !2:3 'y'"}},
		{"a row that is text and walled", "#####\n# Hello #\n#####\n", []string{"1 !2:3 'H'"}},
		{"notation that never ends", "#####\n#3(@$.#\n#####\n", []string{"1 !2:1 no run-length notation"}},
		{"the signs of some programs", "#####\n#&B.#\n#####\n", []string{"1 !2:2 '&' is no cell"}},
		{"the signs of others", "~#####\n~#P X.O#\n~#######\n", []string{"1 !1:1 '~' is no cell"}},
		{"a player on a goal of others", "#####\n#%$ #\n#####\n", []string{"1 !2:2 '%' is no cell"}},
		{"walls drawn as +", "+ + + + +\n+ * @ X +\n+ + + + +\n", []string{"1 !1:1 walls drawn as +"}},
		{"a frame around a title is none", "+-----+\n|Title|\n+-----+\n#####\n#@$.#\n#####\n", []string{"|Title| 4 " + one}},
		{"a run beyond any board", "999999999999#|#@$.#|5#\n\n#####\n#@$.#\n#####\n", []string{"1 !1:13 a run of 999999999999 cells; a level takes at most 1002 rows", "3 " + one}},
		{"a run of more digits than numbers have", strings.Repeat("9", 100) + "#|#@$.#|5#\n", []string{"1 !1:101 a run of 1000000000000 cells"}},
		{"a run of groups beyond any board", "900(900(90(#)))|#@$.#\n5#", []string{"1 !1:15 a run of 72900000 cells"}},
		{"groups of nothing", "900000000(900000000(900000000()))#|#@$.#|5#\n", []string{"1 !1:37 can leave"}},
		{"groups thrown away", strings.Repeat("0(90(90(90#)))", 100) + "#\n#@$.#\n", []string{"1 !1:83 a run of"}},
		{"groups nested beyond reason", strings.Repeat("(", 200) + "#" + strings.Repeat(")", 200) + "|#@$.#\n", []string{"1 !1:101 groups nest more than 100"}},
		{"the largest board", wide[1:] + "\n" + strings.Repeat("#\n", maxLevelSide-2) + "#@*#\n", []string{"1 !1002:2 can leave"}},
		{"a board too wide", wide + "\n#@$.#\n#####\n\n#####\n#@$.#\n#####\n", []string{"1 !1:1 3 rows and 1003 columns; a side takes 1 to 1002", "5 " + one}},
		{"a board too wide in its middle", "#####\n#@$.#\n" + wide + wide + "\n", []string{"1 !1:1 3 rows and 2006 columns"}},
		{"a board too high", strings.Repeat("#@#\n", 5000), []string{"1 !1:1 5000 rows and 3 columns"}},
		{"a line beyond any line", "#####\n#@$.#\n#####\n" + strings.Repeat("#", 5<<20) + "\n" + one + "\n",
			[]string{"1 " + one, "4 !4:1 longer than 4 MiB", "5 " + one}},
		{"a comment that never ends", "#####\n#@$.#\n#####\nComment:\nfar\n\n#####\n#@$.#\n#####\n", []string{"1 " + one, "4 !4:1 no Comment-End: closes"}},
	})
}

// A level that is whole is read even if the file is damaged behind it.
func TestXSBReadsUpToTheDamage(t *testing.T) {
	damage := errors.New("damage")
	for _, c := range []struct {
		reason, input string
		levels        int
	}{
		{"behind a level", "#####\n#@$.#\n#####\n\n", 1},
		{"behind a level and its title", "#####\n#@$.#\n#####\nTitle: One\n", 1},
		{"within a level", "#####\n#@$.#\n#####\n\n#####\n#@$.#\n#####\n", 1},
		{"within the first level", "#####\n#@$.#\n#####\n", 0},
	} {
		r, err := NewReader(io.MultiReader(strings.NewReader(c.input), iotest.ErrReader(damage)), "x", Settings{Format: "xsb", Kinds: kinds.All()})
		if err != nil {
			t.Fatal(err)
		}
		levels := 0
		for {
			p, err := r.Next()
			if err != nil {
				if !errors.Is(err, damage) || levels != c.levels {
					t.Errorf("damage %s: %d levels, want %d, and %v", c.reason, levels, c.levels, err)
				}
				break
			}
			if levels++; p.Form != one {
				t.Errorf("damage %s: %s, %v", c.reason, p.Form, p.Error)
			}
		}
	}
}

func TestXSBTextWithoutLevels(t *testing.T) {
	known := kinds.All()
	for _, c := range []struct{ reason, input string }{
		{"nothing", ""},
		{"text", "Hello,\n\nthis is a letter.\n"},
		{"lines that could be rows, each alone", "####\n\n# 1 #\n\n*\n\n@\n\n+|+\n\n#50 (3)\n\n+++\n\n$$$\n"},
		{"rows of decoration", "-----\n_____\n.....\n"},
		{"a solution", "Solution:\nrRuL\n3(rR)\n"},
		{"a comment with a level in it", "Comment:\n#####\n#@$.#\n#####\nComment-End:\n"},
		{"a comment with a line beyond any line", "Comment:\n" + strings.Repeat("x", 5<<20) + "\nComment-End:\n"},
		{"a comment that begins at once", "Comment: this\n#####\n#@$.#\n#####\nComment-End:\n"},
	} {
		if all := readAllBy(t, known, "xsb", c.input); len(all) > 0 {
			t.Errorf("%s: %v", c.reason, all)
		}
	}
}

func TestXSBNames(t *testing.T) {
	const board = "#####\n#@$.#\n#####\n"
	all := kinds.All()
	for _, c := range []struct {
		reason, input string
		want          []string // "" stands for a level without a name
	}{
		{"none", board, []string{""}},
		{"numbers behind semicolons", "; 0\n" + board + "\n; 1\n" + board, []string{"0", "1"}},
		{"numbers, and no blank lines", "; 0\n" + board + "; 1\n" + board, []string{"0", "1"}},
		{"numbers, and blank lines below", "; Levels (2 of them)\n; for children\n\n \n; 1\n\n" + board + "\n; 2\n\n" + board, []string{"1", "2"}},
		{"text below a number", "; 1\n\n" + board + "\n; 2\n'Duh!'\n\n" + board, []string{"1", "'Duh!'"}},
		{"a semicolon right behind a level is a comment on it", board + "; hard\n\n" + board, []string{"", ""}},
		{"text before", "First\n\n" + board + "\nSecond\n" + board, []string{"First", "Second"}},
		{"text before, without blank lines", "First\n" + board + "Second\n" + board, []string{"First", "Second"}},
		{"text of several lines is prose", "Levels by\nsomebody\n\n" + board, []string{""}},
		{"the last of several lines of text", "Levels\n\nby somebody\n\nFirst\n\n" + board, []string{"First"}},
		{"text right behind a level is a comment on it", board + "Easy\n\n" + board, []string{"", ""}},
		{"lines drawn are no names", "First\n-----\n" + board + "\n*****\n\n=====\n" + board, []string{"First", ""}},
		{"a key behind", board + "Title: First\nAuthor: me\n\n" + board + "\nTitle: Second\n", []string{"First", "Second"}},
		{"a key behind wins over text before", "Zero\n\n" + board + "Title: First\n", []string{"First"}},
		{"a key right before", "Title: First\n" + board + "\nTitle: Second\n" + board, []string{"First", "Second"}},
		{"a key before the first level is the title of all", "Title: Set\nAuthor: me\n\n" + board + "\n" + board + "Title: Second\n", []string{"Set #1", "Second"}},
		{"so is that of the collection", "Collection: Set\n\n" + board + "\n; 7\n" + board, []string{"Set #1", "7"}},
		{"a key below a number", "; 1\nTitle: First\n\n" + board + "\n; 2\nTitle: Second\n\n" + board, []string{"First", "Second"}},
		{"keys in capitals and blanks", board + "TITLE :  First  \nEmail: a@b.c\n", []string{"First"}},
		{"a second key belongs to the next level", board + "Title: First\nTitle: Second\n\n" + board, []string{"First", "Second"}},
		{"keys are not names", "Author: me\n\n" + board + "Difficulty: 3\n\n" + board, []string{"", ""}},
		{"words before colons may be names", "Level 1: the cave\n" + board, []string{"Level 1: the cave"}},
		{"comments are not names", "Comment:\nno name\n\nComment-End:\n" + board + "\nComment: no name\n" + board, []string{"", ""}},
		{"comments within comments", board + "Comment: a\nComment: b\nTitle: First\n\n" + board, []string{"First", ""}},
		{"file comments are not names", ":: no name ::\n" + board + ":: no name ::\n\n" + board, []string{"", ""}},
		{"solutions are not names", board + "Solution:\nrRuL\n2(lU)D\n\nrRR\n\n" + board + "\nSolution (2 pushes)\nrR\n\n" + board, []string{"", "", ""}},
		{"a title of letters that solutions have", "Lurd\n\n" + board, []string{"Lurd"}},
		{"Latin-1", "Caf\xe9\n" + board + "Title: \xc9t\xe9\n", []string{"Été"}},
		{"UTF-8", "; 盤\n" + board, []string{"盤"}},
		{"a title beyond any", "Title: " + strings.Repeat("é", 1000) + "\n" + board, []string{strings.Repeat("é", 125) + "…"}},
		{"a letter", "> Title: First\n> #####\n> #@$.#\n> #####\n", []string{"First"}},
		{"a title that could be a row", "+|+\n\n" + board + "\n#50 (3)\n\n" + board + "\n# 1 #\n\n" + board, []string{"+|+", "#50 (3)", "# 1 #"}},
	} {
		for _, input := range []string{c.input, strings.ReplaceAll(c.input, "\n", "\r\n")} {
			var got []string
			for _, p := range readAllBy(t, all, "xsb", input) {
				if p.Form != one {
					t.Errorf("%s: %s is %s: %v", c.reason, p.Name, p.Form, p.Error)
				}
				got = append(got, p.Name)
			}
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") || len(got) != len(c.want) {
				t.Errorf("%s: names %q, want %q", c.reason, got, c.want)
			}
		}
	}
}
