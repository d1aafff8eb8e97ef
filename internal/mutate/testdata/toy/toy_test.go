package toy

import "testing"

func TestInside(t *testing.T) {
	asked := 0
	for x, want := range map[int]bool{1: false, 2: true, 3: true, 4: false} {
		if got := Inside(x, 2, 3, &asked); got != want {
			t.Errorf("%d: %v", x, got)
		}
	}
	if Word(0) == Word(1) {
		t.Error("the same word")
	}
	if Sum(3, 0) != 6 {
		t.Error("no sum")
	}
}
