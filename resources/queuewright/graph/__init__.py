"""Who depends on whom: references, hard and soft dependencies, cycles, generations."""
