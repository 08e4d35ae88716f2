"""Options that every declared object has, beside its attributes."""

from dataclasses import dataclass
from enum import StrEnum


class Force(StrEnum):
    """NEVER: a change that needs FORCE is blocked. WHEN_NEEDED: it is used there only."""

    NEVER = "never"
    WHEN_NEEDED = "when-needed"


class OnDelete(StrEnum):
    """REFUSE_IF_IN_USE: blocked while open or holding messages. PURGE: messages are deleted too.
    RETAIN: the object stays on the system, only the stack forgets it."""

    REFUSE_IF_IN_USE = "refuse-if-in-use"
    PURGE = "purge"
    RETAIN = "retain"


class Adopt(StrEnum):
    """What to do when an object to create exists already. IF_IDENTICAL: take it over when every
    managed attribute agrees. ALWAYS: take it over and change it. NEVER: blocked."""

    IF_IDENTICAL = "if-identical"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class ObjectOptions:
    """`like` names an object of the same kind on the same system: what the spec leaves out comes
    from it at creation (Change Queue (PCF) Copy Queue)."""

    force: Force = Force.NEVER
    on_delete: OnDelete = OnDelete.REFUSE_IF_IN_USE
    adopt: Adopt = Adopt.IF_IDENTICAL
    like: str | None = None


# Those that have fixed words, by name.
OPTION_WORDS: dict[str, type[Force] | type[OnDelete] | type[Adopt]] = {
    "force": Force,
    "on_delete": OnDelete,
    "adopt": Adopt,
}
OPTION_NAMES = (*OPTION_WORDS, "like")

REPLACE_ON_CHANGES = "__replace_on_changes"
IGNORE_CHANGES = "__ignore_changes"
IMPORT_ID = "__import_id"
DELETE_FIRST = "__delete_before_replace"
"""Properties that hand Pulumi's options `replace_on_changes` and `import_` to the provider: its
engine does neither for dynamic resources. `delete_before_replace` is there where the program says
so: the option itself is always given, as two objects cannot have one name."""
