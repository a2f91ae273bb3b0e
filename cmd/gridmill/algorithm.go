package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/solver"
)

// chooseAlgorithms reads --algorithm for the kinds of an input. Where no name
// fits a kind, its puzzles are refused, and if the input has no other kind the
// program was called wrongly.
func (a *app) chooseAlgorithms(cmd *cobra.Command, in *input) (map[string]string, error) {
	chosen, bare, err := a.namedAlgorithms(cmd)
	if err != nil {
		return nil, err
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

// namedAlgorithms reads the words of --algorithm: kind=name, which applies to
// one kind, and bare names, which apply to the other kinds that have them. Of
// two names for one kind nobody can tell which is meant.
func (a *app) namedAlgorithms(cmd *cobra.Command) (chosen map[string]string, bare []string, err error) {
	chosen = map[string]string{}
	for word := range strings.SplitSeq(a.cfg.Algorithm, ",") {
		word = strings.TrimSpace(word)
		name, algorithm, named := strings.Cut(word, "=")
		if !named && !slices.Contains(a.algorithms(), word) {
			return nil, nil, usage(cmd, "no kind has an algorithm %q%s; gridmill kinds lists them", word, didYouMean(word, "", a.algorithms()))
		}
		if !named {
			bare = append(bare, word)
			continue
		}
		kind := a.kinds.Lookup(name)
		if kind == nil {
			return nil, nil, usage(cmd, "--algorithm %s: no kind is called %q%s; there are %s", word, name, didYouMean(name, "", a.kinds.Names()), strings.Join(a.kinds.Names(), ", "))
		}
		if known := kind.Info().Algorithms; algorithm != solver.Auto && !slices.Contains(known, algorithm) {
			err := &solver.AlgorithmError{Kind: name, Name: algorithm, Known: known}
			return nil, nil, usage(cmd, "--algorithm %s: %v%s", word, err, didYouMean(algorithm, "", known))
		}
		if other := chosen[name]; other != "" && other != algorithm {
			return nil, nil, usage(cmd, "--algorithm names two for %s, %s and %s; a kind takes one", name, other, algorithm)
		}
		chosen[name] = algorithm
	}
	for _, kind := range a.kinds {
		info := kind.Info()
		if two := fittingAll(info, bare); len(two) > 1 && chosen[info.Name] == "" {
			return nil, nil, usage(cmd, "--algorithm names two for %[1]s, %[2]s and %[3]s; a kind takes one, such as %[1]s=%[2]s", info.Name, two[0], two[1])
		}
	}
	return chosen, bare, nil
}

// algorithms lists the algorithms of all kinds.
func (a *app) algorithms() []string {
	names := []string{solver.Auto}
	for _, kind := range a.kinds {
		names = append(names, kind.Info().Algorithms...)
	}
	return names
}

// fitting returns the one of names that the kind has, or what is wrong with the
// first of them.
func fitting(info solver.Info, names []string) (string, error) {
	if fit := fittingAll(info, names); fit != nil {
		return fit[0], nil
	}
	return info.Algorithm(names[0])
}

// fittingAll returns those of names that the kind has, each once.
func fittingAll(info solver.Info, names []string) []string {
	var fit []string
	for _, name := range names {
		if _, err := info.Algorithm(name); err == nil && !slices.Contains(fit, name) {
			fit = append(fit, name)
		}
	}
	return fit
}
