"""The declarations of a program, in a file that lasts as long as the program runs.

Pulumi's engine asks a provider about one resource at a time, and deletes the object of a resource
that has another name now before it has asked about all others. So the provider reads here whether
another resource of the program stands for that object. The one effect of a program of ours.
"""

import atexit
import json
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import IO, Any

from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import DISPOSITION
from queuewright.catalogue.references import Role
from queuewright.diff.held_alone import TOPIC_STRING
from queuewright.diff.sharing import GROUP, is_of_group
from queuewright.ibmi.private_authorities import PRIVATE
from queuewright.kinds import kinds_of
from queuewright.world.snapshot import declared_length

Declarations = Mapping[Key, Mapping[str, Any]]


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

    def end_when_interrupted(self) -> None:
        """The engine interrupts a program that still waits for it when a resource has failed: a
        traceback of where it waited would hide the error. A handler of the user's stays."""
        in_main = threading.current_thread() is threading.main_thread()
        if in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._end)

    def _end(self, number: int, _frame: FrameType | None) -> None:
        self.close()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(128 + number)  # threads that wait for the engine would keep it from ending

    def write(self, declared: Declarations) -> None:
        """Before the engine gets any of them."""
        if self._file is not None:
            with suppress(OSError):
                self._file.seek(0)
                self._file.truncate()
                self._file.write(listing(declared))
                self._file.flush()


def listing(declared: Declarations) -> str:
    """The content of the file: the objects, those whose users the program gives with them, those
    that are one for a queue-sharing group, the group objects among these, the topics with their
    topic strings, and the MaxMsgLength of queue managers. declared: their inputs."""
    of_group = [key for key, inputs in declared.items() if is_of_group(key.kind, inputs)]
    groups = [key for key in of_group if declared[key].get(DISPOSITION) == GROUP]
    with_users = [key for key, inputs in declared.items() if PRIVATE in inputs]
    systems = sorted({key.system for key in declared})
    topics = kinds_of(Role.TOPIC)
    lengths = ((name, declared_length(name, declared)) for name in systems)
    return json.dumps(
        {
            "declared": sorted(key.id for key in declared),
            "of_group": sorted(key.id for key in of_group),
            "groups": sorted(key.id for key in groups),
            "with_users": sorted(key.id for key in with_users),
            "topic_strings": {
                key.id: string
                for key, inputs in declared.items()
                if isinstance(string := inputs.get(TOPIC_STRING), str) and key.kind in topics
            },
            "max_message_lengths": {name: length for name, length in lengths if length is not None},
        }
    )
