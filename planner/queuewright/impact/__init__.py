"""What a change touches: what depends on an object, who has it open, and where puts go. Pure."""
