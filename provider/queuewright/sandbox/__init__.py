"""The embedded queue manager and IBM i."""
