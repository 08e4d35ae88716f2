"""What a change costs and what stands in its way: pure rules, shared by every caller."""
