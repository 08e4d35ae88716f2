"""Who may do what on a queue manager, as text, Markdown, JSON and a page."""

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import ConfigDict

from queuewright.access.connection import ConnectionOutcome, InboundCaller, InboundConnection
from queuewright.access.report import Access
from queuewright.access.rights import Right
from queuewright.catalogue.diagnostic import first_few, one_line
from queuewright.world.authority_records import Grant

from .authorities import mqsc_word, mqsc_words
from .document_fields import JsonDocument, field
from .escape import markdown_text
from .pages import page_of
from .workload import markdown_table

FORMAT: Literal[1] = 1
COLUMNS = ("type", "object", "who", "may", "through")
_NAMED = 10  # profiles that fit no object


class GrantDocument(JsonDocument):
    """An authority record that gives it."""

    id: str = field("SYSTEM/KIND/NAME", of="key.id")
    entity_type: Literal["group", "principal"] = field(of="entity.field")
    entity: str = field(of="entity.name")
    profile: str = field(of="profile.pattern")
    authorities: tuple[str, ...] = field("single ones, in IBM's order")


class RightDocument(JsonDocument):
    """The authorities of somebody on an object."""

    object_type: str = field(of="place.object_type")
    object: str = field("the queue manager is self", of="place.name")
    kind: str = field("or empty", of=lambda right: "" if right.key is None else right.key.kind)
    who_type: Literal["group", "principal"] = field(of="who.field")
    who: str = field(of="who.name")
    authorities: tuple[str, ...] = field("single ones, in IBM's order; none for none")
    short: tuple[str, ...] = field("the same in the fewest words")
    through: tuple[GrantDocument, ...]
    reason: str = field("why, where no record gives it; or empty")
    known: bool = field(
        "false where there may be more, as a script only changes a record", of="is_known"
    )


class CallerDocument(JsonDocument):
    """An inbound connection, as it was asked about."""

    channel: str
    address: str
    certificate: str
    issuer: str
    user: str = field("that the client asserts")
    queue_manager: str = field("that calls")


class ConnectionDocument(JsonDocument):
    """The fate of the connection."""

    caller: CallerDocument
    outcome: ConnectionOutcome
    user: str = field("as whom it works, or empty where that is not known")
    rule: str = field(
        "id of the channel authentication record that decides, or empty",
        of=lambda each: "" if each.rule is None else each.rule.id,
    )
    check_client: str = field("CHCKCLNT that holds, or empty where it is not known")
    steps: tuple[str, ...] = field("how that comes")


class QuestionDocument(JsonDocument):
    user: str
    groups: tuple[str, ...]
    object: str


class AccessDocument(JsonDocument):
    """Who may do what on a queue manager."""

    model_config = ConfigDict(title="Access of Queuewright")

    format: Literal[1] = field(of=lambda _: FORMAT)
    system: str
    source: str = field("what was looked at")
    question: QuestionDocument
    entities: int = field("groups and principals that have records")
    records: int
    known: bool = field("false where the records cannot be read", of="is_known")
    connection: ConnectionDocument | None
    rights: tuple[RightDocument, ...]
    unused: tuple[GrantDocument, ...] = field("records whose profile fits no object")
    notes: tuple[str, ...]


def access_json(answer: Access) -> dict[str, Any]:
    """The document as plain data."""
    return AccessDocument.model_validate(answer).json_data()


def rows(answer: Access) -> list[tuple[str, ...]]:
    """A row an object and group or principal, in the order of COLUMNS."""
    return [
        (
            mqsc_word(right.place.object_type),
            right.place.name,
            str(right.who),
            _may(right),
            right.reason or "; ".join(_through(right)),
        )
        for right in answer.rights
    ]


def _may(right: Right) -> str:
    if right.is_known:
        return mqsc_words(right.short)
    return f"{mqsc_words(right.short)}, others not known" if right.authorities else "not known"


def _through(right: Right) -> Iterator[str]:
    for grant in right.through:
        own = grant.entity == right.who
        yield grant.profile.pattern if own else f"{grant.entity} {grant.profile.pattern}"


def heading(answer: Access) -> str:
    """The question in a line."""
    question, where = answer.question, f"on {answer.system} ({answer.source})"
    if question.caller is not None:
        return one_line(f"{_caller(question.caller)} {where}")
    if question.user:
        groups = ", ".join(question.groups)
        inside = f", in {'groups' if question.groups[1:] else 'group'} {groups}" if groups else ""
        return one_line(f"Rights of user {question.user}{inside} {where}")
    if question.groups:
        return one_line(f"Rights of {' and '.join(f'group {g}' for g in question.groups)} {where}")
    counts = f"{answer.entities} groups and users, {answer.records} authority records"
    return one_line(f"Who may do what {where}: {counts}")


def _caller(caller: InboundCaller) -> str:
    given = {
        "from": caller.address,
        "with certificate": caller.certificate,
        "of user": caller.user,
        "of queue manager": caller.queue_manager,
    }
    origin = "".join(f" {words} {text}" for words, text in given.items() if text)
    return f"A connection{origin} over channel {caller.channel}"


def connection_lines(connection: InboundConnection) -> list[str]:
    """The way of the connection, and its end; a line each."""
    ends = {
        ConnectionOutcome.ALLOWED: f"it works as user {connection.user}",
        ConnectionOutcome.REFUSED: "REFUSED: applications get MQRC_NOT_AUTHORIZED (2035)",
        ConnectionOutcome.UNKNOWN: "whom it works as is not known from what is given",
    }
    if connection.outcome is ConnectionOutcome.UNKNOWN and connection.user:
        ends[ConnectionOutcome.UNKNOWN] = f"if it is let in, it works as user {connection.user}"
    return [one_line(text) for text in (*connection.steps, ends[connection.outcome])]


def remarks(answer: Access) -> list[str]:
    """Everything else that is to be said; a line each."""
    found = [one_line(note) for note in answer.notes]
    if answer.unused:
        listed = first_few(sorted({_unused(grant) for grant in answer.unused}), _NAMED)
        count = len(answer.unused)
        fit = "fits" if count == 1 else "fit"
        found.append(
            one_line(f"{count} record{'s' * (count > 1)} {fit} no object: {', '.join(listed)}")
        )
    if not answer.rights and not answer.is_administrator and not _is_refused(answer):
        found.append("no record gives anything")
    return found


def _unused(grant: Grant) -> str:
    object_type = mqsc_word(grant.profile.object_type)
    return f"{object_type} {grant.profile.pattern}"


def _is_refused(answer: Access) -> bool:
    connection = answer.connection
    return connection is not None and connection.outcome is ConnectionOutcome.REFUSED


def access_markdown(answer: Access) -> str:
    """The same for a comment."""
    lines = [f"### {markdown_text(heading(answer))}", ""]
    if answer.connection is not None:
        lines += [*(f"1. {markdown_text(t)}" for t in connection_lines(answer.connection)), ""]
    if answer.rights:
        lines += [*markdown_table(COLUMNS, rows(answer)), ""]
    lines += [f"- {markdown_text(text)}" for text in remarks(answer)]
    return "\n".join([*lines, ""])


def access_page(answer: Access) -> str:
    """The same as one self-contained page."""
    connection = answer.connection
    return page_of(
        "access.html.j2",
        title=heading(answer),
        steps=[] if connection is None else connection_lines(connection),
        columns=COLUMNS,
        rows=rows(answer),
        remarks=remarks(answer),
    )
