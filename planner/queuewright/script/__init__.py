"""The commands of an update, as scripts that somebody else may run."""
