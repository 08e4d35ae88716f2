"""The Pulumi dynamic provider: a thin adapter over systems and rules."""
