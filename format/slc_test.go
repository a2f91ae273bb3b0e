package format

import (
	"strings"
	"testing"

	"github.com/gridmill/gridmill/solver/kinds"
)

func TestSLC(t *testing.T) {
	const head = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!DOCTYPE SokobanLevels SYSTEM \"SokobanLev.dtd\">\n<SokobanLevels>\n"
	const rows = "<L>#####</L>\n<L>#@$.#</L>\n<L>#####</L>\n</Level>\n"
	levels := func(text string) string { return head + text + "</SokobanLevels>\n" }
	testReadingBy(t, kinds.All(), "slc", []readCase{
		{"a level", levels("<Level Id=\"One\" Width=\"5\" Height=\"3\">\n" + rows), []string{"One 4 " + one}},
		{"levels of a collection", levels("<Title>All</Title><Description>#@$#</Description>\n<LevelCollection Copyright=\"me\">\n<Level Id=\"a\">\n" + rows + "<Level>\n" + rows + "</LevelCollection>"),
			[]string{"a 6 " + one, "All #2 11 " + one}},
		{"all on a line", levels("<Level><L>#####</L><L>#@$.#</L><L>#####</L></Level>"), []string{"4 " + one}},
		{"an indented level", levels("<Level>\n<L>  ####</L>\n<L>###@ #</L>\n<L> #$ .#</L>\n<L> #####</L></Level>"), []string{"4 --####|###@-#|-#$-.#|-#####"}},
		{"a common indent", levels("<Level>\n<L> #####</L>\n<L> #@$.#</L>\n<L> #####</L></Level>"), []string{"4 " + one}},
		{"an empty row", levels("<Level>\n<L>#####</L>\n<L></L>\n" + rows), []string{"4 #####||#####|#@$.#|#####"}},
		{"a row without walls", levels("<Level>\n<L>p</L>\n" + rows), []string{"4 !7:5 second player"}},
		{"names in Latin-1", levels("<Title>\xc9t\xe9</Title><Level Id=\"Caf\xe9\">\n" + rows + "<Level Id=\" \">\n" + rows), []string{"Café 4 " + one, "Été #2 9 " + one}},
		{"names in UTF-8", strings.Replace(levels("<Level Id=\"盤 &amp; &eacute;\">\n"+rows), "ISO-8859-1", "utf-8", 1), []string{"盤 & é 4 " + one}},
		{"rows on lines of their own", levels("<Level><L>\n#####\n</L><L>\n#@$.#</L><L>#####</L></Level>"), []string{"4 " + one}},
		{"characters by number, and CDATA", levels("<Level><L>####&#35;</L><L><![CDATA[#@$.#]]></L><L>#####</L></Level>"), []string{"4 " + one}},
		{"comments", levels("<!-- <Level> --><Level><L>###<!-- # -->##</L><L>#@$.#</L><L>#####</L></Level>"), []string{"4 " + one}},
		{"a second player", levels("<Level>\n<L>#####</L>\n  <L>#@@$.#</L>\n<L>######</L></Level>\n<Level>\n" + rows), []string{"4 !6:8 second player", "8 " + one}},
		{"a second player behind Latin-1", levels("<Level><L>####</L><X a=\"\xe9\xe9\"/><L>#@@</L></Level>"), []string{"4 !4:35 second player"}},
		{"a second player in a row that is not written plainly", levels("<Level>\n<L>#####</L>\n  <L>&#35;@@$.#</L>\n</Level>"), []string{"4 !6:6 second player"}},
		{"a character that is no cell", levels("<Level>\n<L>#####</L>\n<L>#@X.#</L></Level>"), []string{"4 !6:6 'X' is no cell"}},
		{"two rows in one", levels("<Level>\n<L>#####|#@$.#|#####</L></Level>"), []string{"4 !5:4 write an L element for each row"}},
		{"a level without rows", levels("<Level Id=\"a\"/>\n<Level>\n" + rows), []string{"a 4 !4:1 no rows", "5 " + one}},
		{"a level too wide", levels("<Level>\n<L>" + strings.Repeat("#", 2000) + "</L></Level>"), []string{"4 !5:1 1 rows and 2000 columns"}},
		{"a level that is not closed", levels("<Level Id=\"a\">\n" + rows + "<Level Id=\"b\">\n<L>#####</L>\n"), []string{"a 4 " + one, "9 !9:1 cannot be read from here on"}},
		{"a collection that breaks off", "<SokobanLevels>\n<Level>\n<L>#####\n", []string{"2 !2:1 syntax error on line 3"}},
		{"an entity from outside", "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>\n<SokobanLevels><Title>&e;</Title></SokobanLevels>", []string{"2 !2:1 cannot be read from here on"}},
		{"elements nested beyond reason", levels(strings.Repeat("<a>", 1000)), []string{"4 !4:1 elements nest more than 20 deep"}},
		{"an element beyond any", levels("<!--" + strings.Repeat("text\n", 1<<20) + "-->"), []string{"838864 !838864:1 longer than 4 MiB"}},
		{"a set of characters that is not known", strings.Replace(levels(""), "ISO-8859-1", "KOI8-R", 1), []string{`1 !1:1 "KOI8-R" is not known here`}},
		{"no levels", levels("<Title>Nothing</Title>"), nil},
		{"nothing", "", nil},
	})
}
