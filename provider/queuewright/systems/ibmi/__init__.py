"""IBM i partitions: what is the same for every way of reaching one."""
