"""IBM MQ's administrative REST API over a sandbox.

problems: how it refuses. sessions: who is asking. commands: one MQSC command. application: the
resources. server: all of it behind TLS.
"""
