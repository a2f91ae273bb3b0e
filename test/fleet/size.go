package fleet

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"
)

// small reports whether the small form of the long tests is wanted.
func small() bool { return os.Getenv("CHAOS_SMALL") != "" }

// Size returns a number that the environment may set by name: by default full,
// or little where CHAOS_SMALL asks for the small form.
func Size(t testing.TB, name string, full, little int) int {
	t.Helper()
	n := full
	if small() {
		n = little
	}
	if text := os.Getenv(name); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatalf("%s: %v; it is a whole number", name, err)
		}
	}
	return n
}

// Span is Size for a time, such as 90s.
func Span(t testing.TB, name string, full, little time.Duration) time.Duration {
	t.Helper()
	d := full
	if small() {
		d = little
	}
	if text := os.Getenv(name); text != "" {
		var err error
		if d, err = time.ParseDuration(text); err != nil {
			t.Fatalf("%s: %v; it is a time with a unit, such as 90s", name, err)
		}
	}
	return d
}

// Seed returns the seed of a test, CHAOS_SEED or 1, and the random numbers it
// gives. It logs how to have the same again.
func Seed(t testing.TB) (uint64, *rand.Rand) {
	t.Helper()
	seed := uint64(Size(t, "CHAOS_SEED", 1, 1))
	t.Logf("CHAOS_SEED=%d", seed)
	return seed, rand.New(rand.NewPCG(seed, 0))
}
