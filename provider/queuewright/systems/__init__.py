"""How a queue manager or an IBM i partition is reached."""
