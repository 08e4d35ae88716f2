"""Runs a Pulumi program without the Pulumi CLI."""
