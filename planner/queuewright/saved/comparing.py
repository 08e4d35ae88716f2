"""A plan beside the same plan made later: which steps are the same, and what is not.

Everything that is shown of a step is compared, but for its place in the program and its generation.
What is on a queue may be less than it was, never more: fewer messages that are lost, fewer
applications that FORCE disturbs, fewer warnings.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from queuewright.catalogue.diagnostic import first_few, one_line, shown
from queuewright.diff import live
from queuewright.diff.types import Verb
from queuewright.engine.redaction import secret_names
from queuewright.engine.steps import Plan

from .document import document_of

Document = Mapping[str, Any]
_LIMIT = 200  # characters of a value
# Codes of warnings whose texts have numbers of messages, which are compared apart.
_COUNTING = live.CODES | {"messages-purged", "usage-with-messages"}


def plan_differences(then: Plan, now: Plan) -> Iterator[str]:
    """One line for each thing that a plan says or does now and did not a moment ago, or the other
    way round."""
    before, after = map(document_of, (then, now))
    old, new = ({step["id"]: step for step in document["steps"]} for document in (before, after))
    for id_, step in {**old, **new}.items():
        where = f"{step['system']} {step['kind']} {step['name']}"
        if id_ not in new:
            yield f"{where}: nothing is left to do; the plan had: {_verb(old[id_])}"
        elif id_ not in old:
            yield f"{where}: {_verb(step)} now, which the plan had not"
        else:
            yield from (f"{where}: {line}" for line in step_differences(old[id_], step))
    yield from _going(then, now)
    yield from policy_differences(before["policy"], after["policy"])
    yield from workload_differences(before.get("workload", ()), after.get("workload", ()))
    yield from route_differences(before.get("routes", ()), after.get("routes", ()))
    yield from access_differences(before.get("accesses", ()), after.get("accesses", ()))
    for system in dict.fromkeys((*then.unreachable, *now.unreachable)):
        if system not in now.unreachable:
            yield f"{system}: can be read now"
        elif system not in then.unreachable:
            yield f"{system}: cannot be read now"


def _going(then: Plan, now: Plan) -> Iterator[str]:
    """Changes of objects that are to go, and may be somebody else's by now."""
    going = {s.key: s for s in then.steps if s.verb is Verb.DELETE and s.observed is not None}
    for step in now.steps:
        before = going.get(step.key)
        if before is None or before.observed is None or step.observed is None:
            continue
        hidden = secret_names(step.declared, step.prior)
        old, new = before.observed.attributes, step.observed.attributes
        if step.verb is Verb.DELETE:
            then_seen, seen = (
                {n: v for n, v in each.items() if n not in hidden} for each in (old, new)
            )
            yield from (f"{step.key}: {line}" for line in _values(then_seen, seen, ""))
            if any(old.get(name) != new.get(name) for name in hidden):
                yield f"{step.key}: a secret value is another one"


def step_differences(then: Document, now: Document) -> Iterator[str]:
    """One line for each thing that the step says or does now and did not when it was saved, or the
    other way round. then, now: steps of a plan's document."""
    if _verb(then) != _verb(now):
        yield f"the step is {_verb(now)} now, {_verb(then)} in the plan"
    if then["urn"] != now["urn"]:
        yield f"its resource is {shown(now['urn'])} now, {shown(then['urn'])} in the plan"
    for name, word in (("creates", ""), ("options", "option "), ("changes", ""), ("drift", "")):
        yield from _values(_named(then[name]), _named(now[name]), word)
    yield from _texts("reason", then["reasons"], now["reasons"])
    yield from _loss(then, now)
    yield from _force(then["force"], now["force"])
    for kind, heading in (("warnings", "it warns now"), ("blocked", "it is blocked now")):
        known = set(map(_compared, then[kind]))
        yield from (f"{heading}: {p['reason']}" for p in now[kind] if _compared(p) not in known)
    if _disturbs(now):
        yield from _impact(then.get("impact") or {}, now.get("impact") or {})


def policy_differences(then: Sequence[Document], now: Sequence[Document]) -> Iterator[str]:
    """Rules of the shop that are overridden now, and were not."""
    known = {_rule(p) for p in then if p["overridden"]}
    for problem in now:
        if problem["overridden"] and _rule(problem) not in known:
            rule = problem["code"].removeprefix("policy-")
            yield f"policy: --override {rule} is needed now, and the plan does not have it"


def _rule(problem: Document) -> tuple[str, str, str]:
    """The text of a rule without its numbers: how many objects the stack has is another matter."""
    return problem["code"], problem["object"], re.sub(r"[0-9]+", "", problem["reason"])


def workload_differences(then: Sequence[Document], now: Sequence[Document]) -> Iterator[str]:
    """Puts to queues of clusters that go elsewhere than the plan says."""
    known = {_puts(each): each for each in then}
    for each in now:
        place = _puts(each)
        where = f"puts to {place[0]} in cluster {place[1]}"
        if place not in known:
            yield f"{where}: go elsewhere after it now, which the plan does not say"
        elif any(known[place][name] != each[name] for name in ("lost", "before", "after")):
            yield f"{where}: go other ways now than the plan says"


def route_differences(then: Sequence[Document], now: Sequence[Document]) -> Iterator[str]:
    """Routes that break by the plan now, and not as the plan says."""
    known = {(each["system"], each["queue"]): each["reasons"] for each in then}
    for each in now:
        place = each["system"], each["queue"]
        if each["after"] == "breaks" and known.get(place) != each["reasons"]:
            yield f"route {place[1]} at {place[0]}: breaks by it now, which the plan does not say"


def access_differences(then: Sequence[Document], now: Sequence[Document]) -> Iterator[str]:
    """Authorities that somebody gains or loses and that the plan does not say: objects that fit a
    profile of it have come, or others have changed records of theirs."""
    known = {change for each in then for change in _accesses(each)}
    for each in now:
        others = [change for change in _accesses(each) if change not in known]
        if others:
            names = ", ".join(first_few(list(dict.fromkeys(c[-1] or "nothing" for c in others)), 3))
            who = f"{each['system']} {each['entity_type']} {each['entity']}"
            words = ", ".join(dict.fromkeys(f"{verb} {word}" for *_, verb, word, _ in others))
            yield one_line(f"{who}: {words} on {names} now, which the plan does not say")


def _accesses(each: Document) -> Iterator[tuple[str, ...]]:
    """Each authority on each object by itself."""
    who = each["system"], each["entity_type"], each["entity"], each["object_type"]
    for name in each["objects"] or [""]:
        for verb, field in (("gains", "gained"), ("loses", "lost")):
            yield from ((*who, verb, word, name) for word in each[field])


def finding_differences(then: Sequence[Document], now: Sequence[Document]) -> Iterator[str]:
    """The findings of lint in the objects of the plan that the plan does not have."""
    known = set(map(_found, then))
    for finding in now:
        if _found(finding) not in known:
            where = f"{finding['system']} {finding['kind']} {finding['name']}"
            yield one_line(f"{where}: lint says now: {finding['code']} {finding['reason']}")


def _found(finding: Document) -> tuple[str, ...]:
    return tuple(str(finding[n]) for n in ("code", "system", "kind", "name", "attribute", "reason"))


def output_differences(then: Sequence[Document], outputs: Mapping[str, Any]) -> Iterator[str]:
    """Outputs that are other than the plan says. outputs: what the program exports now."""
    for change in then:
        name, after = change["name"], change["after"]
        if outputs.get(name) != after:
            was, now = shown(after, _LIMIT), shown(outputs.get(name), _LIMIT)
            yield f"output {name}: the program gives {now} now, {was} in the plan"


def _verb(step: Document) -> str:
    return "forget" if step["keep"] else str(step["verb"])


def _named(values: Any) -> dict[str, Any]:
    """By the name of an attribute or option. Without what a change costs: that depends on who has
    the object open, and what it comes to is the verb, and FORCE."""
    if isinstance(values, Mapping):
        return dict(values)
    return {
        each.get("attribute") or each["option"]: {n: v for n, v in each.items() if n != "cost"}
        for each in values
    }


def _values(then: Mapping[str, Any], now: Mapping[str, Any], word: str) -> Iterator[str]:
    for name in dict.fromkeys((*then, *now)):
        if then.get(name) != now.get(name):
            texts = [_text(each.get(name)) if name in each else "not" for each in (now, then)]
            yield f"{word}{name}: {texts[0]} now, {texts[1]} in the plan"


def _text(value: Any) -> str:
    """A value, or from which to which it changes."""
    if isinstance(value, Mapping) and {"before", "after"} <= value.keys():
        return f"{shown(value['before'], _LIMIT)} -> {shown(value['after'], _LIMIT)}"
    return shown(value, _LIMIT)


def _texts(word: str, then: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    yield from (f"{word} now: {text}" for text in now if text not in then)
    yield from (f"{word} in the plan: {text}" for text in then if text not in now)


def _loss(then: Document, now: Document) -> Iterator[str]:
    if now["purge"] and not then["purge"]:
        yield "its messages are purged now, and not in the plan"
    if not now["purge"] or then.get("messages") is None:
        return
    held, approved = now.get("messages"), then["messages"]
    if held is None:
        yield f"nobody knows how many messages are on it now; {approved} in the plan"
    elif held > approved:
        yield f"{held} messages would be lost now, {approved} in the plan"


def _force(then: Document, now: Document) -> Iterator[str]:
    if now["sent"] and not then["sent"]:
        yield "FORCE is sent now, and not in the plan"
    attributes = [name for name in now["attributes"] if name not in then["attributes"]]
    if attributes and now["verdict"] != "not-needed":
        yield f"FORCE concerns {', '.join(attributes)} now, and not in the plan"
    known = set(map(_who, then["uses"]))
    yield from (f"{_use(use)}, which it had not" for use in now["uses"] if _who(use) not in known)


def _impact(then: Document, now: Document) -> Iterator[str]:
    """The dependents of an object that goes or is forced, and the applications that have it
    open."""
    named = {(each["id"], each["attribute"]) for each in then.get("dependents", ())}
    for each in now.get("dependents", ()):
        if (each["id"], each["attribute"]) not in named:
            yield f"{each['id']} depends on it now ({each['attribute']}), which it did not"
    known = set(map(_who, then.get("opened", ())))
    for use in now.get("opened", ()):
        if _who(use) not in known:
            yield f"{_use(use)}, which it had not"


def _disturbs(step: Document) -> bool:
    """Whether what depends on the object will notice the step."""
    return step["verb"] in ("delete", "replace") or step["force"]["sent"]


def _compared(problem: Document) -> tuple[Any, ...]:
    code, attribute = problem["code"], problem["attribute"]
    return (code, attribute) if code in _COUNTING else (code, attribute, problem["reason"])


def _puts(each: Document) -> tuple[str, str, str]:
    return each["queue"], each["cluster"], each["put_from"]


def _who(use: Document) -> tuple[Any, ...]:
    names = ("opened", "application", "user", "channel")
    return (*(use[name] for name in names), *sorted(use["open_for"]), *use["through"])


def _use(use: Document) -> str:
    user = f" (user {use['user']})" if use["user"] else ""
    purposes = ", ".join(use["open_for"]) or "an unknown purpose"
    application = f'application "{use["application"] or "?"}"{user}'
    return one_line(f"{application} has {use['opened']} open for {purposes} now")
