"""The root of the exceptions that a person can act on.

    QueuewrightError
        InvalidDeclaration      catalogue.problem: a declaration breaks rules
        UnknownKind             kinds
        SystemUnavailable       systems.protocol: a system cannot be reached
        CommandFailed           systems.protocol: a system refused a command

Others stand in the modules that raise them. The command line shows their text, never a traceback.
"""

__all__ = ["QueuewrightError"]


class QueuewrightError(Exception):
    """Text: one line a problem, each naming the object and the way out. Never a secret."""
