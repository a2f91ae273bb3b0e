package format

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/gridmill/gridmill/solver/kinds"
)

func inUTF16(text string) string {
	var b strings.Builder
	b.WriteString("\xff\xfe")
	for _, unit := range utf16.Encode([]rune(text)) {
		b.WriteByte(byte(unit))
		b.WriteByte(byte(unit >> 8))
	}
	return b.String()
}

// A file whose format cannot be told is told what it looks like.
func TestFilesThatAreNoPuzzlesAreRecognised(t *testing.T) {
	level := "#####\n#@$.#\n#####\n"
	for _, row := range []struct{ reason, content, says string }{
		{"UTF-16", inUTF16(level), "iconv -f UTF-16 -t UTF-8"},
		{"UTF-16 without a mark", strings.TrimPrefix(inUTF16(level), "\xff\xfe"), "iconv -f UTF-16"},
		{"line ends of old", "1 3\rSBT\r0 0\r", "lines end in CR alone"},
		{"a web page", "\n<!DOCTYPE html>\n<html>", "web page"},
		{"a zip archive", "PK\x03\x04\x14\x00", "zip archive; unpack"},
		{"a program", "\x7fELF\x02\x01\x01\x00\x00\x00", "no text at all"},
		{"a longer program", "\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 9) + "\x03\x00>\x00\x01\x00\x00\x00\xd0a\x00\x00", "no text at all"},
		{"a tar archive of levels", "set/" + strings.Repeat("\x00", 253) + "ustar  \x00" + strings.Repeat("\x00", 247) + level, "tar archive; unpack"},
		{"a JSON array", `[{"kind":"sokoban","puzzle":"x"}]`, "jq -c '.[]'"},
		{"rows as csv", "seq,name,file\n0,x,y\n", "rows that gridmill printed"},
		{"other XML", `<?xml version="1.0"?><a/>`, "SokobanLevels"},
		{"prose", "Dear Sir or Madam,", `begins "Dear Sir or Madam,"; name it with --from (poj1475, xsb`},
		{"prose in another script", "Уважаемые дамы", `begins "Уважаемые дамы"; name it`},
	} {
		_, err := NewReader(strings.NewReader(row.content), "x.txt", Settings{Kinds: kinds.All()})
		if _, ok := errors.AsType[*UnknownError](err); !ok || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v", row.reason, err)
		}
	}
}
