"""The sandbox as a server: what speaks to a queue manager or an IBM i speaks to it over the wire.

users: who may, and how it is known. certificate: TLS for a loopback address. serving: several
servers in one process, until they are stopped. mqweb: IBM MQ's administrative REST API. mapepire:
SQL and CL of IBM i over a websocket. ssh: a shell with IBM i's utilities. ibmi_cl, ibmi_sql,
ibmi_services and shell: what these two have in common.
"""
