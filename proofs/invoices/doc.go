// Package invoices is the worked example of the scheduled job: ten instances wake
// up at the same time, one of them gets the lock and sends the invoices that are
// due.
//
// The naive version (package wrong) believes that the lock makes the others wait. An
// instance that was paused sends what the next one has sent already, and one that
// was killed between the mail and its mark lets the next one send that mail again.
//
// The other version (package right) has the same lock, to save work, and lets
// something else make it right: each mail has a natural key, the invoice's number,
// and the outbox takes it once. Whoever comes next goes through all that is not
// marked, and so resumes where the one before stopped, wherever that was.
//
// The proof (invoices_test.go) pauses one instance and kills another, each in the
// middle of its work, and counts the mails.
package invoices
