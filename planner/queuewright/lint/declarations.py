"""A declaration by itself: the rules of its kind, and the names that the shop wants."""

from collections.abc import Iterable, Iterator

from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CL, LINT, MQSC, READINGS
from queuewright.diff.normalise import identity_of
from queuewright.kinds import KINDS, spec_of
from queuewright.world.shipped import ships
from queuewright.world.world import World

from .check import finds
from .settings import Settings
from .subject import Subject

OF_IBM = ("SYSTEM.", "AMQ.")  # that every queue manager ships with, or makes itself

INVALID = Rule(
    "invalid",
    "A rule of the documents is broken",
    "every error of a declaration whose rule has no code of its own in lint",
    sources=(READINGS.at("rules"),),
    page="QW004",
)
NOT_TAKEN = Rule(
    "not-taken",
    "A command of a script is not taken",
    "every command that an interpreter refuses",
    sources=(MQSC.at("commands"), CL.at("syntax")),
    page="QW003",
)
NAME_CONVENTION = Rule(
    "name-convention",
    "A name against the convention",
    "a name of {kind} matches {pattern} here",
    "give it another name",
    (LINT.at("names"),),
    severity=Severity.WARNING,
    page="QW701",
)


def is_system_object(kind: str, name: str) -> bool:
    """Whether IBM names objects so. A record on such an object is of those who set it."""
    return name.startswith(OF_IBM) and not spec_of(kind).grants


def is_left_out(subject: Subject, world: World) -> bool:
    """Whether an object is as IBM makes it, so that nobody here can do better. A shop makes
    SYSTEM.ADMIN.SVRCONN itself, and opens SYSTEM.DEF.SVRCONN to clients by giving it a user."""
    key = subject.key
    if not is_system_object(key.kind, key.name):
        return False
    if Role.SERVER_CONNECTION_CHANNEL not in spec_of(key.kind).roles:
        return True
    return ships(key, world.facts(key.system)) and not subject.values.get("mca_user_identifier")


@finds(INVALID, *(rule for spec in KINDS.values() for check in spec.checks for rule in check.rules))
def rules_of_kind(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """The rules that join attributes of one object, as its declaration is validated by."""
    key = subject.key
    if key.kind in KINDS:
        declared = {**identity_of(key.kind, key.name), **subject.values}
        existing, facts = world.existing(key), world.facts(key.system)
        yield from spec_of(key.kind).joint_findings(declared, facts, existing)


def misnamed(
    subjects: Iterable[Subject], settings: Settings
) -> Iterator[tuple[Subject, Diagnostic]]:
    """Objects whose names the settings do not allow."""
    for subject in subjects if settings.names else ():
        key = subject.key
        pattern = settings.names.get(key.kind)
        if pattern is None or key.name.startswith(OF_IBM):
            continue
        if pattern.fullmatch(key.name) is None:
            yield subject, NAME_CONVENTION(key, kind=key.kind, pattern=shown(pattern.pattern))
