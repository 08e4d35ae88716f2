"""What an update would send, as scripts that somebody else may run."""
