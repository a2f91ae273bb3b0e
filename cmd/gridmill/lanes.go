package main

import (
	"cmp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/config"
	"github.com/gridmill/gridmill/jobs"
)

// slots reads --lanes: how many chunks of each lane run at once here.
func (a *app) slots(cmd *cobra.Command) (map[jobs.Lane]int, error) {
	slots := map[jobs.Lane]int{}
	for part := range strings.SplitSeq(a.cfg.Lanes, ",") {
		name, text, own := strings.Cut(strings.TrimSpace(part), "=")
		lane := jobs.Lane(name)
		if !slices.Contains(jobs.Lanes(), lane) {
			return nil, usage(cmd, "--lanes: no lane is called %q%s; there are interactive, bulk and hard", name, didYouMean(name, "", laneNames()))
		}
		if slots[lane] > 0 {
			return nil, usage(cmd, "--lanes names the lane %s twice", name)
		}
		n := a.slotsOfLane()
		if own {
			var err error
			if n, err = strconv.Atoi(text); err != nil || n < 1 {
				return nil, usage(cmd, "--lanes: %s is no number of slots for the lane %s; write %s=2, or leave out a lane that is not to be served", text, name, name)
			}
			if n > config.MaxSlots {
				return nil, usage(cmd, "--lanes: %s slots are too many for the lane %s; a lane has at most %d", text, name, config.MaxSlots)
			}
		}
		slots[lane] = n
	}
	return slots, nil
}

// laneNames lists the lanes by name.
func laneNames() []string {
	var names []string
	for _, lane := range jobs.Lanes() {
		names = append(names, string(lane))
	}
	return names
}

// everyLane is slots for a fleet that is one process.
func (a *app) everyLane() map[jobs.Lane]int {
	slots := map[jobs.Lane]int{}
	for _, lane := range jobs.Lanes() {
		slots[lane] = a.slotsOfLane()
	}
	return slots
}

// slotsOfLane is the number of slots of a lane that has none of its own.
func (a *app) slotsOfLane() int { return cmp.Or(a.cfg.Slots, runtime.NumCPU()) }
