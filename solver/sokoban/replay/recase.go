package replay

import "unicode"

// Recase returns plan with upper case for the pushes and lower case for the
// walks that its letters are on the board form, whatever case they have. From
// the first step on that breaks the rules, letters stay as they are, and so
// they do when form is no board.
func Recase(form, plan string) string {
	b, err := read(form)
	if err != nil {
		return plan
	}
	b.anyCase = true
	letters := []byte(plan)
	for i, letter := range letters {
		pushed, reason := b.step(letter)
		switch {
		case reason != "":
			return string(letters)
		case pushed:
			letters[i] = byte(unicode.ToUpper(rune(letter)))
		default:
			letters[i] = byte(unicode.ToLower(rune(letter)))
		}
	}
	return string(letters)
}
