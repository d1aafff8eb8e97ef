package simulate

// Rules are the rules of locklint, as a program's findings name them.
var Rules = []string{"setnxexpire", "plaindel", "unfenced", "nolost"}

// Expected are the rules that should report something about a program, with the
// categories that the answers stand for. See the package's comment.
func Expected(a *Answers) map[string][]string {
	out := map[string][]string{}
	add := func(cond bool, rule, category string) {
		if cond {
			out[rule] = append(out[rule], category)
		}
	}
	add(a.Stays && a.expires, "setnxexpire", "separate-expire")
	add(a.Stays && !a.expires, "setnxexpire", "no-expiry")
	add(a.RefusedProlongs, "setnxexpire", "blind-expire")
	add(a.FreedOther, "plaindel", "plain-delete")
	add(a.DeadRelease, "plaindel", "dead-context")
	add(a.StaleAccepted, "unfenced", "token")
	add(a.RejectionUnheard, "unfenced", "rejection-ignored")
	add(a.RenewalUnheard, "nolost", "result-dropped")
	add(a.SignalUnheard, "nolost", "signal-dropped")
	add(a.ProlongsOther, "nolost", "blind-extend")
	add(a.WorksRefused, "nolost", "acquire-ignored")
	add(a.KeepsRenewing, "nolost", "endless-renewal")
	return out
}
