package main

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// nearest returns the one of known that somebody most likely meant who wrote
// name: one that differs in a letter or two, or else the shortest that begins
// or ends with it. It is "" when none is near.
func nearest(name string, known []string) string {
	const least = 3 // letters that tell a part of a name
	name = strings.ToLower(name)
	best, distance := "", 1+min(2, len(name)/2)
	for _, candidate := range known {
		if d := levenshtein.ComputeDistance(name, strings.ToLower(candidate)); d < distance {
			best, distance = candidate, d
		}
	}
	if best != "" || len(name) < least {
		return best
	}
	for _, candidate := range known {
		if strings.HasPrefix(candidate, name) || strings.HasSuffix(candidate, name) {
			if best == "" || len(candidate) < len(best) {
				best = candidate
			}
		}
	}
	return best
}

// didYouMean is a question to put behind an error: " (did you mean table?)". It
// is "" when nothing known is near name. before stands in front of the name,
// such as the dashes of a flag.
func didYouMean(name, before string, known []string) string {
	if near := nearest(name, known); near != "" {
		return " (did you mean " + before + near + "?)"
	}
	return ""
}
