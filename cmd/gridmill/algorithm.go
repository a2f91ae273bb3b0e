package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridmill/gridmill/solver"
)

// chooseAlgorithms reads --algorithm for the kinds of an input. A bare name
// applies to the kinds that have it; where it does not fit, the only kind of
// an input is a usage error, one of several has its puzzles refused.
func (a *app) chooseAlgorithms(cmd *cobra.Command, in *input) (map[string]string, error) {
	chosen := map[string]string{}
	in.refused = map[string]error{}
	for word := range strings.SplitSeq(a.cfg.Algorithm, ",") {
		word = strings.TrimSpace(word)
		name, algorithm, named := strings.Cut(word, "=")
		if !named {
			if err := a.chooseEverywhere(cmd, in, word, chosen); err != nil {
				return nil, err
			}
			continue
		}
		kind := a.kinds.Lookup(name)
		if kind == nil {
			return nil, usage(cmd, "--algorithm %s: no kind is called %q; there are %s", word, name, strings.Join(a.kinds.Names(), ", "))
		}
		if _, err := kind.Info().Algorithm(algorithm); err != nil {
			return nil, usage(cmd, "--algorithm %s: %v", word, err)
		}
		chosen[name] = algorithm
		delete(in.refused, name)
	}
	return chosen, nil
}

// chooseEverywhere applies a bare algorithm name to every kind of the input.
func (a *app) chooseEverywhere(cmd *cobra.Command, in *input, algorithm string, chosen map[string]string) error {
	if algorithm == "" || algorithm == solver.Auto {
		return nil
	}
	known := false
	var misfit error
	for _, kind := range a.kinds {
		info := kind.Info()
		_, err := info.Algorithm(algorithm)
		known = known || err == nil
		switch {
		case in.kinds[info.Name] == 0:
		case err == nil:
			chosen[info.Name] = algorithm
		default:
			misfit = err
			in.refused[info.Name] = err
		}
	}
	switch {
	case !known:
		return usage(cmd, "no kind has an algorithm %q; gridmill kinds lists them", algorithm)
	case misfit != nil && len(in.kinds) == 1:
		var unknown *solver.AlgorithmError
		errors.As(misfit, &unknown)
		return usage(cmd, "--algorithm: %v", unknown)
	}
	return nil
}
