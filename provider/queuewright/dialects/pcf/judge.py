"""Judges one PCF command alone: everything in the documents that needs no system."""

from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.ccsid import byte_length
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.problem import Severity, shown
from queuewright.dialects.definition import Action, Definition, Trouble
from queuewright.dialects.judge import judged_alone
from queuewright.kinds import spec_of

from .constants import MQCFC, MQCFT, MQCMD, MQIACF
from .forms import FORMS, NAMES, Form
from .read import CLUSTER, definition, first, kinds_of, plain, troubles
from .script import Entry
from .structures import MQCFIN, MQCFST, Message
from .vocabulary import vocabulary

__all__ = ["judge", "judge_message"]


def judge(entry: Entry, facts: SystemFacts | None = None) -> list[Trouble]:
    """Everything that is wrong with a command of a file, or odd (warnings), in its place.

    facts: of the system it is for; None when it is not known, then platforms are not judged and
    lengths are counted in characters.
    """
    found = list(entry.problems)
    message = entry.message or entry.partial
    if message is not None:
        for one in judge_message(message, facts):
            if entry.message is None and one.code in ("missing", "sequence"):
                continue  # what could not be read may be what is missing
            found.append(
                Trouble(
                    one.code, one.message, one.attribute, one.source, entry.line,
                    _column(entry, message, one), one.severity, entry.offset,
                )
            )  # fmt: skip
    return found


def _column(entry: Entry, message: Message, trouble: Trouble) -> int:
    """Where the parameter stands in a JSON line; 0 where it does not."""
    form = FORMS.get(message.header.command)
    if not entry.line or form is None or trouble.attribute is None:
        return 0
    attribute = trouble.attribute
    base = NAMES[form.object][0] or "RepositoryName"
    names = [f"To{base}" if form.copies else base] if attribute == "name" else [attribute]
    for one in vocabulary(form.object).numbers.values():
        if attribute == one.name or attribute in one.fields.values():
            names += [one.name, *one.synonyms, one.constant, str(one.id)]
    places = (entry.text.find(f'"{name}"') for name in names)
    return next((place + 1 for place in places if place >= 0), 0)


def judge_message(message: Message, facts: SystemFacts | None = None) -> list[Trouble]:
    """The same of a message that stands in no file."""
    found = list(_header(message))
    form = FORMS.get(message.header.command)
    if form is None:
        found.append(
            Trouble(
                "unknown-command",
                f"command {message.header.command} is not described here, so that its parameters"
                " are not judged; see MQCMD",
                source="PCF commands",
                severity=Severity.WARNING,
            )
        )
        return found
    said = definition(message)
    if said is not None:
        found += said.problems
        found += _of_definition(form, said, message, facts)
    else:
        found += troubles(form, message, kinds_of(form, message))
        found += _no_kind(form, message)
    found += _lengths(form, message, facts)
    return _once(found)


def _once(found: list[Trouble]) -> list[Trouble]:
    """A rule that two places know is said once for an attribute."""
    seen: set[tuple[str, str | None]] = set()
    kept = []
    for one in found:
        if (one.code, one.attribute) not in seen or one.attribute is None:
            kept.append(one)
        seen.add((one.code, one.attribute))
    return kept


def _header(message: Message) -> Iterator[Trouble]:
    header = message.header
    source = "PCF MQCFH"
    if header.type not in (MQCFT.COMMAND, MQCFT.COMMAND_XR):
        yield Trouble(
            "no-command", f"MQCFH Type is {header.type}; a command has MQCFT_COMMAND (1)", "Type",
            source,
        )  # fmt: skip
    if header.control != MQCFC.LAST:
        yield Trouble(
            "header", f"MQCFH Control is {header.control}; a command has MQCFC_LAST (1)",
            "Control", source,
        )  # fmt: skip
    if header.sequence != 1:
        yield Trouble(
            "header", f"MQCFH MsgSeqNumber is {header.sequence}; a command has 1", "MsgSeqNumber",
            source,
        )  # fmt: skip
    extended = header.type == MQCFT.COMMAND_XR
    highest = max((one.version for one in message.parameters), default=1)
    highest = max(highest, 3 if extended else 1)
    if header.version < highest:
        yield Trouble(
            "header",
            f"MQCFH Version is {header.version}; its type and structures need {highest}",
            "Version",
            source,
        )


def _no_kind(form: Form, message: Message) -> Iterator[Trouble]:
    """A type that the catalogue does not have: wrong for a queue; channels have others."""
    typed = NAMES[form.object][1]
    if not typed or not form.attributes:
        return
    parameter = vocabulary(form.object).names[typed]
    given = first(message, parameter.id)
    if not isinstance(given, MQCFIN):
        return  # missing or of the wrong structure: said already
    word = parameter.word(given.value)
    if form.object == "Q":
        yield Trouble(
            "choice",
            f"QType={given.value if word is None else word}: must be MQQT_ALIAS, MQQT_LOCAL,"
            " MQQT_REMOTE or MQQT_MODEL; use one of these",
            "QType",
            "001 QType",
        )
    elif word is not None:
        yield Trouble(
            "not-described",
            f"{typed}={word} is no cluster channel, so that its attributes are not judged",
            typed,
            form.source,
            severity=Severity.WARNING,
        )


def _of_definition(
    form: Form, said: Definition, message: Message, facts: SystemFacts | None
) -> Iterator[Trouble]:
    if form.object == "Q" and form.attributes and len(said.kinds) > 1:
        yield from _no_kind(form, message)
        return
    spec = spec_of(said.kind)
    named = bool(said.name) or said.kind == CLUSTER
    if form.action is Action.DELETE or form.action is Action.INQUIRE:
        if form.action is Action.DELETE and named:
            yield from _values(said, {"name": said.name}, facts)
        yield from _delete(form, said)
        yield from _elsewhere(said, facts)
        return
    values: dict[str, Any] = {"name": said.name, **said.values}
    if not said.name and said.kind == CLUSTER:
        values["name"] = "CLUSTER"  # RepositoryName blank: it leaves whichever it was in
    if not named:
        if not any(one.code in ("missing", "structure") for one in said.problems):
            yield Trouble(
                "missing", f"{NAMES[form.object][0]} is blank; give the name of the object",
                "name", form.source,
            )  # fmt: skip
        values["name"] = "NAME"
    for one in _values(said, values, facts):
        if judged_alone(one.code, said):
            yield one
    if said.like is not None:
        for problem in spec.judge({"name": said.like}, facts)[1]:
            if problem.attribute == "name":
                base = NAMES[form.object][0]
                yield Trouble(
                    problem.code,
                    f"From{base}={shown(said.like)}: {problem.finding.rule}",
                    f"From{base}",
                    form.source,
                )
    yield from _options(form, said, message)
    yield from _elsewhere(said, facts)


def _values(
    said: Definition, values: Mapping[str, Any], facts: SystemFacts | None
) -> Iterator[Trouble]:
    for problem in spec_of(said.kind).judge(values, facts)[1]:
        yield Trouble.of(problem)


def _options(form: Form, said: Definition, message: Message) -> Iterator[Trouble]:
    changes = form.command is MQCMD.CHANGE_Q
    if changes and said.kind == "mq:ModelQueue" and first(message, int(MQIACF.FORCE)) is not None:
        yield Trouble(
            "force-model", "Force is not valid for model queues; leave it out", "Force",
            "001 Force, QMODEL",
        )  # fmt: skip
    elif said.force and not changes:
        yield Trouble(
            "force-ignored",
            f"Force has no effect on MQCMD_{form.command.name}; leave it out",
            "Force",
            "001 Force",
            severity=Severity.WARNING,
        )


def _delete(form: Form, said: Definition) -> Iterator[Trouble]:
    if said.purge and "mq:LocalQueue" not in said.kinds:
        yield Trouble(
            "purge-local",
            f"Purge is valid only for local queues, and this is an {said.kind}; leave it out",
            "Purge",
            "PCF Delete Queue Purge",
        )


def _elsewhere(said: Definition, facts: SystemFacts | None) -> Iterator[Trouble]:
    """Parameters that are no attributes of the kind, and exist on some platforms alone."""
    if facts is None:
        return
    zos = facts.platform == "zos"
    for name in ("CommandScope", "QSGDisposition"):
        if name in said.given and not zos:
            yield Trouble(
                "platform",
                f"{name} exists only on zos, and {facts.name} is {facts.platform}; leave it out",
                name,
                f"001 {name}",
            )
    if "AuthRec" in said.given and zos:
        yield Trouble(
            "platform", "AuthRec does not apply to zos; leave it out", "AuthRec",
            "PCF Delete Queue Authrec",
        )  # fmt: skip


def _lengths(form: Form, message: Message, facts: SystemFacts | None) -> Iterator[Trouble]:
    """Strings that are no attributes: those of attributes are the catalogue's to judge."""
    words = vocabulary(form.object)
    name = NAMES[form.object][0]
    judged = (name, f"From{name}", f"To{name}", "RepositoryName")
    for one in message.parameters:
        known = words.numbers.get(one.parameter)
        if not isinstance(one, MQCFST) or known is None or known.length is None:
            continue
        if (known.fields and form.attributes) or known.name in judged:
            continue
        value = plain(one)
        size = len(value) if facts is None else byte_length(value, facts.ccsid)
        if size is None:
            assert facts is not None
            yield Trouble(
                "ccsid",
                f"{known.name}={shown(value)}: has a character that CCSID {facts.ccsid} of"
                f" {facts.name} does not have; use characters of that CCSID",
                known.name,
                known.source,
            )
        elif size > known.length:
            yield Trouble(
                "length",
                f"{known.name}={shown(value)}: must have at most {known.length} bytes, not {size};"
                " shorten it",
                known.name,
                known.source,
            )
