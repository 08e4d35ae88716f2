"""PCF: command messages in bytes and as JSON lines, their meaning, and answers to them."""
