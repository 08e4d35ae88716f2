"""The result of a script, as a queue manager or an IBM i job would: pure.

outcome: what stands at the end, and what was not taken and why. control: which commands of a
program run. run: commands of any dialect, one after the other; commands: one of them; removing,
rearranging: what they take away, move and copy. resolving:
what commands mean that do not say it. Import, conversion into a program,
load and drift all take a script's meaning from here; `exec` runs its commands on the sandbox
instead, under the same control.
"""

from .commands import emptied, in_full
from .control import come_to
from .outcome import Base, Existing, ScriptOutcome, Standing
from .resolving import by_system, resolved
from .run import OF_THE_JOB, Interpreter, Shipped, interpreted, new_system

__all__ = [
    "OF_THE_JOB",
    "Base",
    "Existing",
    "Interpreter",
    "ScriptOutcome",
    "Shipped",
    "Standing",
    "by_system",
    "come_to",
    "emptied",
    "in_full",
    "interpreted",
    "new_system",
    "resolved",
]
