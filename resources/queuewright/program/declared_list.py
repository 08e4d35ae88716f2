"""The declarations of a program, in a file that lasts as long as the program runs.

Pulumi's engine asks a provider about one resource at a time, and deletes the object of a resource
that has another name now before it has asked about all others. So the provider reads here whether
another resource of the program stands for that object. The one effect of a program of ours.
"""

import atexit
import json
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO

from queuewright.catalogue.key import Key


class DeclaredList:
    """The file of one program. path: "" where none can be made."""

    def __init__(self) -> None:
        self.path = ""
        self._file: IO[str] | None = None
        with suppress(OSError):
            # Without a name where the system has another way to it: nothing is left behind when the
            # engine ends the program.
            self._file = tempfile.TemporaryFile("w", encoding="utf-8")  # noqa: SIM115
            self.path = f"/proc/{os.getpid()}/fd/{self._file.fileno()}"
            if not Path(self.path).exists():
                self._file.close()
                named = tempfile.NamedTemporaryFile("w", encoding="utf-8", prefix="queuewright-")  # noqa: SIM115
                self._file, self.path = named, named.name
            atexit.register(self.close)

    def close(self) -> None:
        """At the end of the program."""
        if self._file is not None:
            self._file.close()

    def write(self, keys: Iterable[Key], with_users: Iterable[Key] = ()) -> None:
        """Before the engine is told of any of them. with_users: see `listing`."""
        if self._file is not None:
            with suppress(OSError):
                self._file.seek(0)
                self._file.truncate()
                self._file.write(listing(keys, with_users))
                self._file.flush()


def listing(keys: Iterable[Key], with_users: Iterable[Key] = ()) -> str:
    """The content of the file: the objects, and those whose users the program gives with them."""
    both = {"declared": keys, "with_users": with_users}
    return json.dumps({name: sorted(key.id for key in listed) for name, listed in both.items()})
