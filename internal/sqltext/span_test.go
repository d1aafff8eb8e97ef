package sqltext

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAhead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"now() + interval '30 seconds'":                "30s",
		"now() + INTERVAL '1 minute 30 seconds'":       "1m30s",
		"now() + '30 seconds'::interval":               "30s",
		"now() + '00:00:30'::interval":                 "30s",
		"now() + interval '30s'":                       "30s",
		"CURRENT_TIMESTAMP + INTERVAL '30' SECOND":     "30s",
		"NOW() + INTERVAL 30 SECOND":                   "30s",
		"INTERVAL 30 SECOND + NOW()":                   "30s",
		"DATE_ADD(NOW(), INTERVAL 30 SECOND)":          "30s",
		"DATE_ADD(NOW(6), INTERVAL ? SECOND)":          "$0*1s",
		"ADDTIME(NOW(), '00:00:30')":                   "30s",
		"TIMESTAMPADD(SECOND, 30, NOW())":              "30s",
		"UNIX_TIMESTAMP() + 30":                        "30s",
		"UNIX_TIMESTAMP() + ?":                         "$0*1s",
		"DATEADD(second, 30, SYSUTCDATETIME())":        "30s",
		"DATEADD(ms, @p1, GETUTCDATE())":               "$0*1ms",
		"DATEADD(MINUTE, 1, GETDATE())":                "1m0s",
		"datetime('now', '+30 seconds')":               "30s",
		"datetime('now', '+' || ? || ' seconds')":      "$0*1s",
		"unixepoch() + 30":                             "30s",
		"unixepoch('now') + ?":                         "$0*1s",
		"now() + $1::interval":                         "$0",
		"now() + $1":                                   "$0",
		"now() + ($1 || ' seconds')::interval":         "$0*1s",
		"now() + $1 * interval '1 second'":             "$0*1s",
		"now() + interval '1 millisecond' * $1":        "$0*1ms",
		"now() + make_interval(secs => $1)":            "$0*1s",
		"now() + make_interval(secs => 30)":            "30s",
		"SYSTIMESTAMP + NUMTODSINTERVAL(30, 'SECOND')": "30s",
		"SYSTIMESTAMP + INTERVAL '30' SECOND":          "30s",

		// Not told, or not an interval ahead.
		"SYSDATE + 30":                          "",
		"SYSDATE + 1/2880":                      "",
		"now() + 30":                            "",
		"now()":                                 "",
		"now() - interval '30 seconds'":         "",
		"now() + interval '1 month'":            "",
		"now() + interval '1 day'":              "",
		"now() + interval '1:30' MINUTE_SECOND": "",
		"expires + interval '30 seconds'":       "",
		"now() + lease_length":                  "",
		"adddate(now(), 30)":                    "",
		"now() + $1 * $2":                       "",
		"now() + ttl * interval '1 second'":     "",
		"$1":                                    "",
	} {
		t.Run(text, func(t *testing.T) {
			stmts := Read("UPDATE t SET until = " + text + " WHERE id = 1")
			require.Len(t, stmts, 1)
			require.Len(t, stmts[0].Sets, 1)
			got := ""
			if s, ok := stmts[0].Sets[0].Value.Ahead(); ok {
				switch {
				case s.Param == nil:
					got = s.Length.String()
				case s.Length == 0:
					got = describeExpr(s.Param)
				default:
					got = describeExpr(s.Param) + "*" + s.Length.String()
				}
			}
			require.Equal(t, want, got)
		})
	}
}
