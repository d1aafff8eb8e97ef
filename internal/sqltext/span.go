package sqltext

import (
	"strconv"
	"strings"
	"time"
)

// A Span is a length of time that a statement adds to the clock.
type Span struct {
	// Length is how long it is, or how long one of what Param counts is. It is
	// zero where the parameter is an interval itself.
	Length time.Duration
	Param  *Expr // nil if the text tells the length
}

// Ahead reads how far ahead of the clock an instant is. It is false for other
// expressions, and where the text does not tell: months and days differ, and a
// bare number is days in one dialect and seconds in another.
func (e *Expr) Ahead() (Span, bool) {
	if e.Kind != ExprNow || e.Op != "+" || e.Arg == nil {
		return Span{}, false
	}
	s, ok := e.Arg.span()
	if ok && s.Length == 0 || !ok && e.Arg.isCount() {
		if unit := clockUnit(e); unit != 0 {
			return e.Arg.times(unit)
		}
	}
	return s, ok
}

// clockUnit is what a clock counts in that is a number, 0 for other clocks.
func clockUnit(e *Expr) time.Duration {
	switch base(e.Name) {
	case "unixepoch", "unix_timestamp":
		return time.Second
	}
	return 0
}

// span reads an interval.
func (e *Expr) span() (Span, bool) {
	if e.Unit != "" {
		return e.times(unitLength(e.Unit))
	}
	switch e.Kind {
	case ExprConst:
		d, ok := ReadInterval(e.literal())
		return Span{Length: d}, ok
	case ExprParam:
		return Span{Param: e}, true
	case ExprCall:
		return e.calledSpan()
	case ExprOther:
		switch {
		case strings.Contains(e.Text, "||"):
			return e.joinedSpan()
		case strings.Contains(e.Text, "*") && len(e.Args) == 2:
			if s, ok := e.Args[0].product(&e.Args[1]); ok {
				return s, true
			}
			return e.Args[1].product(&e.Args[0])
		}
	}
	return Span{}, false
}

// literal is what a constant holds: of INTERVAL 30 SECOND and of '30'::interval
// the 30.
func (e *Expr) literal() string {
	text := e.Text
	if word, rest, ok := strings.Cut(text, " "); ok && strings.EqualFold(word, "interval") {
		text = strings.TrimSpace(rest)
	}
	if quoted, ok := strings.CutPrefix(text, "'"); ok {
		text, _, _ = strings.Cut(quoted, "'")
		return text
	}
	return strings.TrimSpace(strings.TrimSuffix(text, e.Unit))
}

func (e *Expr) isCount() bool { return e.Kind == ExprConst && e.isNumber() }

// times is the interval of so many units.
func (e *Expr) times(unit time.Duration) (Span, bool) {
	if unit == 0 {
		return Span{}, false
	}
	switch e.Kind {
	case ExprParam:
		return Span{Length: unit, Param: e}, true
	case ExprConst:
		n, err := strconv.ParseFloat(e.literal(), 64)
		return Span{Length: time.Duration(n * float64(unit))}, err == nil
	}
	return Span{}, false
}

// product reads n * INTERVAL '1 second', e being the interval.
func (e *Expr) product(n *Expr) (Span, bool) {
	s, ok := e.span()
	if !ok || s.Param != nil || s.Length == 0 {
		return Span{}, false
	}
	return n.times(s.Length)
}

// calledSpan reads make_interval(secs => n) and NUMTODSINTERVAL(n, 'SECOND').
func (e *Expr) calledSpan() (Span, bool) {
	switch {
	case base(e.Name) == "numtodsinterval" && len(e.Args) == 2:
		return e.Args[0].times(unitLength(strings.Trim(e.Args[1].Text, "'")))
	case base(e.Name) == "make_interval" && len(e.Args) == 1:
		name, _, ok := strings.Cut(e.Args[0].Text, "=>")
		if args := e.Args[0].Args; ok && len(args) == 2 {
			return args[1].times(unitLength(name))
		}
	}
	return Span{}, false
}

// joinedSpan reads $1 || ' seconds'.
func (e *Expr) joinedSpan() (Span, bool) {
	var count *Expr
	unit := ""
	for i := range e.Args {
		switch a := &e.Args[i]; {
		case a.Kind == ExprParam && count == nil && unit == "":
			count = a
		case a.Kind == ExprConst && count == nil && strings.Trim(a.Text, "' ") == "+":
		case a.Kind == ExprConst && count != nil && unit == "":
			unit = strings.Trim(a.Text, "'")
		default:
			return Span{}, false
		}
	}
	if count == nil {
		return Span{}, false
	}
	return count.times(unitLength(unit))
}

// unitLength is how long a unit is, 0 if that is not known.
func unitLength(name string) time.Duration {
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "microsecond", "microseconds", "mcs", "us":
		return time.Microsecond
	case "millisecond", "milliseconds", "ms", "msec", "msecs":
		return time.Millisecond
	case "second", "seconds", "sec", "secs", "ss", "s":
		return time.Second
	case "minute", "minutes", "min", "mins", "mi":
		return time.Minute
	case "hour", "hours", "hh", "hr", "hrs":
		return time.Hour
	}
	return 0
}

// ReadInterval reads the text of an interval: 30 seconds, +1 minute 30 seconds,
// 00:00:30.
func ReadInterval(text string) (time.Duration, bool) {
	words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(text), "+"))
	if len(words) == 1 {
		return readClock(words[0])
	}
	if len(words) == 0 || len(words)%2 != 0 {
		return 0, false
	}
	sum := time.Duration(0)
	for i := 0; i < len(words); i += 2 {
		n, err := strconv.ParseFloat(words[i], 64)
		unit := unitLength(words[i+1])
		if err != nil || unit == 0 || n < 0 {
			return 0, false
		}
		sum += time.Duration(n * float64(unit))
	}
	return sum, true
}

// readClock reads hh:mm:ss, and a number with its unit: 30s.
func readClock(word string) (time.Duration, bool) {
	parts := strings.Split(word, ":")
	if len(parts) != 3 {
		i := strings.IndexFunc(word, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
		if i <= 0 || len(parts) != 1 {
			return 0, false
		}
		n, err := strconv.ParseFloat(word[:i], 64)
		unit := unitLength(word[i:])
		return time.Duration(n * float64(unit)), err == nil && unit != 0
	}
	sum := 0.0
	for _, p := range parts {
		n, err := strconv.ParseFloat(p, 64)
		if err != nil {
			return 0, false
		}
		sum = sum*60 + n
	}
	return time.Duration(sum * float64(time.Second)), true
}
