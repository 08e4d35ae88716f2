"""IBM MQ kinds."""
