// The functions beside this file have no bodies: only their signatures are recorded.
