"""A run of drift to others: metrics to a collector, what is new to a webhook."""
