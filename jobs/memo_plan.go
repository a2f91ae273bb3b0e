package jobs

import (
	"errors"
	"math/bits"
	"strings"
)

// alphabets of the plans that are packed in fewer bits a letter. Plans with
// any other letter are kept as they are. The list only ever grows at its end:
// remembered values name its places.
func alphabets() []string {
	return []string{
		"udlrUDLR",
		" .UDLR",
		" rc>12345678",
	}
}

// packPlan appends plan to dst: a byte that names the alphabet, from 1, or is
// 0; then the letters, most significant bit first, ending with as few spare
// bits as there may be, which a first byte counts.
func packPlan(dst []byte, plan string) []byte {
	for i, letters := range alphabets() {
		if strings.Trim(plan, letters) != "" {
			continue
		}
		width := bits.Len(uint(len(letters) - 1))
		dst = append(dst, byte(i+1), byte(-len(plan)*width&7))
		word, have := 0, 0
		for k := range len(plan) {
			word = word<<width | strings.IndexByte(letters, plan[k])
			for have += width; have >= 8; have -= 8 {
				dst = append(dst, byte(word>>(have-8)))
			}
			word &= 0xff
		}
		if have > 0 {
			dst = append(dst, byte(word<<(8-have)))
		}
		return dst
	}
	return append(append(dst, 0), plan...)
}

var errPlan = errors.New("the plan cannot be unpacked")

// unpackPlan reads what packPlan wrote.
func unpackPlan(packed []byte) (string, error) {
	if len(packed) == 0 {
		return "", errPlan
	}
	known := alphabets()
	which := int(packed[0])
	if which == 0 {
		return string(packed[1:]), nil
	}
	if which > len(known) || len(packed) < 2 || packed[1] > 7 {
		return "", errPlan
	}
	letters := known[which-1]
	width := bits.Len(uint(len(letters) - 1))
	total := 8*len(packed[2:]) - int(packed[1])
	if total < 0 || total%width != 0 {
		return "", errPlan
	}
	plan := make([]byte, 0, total/width)
	word, have := 0, 0
	for _, b := range packed[2:] {
		word = word<<8 | int(b)
		for have += 8; have >= width && len(plan) < cap(plan); have -= width {
			letter := word >> (have - width) & (1<<width - 1)
			if letter >= len(letters) {
				return "", errPlan
			}
			plan = append(plan, letters[letter])
		}
		word &= 0xff
	}
	return string(plan), nil
}
