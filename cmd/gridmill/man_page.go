package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridmill/gridmill/config"
)

// manualPage is the page of a command in the man macros of roff, without a date:
// the day it was written says nothing.
func manualPage(cmd *cobra.Command) []byte {
	name := pageName(cmd)
	var p page
	p.line(".TH %q 1 \"\" Gridmill Gridmill", strings.ToUpper(name))
	p.line(".nh\n.ad l") // words and options are looked for as they are spelt
	p.section("NAME")
	p.line(`%s \- %s`, roff(name), roff(cmd.Short))
	p.section("SYNOPSIS")
	p.synopsis(cmd)
	p.section("DESCRIPTION")
	text := cmd.Long
	if text == "" {
		text = cmd.Short + "."
	}
	p.prose(text)
	below := documented(cmd)
	if len(below) > 0 {
		p.section("COMMANDS")
		for _, child := range below {
			p.term(reference(child), child.Short)
		}
	}
	p.options(cmd)
	if !cmd.HasParent() {
		p.facts()
	}
	if cmd.Example != "" {
		p.section("EXAMPLES")
		p.verbatim(strings.ReplaceAll("\n"+cmd.Example, "\n  ", "\n")[1:])
	}
	if cmd.HasParent() {
		p.section("SEE ALSO")
		p.line("%s (commands, exit codes, environment)", reference(cmd.Root()))
	}
	return p.Bytes()
}

// facts is what holds for every command.
func (p *page) facts() {
	p.section("EXIT STATUS")
	for _, e := range exitMeanings() {
		p.term(bold(e.code), e.means)
	}
	p.section("ENVIRONMENT")
	p.prose(`Every setting is a flag of the commands that take it, a variable and a key of the configuration file, which is called
like the flag. Flags win over variables, and these over the file.`)
	for _, s := range config.Settings() {
		p.term(bold(s.Env()), s.Usage+defaultOf(s.Default))
	}
	p.term(bold(config.FileEnv), "configuration file (--config)")
	p.term(bold("NO_COLOR")+", "+bold("TERM"), "no colours where the first is set, or the second is dumb")
	p.term(bold("LC_ALL")+", "+bold("LC_CTYPE")+", "+bold("LANG"), "draw prints ASCII where they name a locale without Unicode")
	p.section("FILES")
	p.term(bold("$XDG_CONFIG_HOME/gridmill/gridmill.yaml"), "configuration file where none is named (without the variable: ~/.config; on macOS ~/Library/Application Support, on Windows %AppData%)")
}

// synopsis shows how cmd is called.
func (p *page) synopsis(cmd *cobra.Command) {
	arguments := strings.TrimPrefix(cmd.UseLine(), cmd.CommandPath())
	if cmd.HasAvailableSubCommands() {
		arguments = " COMMAND" + arguments
	}
	p.line("%s%s", bold(cmd.CommandPath()), roff(arguments))
}

// options lists the flags of cmd, with those that every command has.
func (p *page) options(cmd *cobra.Command) {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	p.section("OPTIONS")
	for _, set := range []*pflag.FlagSet{cmd.NonInheritedFlags(), cmd.InheritedFlags()} {
		set.VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				return
			}
			kind, text := pflag.UnquoteUsage(f)
			tag := bold("--" + f.Name)
			if f.Shorthand != "" {
				tag = bold("-"+f.Shorthand) + ", " + tag
			}
			if kind != "" {
				tag += ` \fI` + roff(kind) + `\fP`
			}
			p.term(tag, text+defaultOf(strings.Trim(f.DefValue, "[]")))
		})
	}
}

// defaultOf names a default that says something: 0 is explained in the text of
// the flag, where it is one.
func defaultOf(value string) string {
	switch value {
	case "", "0", "0s", "false":
		return ""
	}
	return " (default: " + value + ")"
}

// pageName is what the page of cmd is called.
func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// reference names the page of cmd.
func reference(cmd *cobra.Command) string { return bold(pageName(cmd)) + "(1)" }

// page is a manual page as it grows.
type page struct{ bytes.Buffer }

func (p *page) line(format string, args ...any) {
	_, _ = fmt.Fprintf(p, format+"\n", args...) // a buffer takes everything
}

func (p *page) section(title string) { p.line(".SH %s", title) }

// term is something, in roff, with what there is to say about it beside it.
func (p *page) term(tag, text string) { p.line(".TP\n%s\n%s", tag, roff(text)) }

// prose is paragraphs parted by empty lines; those that are indented stay as
// they are.
func (p *page) prose(text string) {
	for i, paragraph := range strings.Split(text, "\n\n") {
		if i > 0 {
			p.line(".PP")
		}
		if strings.HasPrefix(paragraph, "\t") || strings.HasPrefix(paragraph, " ") {
			p.verbatim(paragraph)
			continue
		}
		p.line("%s", roff(strings.TrimLeft(paragraph, "# "))) // headings of the completions of cobra
	}
}

func (p *page) verbatim(text string) { p.line(".EX\n%s\n.EE", roff(text)) }

func bold(text string) string { return `\fB` + roff(text) + `\fP` }

// roff writes text so that it is shown as it is: no line of it a request, and a
// hyphen one that can be pasted.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text)
	return strings.ReplaceAll("\n"+text, "\n.", "\n\\&.")[1:]
}
