"""The queue manager in MQSC: what ALTER QMGR sets, and the clusters that follow from it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.rules import NAMELIST_MISSING, NOT_MANAGED, REPOSITORY_EXCLUSIVE, VALUE
from queuewright.mq.membership import memberships as memberships_of
from queuewright.mq.namelist import NamelistSpec

from .keywords import of_queue_manager
from .reading import NO_ATTRIBUTE, MqscReading, filled_in, inserts, misspelt, others, stripped
from .script import MqscCommand

# The rules for its objects follow from them.
_FACTS = ("CCSID", "MAXMSGL")
_NAMES = ("DEADQ", "DEFXMITQ", "REPOSNL")

SETTINGS_NOT_MANAGED = NOT_MANAGED.but(
    reason="{names} of QMGR: attributes of the queue manager are not managed here; not taken"
)


def settings(command: MqscCommand) -> dict[str, str]:
    """The settings of ALTER QMGR, keyword -> text; none of other commands. Secrets are not kept."""
    if (command.verb, command.object) != ("ALTER", "QMGR"):
        return {}
    texts = others(command, "FORCE")
    return {keyword: text.rstrip(" ") for keyword, text in texts.items()}


def membership(command: MqscCommand, kinds: tuple[str, ...]) -> Definition | None:
    """ALTER QMGR REPOS('CLUSTER'): the queue manager becomes a full repository of it."""
    repos = command.parameters.get("REPOS")
    name = stripped(repos.text) if repos else ""
    if repos is None or not name.strip():
        return None
    reading = MqscReading(command, kinds)
    if names := inserts(name):
        reading.unknown.add("name")
        reading.insert("name", names, repos)
    reading.given.update(others(command, "REPOS"))
    reading.problems += of_the_queue_manager(command)
    reading.values["full_repository"] = "yes"
    reading.places.update(dict.fromkeys(("name", "full_repository"), (repos.line, repos.column)))
    return replace(reading.definition(), name=name, action=Action.CREATE)


def memberships(
    command: MqscCommand, kind: str, commands: Iterable[MqscCommand]
) -> Iterator[Definition]:
    """ALTER QMGR REPOSNL('NAMELIST'): a full repository of every cluster of the namelist."""
    parameter = command.parameters["REPOSNL"]
    namelist = stripped(parameter.text)
    namelists: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {}
    for other in commands:
        if (other.verb, other.object, other.name) == ("DEFINE", "NAMELIST", namelist):
            names = other.parameters.get("NAMES")
            items = tuple(map(stripped, names.values)) if names else ()
            namelists[NamelistSpec.kind, namelist] = {"names": items}
    place = (parameter.line, parameter.column)
    base = Definition(
        kind,
        namelist,
        values={"full_repository": "yes"},
        given=others(command, ""),
        problems=(
            *(replace(problem, attribute=None, file="") for problem in command.problems),
            *of_the_queue_manager(command),
        ),
        line=command.line,
        column=command.column,
        text=command.text,
        places={"name": place, "full_repository": place},
    )
    if inserts(namelist):
        yield replace(base, unknown=frozenset({"name"}))
        return
    if not namelists:
        problem = NAMELIST_MISSING(attribute="name", namelist=shown(namelist)).at(*place)
        yield replace(base, problems=(*base.problems, problem), unknown=frozenset({"name"}))
        return
    for name, full in memberships_of(namelists, repository_namelist=namelist).items():
        yield replace(base, name=name, values={"full_repository": full})


def of_the_queue_manager(command: MqscCommand) -> list[Diagnostic]:
    """The parameters of ALTER QMGR beside the repositories: named, never dropped. One that the
    queue manager does not have is none of this release; two repositories at once are an error."""
    found = []
    unmanaged = []
    for keyword, parameter in command.parameters.items():
        if keyword not in of_queue_manager():
            unknown = NO_ATTRIBUTE(
                attribute=keyword,
                severity=Severity.WARNING,
                written=parameter.written,
                kind="QMGR",
                meant="leave it out",
            )
            problem = misspelt(unknown, of_queue_manager(), command.parameters)
        elif keyword in _NAMES and (filled := inserts(parameter.text)):
            problem = filled_in(parameter, filled)
        elif keyword in _FACTS and not (parameter.text.isascii() and parameter.text.isdigit()):
            problem = VALUE(
                name=parameter.written,
                words="a whole number",
                found=shown(parameter.text),
                meant="",
            )
        else:
            if keyword not in ("REPOS", "REPOSNL", "FORCE", "CMDSCOPE"):
                unmanaged.append(parameter)
            continue
        found.append(problem.at(parameter.line, parameter.column))
    if all((command.value(keyword) or "").strip() for keyword in ("REPOS", "REPOSNL")):
        place = command.parameters["REPOSNL"]
        found.append(REPOSITORY_EXCLUSIVE().at(place.line, place.column))
    if unmanaged:
        names = ", ".join(parameter.written for parameter in unmanaged)
        place = unmanaged[0]
        found.append(SETTINGS_NOT_MANAGED(names=names).at(place.line, place.column))
    return found
