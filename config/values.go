package config

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// value parses the text of a setting into its field.
type value struct {
	kind  string
	set   func(string) error
	names []string // the only texts there are; nil = any that set takes
}

func text(p *string) value {
	return value{kind: "string", set: func(s string) error { *p = s; return nil }}
}

// list is text that names several things, parted by commas.
func list(p *string) value {
	v := text(p)
	v.kind = ListType
	return v
}

// path names a file; "" would be a slip, such as an empty variable.
func path(p *string) value {
	return value{kind: "file", set: func(s string) error {
		if s == "" {
			return errors.New("no file is named; - is standard output")
		}
		*p = s
		return nil
	}}
}

func choice(p *string, names ...string) value {
	return value{kind: "string", set: func(s string) error {
		if !slices.Contains(names, s) {
			return &NameError{Name: s, Known: names, text: fmt.Sprintf("%q is none of %s", s, strings.Join(names, ", "))}
		}
		*p = s
		return nil
	}, names: names}
}

func toggle(p *bool) value {
	return value{kind: "bool", set: func(s string) error {
		b, err := strconv.ParseBool(s)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", s)
		}
		*p = b
		return nil
	}}
}

func number(p *int) value {
	return value{kind: "int", set: func(s string) error {
		n, err := strconv.ParseUint(s, 10, 31)
		if err != nil {
			return fmt.Errorf("%q is not a whole number from 0 to %d", s, math.MaxInt32)
		}
		*p = int(n)
		return nil
	}}
}

// atMost refuses a number above most.
func atMost(most int, v value) value {
	return value{kind: v.kind, set: func(s string) error {
		if n, err := strconv.ParseUint(s, 10, 64); err != nil || n > uint64(most) {
			return fmt.Errorf("%q is not a whole number from 0 to %d", s, most)
		}
		return v.set(s)
	}}
}

func count(p *int64) value {
	return value{kind: "int", set: func(s string) error {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || n < 0 {
			return fmt.Errorf("%q is not a whole number from 0 on", s)
		}
		*p = n
		return nil
	}}
}

// duration takes Go's notation. A bare number is refused: nobody can tell
// whether 30 means seconds or milliseconds.
func duration(p *time.Duration) value {
	return value{kind: "duration", set: func(s string) error {
		d, err := time.ParseDuration(s)
		if _, bare := strconv.ParseFloat(s, 64); bare == nil {
			return fmt.Errorf("%q has no unit; write %ss, %sm or %sh", s, s, s, s)
		}
		if amount, unit := longUnit(s); unit > 0 {
			return fmt.Errorf("%q is in days or weeks, which have no unit here; write %gh", s, amount*unit.Hours())
		}
		if err != nil || d < 0 {
			return fmt.Errorf("%q is not a duration such as 500ms, 30s or 5m", s)
		}
		*p = d
		return nil
	}}
}

// longUnit reads a number of days or weeks, such as 7d. The unit is 0 when s is
// none.
func longUnit(s string) (amount float64, unit time.Duration) {
	const day = 24 * time.Hour
	digits := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz ")
	switch strings.TrimSpace(s[len(digits):]) {
	case "d", "day", "days":
		unit = day
	case "w", "week", "weeks":
		unit = 7 * day
	default:
		return 0, 0
	}
	amount, err := strconv.ParseFloat(digits, 64)
	if err != nil || amount < 0 {
		return 0, 0
	}
	return amount, unit
}

// positive refuses a duration of nothing.
func positive(v value) value {
	return value{kind: v.kind, set: func(s string) error {
		if d, err := time.ParseDuration(s); err == nil && d == 0 {
			return fmt.Errorf("%q must be more than nothing", s)
		}
		return v.set(s)
	}}
}

// units of a size, by their lower-case names.
func units() map[string]int64 {
	return map[string]int64{
		"": 1, "b": 1,
		"k": 1 << 10, "kib": 1 << 10, "kb": 1e3,
		"m": 1 << 20, "mib": 1 << 20, "mb": 1e6,
		"g": 1 << 30, "gib": 1 << 30, "gb": 1e9,
		"t": 1 << 40, "tib": 1 << 40, "tb": 1e12,
	}
}

func size(p *int64) value {
	return value{kind: "bytes", set: func(s string) error {
		n, err := parseSize(s)
		if err != nil {
			return fmt.Errorf("%q is not a size such as 512MiB or 2GB", s)
		}
		*p = n
		return nil
	}}
}

func parseSize(s string) (int64, error) {
	digits := strings.TrimRight(s, "bBkKmMgGtTiI ")
	unit, ok := units()[strings.ToLower(strings.TrimSpace(s[len(digits):]))]
	n, err := strconv.ParseFloat(digits, 64)
	switch {
	case !ok || err != nil:
		return 0, errors.New("unknown unit or number")
	case !(n >= 0 && n*float64(unit) < math.MaxInt64):
		return 0, errors.New("out of range")
	}
	return int64(n * float64(unit)), nil
}
