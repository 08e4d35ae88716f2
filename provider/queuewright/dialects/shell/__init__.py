"""Shell scripts: what they say with setmqaut, and what they give to runmqsc.

words: a script's words and variables; lexer: how they are written; effects: what commands do to
variables. scanner: pipelines, loops, branches, functions. following: who reads whose output;
printing, files: of it. commands: setmqaut and runmqsc among them. script: those as a script of
MQSC, in the order in which they are run. dialect: the whole of it.
"""
