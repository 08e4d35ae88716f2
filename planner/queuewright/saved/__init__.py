"""Plans in a file: made in a pull request, looked at, and carried out as they were."""
