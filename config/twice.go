package config

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/spf13/viper"
)

// twiceError says that a configuration file sets a key in two ways.
type twiceError struct{ key string }

func (e *twiceError) Error() string {
	return "it is set twice; upper and lower case are the same, and so are memo.ttl and ttl in a table memo"
}

// strict decodes files and refuses keys that viper takes for one, of which it
// would keep the last: Keep and keep, memo.ttl and memo: {ttl: …}, and in JSON
// keep and keep. The other formats forbid that themselves.
type strict struct{ viper.DecoderRegistry }

func (s strict) Decoder(format string) (viper.Decoder, error) {
	decoder, err := s.DecoderRegistry.Decoder(format)
	return strictDecoder{decoder, format == "json"}, err
}

type strictDecoder struct {
	viper.Decoder
	json bool
}

func (d strictDecoder) Decode(text []byte, table map[string]any) error {
	if err := d.Decoder.Decode(text, table); err != nil {
		return err
	}
	keys := leaves("", table)
	if d.json {
		keys = jsonLeaves("", json.NewDecoder(bytes.NewReader(text)))
	}
	slices.Sort(keys)
	for i := 1; i < len(keys); i++ {
		if keys[i] == keys[i-1] {
			return &twiceError{keys[i]}
		}
	}
	return nil
}

// leaves lists the keys of a table and of those within, in lower case and with
// dots, each as often as it is there.
func leaves(before string, table map[string]any) []string {
	var keys []string
	for key, value := range table {
		key = before + strings.ToLower(key)
		if within, ok := value.(map[string]any); ok {
			keys = append(keys, leaves(key+".", within)...)
			continue
		}
		keys = append(keys, key)
	}
	return keys
}

// jsonLeaves is leaves of the value that comes next in a text that is JSON.
func jsonLeaves(key string, text *json.Decoder) []string {
	begin, err := text.Token()
	if err != nil {
		return nil // it has been decoded before
	}
	var keys []string
	switch begin {
	case json.Delim('{'):
		for before := strings.TrimPrefix(key+".", "."); text.More(); {
			name, _ := text.Token()
			keys = append(keys, jsonLeaves(before+strings.ToLower(name.(string)), text)...)
		}
	case json.Delim('['):
		for text.More() {
			jsonLeaves("", text)
		}
		keys = []string{key}
	default:
		return []string{key}
	}
	_, _ = text.Token() // the end of what began
	return keys
}
