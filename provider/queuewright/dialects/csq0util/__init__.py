"""Commands of CSQ0UTIL, both ways: security policies of a queue manager on z/OS."""
