"""Which instance of a cluster queue gets a message: the record of a queue, and the algorithm."""
