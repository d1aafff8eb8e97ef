package directive

//locklint:acquire
func Take() bool { return true }
