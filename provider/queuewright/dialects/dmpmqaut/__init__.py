"""The output of dmpmqaut, read: authority records of a queue manager."""
