package unit

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"sort"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/locklint/locklint/internal/reach"
	"github.com/locklint/locklint/internal/toolid"
)

// The facts of a package, as bytes: a header, a seal, the path of the package,
// and for each fact the path of the package that it is about, the name of its
// type and its gob encoding, deflated: the same names, terms and places come
// again and again, so that a twentieth is left of a large fact. Texts and
// encodings stand after their length; lengths are uvarints. The facts are sorted
// by path and type.
//
// The seal is a hash of the program's identity and one of what follows. A file
// that another build wrote, or that was damaged where it lay, has another one:
// it is left out as a whole, and an error says so. A wrong number in a summary
// would be worse than none.
//
// Beside the package's own facts there are those of each package that its
// exported types lead to: who imports this package can call their methods
// without importing them.
//
// Gob writes the description of a type before its first value. Writer and
// reader are the same program (its identity is part of every cache key and of
// the seal), so the description is left out.

const factsHeader = "locklint facts 3\n"

// sealPart is the length of each of a seal's two hashes. They tell accidents,
// not forgers.
const sealPart = 8

var (
	errFormat = errors.New("they are not in the form that this program writes")
	errBuild  = errors.New("another build of locklint wrote them")
	errDamage = errors.New("they are damaged")
)

// seal puts header and seal before the facts.
func seal(facts []byte) []byte {
	writer, text := sealOf(facts)
	return slices.Concat([]byte(factsHeader), writer, text, facts)
}

// unseal is the reverse.
func unseal(data []byte) ([]byte, error) {
	data, ok := bytes.CutPrefix(data, []byte(factsHeader))
	if !ok || len(data) < 2*sealPart {
		return nil, errFormat
	}
	facts := data[2*sealPart:]
	writer, text := sealOf(facts)
	switch {
	case !bytes.Equal(data[:sealPart], writer):
		return nil, errBuild
	case !bytes.Equal(data[sealPart:2*sealPart], text):
		return nil, errDamage
	}
	return facts, nil
}

func sealOf(facts []byte) (writer, text []byte) {
	w, t := sha256.Sum256([]byte(toolid.ID())), sha256.Sum256(facts)
	return w[:sealPart], t[:sealPart]
}

// facts are those that a unit reads and writes.
type facts struct {
	direct   bool // a direct import is in the cone
	imported map[factKey][]byte
	decoded  map[factKey]analysis.Fact
	own      map[string]analysis.Fact // by type name
	codecs   map[string]*codec
	unit     *analysing
	err      error // the first that went wrong
}

type factKey struct{ path, typ string }

func typeName(f analysis.Fact) string { return reflect.TypeOf(f).Elem().String() }

// readFacts reads what the imports wrote. What an import says of itself wins
// over what another one hands on: they may have seen another variant of it. What
// cannot be read is left out, as if the import had said nothing, and told.
func readFacts(imports []string, read func(string) ([]byte, error)) *facts {
	f := &facts{
		imported: map[factKey][]byte{},
		decoded:  map[factKey]analysis.Fact{},
		own:      map[string]analysis.Fact{},
		codecs:   map[string]*codec{},
	}
	itself := map[factKey]bool{}
	for _, path := range imports {
		if path == "unsafe" || path == "C" {
			continue
		}
		data, err := read(path)
		if err != nil {
			f.leaveOut(path, err)
			continue
		}
		if len(data) == 0 {
			continue
		}
		f.direct = true
		err = eachFact(data, func(owner string, k factKey, enc []byte) {
			if itself[k] && owner != k.path {
				return
			}
			itself[k] = owner == k.path
			f.imported[k] = enc
		})
		if err != nil {
			f.leaveOut(path, err)
		}
	}
	return f
}

// leaveOut notes that nobody knows what a package says. The unit is in the cone
// then: only there somebody is told.
func (f *facts) leaveOut(path string, err error) {
	f.direct = true
	f.fail(fmt.Errorf("the facts of %s are left out, findings may be missing: %w", path, err))
}

// eachFact reads the form that encode writes.
func eachFact(data []byte, fn func(owner string, k factKey, enc []byte)) error {
	data, err := unseal(data)
	if err != nil {
		return err
	}
	ok := true
	next := func() []byte {
		n, w := binary.Uvarint(data)
		if w <= 0 || n > uint64(len(data)-w) {
			ok = false
			return nil
		}
		text := data[w : w+int(n)]
		data = data[w+int(n):]
		return text
	}
	owner := string(next())
	for ok && len(data) > 0 {
		k := factKey{path: string(next()), typ: string(next())}
		enc := next()
		if ok {
			fn(owner, k, enc)
		}
	}
	if !ok {
		return errFormat
	}
	return nil
}

// encode writes the package's own facts and those to be handed on.
func (f *facts) encode(pkg *types.Package) []byte {
	if w, ok := f.own[typeName(new(reach.Fact))].(*reach.Fact); ok && w.Weak && len(f.own) == 1 {
		return nil // no type and no summary leads to a lock: importers need not look
	}
	if len(f.own) == 0 {
		return nil
	}
	out := map[factKey][]byte{}
	for typ, fact := range f.own {
		enc, err := f.codecs[typ].encode(fact)
		if err != nil {
			f.fail(fmt.Errorf("fact %s: %w", typ, err))
			return nil
		}
		out[factKey{pkg.Path(), typ}] = enc
	}
	if len(f.imported) > 0 {
		exposed := reach.Exposed(pkg)
		for k, enc := range f.imported {
			if _, ok := slices.BinarySearch(exposed, k.path); ok {
				out[k] = enc
			}
		}
	}
	data := appendText(nil, pkg.Path())
	for _, k := range sortedKeys(out) {
		data = appendText(data, k.path)
		data = appendText(data, k.typ)
		data = appendText(data, string(out[k]))
	}
	return seal(data)
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func sortedKeys[V any](m map[factKey]V) []factKey {
	keys := make([]factKey, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		if keys[i].path != keys[j].path {
			return keys[i].path < keys[j].path
		}
		return keys[i].typ < keys[j].typ
	})
	return keys
}

func (f *facts) fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

// prepare makes the codecs of the analyzers' fact types.
func (f *facts) prepare(u *analysing, analyzers []*analysis.Analyzer) {
	f.unit = u
	for typ, proto := range factTypes(analyzers) {
		f.codecs[typ] = newCodec(proto)
	}
	primeGob(analyzers)
}

func factTypes(analyzers []*analysis.Analyzer) map[string]analysis.Fact {
	m := map[string]analysis.Fact{}
	for _, an := range closure(analyzers) {
		for _, proto := range an.FactTypes {
			m[typeName(proto)] = proto
		}
	}
	return m
}

var primed sync.Once

// primeGob makes gob number the fact types in the order of their names. Gob
// numbers a type when it meets it first, and the numbers are part of the
// encoding: units that run in any order must not change it.
func primeGob(analyzers []*analysis.Analyzer) {
	primed.Do(func() {
		m := factTypes(analyzers)
		names := make([]string, 0, len(m))
		for n := range m {
			names = append(names, n)
		}
		sort.Strings(names)
		for _, n := range names {
			c := newCodec(m[n])
			_, _ = c.encode(m[n]) // an error shows again where a fact is written
		}
	})
}

// offer gives a pass its functions about facts.
func (f *facts) offer(pass *analysis.Pass) {
	mine := map[string]bool{}
	for _, proto := range pass.Analyzer.FactTypes {
		mine[typeName(proto)] = true
	}
	pass.ImportPackageFact = func(pkg *types.Package, ptr analysis.Fact) bool {
		fact := f.lookup(pkg, typeName(ptr))
		if fact == nil {
			return false
		}
		reflect.ValueOf(ptr).Elem().Set(reflect.ValueOf(fact).Elem())
		return true
	}
	pass.ExportPackageFact = func(fact analysis.Fact) {
		if !mine[typeName(fact)] {
			f.fail(fmt.Errorf("analyzer %s exports a fact of another one", pass.Analyzer.Name))
			return
		}
		f.own[typeName(fact)] = fact
	}
	pass.AllPackageFacts = func() []analysis.PackageFact { return f.all(pass.Pkg, mine) }
	pass.ImportObjectFact = func(types.Object, analysis.Fact) bool { return false }
	pass.AllObjectFacts = func() []analysis.ObjectFact { return nil }
	pass.ExportObjectFact = func(types.Object, analysis.Fact) {
		f.fail(fmt.Errorf("analyzer %s exports a fact about an object", pass.Analyzer.Name))
	}
}

func (f *facts) lookup(pkg *types.Package, typ string) analysis.Fact {
	if pkg == f.unit.pkg {
		return f.own[typ]
	}
	return f.decode(factKey{pkg.Path(), typ})
}

// decode reads an imported fact when it is first asked for.
func (f *facts) decode(k factKey) analysis.Fact {
	if fact, ok := f.decoded[k]; ok {
		return fact
	}
	enc, ok := f.imported[k]
	c := f.codecs[k.typ]
	if !ok || c == nil {
		return nil
	}
	fact, err := c.decode(enc)
	if err != nil {
		f.leaveOut(k.path, fmt.Errorf("%s: %w", k.typ, err))
		return nil
	}
	f.decoded[k] = fact
	return fact
}

// all lists the facts of the types mine, those of imports sorted by package.
func (f *facts) all(pkg *types.Package, mine map[string]bool) []analysis.PackageFact {
	var list []analysis.PackageFact
	for _, k := range sortedKeys(f.imported) {
		if !mine[k.typ] {
			continue
		}
		p := f.unit.Package(k.path)
		if p == nil {
			continue // no type of it was loaded, so nobody can ask
		}
		if fact := f.decode(k); fact != nil {
			list = append(list, analysis.PackageFact{Package: p, Fact: fact})
		}
	}
	own := make([]string, 0, len(f.own))
	for typ := range f.own {
		if mine[typ] {
			own = append(own, typ)
		}
	}
	sort.Strings(own)
	for _, typ := range own {
		list = append(list, analysis.PackageFact{Package: pkg, Fact: f.own[typ]})
	}
	return list
}

// A codec writes and reads the facts of one type. Both directions go through
// one gob stream whose first value is the zero value; what gob writes before
// and for it is the same everywhere and is not kept.
type codec struct {
	typ    reflect.Type // not the pointer's
	out    bytes.Buffer
	enc    *gob.Encoder
	in     bytes.Buffer
	dec    *gob.Decoder
	broken error
}

func newCodec(proto analysis.Fact) *codec { return &codec{typ: reflect.TypeOf(proto).Elem()} }

func (c *codec) encode(fact analysis.Fact) ([]byte, error) {
	if c.enc == nil {
		c.enc = gob.NewEncoder(&c.out)
		if err := c.enc.EncodeValue(reflect.New(c.typ)); err != nil {
			return nil, err
		}
	}
	c.out.Reset()
	if err := c.enc.Encode(fact); err != nil {
		return nil, err
	}
	return deflate(c.out.Bytes())
}

// deflate compresses. It writes the same bytes for the same data wherever it
// runs.
func deflate(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

func (c *codec) decode(data []byte) (analysis.Fact, error) {
	if c.broken != nil {
		return nil, c.broken
	}
	if c.dec == nil {
		if err := gob.NewEncoder(&c.in).EncodeValue(reflect.New(c.typ)); err != nil {
			return nil, err
		}
		c.dec = gob.NewDecoder(&c.in)
		if err := c.dec.DecodeValue(reflect.New(c.typ)); err != nil {
			return nil, err
		}
	}
	if _, err := c.in.ReadFrom(flate.NewReader(bytes.NewReader(data))); err != nil {
		c.broken = err
		return nil, err
	}
	fact := reflect.New(c.typ)
	if err := c.dec.DecodeValue(fact); err != nil {
		c.broken = err // the stream has lost its place
		return nil, err
	}
	if c.in.Len() > 0 {
		c.broken = errFormat
		return nil, errFormat
	}
	return fact.Interface().(analysis.Fact), nil
}
