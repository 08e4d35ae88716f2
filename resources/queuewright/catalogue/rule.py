"""A rule: all that is known of one diagnostic, declared beside what checks it.

    BACKOUT_SHORTER = Rule(
        "backout-shorter",
        "A backout queue takes shorter messages",
        "takes messages of {longest} bytes, and this queue has them up to {own}",
        "raise its max_message_length, or lower this one's",
        (CHANGE_QUEUE.at("MaxMsgLength"),),
        attribute="backout_requeue_name",
        severity=Severity.WARNING,
        page="QW302",
    )
    yield BACKOUT_SHORTER(key, name, longest=longest, own=own)

The heads of docs/lint/ and the tables of docs/troubleshooting.md are made from them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from .diagnostic import NO_VALUE, Diagnostic, Severity, one_line
from .sources import Sources


@dataclass(frozen=True, slots=True)
class Rule:
    """Calling it builds the diagnostic.

    code: stable, kebab-case. Rules of one code say the same in other words (`but`), or are about
    different attributes.
    title: one sentence, what is wrong. reason, remediation: texts with the names of their words in
    braces, `str.format`. sources: the documents that it stands on; () where each diagnostic has
    those of its attribute. attribute: the one that it is always about, None for none or any. page:
    its code in lint, whose page is docs/lint/CODE.md; rules of one page have one title. text: what
    `lint --explain` prints where there is no page.
    """

    code: str
    title: str
    reason: str
    remediation: str = ""
    sources: Sources = ()
    attribute: str | None = None
    severity: Severity = Severity.ERROR
    page: str = ""
    text: str = ""

    def __call__(
        self,
        subject: object = "",
        value: Any = None,
        /,
        *,
        attribute: str | None = None,
        sources: Sources | None = None,
        severity: Severity | None = None,
        **words: Any,
    ) -> Diagnostic:
        """The diagnostic about `subject`, such as a `Key`, and the offending value of its
        attribute; without a subject, `Diagnostic.on` gives both. words: what the templates name,
        besides `attribute`. The others replace what the rule has. Raises KeyError for a missing
        word."""
        words["attribute"] = named = attribute or self.attribute
        return Diagnostic(
            self.code,
            named,
            one_line(self.reason.format_map(words)),
            one_line(self.remediation.format_map(words)),
            self.sources if sources is None else sources,
            severity or self.severity,
            str(subject),
            NO_VALUE if value is None and (named is None or subject == "") else value,
        )

    def but(self, **changes: Any) -> "Rule":
        """This rule differing in `changes`."""
        return replace(self, **changes)


def rules_in(modules: Iterable[ModuleType]) -> Iterator[Rule]:
    """The rules that modules declare by name, or in a mapping."""
    for module in modules:
        for declared in vars(module).values():
            several = declared.values() if isinstance(declared, Mapping) else (declared,)
            yield from (rule for rule in several if isinstance(rule, Rule))
