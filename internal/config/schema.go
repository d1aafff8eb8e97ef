package config

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"slices"
)

//go:embed template.yaml
var template []byte

// Template is a file with every key and an example of each, commented out.
func Template() []byte { return slices.Clone(template) }

// Schema is a JSON schema of the file, for editors. It says what a schema can
// say: that two rows are about one function, or that a glob is none, only the
// parser finds.
func Schema() ([]byte, error) {
	s := schemaOf(keys())
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = "Configuration of locklint (" + Name + ")"
	s["type"] = []string{"object", "null"} // an empty file says nothing
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(s)
	return out.Bytes(), err
}

func schemaOf(s *shape) map[string]any {
	out := map[string]any{}
	if s.doc != "" {
		out["description"] = s.doc
	}
	switch s.kind {
	case boolean:
		out["type"] = "boolean"
	case onOff:
		out["enum"] = []any{true, false, "on", "off"}
	case text:
		textSchema(out, s)
	case list:
		out["type"], out["items"] = "array", schemaOf(s.elem)
	case switches:
		properties := map[string]any{}
		for _, name := range s.enum {
			properties[name] = schemaOf(onOffShape)
		}
		out["type"], out["properties"], out["additionalProperties"] = "object", properties, false
	case object:
		objectSchema(out, s)
	}
	return out
}

func textSchema(out map[string]any, s *shape) {
	switch {
	case len(s.enum) > 0:
		var values []any
		for _, v := range s.enum {
			values = append(values, v)
			if v == "true" {
				values = append(values, true) // as YAML reads it
			}
		}
		out["enum"] = values
	case s.regexp != nil:
		out["type"], out["pattern"] = "string", s.regexp.String()
	default:
		out["type"], out["pattern"] = "string", `\S`
	}
}

func objectSchema(out map[string]any, s *shape) {
	properties := map[string]any{}
	var required []string
	for _, f := range s.fields {
		properties[f.name] = schemaOf(f.shape)
		if f.required {
			required = append(required, f.name)
		}
	}
	out["type"], out["properties"], out["additionalProperties"] = "object", properties, false
	if len(required) > 0 {
		out["required"] = required
	}
}
