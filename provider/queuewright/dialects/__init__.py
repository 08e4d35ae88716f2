"""Specs as text or bytes, both ways. Pure."""
