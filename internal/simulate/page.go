package simulate

const pageHead = `# Generated programs

A generator makes a program of a number: a lock in Redis (by hand and by redislock) or etcd that is taken, checked, renewed
and released in some way, work and writes under it, and any control form of Go around each of these, in one package or two.
A small model of the lock service and of the stores runs the program: alone, with a crash before each step, with each
answer refused, with the session lost, and beside a second worker that comes between any two steps, at once or after a
pause that no lease outlives. So it knows what can happen. Then locklint says what it finds, and each difference has to
be of a kind that was looked at; another one fails the test, which prints the smallest program that shows it.

Each analysis ends without a panic, within seconds, and says the same when it is repeated.

## Answers

A row is a question. "Can, silent" is what locklint misses and "cannot, reported" what it says wrongly, in programs that
are odd on purpose: half of them have several mistakes at once.

`

const pageEnd = `
## Repeat it

The first seeds run with every change, others by hand or by the fuzz target:

` + "```sh\nLOCKLINT_SEEDS=1000-3000 go test ./internal/simulate -run TestAgreement -v\n.ci/fuzz\n```\n"

// Page is the page about the generated programs around their table.
func Page(table string) string { return pageHead + table + pageEnd }
