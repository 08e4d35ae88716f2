"""PCF to the sandbox: raw messages or JSON lines, each answered with completion and reason.

Inquiries answer with objects in the documents' own parameter names, as the JSON lines have them.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import partial
from typing import Any

from queuewright.catalogue.errors import CommandFailed
from queuewright.catalogue.observed import Observed
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.dialects.definition import Action
from queuewright.dialects.mqsc import parse
from queuewright.dialects.mqsc.render import quoted
from queuewright.dialects.pcf.answers import Refusal, collect, fail, reason_name, refuse, succeed
from queuewright.dialects.pcf.build import structures
from queuewright.dialects.pcf.constants import MQCFT, MQDOPT, MQIACF, MQQSGD, MQRCCF
from queuewright.dialects.pcf.encode import ByteOrder, encode
from queuewright.dialects.pcf.forms import FORMS, NAMES, Form
from queuewright.dialects.pcf.observe import (
    connection_parameters,
    observed_parameters,
    queue_handle_parameters,
    queue_manager_parameters,
    status_parameters,
)
from queuewright.dialects.pcf.read import first, kinds_of, plain
from queuewright.dialects.pcf.running import (
    BY_NUMBER,
    REFRESH_SECURITY,
    running_parameters_of,
    security_of,
    status_parameters_of,
)
from queuewright.dialects.pcf.script import PcfEntry, definition_of, read_script
from queuewright.dialects.pcf.structures import PcfMessage, Structure
from queuewright.dialects.pcf.text import to_text
from queuewright.dialects.pcf.validation import validate
from queuewright.dialects.pcf.vocabulary import vocabulary
from queuewright.kinds import is_optional, is_record, spec_of
from queuewright.mq.local_queue import LocalQueueSpec

from . import channel_states, controls, policies, running, subscriptions, times
from .answers import Answer, answered, run_definition
from .display import manager_times, named
from .engine import EmbeddedSystem
from .observing import observe_stored, observed
from .pcf_extended import one_set, several_sets
from .pcf_filters import passing
from .reasons import not_modelled, refused
from .shown import shown_times

Objects = list[dict[str, Any]]


def run(system: EmbeddedSystem, text: str | bytes, *, file: str = "-") -> Iterator[Answer]:
    """Run a file of commands, one transaction each. Raises SystemUnavailable."""
    facts = system.facts()
    for index, entry in enumerate(read_script(text, ccsid=facts.ccsid), 1):
        yield answered(index, entry.text, entry.line, partial(_run, system, entry))


def respond(
    system: EmbeddedSystem, data: bytes, *, ccsid: int = 1208, order: ByteOrder = "big"
) -> list[bytes]:
    """The command server's answer to one message: a message each, the last with MQCFC_LAST, in
    the queue manager's character set; on z/OS extended responses, and MQCFT_COMMAND is refused
    there. ccsid: of the request, as its MQMD says. Raises SystemUnavailable, PcfDecodeError for
    what is not a command."""
    [entry] = read_script(data, ccsid=ccsid)
    facts = system.facts()
    responses = _extended if facts.platform is Platform.ZOS else _responses
    return [encode(response, order, facts.ccsid) for response in responses(system, entry)]


def _responses(system: EmbeddedSystem, entry: PcfEntry) -> Sequence[PcfMessage]:
    command = 0 if entry.message is None else entry.message.header.command
    try:
        if entry.message is not None and command in BY_NUMBER:
            return succeed(command, _about_what_runs(system, entry.message))
        if entry.message is not None and command == REFRESH_SECURITY:
            [refresh] = parse(f"REFRESH SECURITY TYPE({security_of(entry.message)})").commands
            with system.writing() as tx:
                controls.run(tx, refresh)
            return succeed(command)
        message, form = _checked(system, entry)
        if form.action is Action.INQUIRE:
            return succeed(command, _found(system, message))
        _do(system, entry, message, form)
    except CommandFailed as error:
        return fail(command, [Refusal(error.reason)])
    return succeed(command)


def _about_what_runs(system: EmbeddedSystem, message: PcfMessage) -> list[tuple[Structure, ...]]:
    """Inquire Channel Status, Start Channel and Stop Channel, and those of listeners and services.
    Raises CommandFailed."""
    asked = BY_NUMBER[message.header.command]
    words = vocabulary(asked.object).names
    name = str(plain(first(message, words[asked.name].id)) or "")
    names = [each for each in _OF_RUNNING if each in words]
    given = {each: plain(first(message, words[each].id)) for each in names}
    if message.header.command != asked.inquire:
        verb = "START" if message.header.command == asked.start else "STOP"
        number = given.get("Mode")
        mode = words["Mode"].word(number) if number is not None else None
        mode_given = f" MODE({mode.removeprefix('MQMODE_')})" if mode else ""
        [command] = parse(f"{verb} {asked.object}({quoted(name)}){mode_given}").commands
        with system.writing() as tx:
            controls.run(tx, command)
        return []
    if asked.object in running.REASONS:
        [command] = parse(f"DISPLAY {asked.status}(*)").commands
        with system.reading() as tx:
            rows, _ = controls.status(tx, command)
        found = [running_parameters_of(asked, r) for r in rows if named(r[asked.object], name)]
        if not found:
            text, missing = f"nothing is found for {name}", f"MQRCCF_{_MISSING[asked.object]}"
            raise refused(system.name, missing, text, "check the name")
        return found
    asked_type = given["ChannelType"]
    of_type = "" if asked_type is None else words["ChannelType"].word(asked_type) or ""
    of_type = of_type.removeprefix("MQCHT_")
    saved = given["ChannelInstanceType"] == words["ChannelInstanceType"].words["MQOT_SAVED_CHANNEL"]
    with system.reading() as tx:
        rows = [*channel_states.rows(tx, of_type, saved=saved)]
    found = [status_parameters_of(row, saved=saved) for row in rows if named(row["CHANNEL"], name)]
    if not found:
        text = f"nothing is found for {name}"
        raise refused(system.name, "MQRCCF_CHL_STATUS_NOT_FOUND", text, "check the name")
    return found


_OF_RUNNING = ("ChannelInstanceType", "ChannelType", "Mode")
_MISSING = {"LISTENER": "LSTR_STATUS_NOT_FOUND", "SERVICE": "SERV_STATUS_NOT_FOUND"}


def _extended(system: EmbeddedSystem, entry: PcfEntry) -> Sequence[PcfMessage]:
    """Those of each queue manager that CommandScope names."""
    message = entry.message
    if message is None:
        return one_set(system.name, _responses(system, entry))
    command = message.header.command
    if message.header.type != MQCFT.COMMAND_XR:
        return one_set(system.name, fail(command, [Refusal(MQRCCF.CFH_TYPE_ERROR)]))
    scope = vocabulary("Q").names["CommandScope"].id
    asked = str(plain(first(message, scope)) or "")
    if not asked:
        return one_set(system.name, _responses(system, entry))
    try:
        members, _ = system.scope_of({"command_scope": asked})
    except CommandFailed as error:
        return one_set(system.name, fail(command, [Refusal(error.reason)]))
    parameters = tuple(p for p in message.parameters if p.parameter != scope)
    here = replace(entry, message=PcfMessage(message.header, parameters))
    return several_sets(
        system.name, [(member.name, _responses(member, here)) for member in members]
    )


def _run(system: EmbeddedSystem, entry: PcfEntry) -> "str | tuple[str, Objects]":
    message, form = _checked(system, entry)
    if form.action is not Action.INQUIRE:
        return _do(system, entry, message, form)
    objects = [_named(form.number, found) for found in _found(system, message)]
    return f"{len(objects)} found", objects


def _checked(system: EmbeddedSystem, entry: PcfEntry) -> tuple[PcfMessage, Form]:
    """A command that the command server takes. Raises CommandFailed."""
    message = entry.message
    errors = [error for error in validate(entry, system.facts()) if error.is_error]
    structural = [error for error in errors if message is None or _before_the_object(error.code)]
    if structural:
        number = collect(refuse(message or PcfMessage.command(0), structural[:1])).reason
        name = reason_name(number)
        text = f"{system.name}: {structural[0]} ({name}, {number})"
        raise CommandFailed(text, completion=2, reason=number, reason_name=name)
    assert message is not None
    form = FORMS.get(message.header.command)
    if form is None:
        raise not_modelled(system.name, f"command {message.header.command}")
    return message, form


def _do(system: EmbeddedSystem, entry: PcfEntry, message: PcfMessage, form: Form) -> str:
    """Run a command that changes something. Raises CommandFailed."""
    definition = definition_of(entry)
    if definition is None:
        raise not_modelled(system.name, f"{form.name} of such an object")
    return run_definition(system, definition)


def _before_the_object(code: str) -> bool:
    """Whether the command server refuses it by itself; the rest the object's own rules answer."""
    return code in (
        "no-command", "header", "missing", "sequence", "structure", "duplicate",
        "unknown-parameter", "not-allowed", "wrong-kind", "choice", "force-model", "purge-local",
        "dynamic-scope",
    )  # fmt: skip


def _found(system: EmbeddedSystem, message: PcfMessage) -> list[tuple[Structure, ...]]:
    """The parameters of each response to an inquiry, those that it asks for. Raises CommandFailed
    where there is none."""
    form = FORMS[message.header.command]
    sets, missing = _sets(system, message)
    sets = passing(system.name, message, sets)
    if not sets and missing:
        text = f"nothing is found for {form.name}"
        raise refused(system.name, missing, text, "check the name")
    asked = _asked_for(message)
    return [_only(parameters, asked, form.object) for parameters in sets]


def _sets(system: EmbeddedSystem, message: PcfMessage) -> tuple[list[tuple[Structure, ...]], str]:
    """The parameters of each response, and the reason when there is none."""
    form = FORMS[message.header.command]
    if form.object == "Q_MGR":
        with system.reading() as tx:
            altered = structures("Q_MGR", times.in_pcf(manager_times(tx)))
            return [(*queue_manager_parameters(tx.facts, tx.manager), *altered)], ""
    if form.object == "PROCESS_NAMES":
        return _process_names(system, message), "MQRC_UNKNOWN_OBJECT_NAME"
    if form.object == "CONNECTION":
        return _connections(system, message), "MQRCCF_CONNECTION_ID_ERROR"
    kinds = kinds_of(form, message)
    if kinds and is_record(kinds[0]):
        return _records(system, kinds[0], message)
    name = str(plain(first(message, vocabulary(form.object).names[NAMES[form.object][0]].id)) or "")
    pattern = name.replace("[", "[[]").replace("?", "[?]")
    if form.name == "MQCMD_INQUIRE_Q_STATUS":
        return _status(system, message, pattern), "MQRCCF_Q_STATUS_NOT_FOUND"
    kinds = kinds_of(form, message)
    # Inquire Channel (MQTT) gives the type; without it no such channel is shown.
    kinds = tuple(kind for kind in kinds if len(kinds) == 1 or not is_optional(kind))
    disposition = _disposition(form, message)
    in_group = disposition in (MQQSGD.ALL, MQQSGD.GROUP)
    how = vocabulary(form.object).names.get("DisplayType")
    as_defined = how is not None and plain(first(message, how.id)) == MQDOPT.DEFINED
    with system.reading() as tx:
        sets = [
            (
                *observed_parameters(known if as_defined else subscriptions.resolved(tx, known)),
                *structures(form.object, times.in_pcf(shown_times(tx, stored))),
            )
            for stored, known in observe_stored(tx, kinds, in_repository=in_group)
            if fnmatchcase(stored.name, pattern) and _is_asked_for(known, disposition)
        ]
    missing = "MQRCCF_CHANNEL_NOT_FOUND" if form.object == "CHANNEL" else "MQRC_UNKNOWN_OBJECT_NAME"
    return sets, missing


def _records(
    system: EmbeddedSystem, kind: str, message: PcfMessage
) -> tuple[list[tuple[Structure, ...]], str]:
    """Inquire Authority Records, Inquire Channel Authentication Records: the profiles that are
    asked for, exactly or by a filter, of any type of object or of one."""
    if spec_of(kind).has_one_name():
        return _policies(system, kind, message), "MQRCCF_POLICY_NOT_FOUND"
    words = vocabulary(FORMS[message.header.command].object).names
    asked = {name: plain(first(message, words[name].id)) for name in words}
    profile, object_type = str(asked.get("ProfileName") or ""), asked.get("ObjectType")
    options, match = asked.get("Options"), asked.get("Match")
    exactly = match == 2 or (isinstance(options, int) and bool(options & 16))
    by_filter = match is not None or (isinstance(options, int) and bool(options & 64))
    sets = []
    for record in system.observe((kind,)):
        names = spec_of(kind).names_in(record.key.name)
        parameters = observed_parameters(record)
        if exactly or not by_filter:
            fits = names["name"] == profile or (not exactly and profile in ("", "*"))
        else:
            fits = named(names["name"], profile)
        types = (
            (p for p in parameters if p.parameter == words["ObjectType"].id)
            if ("ObjectType" in words)
            else ()
        )
        of_type = object_type in (None, 1001) or any(plain(p) == object_type for p in types)
        if fits and of_type:
            sets.append(parameters)
    is_channel = "Match" in words
    return sets, "MQRCCF_CHLAUTH_NOT_FOUND" if is_channel else "MQRC_UNKNOWN_OBJECT_NAME"


def _policies(
    system: EmbeddedSystem, kind: str, message: PcfMessage
) -> list[tuple[Structure, ...]]:
    """Inquire Policy: all of them, or one, which need not be there."""
    words = vocabulary(spec_of(kind).pcf.object).names
    name = str(plain(first(message, words[spec_of(kind).pcf.name].id)) or "")
    if name == "*":
        return [observed_parameters(each) for each in system.observe((kind,))]
    with system.reading() as tx:
        return [observed_parameters(observed(tx, policies.policy(tx, name)))]


def _process_names(system: EmbeddedSystem, message: PcfMessage) -> list[tuple[Structure, ...]]:
    asked = str(plain(first(message, vocabulary("PROCESS_NAMES").names["ProcessName"].id)) or "")
    found = [
        name for name in sorted(system.facts().names.get(Role.PROCESS, ())) if named(name, asked)
    ]
    return [structures("PROCESS_NAMES", {"ProcessNames": tuple(found)})] if found else []


def _disposition(form: Form, message: PcfMessage) -> int:
    """Inquire Queue QSGDisposition: MQQSGD_LIVE is the default value."""
    known = vocabulary(form.object).names.get("QSGDisposition")
    asked = None if known is None else plain(first(message, known.id))
    return asked if isinstance(asked, int) else MQQSGD.LIVE


def _is_asked_for(found: Observed, disposition: int) -> bool:
    """MQQSGD_ALL is what is live, and the objects of the shared repository as well; they are read
    only where they are asked for."""
    own = found.attributes.get("queue_sharing_group_disposition")
    if own is None or disposition in (MQQSGD.ALL, MQQSGD.LIVE):
        return True
    if disposition == MQQSGD.PRIVATE:
        return own in ("q_mgr", "copy")
    return MQQSGD[str(own).upper().replace("Q_MGR", "QMGR")] == disposition


def _status(
    system: EmbeddedSystem, message: PcfMessage, pattern: str
) -> list[tuple[Structure, ...]]:
    typed = plain(first(message, vocabulary("Q").names["StatusType"].id))
    if typed == MQIACF.Q_HANDLE:
        return [
            queue_handle_parameters(replace(handle.plain, object_name=handle.local_queue))
            for handle in system.open_handles()
            if handle.local_queue and fnmatchcase(handle.local_queue, pattern)
        ]
    return [
        status_parameters(queue.key.name, queue.status)
        for queue in system.observe((LocalQueueSpec.kind,), status=True)
        if queue.status is not None and fnmatchcase(queue.key.name, pattern)
    ]


def _connections(system: EmbeddedSystem, message: PcfMessage) -> list[tuple[Structure, ...]]:
    """Connections, their handles, or both; Inquire Connection: the connections alone if unsaid."""
    typed = vocabulary("CONNECTION").names["ConnInfoType"]
    asked = plain(first(message, typed.id))
    wanted = typed.words["MQIACF_CONN_INFO_CONN"] if asked is None else asked
    return [
        parameters
        for parameters in connection_parameters(system.handles())
        if wanted == typed.words["MQIACF_CONN_INFO_ALL"]
        or any(p.parameter == typed.id and plain(p) == wanted for p in parameters)
    ]


def _asked_for(message: PcfMessage) -> frozenset[int] | None:
    """The identifiers that QAttrs, or a parameter like it, asks for; None: all."""
    for structure in message.parameters:
        values = getattr(structure, "values", None)
        if isinstance(values, tuple) and all(isinstance(value, int) for value in values):
            return None if int(MQIACF.ALL) in values else frozenset(values)
    return None


def _only(
    parameters: tuple[Structure, ...], asked: frozenset[int] | None, object_name: str
) -> tuple[Structure, ...]:
    if asked is None:
        return parameters
    words = vocabulary(object_name).names
    kept = {words[name].id for name in NAMES[object_name][:2] if name}
    return tuple(structure for structure in parameters if structure.parameter in asked | kept)


def _named(command: int, parameters: tuple[Structure, ...]) -> dict[str, Any]:
    shown = json.loads(to_text(PcfMessage.command(command, parameters)))["parameters"]
    if isinstance(shown, dict):
        return shown
    return {name: value for named in shown for name, value in named.items()}
