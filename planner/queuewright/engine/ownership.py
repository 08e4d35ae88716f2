"""Objects that are not this stack's alone: those of other stacks, and those that it has adopted.

| object                          | adopt="never" | "matching" | "any"                   |
|---------------------------------|---------------|------------|-------------------------|
| nobody's, and as it is declared | blocked       | adopted    | adopted                 |
| nobody's, and differs           | blocked       | blocked    | adopted and changed     |
| what every queue manager has    | blocked       | adopted and changed                  |
| another stack has it            | blocked       | blocked    | adopted, with a warning |

| deleted by                      | created by the stack | adopted by the stack          |
|---------------------------------|----------------------|-------------------------------|
| `up`, when no longer declared   | yes                  | yes, with a warning           |
| `destroy`                       | yes                  | where the user says so        |
| either, another stack has it    | blocked              | no: the stack only forgets it |
| either, every queue manager has | no                   | no                            |

Other stacks are those of the same project whose state is here. `import_` counts as "any".
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.key import Key
from queuewright.catalogue.options import Adopt
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import PROGRAMS
from queuewright.diff.limits import removing
from queuewright.diff.types import Decision, Verb

from .matching import MatchedObject
from .steps import was_adopted

# The other stacks of the project that have these objects, by object.
Owners = Callable[[Collection[Key]], Mapping[Key, str]]
_BEFORE = "it was there before the stack adopted it"
_READ = "the program reads it, and no longer manages it"
ADOPTED_DELETED = Rule(
    "adopted-deleted",
    "An object is deleted that was there before the stack adopted it",
    _BEFORE,
    'set on_delete="retain" before its declaration is removed, to keep it',
    (PROGRAMS.at("Adoption"),),
    severity=Severity.WARNING,
)
OF_ANOTHER_STACK = Rule(
    "of-another-stack",
    "Another stack of the project has the object",
    "stack {other} has it",
    'take it out of stack {other}, or set adopt="any" for both to have it',
    (PROGRAMS.at("Adoption"),),
)
IN_BOTH_STACKS = OF_ANOTHER_STACK.but(
    reason="stack {other} has it, and both stacks change it from now on",
    remediation="take it out of stack {other}",
    severity=Severity.WARNING,
)
RECORD_NEEDED_ELSEWHERE = OF_ANOTHER_STACK.but(
    reason="would remove {record}, and stack {other} has it",
    remediation="name who it is of here too, or take the record out of stack {other}",
)
NEEDED_ELSEWHERE = OF_ANOTHER_STACK.but(
    reason="would be deleted, and stack {other} has it as well",
    remediation='take it out of stack {other}, or keep it with on_delete="retain"',
)


def kept(
    items: Sequence[MatchedObject],
    owners: Owners,
    only_read: Collection[Key],
    *,
    keep_adopted: bool,
) -> dict[Key, str]:
    """Objects that are no longer declared and stay on their system, and why.

    only_read: those that the program reads, which Pulumi's engine gives up too. keep_adopted:
    whatever the stack has adopted stays.
    """
    adopted = [item.key for item in items if item.inputs is None and _is_adopted(item)]
    others = owners(adopted) if adopted else {}
    reasons = {key: f"{_BEFORE}, and stack {other} has it" for key, other in others.items()}
    gone = (item.key for item in items if item.inputs is None)
    reasons |= {key: _READ for key in gone if key in only_read}
    if keep_adopted:
        reasons = {**dict.fromkeys(adopted, _BEFORE), **reasons}
    return {key: f"{reason}: it stays on {key.system}" for key, reason in reasons.items()}


def _is_adopted(item: MatchedObject) -> bool:
    return item.prior is not None and was_adopted(item.prior)


def shared(
    decisions: Mapping[Key, Decision], item: Callable[[Key], MatchedObject], owners: Owners
) -> dict[Key, Decision]:
    """The decisions about objects that other stacks have, or that the stack has adopted, with what
    is to be said of that. decisions: those that are not "same". item: the object of a key."""
    changed, asked = {}, []
    limits = removing(decisions)
    for key, decision in decisions.items():
        if decision.deletes:
            if _is_adopted(item(key)):
                problems = (ADOPTED_DELETED(key), *decision.problems)
                changed[key] = replace(decision, problems=problems)
            else:
                asked.append(key)
        elif decision.verb in (Verb.ADOPT, Verb.IMPORT) and not item(key).in_progress:
            asked.append(key)
    found = owners([*asked, *limits]) if asked or limits else {}
    for record, key in limits.items():
        if record in found:
            problem = RECORD_NEEDED_ELSEWHERE(key, record=record, other=found[record])
            changed[key] = changed.get(key, decisions[key]).but(problem)
    for key, other in ((key, found[key]) for key in asked if key in found):
        decision = decisions[key]
        if decision.verb is Verb.DELETE:
            changed[key] = decision.but(NEEDED_ELSEWHERE(key, other=other))
        else:
            changed[key] = decision.but(_of_another(key, item(key), other))
    return changed


def _of_another(key: Key, item: MatchedObject, other: str) -> Diagnostic:
    is_said = item.options.adopt is Adopt.ANY or bool(item.declared and item.declared.import_id)
    return (IN_BOTH_STACKS if is_said else OF_ANOTHER_STACK)(key, other=other)
