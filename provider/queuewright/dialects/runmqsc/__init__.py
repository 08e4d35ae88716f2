"""Reports of `runmqsc`: the objects that DISPLAY showed, and the commands that were done."""
