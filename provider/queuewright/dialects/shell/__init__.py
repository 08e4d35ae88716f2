"""Shell scripts: what they say with setmqaut, and what they give to runmqsc.

words: a script's words, quotes and variables. commands: setmqaut and runmqsc among them. script:
those as a script of MQSC, line by line. dialect: the whole of it.
"""
