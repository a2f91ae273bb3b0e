package main

import "github.com/spf13/cobra"

// nameTopics makes it an error to ask for the help of a command that there is
// not; cobra's own help prints that of the program then, as if all were well.
// Nobody who asks for help is told that a setting is wrong.
func nameTopics(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, help := range root.Commands() {
		if help.Name() != "help" {
			continue
		}
		help.PersistentPreRunE = func(*cobra.Command, []string) error { return nil }
		help.RunE = func(cmd *cobra.Command, args []string) error {
			topic, rest, err := root.Find(args)
			if err != nil {
				return err
			}
			if topic.HasSubCommands() && topic.RunE != nil && len(rest) > 0 {
				return topic.RunE(topic, rest) // says which there are
			}
			help.Run(cmd, args)
			return nil
		}
	}
}
