"""Every rule with a code: those that modules declare here, and those of others.

QW0: lint itself. QW1: names that lead nowhere. QW2: aliases, remote queues and subscriptions.
QW3: queues that hold messages. QW4: clusters. QW5: what gets lost. QW6: IBM i. QW7: the shop's own
conventions. QW8: who may do what. QW9: channels and listeners.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.rule import Rule, rules_in
from queuewright.diff import refusals, removal
from queuewright.interpreter import commands
from queuewright.mq import cipher_rules, queue_rules, security_policy, trigger_rules

from . import (
    channels,
    data_queues,
    declarations,
    queues,
    records,
    references,
    security,
    silences,
    topics,
)
from .check import Check
from .pages import Page


@dataclass(frozen=True)
class Rulebook:
    """rules: each has a page, or its own code is that of lint. checks: what finds them in one
    object; kinds, scripts and plans find the others themselves."""

    rules: tuple[Rule, ...]
    checks: tuple[Check, ...]

    @cached_property
    def pages(self) -> Mapping[str, Page]:
        """By code, in its order: those of Queuewright first."""
        rules: dict[str, list[Rule]] = {}
        for rule in self.rules:
            rules.setdefault(code_of(rule), []).append(rule)
        codes = sorted(rules, key=lambda code: (not code.startswith("QW"), code))
        return {code: Page(code, tuple(rules[code])) for code in codes}

    @cached_property
    def _by_diagnostic(self) -> Mapping[tuple[str, str | None], Page]:
        found: dict[tuple[str, str | None], Page] = {}
        for rule in self.rules:
            page = self.pages[code_of(rule)]
            found[rule.code, rule.attribute] = page
            if rule.code not in self._of_attributes:
                found[rule.code, None] = page
        return found

    @cached_property
    def _of_attributes(self) -> frozenset[str]:
        """Codes of rules that have a page for some of their attributes."""
        return frozenset(
            rule.code
            for rule in self.rules
            for other in self.rules
            if rule.code == other.code and code_of(rule) != code_of(other)
        )

    def page_of(self, diagnostic: Diagnostic) -> Page | None:
        """The page that a diagnostic of any part of Queuewright has, None for none: a plan's
        warnings and what blocks its steps have codes here too."""
        exact = self._by_diagnostic.get((diagnostic.code, diagnostic.attribute))
        return exact or self._by_diagnostic.get((diagnostic.code, None))


def code_of(rule: Rule) -> str:
    """Its code in lint."""
    return rule.page or rule.code


_MODULES = (
    declarations, queue_rules, references, records, queues, data_queues, removal, silences,
    refusals, cipher_rules, trigger_rules, security_policy, commands, security, channels, topics,
)  # fmt: skip
OWN = Rulebook(
    tuple(dict.fromkeys(rule for rule in rules_in(_MODULES) if rule.page)),
    (
        declarations.rules_of_kind,
        *references.CHECKS,
        *records.CHECKS,
        *queues.CHECKS,
        *data_queues.CHECKS,
        *security.CHECKS,
        *channels.CHECKS,
        *topics.CHECKS,
    ),
)
