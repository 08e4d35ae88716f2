"""Watching: only what changed is read again, and compared with what is desired.

fleet  --places-->  queue managers, each once  --source-->  rows of events, and where to go on
rows  --asked_by-->  objects to read again  --differences-->  what differs  --Watch-->  what is new
"""
