package pause

import (
	"fmt"
	"os"
	"strings"
)

// Children lists the processes that this one has started and that are still
// there, frozen and dead ones too. Call it when the tests have run: there should be
// none. The list is read from /proc; where there is none it is empty.
func Children() []string {
	processes, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var found []string
	for _, p := range processes {
		stat, err := os.ReadFile("/proc/" + p.Name() + "/stat")
		if err != nil {
			continue
		}
		if _, parent := status(string(stat)); parent == fmt.Sprint(os.Getpid()) {
			found = append(found, strings.TrimSpace(string(stat)))
		}
	}
	return found
}

// status reads the state and the parent's number from a line of /proc. The name
// before them stands in parentheses and may contain anything, also parentheses.
func status(stat string) (state, parent string) {
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) < 2 {
		return "", ""
	}
	return fields[0], fields[1]
}
