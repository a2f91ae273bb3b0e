package format

import (
	"strings"
	"testing"
)

func TestJSONL(t *testing.T) {
	const good = `{"kind":"sokoban","puzzle":"#####|#@$.#|#####"}` + "\n"
	const form = "#####|#@$.#|#####"
	testReading(t, "jsonl", []readCase{
		{"an object a line, with a name and without", good + `{"name":"my level","puzzle":"#####|#@$.#|#####","kind":"sokoban"}`, []string{
			"1 " + form, "my level 2 " + form}},
		{"blank lines, blanks around objects, and a mark of byte order", "\ufeff" + good + "\n  \n\ufeff\t " + strings.TrimSpace(good) + " \t\n", []string{
			"1 " + form, "4 " + form}},
		{"members nobody knows are passed over", `{ "a" : [1,{"b":"}]\"" }] , "kind" : "sokoban" ,"c":-1.5e3, "puzzle":"#####|#@$.#|#####","d":{},"e":null,"Kind":7}`, []string{"1 " + form}},
		{"escapes mean what they mean", `{"kind":"soko\u0062an","\u0070uzzle":"#####|#@\u0024.#|\u0023####","name":"\u00e9\ud83d\ude00\n"}`, []string{
			"\u00e9\U0001F600\n 1 " + form}},
		{"a name may be null", `{"kind":"sokoban","puzzle":"#####|#@$.#|#####","name":null}`, []string{"1 " + form}},
		{"not JSON", `{"kind":"sokoban",puzzle:"x"}` + "\n" + good, []string{"1 !1:19 not JSON: 'p' in column 19 is out of place; give one object a line", "2 " + form}},
		{"an object that goes on in the next line", "{\"kind\":\n\"sokoban\"}\n" + good, []string{
			"1 !1:8 not JSON: the line ends in column 8, before the object does", "2 !2:10 not JSON", "3 " + form}},
		{"two objects on a line", `{"kind":"mapf"} {}`, []string{"1 !1:17 not JSON: '{' in column 17 is out of place"}},
		{"words", "not JSON", []string{"1 !1:2 not JSON: 'o' in column 2 is out of place"}},
		{"letters of more than a byte", `{"kind":"mapf"}é`, []string{"1 !1:16 not JSON: 'é' in column 16 is out of place"}},
		{"no object", ` ["sokoban"]`, []string{"1 !1:2 not an object"}},
		{"an empty object", `{}`, []string{`1 !1:1 no "kind"; name one of sokoban, mapf, solitaire`}},
		{"a kind missing", `{"puzzle":"x","name":"n"}`, []string{`n 1 !1:1 no "kind"`}},
		{"a kind nobody knows", `{"kind":"chess","puzzle":"x"}`, []string{`1 !1:9 no kind is called "chess"; name one of sokoban, mapf, solitaire`}},
		{"a kind that is no string", `{"kind":1,"puzzle":"x"}`, []string{`1 !1:9 "kind" must be a string`}},
		{"a puzzle missing", `{"kind":"sokoban"}`, []string{`1 !1:1 no "puzzle"; give the one-line form, such as "#####|#@$.#|#####"`}},
		{"a puzzle that is no string", `{"kind":"sokoban","puzzle":["#"]}`, []string{`1 !1:28 "puzzle" must be a string`}},
		{"a puzzle that is null", `{"kind":"sokoban","puzzle":null}`, []string{`1 !1:28 "puzzle" must be a string`}},
		{"an empty puzzle", `{"kind":"sokoban","puzzle":""}`, []string{`1 !1:28 "puzzle" must be a string`}},
		{"a name that is no string", `{"kind":"sokoban","puzzle":"x","name":{}}`, []string{`1 !1:39 "name" must be a string`}},
		{"a member twice", `{"kind":"sokoban","kind":"mapf"}`, []string{`1 !1:26 "kind" stands there twice`}},
		{"a fault of the form, at its place in the line", `{"kind":"sokoban","puzzle":"#####|#@x.#|#####"}`, []string{"1 !1:37 stray 'x'"}},
		{"a fault of the form behind escapes", `{"kind":"sokoban","puzzle":"\u0023####|#@\"x.#|#####"}`, []string{`1 !1:42 stray '"'`}},
		{"a fault of the whole form", `{"kind":"sokoban","puzzle":"####"}`, []string{"1 !1:28 not one @"}},
	})
}

func TestJSONLKeepsTheKindOfABadForm(t *testing.T) {
	all := readAll(t, "jsonl", `{"kind":"mapf","puzzle":"#"}`+"\n"+`{"kind":"chess","puzzle":"#"}`)
	if len(all) != 2 || all[0].Kind != "mapf" || all[1].Kind != "" {
		t.Errorf("puzzles = %+v", all)
	}
}

func TestMemberColumnCountsWhatIsWritten(t *testing.T) {
	for _, c := range []struct {
		reason  string
		raw     string
		decoded int
		want    int
	}{
		{"nothing escaped", `"abc"`, 2, 3},
		{"the whole string", `"abc"`, 0, 1},
		{"behind the end: the closing quote", `"abc"`, 4, 5},
		{"a short escape", `"\tbc"`, 2, 4},
		{"a long escape", `"\u0041bc"`, 2, 8},
		{"an escape of two bytes", `"\u00e9bc"`, 3, 8},
		{"within an escape: where it begins", `"a\u00e9bc"`, 3, 3},
		{"an escape of three bytes", `"\u20acbc"`, 4, 8},
		{"a pair of escapes of four bytes", `"\ud83d\ude00bc"`, 5, 14},
		{"half a pair is the replacement character", `"\ud83dbc"`, 4, 8},
		{"half a pair before another escape", `"\ud83d\u0041c"`, 5, 14},
		{"two bytes of UTF-8", `"ébc"`, 3, 4},
		{"a byte that is no UTF-8 is the replacement character", "\"\xffbc\"", 4, 3},
	} {
		if got := (member{[]byte(c.raw), 0}).column(c.decoded); got != c.want {
			t.Errorf("%s: column %d of %s = %d, want %d", c.reason, c.decoded, c.raw, got, c.want)
		}
	}
}
