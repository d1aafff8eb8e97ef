package sqltext

import "testing"

func TestWithClock(t *testing.T) {
	// The third argument is an instant ahead, the fourth the clock.
	clock := func(p *Expr) (string, bool) {
		switch p.Param {
		case 2:
			return "+", true
		case 3:
			return "", true
		}
		return "", false
	}
	for _, tt := range []struct {
		text    string
		certain bool
		expiry  string
	}{
		{"INSERT INTO l (name, owner, ends) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", true, "ends"},
		{"INSERT INTO l (name, owner, note) VALUES (?, ?, 'x') ON CONFLICT DO NOTHING", false, ""},
		{"UPDATE l SET owner = ?, name2 = ?, ends = ? WHERE name = 'a' AND ends < ?", true, "ends"},
		{"UPDATE l SET owner = ?, name2 = ?, ends = ? WHERE name = 'a' AND (owner IS NULL OR ends < ?)", true, "ends"},
		{"INSERT INTO l (name, owner, ends) VALUES (?, ?, ?) ON DUPLICATE KEY UPDATE owner = IF(ends < ?, VALUES(owner), owner), ends = IF(owner = VALUES(owner), VALUES(ends), ends)", true, "ends"},
	} {
		s := Read(tt.text)[0]
		before, _ := s.LockRow()
		row, ok := s.WithClock(clock).LockRow()
		if !ok || row.Op != LockAcquire || row.Certain != tt.certain || row.ExpiryColumn != tt.expiry {
			t.Errorf("%s: %+v (%v)", tt.text, row, ok)
		}
		if after, _ := s.LockRow(); after != before {
			t.Errorf("%s: the statement itself changed: %+v, was %+v", tt.text, after, before)
		}
	}
}
