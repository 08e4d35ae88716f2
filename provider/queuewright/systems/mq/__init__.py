"""A queue manager as a system, whatever carries its commands: mqweb, runmqsc, PCF messages.

commands: what is sent. carrier: how, and what comes back. reading: what answers tell. refusals:
what a refusal means. clusters: memberships. system: all of it as a `System`.
"""
