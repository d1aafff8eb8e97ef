package locks

// declaredEfficiency reports whether the user declared the lock of l an
// efficiency lock.
func (e *engine) declaredEfficiency(l *Op) bool { return false }
