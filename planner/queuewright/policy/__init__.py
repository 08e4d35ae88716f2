"""Rules of the shop about plans: how much may change at once, when, of which names."""
