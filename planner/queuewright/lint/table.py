"""Every rule, in one table: its code, what it is called, and which diagnostics say it.

QW0: lint itself. QW1: names that lead nowhere. QW2: aliases and remote queues. QW3: queues that
hold messages. QW4: clusters. QW5: what gets lost. QW6: IBM i. QW7: the shop's own conventions. Each
has a page, docs/lint/CODE.md.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.sources import (
    CHANGE_CHANNEL,
    CHANGE_QUEUE,
    CHANGE_QUEUE_MANAGER,
    CL,
    CRTAUTL,
    CRTDTAQ,
    CRTMQMQ,
    CRTMSGQ,
    DELETE_QUEUE,
    LINT,
    MQSC,
    MQWQR,
    READINGS,
    Citation,
)
from queuewright.diff.normalise import identity_of
from queuewright.kinds import KINDS, spec_of
from queuewright.world.world import World

from .queues import backout, dead_letter, disagreeing, persistence_lost, recreated
from .references import (
    alias_of_alias,
    dangling,
    ignored_transmission,
    remote_target,
    transmission,
    unused_namelist,
    without_membership,
)
from .rule import Check, Rule, facts_of
from .subject import Subject

INVALID = "QW004"  # every error that has no code of its own


def rules_of_kind(subject: Subject, world: World) -> Iterator[Diagnostic]:
    """The rules that join attributes of one object, as its declaration is validated by."""
    key = subject.key
    if key.kind in KINDS:
        declared = {**identity_of(key.kind, key.name), **subject.values}
        existing, facts = world.existing(key), world.facts(key.system)
        yield from spec_of(key.kind).joint_findings(declared, facts, existing)


def _rule(
    code: str, title: str, check: Check | None, facts: str, *sources: Citation,
    severity: Severity = Severity.WARNING,
) -> Rule:  # fmt: skip
    return Rule(code, title, severity, sources, tuple(facts.split()), check)


_ERROR, _NOTE = Severity.ERROR, Severity.NOTE
_Q = CHANGE_QUEUE.at
_XMIT = "dangling:xmit_queue_name reference-missing:xmit_queue_name no-transmission-queue"
_STREAM = "dangling:stream_queue reference-missing:stream_queue"
_OWN = LINT.at("rules")
_TABLE = (
    _rule("QW001", "A silence has expired", None, "silence-expired", LINT.at("silences")),
    _rule("QW002", "A silence silences nothing", None, "silence-unused", LINT.at("silences"),
          severity=_NOTE),
    _rule("QW003", "A command of a script is not taken", None, "not-taken",
          MQSC.at("commands"), CL.at("syntax"), severity=_ERROR),
    _rule("QW004", "A rule of the documents is broken", rules_of_kind, "invalid",
          READINGS.at("rules"), severity=_ERROR),
    _rule("QW101", "An alias leads nowhere", dangling, "dangling:base_object_name",
          _Q("BaseObjectName"), CRTMQMQ.at("TGTQNAME")),
    _rule("QW102", "A remote queue has no transmission queue", dangling, _XMIT,
          _Q("XmitQName"), _Q("RemoteQMgrName"), CRTMQMQ.at("TMQNAME")),
    _rule("QW103", "A backout queue is not there", dangling, "dangling:backout_requeue_name",
          _Q("BackoutRequeueName")),
    _rule("QW104", "An initiation queue is not there", dangling, "dangling:initiation_queue_name",
          _Q("InitiationQName")),
    _rule("QW105", "A process is not there", rules_of_kind, "process-missing process-not-known",
          _Q("ProcessName")),
    _rule("QW106", "A streaming queue is not there", dangling, _STREAM, _Q("StreamQ")),
    _rule("QW107", "What a new object is made like is not there", dangling, "like-missing",
          _Q("FromQName")),
    _rule("QW108", "A remote queue names a queue that its queue manager does not have",
          remote_target, "remote-target-missing", _Q("RemoteQName")),
    _rule("QW109", "The dead-letter queue is not there", dead_letter, "dead-letter-missing",
          CHANGE_QUEUE_MANAGER.at("DeadLetterQName")),
    _rule("QW110", "A namelist is not used", unused_namelist, "unused-namelist",
          _Q("ClusterNamelist"), severity=_NOTE),
    _rule("QW111", "A cluster namelist is not there", dangling, "dangling:cluster_namelist",
          _Q("ClusterNamelist")),
    _rule("QW112", "A transmission queue that the queue manager ignores", ignored_transmission,
          "transmission-ignored", _Q("XmitQName"), CRTMQMQ.at("TMQNAME")),
    _rule("QW201", "A transmission queue has the wrong usage", transmission, "not-transmission",
          _Q("XmitQName"), _Q("Usage")),
    _rule("QW202", "An alias of an alias, or of a model queue", alias_of_alias, "alias-of-alias",
          _Q("BaseQName")),
    _rule("QW203", "An alias has no base object", rules_of_kind, "alias-blank",
          CRTMQMQ.at("TGTQNAME")),
    _rule("QW204", "A remote queue has no queue manager", rules_of_kind, "remote-blank",
          _Q("RemoteQMgrName")),
    _rule("QW205", "A remote queue of its own queue manager", rules_of_kind, "remote-own",
          _Q("RemoteQMgrName"), _Q("RemoteQName")),
    _rule("QW301", "A queue is its own backout queue", backout, "backout-itself",
          _Q("BackoutRequeueName")),
    _rule("QW302", "A backout queue takes shorter messages", backout, "backout-shorter",
          _Q("BackoutRequeueName"), _Q("MaxMsgLength")),
    _rule("QW303", "A backout threshold without a backout queue", rules_of_kind, "backout-pair",
          _Q("BackoutThreshold"), severity=_NOTE),
    _rule("QW304", "Triggering without an initiation queue", rules_of_kind, "trigger-nowhere",
          _Q("TriggerControl"), _Q("InitiationQName")),
    _rule("QW305", "Triggering without a process", rules_of_kind, "trigger-no-process",
          _Q("ProcessName")),
    _rule("QW306", "Triggering of type none", rules_of_kind, "trigger-never", _Q("TriggerType")),
    _rule("QW307", "Depth event thresholds are out of order", rules_of_kind, "limits-crossed",
          _Q("QDepthLowLimit"), _Q("QDepthHighLimit")),
    _rule("QW308", "The dead-letter queue cannot be used", dead_letter, "dead-letter-unusable",
          CHANGE_QUEUE_MANAGER.at("DeadLetterQName")),
    _rule("QW309", "There is no dead-letter queue", dead_letter, "no-dead-letter",
          CHANGE_QUEUE_MANAGER.at("DeadLetterQName")),
    _rule("QW310", "A shared default on a queue that is not shareable", rules_of_kind,
          "shared-default", CRTMQMQ.at("DFTSHARE"), severity=_NOTE),
    _rule("QW311", "Longer messages than the queue manager takes", rules_of_kind,
          "above-queue-manager", _Q("MaxMsgLength")),
    _rule("QW312", "An expiry that is not valid", rules_of_kind, "expiry-ignored",
          _Q("Custom, CAPEXPRY")),
    _rule("QW313", "An index that is for IBM MQ Workflow alone", rules_of_kind, "workflow-only",
          _Q("IndexType"), severity=_NOTE),
    _rule("QW314", "A backout count that IBM i always hardens", rules_of_kind, "always-hardened",
          _Q("HardenGetBackout"), severity=_NOTE),
    _rule("QW315", "A command for every queue manager of a group", rules_of_kind,
          "command-scope",
          _Q("CommandScope")),
    _rule("QW401", "A cluster queue on a queue manager that is no member", without_membership,
          "dangling:cluster_name not-member", _Q("ClusterName"), CHANGE_CHANNEL.at("ClusterName")),
    _rule("QW402", "Instances of a cluster queue disagree", disagreeing, "cluster-disagrees",
          MQWQR.at("Fields in MQWQR")),
    _rule("QW403", "A property control that cluster members do not see", rules_of_kind,
          "not-cached", CRTMQMQ.at("PROPCTL")),
    _rule("QW501", "What a queue holds is lost when it is created again", recreated,
          "entries-lost data-loss messages-purged", DELETE_QUEUE.at("Purge"), CRTDTAQ.at("DTAQ")),
    _rule("QW502", "Authorities are lost when an object is created again", recreated,
          "authorities-lost", MQSC.at("DELETE QLOCAL, AUTHREC"), CRTDTAQ.at("AUT")),
    _rule("QW503", "Persistent messages go where they get lost", persistence_lost,
          "persistence-lost temporary-persistent", _Q("DefPersistence"),
          _Q("NonPersistentMessageClass"), CRTMQMQ.at("DFNTYPE")),
    _rule("QW601", "A library is not there", None, "library-missing", CRTDTAQ.at("DTAQ"),
          CRTMSGQ.at("MSGQ"), severity=_ERROR),
    _rule("QW602", "An authorization list is not there", dangling,
          "dangling:authority reference-missing:authority", CRTAUTL.at("AUTL"), CRTDTAQ.at("AUT")),
    _rule("QW701", "A name against the convention", None, "name-convention", _OWN),
)  # fmt: skip

RULES: Mapping[str, Rule] = MappingProxyType({rule.code: rule for rule in _TABLE})
_BY_FACT = facts_of(RULES)


def rule_of(said: Diagnostic) -> Rule | None:
    """The rule that a diagnostic of any part of Queuewright is of, None for none: a plan's warnings
    and what blocks its steps have codes here too."""
    return _BY_FACT.get(f"{said.code}:{said.attribute}") or _BY_FACT.get(said.code)
