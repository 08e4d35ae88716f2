"""IBM i kinds."""
