"""Rules about what keeps a trigger event from occurring."""

from collections.abc import Iterator, Mapping
from typing import Any

from queuewright.catalogue.diagnostic import Diagnostic, Severity
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import joint
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_QUEUE, CRTMQMQ

TRIGGER_NOWHERE = Rule(
    "trigger-nowhere",
    "Triggering without an initiation queue",
    "is on and initiation_queue_name is blank, so that no trigger message can be written",
    "give initiation_queue_name",
    (CHANGE_QUEUE.at("TriggerControl, InitiationQName"),),
    "trigger_control",
    Severity.WARNING,
    "QW304",
)
TRIGGER_NEVER = Rule(
    "trigger-never",
    "Triggering of type none",
    "is none, so that no trigger message is written",
    "choose first, every or depth",
    (CHANGE_QUEUE.at("TriggerType"),),
    "trigger_type",
    Severity.WARNING,
    "QW306",
)
TRIGGER_NO_PROCESS = Rule(
    "trigger-no-process",
    "Triggering without a process",
    "is on and process_name is blank, so that no trigger event occurs on a queue that is not a "
    "transmission queue",
    "give process_name",
    (CHANGE_QUEUE.at("ProcessName"), CRTMQMQ.at("PRCNAME")),
    "trigger_control",
    Severity.WARNING,
    "QW305",
)
PROCESS_MISSING = Rule(
    "process-missing",
    "A process is not there",
    "there is no such process, and it must be there for a trigger event to occur",
    "define the process",
    (CHANGE_QUEUE.at("ProcessName"), CRTMQMQ.at("PRCNAME")),
    "process_name",
    Severity.WARNING,
    "QW105",
)
PROCESS_NOT_KNOWN = PROCESS_MISSING.but(
    code="process-not-known",
    reason="must be a process that is there for a trigger event to occur, and {system} does not "
    "report which there are",
    remediation="let the user display processes, or see for yourself that it is there",
)


@joint(
    TRIGGER_NOWHERE,
    TRIGGER_NEVER,
    TRIGGER_NO_PROCESS,
    PROCESS_MISSING,
    PROCESS_NOT_KNOWN,
    of=("trigger_control", "trigger_type", "initiation_queue_name", "process_name", "usage"),
)
def triggering(values: Mapping[str, Any], facts: SystemFacts | None) -> Iterator[Diagnostic]:
    """The reasons why a trigger event cannot occur."""
    if values.get("trigger_control") != "on":
        return
    if values.get("initiation_queue_name") == "":
        yield TRIGGER_NOWHERE()
    if values.get("trigger_type") == "none":
        yield TRIGGER_NEVER()
    process = values.get("process_name")
    if process == "" and values.get("usage") == "normal":
        yield TRIGGER_NO_PROCESS()
    if process and facts is not None and facts.exists(Role.PROCESS, process) is False:
        yield PROCESS_MISSING()
    if process and facts is not None and Role.PROCESS in facts.refused:
        yield PROCESS_NOT_KNOWN(system=facts.name)
