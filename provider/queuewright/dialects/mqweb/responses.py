"""Answers of mqweb: results of commands, and the two ways in which it says that they failed.

A command that ran, well or not, comes as {"commandResponse": [{"completionCode", "reasonCode",
"parameters" or "message"}], "overallCompletionCode", "overallReasonCode"}, with HTTP 200 also for
an object that does not exist (2085). A refusal by mqweb itself comes as {"error": [{"type",
"msgId", "message", "explanation", "action", "completionCode", "reasonCode"}]}.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from queuewright.catalogue.attribute import Value
from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import Observed, Status
from queuewright.catalogue.spec import Lifecycle
from queuewright.dialects.mqsc.keywords import (
    is_named_by_keywords,
    is_named_partly,
    kinds_of_object,
    names_shown,
    of_type,
    shown_keywords,
    toggles,
    typed_by,
)
from queuewright.kinds import KINDS, MQ_KINDS, is_single
from queuewright.mq.membership import memberships_of

MQRC_UNKNOWN_OBJECT_NAME = 2085
_OVERALL_FAILED = 3008  # MQRCCF_COMMAND_FAILED
# DISPLAY's keywords for the name of an object.
_NAMES = dict.fromkeys(
    spec.mqsc.display
    for spec in KINDS.values()
    if spec.mqsc.word
    and spec.has_one_name()
    and spec.lifecycle in (Lifecycle.OBJECT, Lifecycle.RECORD)
)


class BadResponse(QueuewrightError, ValueError):
    """The body is not an answer of mqweb; one line with what was expected and found, and where."""


@dataclass(frozen=True, slots=True)
class MqwebAnswer:
    """One result. completion and reason are MQ's; parameters are those of a DISPLAY, keywords in
    lower case; message: MQ's or mqweb's text, texts: the same one by one, on z/OS one an object;
    message_id of mqweb ("MQWB0009E"), "" for MQ's."""

    completion: int = 0
    reason: int = 0
    parameters: Mapping[str, Any] = field(default_factory=dict)
    message: str = ""
    message_id: str = ""
    explanation: str = ""
    action: str = ""
    texts: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return self.completion < 2 and not self.message_id

    @property
    def not_found(self) -> bool:
        """MQ says that there is no such object."""
        return self.reason == MQRC_UNKNOWN_OBJECT_NAME

    def __str__(self) -> str:
        text = self.message or ("done" if self.ok else "failed")
        codes = f"completion {self.completion}, reason {self.reason}"
        return one_line(f"{text} ({codes})" + (f"; {self.action}" if self.action else ""))


def answers(body: Any) -> list[MqwebAnswer]:
    """The results in a response, of either envelope. Raises BadResponse.

    An overall failure that no single result tells of is a result of its own.
    """
    if not isinstance(body, Mapping):
        raise BadResponse(f"expected a JSON object, found {shown(body, 40)}")
    if "error" in body:
        results = [_error(result, f"error[{index}]") for index, result in _each(body, "error")]
        if not results:
            raise BadResponse("expected an error in error, found an empty array")
        return results
    if "commandResponse" not in body:
        fields = ", ".join(map(str, body)) or "nothing"
        raise BadResponse(f"expected commandResponse or error, found {shown(fields, 60)}")
    results = [
        _result(result, f"commandResponse[{i}]") for i, result in _each(body, "commandResponse")
    ]
    overall = _number(body, "overallCompletionCode", "")
    if overall >= 2 and all(result.ok for result in results):
        results.append(MqwebAnswer(overall, _number(body, "overallReasonCode", "")))
    return results


def response(answers: Sequence[MqwebAnswer]) -> dict[str, Any]:
    """The body that mqweb would send for these results; the counterpart of `answers`."""
    results: list[dict[str, Any]] = []
    failed = any(answer.message_id for answer in answers)
    for answer in answers:
        result = {"completionCode": answer.completion, "reasonCode": answer.reason}
        own: dict[str, Any] = {"parameters": dict(answer.parameters)} if answer.parameters else {}
        if answer.message:
            own["message"] = [answer.message]
        if failed:
            own = {"type": "rest", "msgId": answer.message_id, "message": answer.message}
            own |= {"explanation": answer.explanation, "action": answer.action}
        results.append(own | result)
    if failed:
        return {"error": results}
    worst = max((answer.completion for answer in answers), default=0)
    overall = {"overallCompletionCode": worst, "overallReasonCode": 0}
    if worst >= 2:
        overall["overallReasonCode"] = _OVERALL_FAILED
    return {"commandResponse": results, **overall}


def displayed(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row of a DISPLAY, as `parameters` of a result; the counterpart of `observed_values`.

    row: MQSC keyword -> text, number or texts; a keyword without a value has "".
    """
    shown: dict[str, Any] = {}
    for word, value in row.items():
        alone = value == "" and word.upper() in toggles()
        shown[word.lower()] = list(value) if isinstance(value, tuple) else "yes" if alone else value
    return shown


def observed_values(parameters: Mapping[str, Any]) -> tuple[str, str, dict[str, Value]] | None:
    """Kind, name and canonical attributes of one displayed object; None when it is not ours.

    Keywords that the catalogue does not have are left out (dates, depths, counts).
    """
    given = {str(key).lower(): value for key, value in parameters.items()}
    for qualifier in _NAMES:
        word = qualifier.lower()
        if isinstance(given.get(word), str):
            kind = _kind(qualifier, given)
            if kind is None:
                return None
            return kind, given[word].rstrip(" "), _attributes(kind, given)
    return _named_by_keywords(given) or _single(given)


def _single(given: Mapping[str, Any]) -> tuple[str, str, dict[str, Value]] | None:
    """The queue manager, which DISPLAY QMGR names by QMNAME."""
    for kind in filter(is_single, MQ_KINDS):
        if isinstance(given.get("qmname"), str):
            return kind, KINDS[kind].usual_names()["name"], _attributes(kind, given)
    return None


def _named_by_keywords(
    given: Mapping[str, Any],
) -> tuple[str, str, dict[str, Value]] | None:
    for kind in _by_keywords():
        words = {word.upper(): value for word, value in given.items()}
        names = names_shown(kind, words)
        if KINDS[kind].required_names() <= names.keys():
            return kind, KINDS[kind].name_of(names), _attributes(kind, given)
    return None


@cache
def _by_keywords() -> tuple[str, ...]:
    """The kinds that several columns of a row name."""
    return tuple(k for k in MQ_KINDS if is_named_by_keywords(k) or is_named_partly(k))


def _kind(qualifier: str, given: Mapping[str, Any]) -> str | None:
    typed = str(given.get("type", "")).upper()
    if qualifier == "QUEUE":
        return next(iter(kinds_of_object().get(typed, ())), None)
    kinds = kinds_of_object()[qualifier]
    if keyword := typed_by(kinds):
        chosen = str(given.get(keyword.lower(), "")).upper()
        return next(iter(of_type(kinds, chosen)), None)
    return kinds[0]


def _attributes(kind: str, given: Mapping[str, Any]) -> dict[str, Value]:
    values_read: dict[str, Value] = {}
    for word, keyword in shown_keywords(kind).items():
        value = given.get(word.lower())
        if value is None and keyword.metadata.repeated:  # one for each item: there is none
            values_read[keyword.attribute] = ()
        if value is None or keyword.metadata.write_only:
            continue
        if keyword.value is not None:  # a toggle is shown by its keyword alone
            if str(value).lower() == "yes":
                values_read[keyword.attribute] = keyword.value
            continue
        items = value if keyword.is_list and isinstance(value, list) else [value]
        is_one = keyword.metadata.repeated
        if (
            keyword.is_list and isinstance(value, str) and not is_one
        ):  # runmqsc shows COMPMSG(ZLIBFAST,RLE)
            items = [item.strip(" ") for item in value.split(",")]
        if keyword.is_list and keyword.metadata.is_unordered and keyword.metadata.choices:
            # A word of a later release does not hide the others.
            known = {choice.mqsc for choice in keyword.metadata.choices}
            items = [item for item in items if str(item).strip(" ").upper() in known]
        if (read := keyword.read([str(item) for item in items])) is not None:
            values_read[keyword.attribute] = read
    return values_read


def _each(body: Mapping[str, Any], name: str) -> list[tuple[int, Mapping[str, Any]]]:
    items = body[name]
    if not isinstance(items, list):
        raise BadResponse(f"{name}: expected an array, found {shown(items, 40)}")
    for index, item in enumerate(items):
        if not isinstance(item, Mapping):
            raise BadResponse(f"{name}[{index}]: expected an object, found {shown(item, 40)}")
    return list(enumerate(items))


def _result(body: Mapping[str, Any], where: str) -> MqwebAnswer:
    parameters = body.get("parameters", {})
    if not isinstance(parameters, Mapping):
        text = shown(parameters, 40)
        raise BadResponse(f"{where}.parameters: expected an object, found {text}")
    texts = body.get("message", body.get("text", []))
    lines = tuple(map(str, texts)) if isinstance(texts, list) else (str(texts),)
    codes = _number(body, "completionCode", where), _number(body, "reasonCode", where)
    return MqwebAnswer(*codes, parameters, " ".join(lines), texts=lines)


def _error(body: Mapping[str, Any], where: str) -> MqwebAnswer:
    identifier = body.get("msgId")
    if not isinstance(identifier, str) or not identifier:
        raise BadResponse(f"{where}.msgId: expected a string, found {shown(identifier, 40)}")
    completion = _number(body, "completionCode", where) if "completionCode" in body else 2
    reason = _number(body, "reasonCode", where) if "reasonCode" in body else 0
    message, text, remediation = (
        str(body.get(name, "")) for name in ("message", "explanation", "action")
    )
    return MqwebAnswer(completion, reason, {}, message, identifier, text, remediation)


def _number(body: Mapping[str, Any], name: str, where: str) -> int:
    value = body.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        place = f"{where}.{name}" if where else name
        raise BadResponse(f"{place}: expected an integer, found {shown(value, 40)}")
    return value


def observed_from_responses(system: str, bodies: Iterable[Any]) -> Iterator[Observed]:
    """Every object of ours that responses to DISPLAY commands tell of.

    What a result says of depth, uncommitted work and openers is its status. A cluster is what a
    cluster-receiver channel names, itself or by a namelist; the queue manager's REPOS or REPOSNL
    makes it a full repository. Raises BadResponse for what is not an answer, or one that failed for
    any reason but that there is no such object.
    """
    objects: dict[tuple[str, str], Mapping[str, Value]] = {}
    repositories: dict[str, str] = {}
    for number, body in enumerate(bodies):
        for answer in answers(body):
            if answer.not_found or (answer.reason == _OVERALL_FAILED and not answer.message):
                continue
            if not answer.ok:
                raise BadResponse(f"response {number + 1}: {answer}")
            for word in ("repos", "reposnl"):
                named = str(answer.parameters.get(word, "")).rstrip(" ")
                repositories[word] = named or repositories.get(word, "")
            displayed = observed_values(answer.parameters)
            if displayed is None:
                continue
            kind, name, values = displayed
            objects[kind, name] = values
            yield Observed(Key(system, kind, name), values, _status(answer.parameters))
    yield from memberships_of(
        system,
        objects,
        repository=repositories.get("repos", ""),
        repository_namelist=repositories.get("reposnl", ""),
    )


def _status(parameters: Mapping[str, Any]) -> Status | None:
    """Counts of a local queue; None where the result tells of none."""
    given = {str(key).lower(): value for key, value in parameters.items()}
    counts = [given.get(word) for word in ("curdepth", "ipprocs", "opprocs")]
    if not any(isinstance(count, int) for count in counts):
        return None
    depth, open_input, open_output = (count if isinstance(count, int) else 0 for count in counts)
    uncommitted = given.get("uncom", 0)
    if not isinstance(uncommitted, int):
        uncommitted = int(str(uncommitted).upper() == "YES")
    return Status(depth, uncommitted, open_input, open_output, handles_known=False)
