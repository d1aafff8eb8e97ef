package config

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// A shape says what a value looks like. The parser checks nodes against shapes,
// and the JSON schema is written from them.
type shape struct {
	kind   kind
	doc    string
	enum   []string       // of texts: the values; of switches: the keys
	regexp *regexp.Regexp // of texts; nil allows all but the empty text
	what   string         // what the regexp asks for, for people
	elem   *shape         // of lists
	fields []field        // of objects
}

type field struct {
	name     string
	required bool
	shape    *shape
}

type kind uint8

const (
	boolean  kind = iota
	onOff         // true, false, on, off
	text          // a text
	list          // a list of elem
	object        // a mapping with the fields
	switches      // a mapping of the names in enum to onOff
)

// A value is a node that fits its shape.
type value struct {
	line, col int
	on        bool
	text      string
	list      []*value
	fields    map[string]*value
	names     []string // the keys of fields, in the order of the file
}

// get returns a field's text, or "".
func (v *value) get(name string) string {
	if f := v.fields[name]; f != nil {
		return f.text
	}
	return ""
}

// checker checks the nodes of one file.
type checker struct{ file string }

func (c checker) errorf(n ast.Node, format string, args ...any) *Error {
	line, col := position(n)
	return &Error{File: c.file, Line: line, Col: col, Message: fmt.Sprintf(format, args...)}
}

// position is where a node begins: a mapping has the place of its first colon.
func position(n ast.Node) (line, col int) {
	switch x := n.(type) {
	case *ast.MappingNode:
		if len(x.Values) > 0 && !x.IsFlowStyle {
			return position(x.Values[0])
		}
	case *ast.MappingValueNode:
		return position(x.Key)
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line, t.Position.Column
	}
	return 1, 1
}

// check reads a node of a shape. Name is the key that it belongs to.
func (c checker) check(n ast.Node, s *shape, name string) (*value, *Error) {
	v := &value{}
	v.line, v.col = position(n)
	wrong := func(want string) (*value, *Error) {
		return nil, c.errorf(n, "%s: want %s, got %s", name, want, describe(n))
	}
	switch s.kind {
	case boolean:
		b, ok := n.(*ast.BoolNode)
		if !ok {
			return wrong("true or false")
		}
		v.on = b.Value
	case onOff:
		on, ok := readSwitch(n)
		if !ok {
			return wrong("on or off")
		}
		v.on = on
	case text:
		t, ok := readText(n)
		if b, isBool := n.(*ast.BoolNode); isBool && slices.Contains(s.enum, strconv.FormatBool(b.Value)) {
			t, ok = strconv.FormatBool(b.Value), true // wins: true
		}
		if !ok {
			return wrong(s.want())
		}
		v.text = t
		if err := s.checkText(t); err != "" {
			return nil, c.errorf(n, "%s: %s", name, err)
		}
	case list:
		seq, ok := n.(*ast.SequenceNode)
		if !ok {
			return wrong("a list")
		}
		for _, e := range seq.Values {
			x, err := c.check(e, s.elem, name)
			if err != nil {
				return nil, err
			}
			v.list = append(v.list, x)
		}
	case object, switches:
		return c.checkMap(n, s, name, v)
	}
	return v, nil
}

func (c checker) checkMap(n ast.Node, s *shape, name string, v *value) (*value, *Error) {
	var pairs []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		pairs = n.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	default:
		return nil, c.errorf(n, "%s: want keys with values, got %s", name, describe(n))
	}
	v.fields = map[string]*value{}
	for _, p := range pairs {
		key, ok := readText(p.Key)
		if !ok {
			return nil, c.errorf(p.Key, "%s: want a plain key, got %s", name, describe(p.Key))
		}
		if v.fields[key] != nil {
			return nil, c.errorf(p.Key, "%s: the key %s stands here twice", name, key)
		}
		elem, ok := s.field(key)
		if !ok {
			return nil, c.errorf(p.Key, "%s", s.unknown(name, key))
		}
		x, err := c.check(p.Value, elem, key)
		if err != nil {
			return nil, err
		}
		x.line, x.col = position(p.Key)
		v.fields[key] = x
		v.names = append(v.names, key)
	}
	for _, f := range s.fields {
		if f.required && v.fields[f.name] == nil {
			return nil, c.errorf(n, "%s: %s is missing", name, f.name)
		}
	}
	return v, nil
}

var onOffShape = &shape{kind: onOff}

func (s *shape) field(key string) (*shape, bool) {
	if s.kind == switches {
		return onOffShape, slices.Contains(s.enum, key)
	}
	for _, f := range s.fields {
		if f.name == key {
			return f.shape, true
		}
	}
	return nil, false
}

// unknown words the error for a key that there is not.
func (s *shape) unknown(name, key string) string {
	if s.kind == switches {
		rule, category, found := strings.Cut(key, "/")
		if found && slices.Contains(s.enum, rule) {
			return fmt.Sprintf("unknown category %q: %s has %s", category, rule, strings.Join(Categories(rule), ", "))
		}
		return fmt.Sprintf("unknown rule %q: the rules are %s", rule, strings.Join(Rules(), ", "))
	}
	var names []string
	for _, f := range s.fields {
		names = append(names, f.name)
	}
	where := ""
	if name != top {
		where = name + ": "
	}
	return fmt.Sprintf("%sunknown key %q: the keys are %s", where, key, strings.Join(names, ", "))
}

func (s *shape) want() string {
	switch {
	case len(s.enum) > 0:
		return "one of " + strings.Join(s.enum, ", ")
	case s.what != "":
		return s.what
	}
	return "a text"
}

// checkText returns what is wrong with a text, or "".
func (s *shape) checkText(t string) string {
	switch {
	case len(s.enum) > 0 && !slices.Contains(s.enum, t),
		s.regexp != nil && !s.regexp.MatchString(t):
		return fmt.Sprintf("want %s, got %q", s.want(), t)
	case strings.TrimSpace(t) == "":
		return "is empty"
	}
	return ""
}

func readSwitch(n ast.Node) (on, ok bool) {
	switch n := n.(type) {
	case *ast.BoolNode:
		return n.Value, true
	case *ast.StringNode:
		return n.Value == "on", n.Value == "on" || n.Value == "off"
	}
	return false, false
}

func readText(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	}
	return "", false
}

// describe names what stands at a node.
func describe(n ast.Node) string {
	switch n := n.(type) {
	case *ast.NullNode:
		return "nothing"
	case *ast.BoolNode:
		return "a boolean"
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return "a number"
	case *ast.StringNode:
		return fmt.Sprintf("%q", n.Value)
	case *ast.LiteralNode:
		return "a text"
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "keys with values"
	case *ast.AnchorNode:
		return "an anchor"
	case *ast.AliasNode:
		return "an alias"
	case *ast.TagNode:
		return "a tag"
	case *ast.MergeKeyNode:
		return "a merge key"
	}
	return "something else"
}
