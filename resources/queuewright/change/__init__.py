"""What a change costs and what stands in its way: pure rules that the provider and the planner share."""
