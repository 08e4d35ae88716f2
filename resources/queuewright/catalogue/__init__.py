"""How kinds and attributes are described."""
