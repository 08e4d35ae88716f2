"""Differences by rules that are the same on every engine: Arrow in, Arrow out.

The driver calls them where the rows are few, Spark's workers where they are many.
"""
