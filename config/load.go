package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/viper"
)

// Input is where settings come from.
type Input struct {
	Flags map[string]string // flags that were given, by name
	Env   []string          // as os.Environ returns it
	File  string            // configuration file; "" = DefaultFile, if there is one
}

// Origin is one setting's value and where it came from.
type Origin struct {
	Setting
	Value string // as written; a password in it is masked
	From  string // "flag", "environment", "file PATH" or "default"
}

// Error names the setting that has a wrong value, and where it was set.
type Error struct {
	Name, From string
	Err        error
}

func (e *Error) Error() string { return fmt.Sprintf("%s (%s): %v", e.Name, e.From, e.Err) }
func (e *Error) Unwrap() error { return e.Err }

// NameError says that a name is none of those that there are.
type NameError struct {
	Name  string
	Known []string
	text  string
}

func (e *NameError) Error() string { return e.text }

// envPrefix begins every variable of the environment that is a setting.
const envPrefix = "GRIDMILL_"

func envName(name string) string {
	return envPrefix + strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(name))
}

// FileEnv names the configuration file in the environment.
const FileEnv = envPrefix + "CONFIG"

// DefaultFile is where the configuration file is looked for when none is
// named, or "" where the system has no place for it.
func DefaultFile() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "gridmill", "gridmill.yaml")
}

// Load reads every setting and where it came from. The error names the key: a
// key of the file that is no setting, or a value that cannot be read.
// Variables GRIDMILL_… that are no setting are returned as unknown.
func Load(in Input) (cfg Config, origins []Origin, unknown []string, err error) {
	settings := cfg.settings()
	env, unknown := environment(in.Env, settings)
	file, path, err := readFile(in.File, settings)
	if err != nil {
		return cfg, nil, nil, err
	}
	for _, s := range settings {
		o := Origin{Setting: s, Value: s.Default, From: "default"}
		if v, ok := inFile(file, s.Name); ok {
			o.Value, o.From = v, "file "+path
		}
		if v, ok := env[s.Env()]; ok {
			o.Value, o.From = v, "environment"
		}
		if v, ok := in.Flags[s.Name]; ok {
			o.Value, o.From = v, "flag"
		}
		if err := s.value.set(o.Value); err != nil {
			return cfg, nil, nil, &Error{Name: s.Name, From: o.From, Err: err}
		}
		if s.Secret {
			o.Value = mask(o.Value)
		}
		origins = append(origins, o)
	}
	return cfg, origins, unknown, nil
}

// inFile returns the value that the configuration file gives a setting. A table
// of that name, such as memo: {ttl: 1h}, holds other settings.
func inFile(file *viper.Viper, name string) (string, bool) {
	if file == nil || !file.IsSet(name) {
		return "", false
	}
	if _, table := file.Get(name).(map[string]any); table {
		return "", false
	}
	return file.GetString(name), true
}

// environment picks the settings out of environ. An empty variable counts as
// unset.
func environment(environ []string, settings []Setting) (env map[string]string, unknown []string) {
	env = map[string]string{}
	for _, pair := range environ {
		name, v, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, envPrefix) || v == "" || name == FileEnv {
			continue
		}
		if !slices.ContainsFunc(settings, func(s Setting) bool { return s.Env() == name }) {
			unknown = append(unknown, name)
			continue
		}
		env[name] = v
	}
	return env, unknown
}

// readFile reads the configuration file and refuses keys that are no setting.
// The result is nil when no file is named and the default one is absent.
func readFile(path string, settings []Setting) (*viper.Viper, string, error) {
	optional := path == ""
	if optional {
		if path = DefaultFile(); path == "" {
			return nil, "", nil
		}
	}
	v := viper.NewWithOptions(viper.WithDecoderRegistry(strict{viper.NewCodecRegistry()}))
	v.SetConfigFile(path)
	if err := v.ReadInConfig(); err != nil {
		if optional && errors.Is(err, fs.ErrNotExist) {
			return nil, "", nil
		}
		if twice, ok := errors.AsType[*twiceError](err); ok {
			return nil, "", &Error{Name: twice.key, From: "file " + path, Err: twice}
		}
		if filepath.Ext(path) == "" {
			err = errors.New("the name must end in .yaml, .toml or .json")
		}
		return nil, "", &Error{Name: "config", From: "file " + path, Err: err}
	}
	for _, key := range v.AllKeys() {
		if _, list := v.Get(key).([]any); list {
			return nil, "", &Error{Name: key, From: "file " + path, Err: errors.New("a setting takes one value, not a list; part several by commas")}
		}
		if !slices.ContainsFunc(settings, func(s Setting) bool { return s.Name == key }) {
			return nil, "", &Error{Name: key, From: "file " + path, Err: noSetting(key, settings)}
		}
	}
	return v, path, nil
}

// noSetting says that the configuration file sets what is no setting.
func noSetting(key string, settings []Setting) error {
	e := &NameError{Name: key, text: "there is no such setting; gridmill config lists them"}
	for _, s := range settings {
		e.Known = append(e.Known, s.Name)
	}
	return e
}

// mask hides the passwords of a URL: those of parameters, and those in front of
// its host and of the further hosts of a cluster.
func mask(rawURL string) string {
	rawURL = regexp.MustCompile(`(?i)(password[^=&#]*=)[^&#]*`).ReplaceAllString(rawURL, "${1}***")
	var shown strings.Builder
	begin := 0
	for _, host := range regexp.MustCompile(`[?&]addr=`).FindAllStringIndex(rawURL, -1) {
		shown.WriteString(maskUser(rawURL[begin:host[0]]))
		shown.WriteString(rawURL[host[0]:host[1]])
		begin = host[1]
	}
	shown.WriteString(maskUser(rawURL[begin:]))
	return shown.String()
}

// maskUser hides the password in front of a host, which may follow a scheme.
func maskUser(host string) string {
	scheme, rest, ok := strings.Cut(host, "://")
	if !ok {
		scheme, rest = "", host // not a URL that works, but it may hold a password
	} else {
		scheme += "://"
	}
	at := strings.LastIndex(rest, "@")
	if at < 0 {
		return host
	}
	user, _, hasPassword := strings.Cut(rest[:at], ":")
	if hasPassword {
		user += ":***"
	}
	return scheme + user + rest[at:]
}
