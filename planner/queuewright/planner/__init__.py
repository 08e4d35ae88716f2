"""Graph, diff, plan, apply."""
