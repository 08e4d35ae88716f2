"""The output of a command, as a comment on the pull request that a pipeline runs for."""
