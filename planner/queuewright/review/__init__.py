"""What a command says, as a comment on the pull request that a pipeline runs for."""
