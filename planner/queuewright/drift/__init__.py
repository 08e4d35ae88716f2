"""Drift: what differs between many environments and their definitions, on Spark.

The rules are pure (fingerprint, compare, policy, fleet); Spark is the engine (lake, detect).
"""
