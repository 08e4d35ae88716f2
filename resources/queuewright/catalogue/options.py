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
    """The treatment of an object to create that exists already. MATCHING: adopt it when every
    managed attribute agrees. ANY: adopt it and change it, even where another stack has it. NEVER:
    blocked.
    """

    NEVER = "never"
    MATCHING = "matching"
    ANY = "any"

    @classmethod
    def _missing_(cls, value: object) -> "Adopt | None":
        """As states and programs of before version 0.2 have them."""
        return {"if-identical": cls.MATCHING, "always": cls.ANY}.get(str(value))


class Restart(StrEnum):
    """NEVER: a change of what runs waits for its next start. WHEN_RUNNING: it is stopped (quiesce),
    changed and started again."""

    NEVER = "never"
    WHEN_RUNNING = "when-running"


class RefreshSecurity(StrEnum):
    """NEVER: a change that waits for REFRESH SECURITY goes on waiting. WHEN_NEEDED: the command is
    sent after the change."""

    NEVER = "never"
    WHEN_NEEDED = "when-needed"


@dataclass(frozen=True, slots=True)
class ObjectOptions:
    """`like` names an object of the same kind on the same system: what the spec leaves out comes
    from it at creation (Change Queue (PCF) Copy Queue)."""

    force: Force = Force.NEVER
    on_delete: OnDelete = OnDelete.REFUSE_IF_IN_USE
    adopt: Adopt = Adopt.MATCHING
    like: str | None = None
    restart: Restart = Restart.NEVER
    refresh_security: RefreshSecurity = RefreshSecurity.NEVER


_Word = Force | OnDelete | Adopt | Restart | RefreshSecurity
# Those that have fixed words, by name.
OPTION_WORDS: dict[str, type[_Word]] = {
    "force": Force,
    "on_delete": OnDelete,
    "adopt": Adopt,
    "restart": Restart,
    "refresh_security": RefreshSecurity,
}
OPTION_NAMES = (*OPTION_WORDS, "like")


def option_word(option: str, value: object) -> _Word | None:
    """The option with this value, None where there is none."""
    try:
        return OPTION_WORDS[option](str(value))
    except ValueError:
        return None


REPLACE_ON_CHANGES = "__replace_on_changes"
IGNORE_CHANGES = "__ignore_changes"
IMPORT_ID = "__import_id"
DELETE_FIRST = "__delete_before_replace"
RETAIN = "__retain_on_delete"
LISTED_IN = "__listed_in"
SECRET_INPUTS = "__secret_inputs"
"""Properties that hand Pulumi's options `replace_on_changes` and `import_` to the provider: its
engine does neither for dynamic resources. `delete_before_replace` is there where the program says
so: the option itself is always given, as two objects cannot have one name. SECRET_INPUTS has
the names of the inputs that the program marks secret. LISTED_IN names the file in which a program
that runs under Pulumi's engine lists all objects that it declares. RETAIN is there under that
engine where the program says `retain_on_delete`. The provider's check reads these three and leaves
them out: no state has them."""
