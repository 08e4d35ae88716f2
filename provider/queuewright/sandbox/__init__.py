"""A strict, small queue manager and IBM i in one SQLite file, to rehearse changes on.

Its behaviour is written from the documents, apart from the rules that the planner uses, so that
each checks the other. `engine.Sandbox` is the way in; `mqsc_commands.run` speaks MQSC to it.

    store       the file: schema, transactions, several processes
    rows        typed access to what the file holds
    reasons     completion and reason codes, CPF identifiers
    values      one value against the catalogue's metadata
    defaults    what a new queue manager has
    migration   files of earlier versions
    resolution  what a name resolves to when it is opened
    definitions, clusters, partition      Create, Change, Delete of each kind
    queue_manager, completeness    what the documents say beyond each attribute by itself
    records, authority_records, channel_records    what SET makes
    shown, display, dumping        an object in MQSC's words
    opening, messages              handles; messages and units of work
    engine      one command, one transaction
"""
