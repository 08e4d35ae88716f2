"""Spark finds this module by itself: the data source `queuewright`."""
