"""A plan as text, markdown or JSON."""
