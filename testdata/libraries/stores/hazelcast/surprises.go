package hazelcast

import "context"

// Peek locks without a lock context: all callers of the client are one owner.
func (d *Dealer) Peek(ctx context.Context, table string, peek func() error) error {
	if err := d.tables.Lock(ctx, table); err != nil { // ok setnxexpire: the members free it when the client is gone
		return err
	}
	defer d.tables.Unlock(context.WithoutCancel(ctx), table)
	return peek()
}

// Bluff frees a lock whoever holds it.
func (d *Dealer) Bluff(ctx context.Context, table string, bluff func() error) error {
	ctx = d.tables.NewLockContext(ctx)
	if err := d.tables.Lock(ctx, "bluff:"+table); err != nil {
		return err
	}
	defer d.tables.ForceUnlock(context.WithoutCancel(ctx), "bluff:"+table) // want plaindel
	return bluff()
}
