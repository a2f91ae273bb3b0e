package solver

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

var errMembers = errors.New("not an object as it was written")

// ParseJSON reads a line that AppendJSON wrote, or any JSON object of a Puzzle.
// What p then holds may share its memory with line.
func (p *Puzzle) ParseJSON(line string) error {
	*p = Puzzle{}
	err := members(line, func(name, value string) (err error) {
		switch name {
		case "seq":
			p.Seq, err = integer(value)
		case "name":
			p.Name, err = text(value)
		case "file":
			p.File, err = text(value)
		case "line":
			p.Line, err = small(value)
		case "kind":
			p.Kind, err = text(value)
		case "puzzle":
			p.Form, err = text(value)
		default:
			err = errMembers
		}
		return err
	})
	if err == nil {
		return nil
	}
	*p = Puzzle{}
	if err := json.Unmarshal([]byte(line), p); err != nil {
		return fmt.Errorf("read puzzle: %w", err)
	}
	return nil
}

// ParseJSON reads a line that AppendJSON wrote, or any JSON object of a Row.
// What r then holds may share its memory with line.
func (r *Row) ParseJSON(line string) error {
	if r.parse(line) == nil {
		return nil
	}
	*r = Row{}
	if err := json.Unmarshal([]byte(line), r); err != nil {
		return fmt.Errorf("read row: %w", err)
	}
	return nil
}

func (r *Row) parse(line string) error {
	*r = Row{}
	return members(line, func(name, value string) (err error) {
		switch name {
		case "seq":
			r.Seq, err = integer(value)
		case "name":
			r.Name, err = text(value)
		case "file":
			r.File, err = text(value)
		case "line":
			r.Line, err = small(value)
		case "kind":
			r.Kind, err = text(value)
		case "key":
			err = word(&r.Key, value)
		case "status":
			err = word(&r.Status, value)
		case "cost":
			err = r.Cost.parse(value)
		case "plan":
			var plan string
			plan, err = text(value)
			r.Plan = &plan
		case "states":
			r.States, err = integer(value)
		case "elapsed_us":
			r.ElapsedUS, err = integer(value)
		case "source":
			err = word(&r.Source, value)
		case "algorithm":
			err = word(&r.Algorithm, value)
		case "limit":
			err = word(&r.Limit, value)
		case "bound":
			r.Bound, err = small(value)
		case "figures":
			err = (*Cost)(&r.Figures).parse(value)
		default: // an error, or what a later version added
			err = errMembers
		}
		return err
	})
}

func (c *Cost) parse(object string) error {
	i := 0
	return members(object, func(name, value string) (err error) {
		if i == len(c) {
			return errMembers
		}
		c[i].Name = name
		c[i].Value, err = small(value)
		i++
		return err
	})
}

// members calls visit with each member of an object whose strings are plain
// ASCII and that has no blanks. It fails for any other.
func members(line string, visit func(name, value string) error) error {
	rest, ok := strings.CutPrefix(line, "{")
	for ok {
		name, after, quoted := cutString(rest)
		if !quoted || len(after) == 0 || after[0] != ':' {
			return errMembers
		}
		value := after[1:]
		end := valueEnd(value)
		if end == 0 {
			return errMembers
		}
		if err := visit(name, value[:end]); err != nil {
			return err
		}
		switch rest = value[end:]; {
		case len(rest) == 1 && rest[0] == '}':
			return nil
		case len(rest) > 0 && rest[0] == ',':
			rest = rest[1:]
		default:
			return errMembers
		}
	}
	return errMembers
}

// valueEnd returns where the string, the number or the object of numbers ends
// that data begins with, or 0.
func valueEnd(data string) int {
	switch {
	case len(data) == 0:
		return 0
	case data[0] == '"':
		_, rest, ok := cutString(data)
		if !ok {
			return 0
		}
		return len(data) - len(rest)
	case data[0] == '{':
		return strings.IndexByte(data, '}') + 1
	}
	end := 0
	for end < len(data) && data[end] >= '0' && data[end] <= '9' {
		end++
	}
	return end
}

// cutString takes a JSON string of plain ASCII off the front of data.
func cutString(data string) (inner, rest string, ok bool) {
	if len(data) == 0 || data[0] != '"' {
		return "", data, false
	}
	for i := 1; i < len(data); i++ {
		switch ch := data[i]; {
		case ch == '"':
			return data[1:i], data[i+1:], true
		case ch < ' ', ch == '\\', ch >= utf8.RuneSelf:
			return "", data, false
		}
	}
	return "", data, false
}

func text(value string) (string, error) {
	inner, rest, ok := cutString(value)
	if !ok || rest != "" {
		return "", errMembers
	}
	return inner, nil
}

func word[T ~string](to *T, value string) error {
	s, err := text(value)
	*to = T(s)
	return err
}

func integer(value string) (int64, error) {
	if value == "" || len(value) > 18 || value[0] == '0' && len(value) > 1 {
		return 0, errMembers
	}
	return strconv.ParseInt(value, 10, 64)
}

func small(value string) (int, error) {
	n, err := integer(value)
	return int(n), err
}
