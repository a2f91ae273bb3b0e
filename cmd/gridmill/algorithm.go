package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/solver"
)

// chooseAlgorithms reads --algorithm for the kinds of an input. A bare name
// applies to the kinds that have it; kind=name applies to one. Where no name
// fits a kind, its puzzles are refused, and if the input has no other kind the
// program was called wrongly.
func (a *app) chooseAlgorithms(cmd *cobra.Command, in *input) (map[string]string, error) {
	chosen := map[string]string{}
	var bare []string
	for word := range strings.SplitSeq(a.cfg.Algorithm, ",") {
		word = strings.TrimSpace(word)
		name, algorithm, named := strings.Cut(word, "=")
		if !named {
			bare = append(bare, word)
			continue
		}
		kind := a.kinds.Lookup(name)
		if kind == nil {
			return nil, usage(cmd, "--algorithm %s: no kind is called %q%s; there are %s", word, name, didYouMean(name, "", a.kinds.Names()), strings.Join(a.kinds.Names(), ", "))
		}
		if _, err := kind.Info().Algorithm(algorithm); err != nil {
			return nil, usage(cmd, "--algorithm %s: %v%s", word, err, didYouMean(algorithm, "", kind.Info().Algorithms))
		}
		chosen[name] = algorithm
	}
	for _, name := range bare {
		if !slices.ContainsFunc(a.kinds, func(k solver.Kind) bool { _, err := k.Info().Algorithm(name); return err == nil }) {
			return nil, usage(cmd, "no kind has an algorithm %q%s; gridmill kinds lists them", name, didYouMean(name, "", a.algorithms()))
		}
	}
	in.refused = map[string]error{}
	for name := range in.kinds {
		kind := a.kinds.Lookup(name)
		if kind == nil || chosen[name] != "" || len(bare) == 0 {
			continue
		}
		algorithm, misfit := fitting(kind.Info(), bare)
		if misfit != nil && len(in.kinds) == 1 {
			return nil, usage(cmd, "--algorithm: %v", misfit)
		}
		if misfit != nil {
			in.refused[name] = misfit
		} else if algorithm != solver.Auto {
			chosen[name] = algorithm
		}
	}
	maps.DeleteFunc(chosen, func(_, algorithm string) bool { return algorithm == solver.Auto })
	return chosen, nil
}

// algorithms lists the algorithms of all kinds.
func (a *app) algorithms() []string {
	names := []string{solver.Auto}
	for _, kind := range a.kinds {
		names = append(names, kind.Info().Algorithms...)
	}
	return names
}

// fitting returns the first of names that the kind has, or what is wrong with
// the first of them.
func fitting(info solver.Info, names []string) (string, error) {
	for _, name := range names {
		if name == "" || name == solver.Auto {
			return solver.Auto, nil
		}
		if _, err := info.Algorithm(name); err == nil {
			return name, nil
		}
	}
	_, err := info.Algorithm(names[0])
	return "", err
}
