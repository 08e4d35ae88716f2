"""The cost of a change and the obstacles to it: pure rules, shared by every caller."""
