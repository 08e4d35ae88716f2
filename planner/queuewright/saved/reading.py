"""A plan from its JSON document, to be shown like any other. It is never carried out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from queuewright.catalogue.attribute import Change, Value
from queuewright.catalogue.diagnostic import NO_VALUE, Diagnostic, Severity, one_line
from queuewright.catalogue.key import Key
from queuewright.catalogue.observed import OpenFor
from queuewright.catalogue.sources import Citation, Document
from queuewright.diff.normalise import canonical_value
from queuewright.diff.types import (
    AttributeChange,
    Decision,
    ForceNeed,
    ForceVerdict,
    Verb,
)
from queuewright.engine.declared import TYPE_PREFIX, Declared
from queuewright.engine.steps import OptionChange, Plan, Step
from queuewright.impact.radius import Dependent, Impact, Opened
from queuewright.impact.routing import Destination, Rerouted
from queuewright.lint.check import Finding
from queuewright.render.outputs import OutputChange
from queuewright.state.deployment import Deployment
from queuewright.world.resolving import Use


def plan_of(document: Mapping[str, Any]) -> Plan:
    """The plan that `plan_document` wrote, or somebody else: every text in it but values, which are
    shown as JSON, is one line without control characters. Raises KeyError, TypeError or ValueError
    for what is no such document."""
    document = _plain(document)
    listed = sum(each["verb"] == Verb.SAME for each in document["steps"])
    left = tuple(
        Declared(urn=each["urn"], type=each["type"], name=each["name"]) for each in document["left"]
    )
    steps = tuple(map(_step, document["steps"]))
    policy = tuple(
        _problem(each, Severity.WARNING if each["overridden"] else Severity.ERROR)
        for each in document["policy"]
    )
    skipped = frozenset(document["skipped"])
    state = Deployment()
    return Plan(
        document["project"],
        document["stack"],
        steps,
        state,
        left,
        (),
        skipped,
        policy=policy,
        unread=frozenset(document["unread"]),
        unreachable=document["unreachable"],
        impacts={
            step.key: _impact(data["impact"])
            for step, data in zip(steps, document["steps"], strict=True)
            if "impact" in data
        },
        rerouted=tuple(map(_rerouted, document.get("workload", ()))),
        findings=tuple(map(_finding, document.get("findings", ()))),
        is_refreshed=document.get("refreshed", True),
        unlisted=max(document["summary"].get(Verb.SAME, 0) - listed, 0),
    )


# What holds a value.
_VALUES = frozenset(("before", "after", "applied", "observed", "value"))


def _plain(part: Any, *, is_value: bool = False) -> Any:
    if isinstance(part, str):
        return part if is_value else one_line(part)
    if isinstance(part, list):
        return [_plain(item, is_value=is_value) for item in part]
    if not isinstance(part, Mapping):
        return part
    return {
        one_line(name): _plain(item, is_value=is_value or name in _VALUES or name == "creates")
        for name, item in part.items()
    }


def outputs_of(document: Mapping[str, Any]) -> list[OutputChange]:
    """What becomes of the stack's outputs."""
    return [
        OutputChange(change["name"], change["before"], change["after"])
        for change in document.get("output_changes", ())
    ]


def _step(data: Mapping[str, Any]) -> Step:
    urn, kind = data["urn"], data["kind"]
    verb = Verb(data["verb"])
    declared = None
    if verb is not Verb.DELETE:
        declared = Declared(urn, TYPE_PREFIX + kind, data["resource"], place=data["place"])
    decision = Decision(
        verb,
        changes=tuple(map(_change, data["changes"])),
        creates={name: _value(value) for name, value in data["creates"].items()},
        drift=tuple(
            AttributeChange(
                d["attribute"], _value(d["applied"]), _value(d["observed"]), Change.IN_PLACE
            )
            for d in data["drift"]
        ),
        force=_force(data["force"]),
        problems=(
            *(_problem(each, Severity.ERROR) for each in data["blocked"]),
            *(_problem(each, Severity.WARNING) for each in data["warnings"]),
        ),
        with_force=data["force"]["sent"],
        purge=data["purge"],
        keep=data["keep"],
        messages=data.get("messages"),
        reasons=tuple(data["reasons"]),
    )
    depends = tuple(key for each in data["depends"] if (key := Key.parse(each)) is not None)
    options = tuple(OptionChange(o["option"], o["before"], o["after"]) for o in data["options"])
    return Step(
        urn,
        data["resource"],
        Key(data["system"], kind, data["name"]),
        decision,
        data["generation"],
        depends,
        declared=declared,
        option_changes=options,
    )


def _impact(data: Mapping[str, Any]) -> Impact:
    return Impact(
        tuple(
            Dependent(
                Key(each["system"], each["kind"], each["name"]),
                each["attribute"],
                tuple(map(_key, each["through"])),
                each["cluster"],
                each["declared"],
                each["observed"],
            )
            for each in data["dependents"]
        ),
        tuple(
            Opened(
                each["system"],
                _use(each),
                _key(each["towards"]) if each["towards"] else None,
                each["cluster"],
            )
            for each in data["opened"]
        ),
        tuple(data["unknown"]),
    )


def _rerouted(data: Mapping[str, Any]) -> Rerouted:
    before, after = (
        tuple(
            Destination(
                Key(each["system"], each["kind"], each["name"]),
                each["channel"],
                each["share"],
                each["rule"],
                each["reason"],
            )
            for each in data[ways]
        )
        for ways in ("before", "after")
    )
    notes = tuple(data["notes"])
    where = data["queue"], data["cluster"]
    return Rerouted(*where, before, after, data["failure"], notes, data["put_from"])


def _key(id_: str) -> Key:
    key = Key.parse(id_)
    if key is None:
        raise ValueError(f"{id_!r} is not SYSTEM/KIND/NAME")
    return key


def _change(data: Mapping[str, Any]) -> AttributeChange:
    before, after = _value(data["before"]), _value(data["after"])
    return AttributeChange(data["attribute"], before, after, Change(data["cost"]), data["drift"])


def _value(value: Any) -> Value | Any:
    return canonical_value(None, value)


def _force(data: Mapping[str, Any]) -> ForceNeed:
    uses, attributes = tuple(map(_use, data["uses"])), tuple(data["attributes"])
    return ForceNeed(
        ForceVerdict(data["verdict"]), data["reason"], attributes, uses, data["remediation"]
    )


def _use(data: Mapping[str, Any]) -> Use:
    return Use(
        object_name=data["opened"],
        application=data["application"],
        user=data["user"],
        open_for=frozenset(map(OpenFor, data["open_for"])),
        channel=data["channel"],
        count=data["count"],
        through=tuple(data["through"]),
    )


def _finding(data: Mapping[str, Any]) -> Finding:
    key = Key(data["system"], data["kind"], data["name"])
    about = {**data, "object": str(key) if key.kind else ""}
    found = _problem(about, Severity(data["severity"]))
    placed = replace(found, file=data["file"], line=data["line"])
    return Finding(placed, data["title"], key if key.kind else None)


def _problem(data: Mapping[str, Any], severity: Severity) -> Diagnostic:
    sources = tuple(
        Citation(Document(source["document"], "", "", "", source["url"]), source["section"])
        for source in data["sources"]
    )
    return Diagnostic(
        data["code"],
        data["attribute"],
        data["reason"],
        data["remediation"],
        sources,
        severity,
        object=data["object"],
        value=data.get("value", NO_VALUE),
    )
