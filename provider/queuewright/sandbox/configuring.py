"""A system of the sandbox made to agree with the configuration of a stack.

What a partition or a queue manager can be given later is applied; what it was created with is not
changed under its objects: where the configuration differs there, it is an error that says so.
"""

from collections.abc import Mapping
from typing import Any

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform

from .engine import EmbeddedSystem

_AS_CREATED = ("platform", "command_level", "ccsid")
_SETTINGS = ("current_library", "queue_sharing_group")


def configure(
    system: EmbeddedSystem, configuration: Mapping[str, Any], *, write: bool = True
) -> bool:
    """Whether all of it agrees, or does now. Raises SystemUnavailable for what differs and stays.

    configuration: what is given of platform, command_level, ccsid, libraries (more may be there),
    current_library and queue_sharing_group; None and what is left out: anything. Nothing is written
    where all of it agrees. write: False to leave it at the answer.
    """
    facts = system.facts()
    given = {name: value for name, value in configuration.items() if value is not None}
    differing = [
        f"{name} is {shown(_plain(getattr(facts, name)))} there and {shown(given[name])} here"
        for name in _AS_CREATED
        if name in given and not _agrees(name, getattr(facts, name), given[name])
    ]
    if differing:
        raise SystemUnavailable(
            one_line(
                f"system {system.name} of sandbox {system.sandbox.path} is not as it is configured:"
                f" {'; '.join(differing)}; correct the configuration, or remove it with:"
                f" queuewright sandbox remove {system.name}"
            )
        )
    libraries = _new_libraries(facts, given)
    settings = {n: given[n] for n in _SETTINGS if n in given and given[n] != getattr(facts, n)}
    platform = given.get("platform", facts.platform)
    if not libraries and not settings and platform == facts.platform:
        return True
    if not write:
        return False
    with system.writing() as tx:
        for library in libraries:
            tx.add_library(library)
        if settings:
            tx.settings.update(settings)
            tx.save_settings()
        tx.connection.execute("UPDATE system SET platform = ? WHERE id = ?", (str(platform), tx.id))
    return True


def _agrees(name: str, known: Any, wanted: Any) -> bool:
    """A queue manager reports AIX, Linux and other UNIX systems alike: a dump does not tell them
    apart, the configuration does."""
    if name == "platform":
        return Platform(known).mqsc == Platform(wanted).mqsc
    return bool(known == wanted)


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Platform) else value


def _new_libraries(facts: SystemFacts, given: Mapping[str, Any]) -> list[str]:
    if facts.libraries is None:
        return []
    wanted = [*given.get("libraries", ()), *filter(None, [given.get("current_library")])]
    return [library for library in dict.fromkeys(wanted) if library not in facts.libraries]
