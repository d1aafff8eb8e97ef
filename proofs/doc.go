// Package proofs holds, for each kind of mistake that locklint reports, a program
// with the mistake and one without, small and real, in folders named
// RULE/CATEGORY/SYSTEM/{wrong,right}. Its tests
//
//   - run both while the pause is made to happen (package [pause]): the wrong one
//     must fail as the rule's page says, the right one must not;
//   - run locklint over both: it must report the wrong one with that category and
//     say nothing of the right one;
//   - take from the right one what makes it right, and demand that it fails then:
//     a test that passes without fencing is wrong.
//
// The servers are in the tests' process. With -tags real the same programs run
// against installed ones. What came of it is in docs/proofs.md, which
//
//	go test -run 'TestCells|TestMutants|TestLocklint|TestTable' -update
//
// writes from the tests that ran.
//
// [pause]: https://pkg.go.dev/github.com/locklint/locklint/proofs/pause
package proofs
