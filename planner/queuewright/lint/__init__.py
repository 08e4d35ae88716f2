"""Lint of definitions: rules with a code, over programs, scripts and plans.

table: every rule. world: what they look at. run: `lint`, pure; the rest is settings, silences and
scripts.
"""
