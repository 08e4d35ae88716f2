"""The output of `pulumi preview --json`, as declarations and state.

Source: the output of Pulumi 3.260: {"config", "steps": [{"op", "urn", "oldState", "newState",
"detailedDiff", "replaceReasons"}], "diagnostics": [{"urn", "message", "severity"}],
"changeSummary": {op: count}}; states are resources as `pulumi stack export` has them, secrets
blinded as "[secret]" and what is not known yet as `UNKNOWN`. Resources that stay the same are among
the steps with --show-sames alone.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.hiding import SECRET
from queuewright.diff.normalise import within
from queuewright.engine.declared import REPLACEMENT_REASON, Declared, kind_of
from queuewright.host.values import UNKNOWN
from queuewright.state.deployment import (
    STACK_TYPE,
    Deployment,
    Resource,
    check_resource,
    is_secret,
)
from queuewright.state.errors import StateError
from queuewright.systems.registry import CONFIGURATION

_GONE = ("delete", "delete-replaced", "discard", "discard-replaced", "remove-pending-replace")
_PROVIDER = "pulumi:providers:"
_AGAIN = "give what pulumi preview --json prints"
# The provider's message where it blocks a resource: the engine's words for a failed check.
_CHECKED = "has a problem: "


class PreviewUnusable(QueuewrightError, ValueError):
    """The input is not a preview that can be explained. blocked: it is one that failed because
    Queuewright's provider blocks something, and nothing else."""

    def __init__(self, text: str, *, blocked: bool = False) -> None:
        super().__init__(text)
        self.blocked = blocked


@dataclass(frozen=True, slots=True)
class PulumiPreview:
    """declared: what the program registers; inputs that are secret or not known yet are left out
    and named in `unknown_inputs`. secrets: URN -> which of them are secret. state: what the stack
    has, as far as the preview tells. operations: URN -> what Pulumi says that it does. unlisted:
    how many resources stay the same and are not listed. destroy: the stack itself goes. systems:
    `queuewright:systems` as Pulumi had it, None where it had none that can be read. outputs: those
    that the stack is to have, None where the preview does not say (no release of Pulumi's does)."""

    project: str
    stack: str
    declared: tuple[Declared, ...]
    state: Deployment
    operations: Mapping[str, str]
    secrets: Mapping[str, frozenset[str]] = field(default_factory=dict)
    unlisted: int = 0
    destroy: bool = False
    systems: Mapping[str, Any] | None = None
    outputs: Mapping[str, Any] | None = None

    def with_state(self, export: Deployment) -> "PulumiPreview":
        """The same over the stack's whole state: what the preview is not about (because it stays
        the same, or is not a target) is declared as it was applied last."""
        mentioned = {*self.operations, *(resource.urn for resource in self.state.resources)}
        declared, secrets = list(self.declared), dict(self.secrets)
        for resource in export.resources:
            about = resource.urn in mentioned or resource.type.startswith(_PROVIDER)
            if about or resource.deleting or resource.external:
                continue
            same, hidden = _declared({**resource.raw, "sourcePosition": ""}, len(declared), ())
            declared.append(same)
            secrets.update({resource.urn: hidden} if hidden else {})
        return replace(self, declared=tuple(declared), state=export, secrets=secrets, unlisted=0)


def read_preview(data: bytes, where: str) -> PulumiPreview:
    """Raises PreviewUnusable, a line for each thing that is wrong. where: the file's name."""
    document = _document(data, where)
    _refuse_failed(document, where)
    steps = document.get("steps") or []
    if not isinstance(steps, list):
        raise PreviewUnusable(f"{where}: steps must be a list; {_AGAIN}")
    declared: dict[str, Declared] = {}
    resources: dict[str, Resource] = {}
    operations: dict[str, str] = {}
    secrets: dict[str, frozenset[str]] = {}
    stacks: dict[tuple[str, str], None] = {}
    outputs: Mapping[str, Any] | None = None
    for number, step in enumerate(steps):
        old, new = _states(step, f"{where}: step {number}")
        op, urn = str(step.get("op")), str(step.get("urn"))
        stack, project, *_ = urn.removeprefix("urn:pulumi:").split("::")
        stacks.setdefault((project, stack))
        if f"::{_PROVIDER}" in urn or op == "refresh":
            continue  # each engine makes its own; what a refresh finds is in the steps that follow
        operations.setdefault(urn, op)
        if new is not None and new["type"] == STACK_TYPE:
            outputs = new.get("outputs")
        if old is not None:
            resources.setdefault(str(old["urn"]), _without_secrets(old))
        if new is not None and op not in _GONE and urn not in declared and not new.get("external"):
            aliases = () if old is None or old["urn"] == urn else (str(old["urn"]),)
            declared[urn], hidden = _declared(new, len(declared), aliases)
            if hidden:
                secrets[urn] = hidden
            if reason := _replace_reason(step, declared[urn]):
                fields = {REPLACEMENT_REASON: reason}
                declared[urn] = replace(declared[urn], engine_fields=fields)
    for each in declared.values():
        if each.kind is not None and "system" in each.unknown_inputs:
            secret = "system" in secrets.get(each.urn, ())
            reason = "is secret" if secret else "is known only while pulumi runs"
            raise PreviewUnusable(
                f"{where}: {each.urn}: its system {reason}, so that nothing of it can be looked "
                "at; give it in clear"
            )
    if len(stacks) != 1:
        what = "no resource" if not stacks else f"resources of {len(stacks)} stacks"
        raise PreviewUnusable(f"{where}: has {what}; {_AGAIN} for a stack with a program")
    ((project, stack),) = stacks
    summary = document.get("changeSummary")
    same = summary.get("same") if isinstance(summary, Mapping) else 0
    listed = sum(op == "same" for op in operations.values())
    return PulumiPreview(
        project,
        stack,
        tuple(declared.values()),
        Deployment(tuple(resources.values())),
        operations,
        secrets,
        same - listed if isinstance(same, int) else 0,
        any(op == "delete" and f"::{STACK_TYPE}::" in urn for urn, op in operations.items()),
        _systems(document.get("config")),
        outputs,
    )


# Reasons of Pulumi's engine itself, in the place of a property's name.
_ENGINES_REASONS = {
    "id": "pulumi was asked to replace it (--replace)",
    "replaceWith": "it is replaced with another resource (replace_with)",
    "deletedWith": "it is replaced with another resource (deleted_with)",
    "replacementTrigger": "its replacement_trigger has changed",
    "provider": "its provider has changed",
}


def _replace_reason(step: Mapping[str, Any], declared: Declared) -> str:
    """Why Pulumi replaces it, where that is not an attribute that can be compared; else ""."""
    reasons = _texts(step.get("replaceReasons"))
    hidden = [name for name in reasons if name in declared.unknown_inputs]
    if hidden:
        return f"pulumi preview replaces it because of {', '.join(hidden)}, which it does not show"
    engines = [_ENGINES_REASONS[name] for name in reasons if name in _ENGINES_REASONS]
    return engines[0] if engines and len(engines) == len(reasons) else ""


def _systems(config: Any) -> Mapping[str, Any] | None:
    text = config.get(CONFIGURATION) if isinstance(config, Mapping) else None
    try:
        systems = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):  # "[secret]"
        return None
    return systems if isinstance(systems, dict) else None


def _document(data: bytes, where: str) -> Mapping[str, Any]:
    text = data.decode("utf-8", errors="replace").strip().removeprefix("\ufeff")
    if not text:
        raise PreviewUnusable(
            f"{where}: is empty: pulumi preview --json printed nothing; see what it says on "
            "standard error"
        )
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise PreviewUnusable(f"{where}: {_no_json(text)}") from None
    if not isinstance(document, Mapping):
        raise PreviewUnusable(f"{where}: is {shown(document, 20)} and no object; {_AGAIN}")
    if "deployment" in document:
        raise PreviewUnusable(
            f"{where}: is a stack's state; give it as --stack-export, and {_AGAIN} with it"
        )
    if "format" in document and "exit_code" in document:
        raise PreviewUnusable(
            f"{where}: is a plan of queuewright's, which says all of it already; {_AGAIN}"
        )
    if not document.keys() & {"steps", "config", "changeSummary", "diagnostics"}:
        raise PreviewUnusable(f"{where}: is not a preview of Pulumi's; {_AGAIN}")
    return document


def _no_json(text: str) -> str:
    first = text.splitlines()[0]
    try:
        event = json.loads(first)
    except (ValueError, RecursionError):
        event = None
    if isinstance(event, Mapping) and "sequence" in event:
        return (
            "is a stream of engine events; unset PULUMI_ENABLE_STREAMING_JSON_PREVIEW, and "
            "run pulumi preview --json again"
        )
    if first.startswith(("Previewing ", "Updating ", "View ")):
        return "is the text of pulumi preview, with --diff or without; run it with --json"
    return f"is not JSON (it begins with {shown(first, 40)}); {_AGAIN}, and nothing else"


def _refuse_failed(document: Mapping[str, Any], where: str) -> None:
    """Raises PreviewUnusable for a preview that failed: what it shows is not all."""
    diagnostics = document.get("diagnostics") or []
    errors = [
        str(each.get("message", ""))
        for each in diagnostics
        if isinstance(each, Mapping) and each.get("severity") == "error"
    ]
    if not errors:
        return
    blocked = all(_CHECKED in message for message in errors)
    lines = []
    for message in errors:
        text = message.partition(_CHECKED)[2] if blocked else _last_line(message)
        lines.append(
            one_line(f"{'BLOCKED ' if blocked else 'pulumi preview failed: '}{text.strip()}")
        )
    remediation = "correct it, and preview again; nothing else of it is explained"
    raise PreviewUnusable(
        "\n".join([*dict.fromkeys(lines), f"{where}: {remediation}"]), blocked=blocked
    )


def _last_line(message: str) -> str:
    """Of a traceback the error itself."""
    lines = [line for line in message.splitlines() if line.strip()]
    if lines and any(line.startswith("Traceback") for line in lines):
        return lines[-1]
    return lines[0].removeprefix("error: ") if lines else "it does not say why"


def _states(step: Any, where: str) -> tuple[Mapping[str, Any] | None, Mapping[str, Any] | None]:
    if not isinstance(step, Mapping) or not isinstance(step.get("op"), str):
        raise PreviewUnusable(f"{where} has no op; {_AGAIN}")
    states = step.get("oldState"), step.get("newState")
    try:
        check_resource({"urn": step.get("urn"), "type": "-"}, where)
        for state in states:
            if state is not None:
                check_resource(state, where)
    except StateError as error:
        text = str(error).rpartition("; ")[0]
        raise PreviewUnusable(f"{text}; {_AGAIN}") from None
    return states


def _declared(
    state: Mapping[str, Any], index: int, aliases: tuple[str, ...]
) -> tuple[Declared, frozenset[str]]:
    """The declaration, and which of its inputs are secret."""
    inputs = {n: v for n, v in (state.get("inputs") or {}).items() if n != "__provider"}
    secret = {name for name, value in inputs.items() if any(map(_is_secret, within(value)))}
    unknown = {name for name, value in inputs.items() if UNKNOWN in within(value)}
    known = {n: v for n, v in inputs.items() if n not in secret and n not in unknown}
    named = state.get("propertyDependencies") or {}
    urn, resource = str(state["urn"]), Resource(state)
    declared = Declared(
        urn=urn,
        type=resource.type,
        name=resource.name,
        custom=resource.custom,
        inputs=known,
        parent=resource.parent,
        dependencies=resource.dependencies,
        property_dependencies={name: tuple(urns or ()) for name, urns in named.items()},
        protect=resource.protect,
        retain_on_delete=resource.retain_on_delete,
        ignore_changes=resource.ignore_changes,
        replace_on_changes=_texts(state.get("replaceOnChanges")),
        aliases=(*aliases, *_texts(state.get("aliases"))),
        provider=resource.provider,
        additional_secret_outputs=_texts(state.get("additionalSecretOutputs")),
        unknown_inputs=frozenset(secret | unknown) if kind_of(resource.type) else frozenset(),
        import_id=str(state.get("importID") or ""),
        index=index,
        place=_place(state.get("sourcePosition")),
    )
    return declared, frozenset(secret)


def _texts(given: Any) -> tuple[str, ...]:
    listed: Sequence[Any] = given if isinstance(given, list) else ()
    return tuple(each for each in listed if isinstance(each, str))


def _is_secret(value: Any) -> bool:
    return value == SECRET or is_secret(value)


def _place(position: Any) -> str:
    """`project:///__main__.py#6` is `__main__.py:6`; "" for what is not in the project's folder."""
    path = str(position or "").removeprefix("project:///")
    file, _, line = path.partition("#")
    if path == position or file.startswith("..") or not line:
        return ""
    return f"{file}:{line.partition(',')[0]}"


def _without_secrets(state: Mapping[str, Any]) -> Resource:
    """The resource as the state has it; what the preview hides is left out. That it is to be
    replaced is the preview's own mark."""
    fields = {
        name: {n: v for n, v in (state.get(name) or {}).items() if not _hides(v)}
        for name in ("inputs", "outputs")
        if state.get(name)
    }
    kept = {name: value for name, value in state.items() if name != "pendingReplacement"}
    return Resource({**kept, **fields})


def _hides(value: Any) -> bool:
    return any(each == SECRET for each in within(value))


def mixed_up(preview: PulumiPreview, export: Deployment, where: str) -> Iterator[str]:
    """Why a state is not the one that the preview was made from; one line each."""
    there = {resource.urn: resource for resource in export.resources if not resource.deleting}
    for resource in preview.state.resources:
        known = there.get(resource.urn)
        if known is None or (resource.id and known.id != resource.id):
            problem = "is not in it" if known is None else f"has id {shown(known.id)} in it"
            yield f"{where}: {resource.urn} {problem}, and the preview has it; make both again"
