"""The commands in a job that runs CSQUTIL: what its function COMMAND reads. Pure.

Sources: IBM MQ, "Using the COMMAND function of CSQUTIL": DDNAME, and CSQUCMD where it is not given,
TGTQMGR; "Invoking the IBM MQ utility program on z/OS": PARM; JCL in `dialects/jcl.py`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from queuewright.catalogue.diagnostic import Severity, shown
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CSQUTIL
from queuewright.dialects.jcl import Record, ZosJob, job_of
from queuewright.dialects.protocol import Entry
from queuewright.dialects.rules import NOT_MANAGED

_UTILITY = "CSQUTIL"
_FUNCTIONS = "SYSIN"
_COMMAND, _USUAL = "COMMAND", "CSQUCMD"
_TARGET = re.compile(r"\bTGTQMGR\s*\(\s*([^()]*?)\s*\)", re.IGNORECASE)
_NAME = re.compile(r"[A-Z$#@][A-Z0-9$#@]{0,3}")  # of a queue manager on z/OS
_CONTINUED = ("+", "-")
_DDNAME = re.compile(r"\bDDNAME\s*\(\s*(\w+)\s*\)", re.IGNORECASE)

# Step and DD -> queue managers.
Targets = Mapping[tuple[int, str], Sequence[str]]

NO_TARGET = Rule(
    "no-target-queue-manager",
    "Commands of a job for several queue managers do not say which they are for",
    "the commands in {dd} do not say which queue manager they are for, in a job for several: "
    "nothing of them is taken for {meant}",
    "name it in PARM of the step, or in TGTQMGR of COMMAND",
    (CSQUTIL.at("TGTQMGR"),),
)
OTHER_DATA_SET = Rule(
    "other-data-set",
    "A job reads commands from a data set",
    "CSQUTIL reads {name}, which is not in this job: nothing of it is taken",
    "import that data set too",
    (CSQUTIL.at("DDNAME"),),
    severity=Severity.WARNING,
)


def job_with_commands(text: str) -> ZosJob | None:
    """The job, where it runs CSQUTIL."""
    job = job_of(text)
    return job if _UTILITY in job.programs else None


def _functions(job: ZosJob) -> Iterator[Record]:
    """The functions of CSQUTIL that each step asks for, a statement over several
    records as one."""
    begun: Record | None = None
    for record in job.records:
        if record.program != _UTILITY or record.dd != _FUNCTIONS:
            continue
        text = record.text.rstrip()
        is_comment = begun is None and text.lstrip().startswith("*")
        if begun is not None and begun.step == record.step:
            record = begun._replace(text=f"{begun.text[:-1].rstrip()} {text.strip()}")
        begun = record if text.endswith(_CONTINUED) and not is_comment else None
        if begun is None:
            yield record
    if begun is not None:
        yield begun


def targets_of(job: ZosJob) -> Targets:
    """The queue managers that each DD's commands are for: the target of COMMAND, and where it names
    none that of PARM. "" for one that is not known."""
    found: dict[tuple[int, str], list[str]] = {}
    for record in _functions(job):
        if record.text.split()[:1] and record.text.split()[0].upper() == _COMMAND:
            target = _TARGET.search(record.text)
            name = _queue_manager(target[1]) if target is not None else _connected(record.parm)
            named = _DDNAME.search(record.text)
            dd = named[1].upper() if named else _USUAL
            found.setdefault((record.step, dd), []).append(name)
    for record in job.records:
        if record.program == _UTILITY and record.dd != _FUNCTIONS:
            found.setdefault((record.step, record.dd), [_connected(record.parm)])
    return found


def _connected(parm: str) -> str:
    """The queue manager that the utility connects to: with a queue-sharing group it is the first of
    four, and the first of three is the group's."""
    parts = parm.split(",")
    return "" if len(parts) == 3 else _queue_manager(parts[0])


def _queue_manager(text: str) -> str:
    name = text.strip(" '").upper()
    return name if _NAME.fullmatch(name) else ""


def commands_in(job: ZosJob, text: str, targets: Targets, only: str = "") -> str:
    """The text with only the lines of commands, each where it stands. only: for this queue manager,
    "" for all."""
    lines = [""] * (text.count("\n") + 1)
    for record in job.records:
        is_command = record.program == _UTILITY and record.dd != _FUNCTIONS
        if is_command and (not only or only in targets[record.step, record.dd]):
            lines[record.line - 1] = record.text
    return "\n".join(lines)


def of_no_target(job: ZosJob, targets: Targets, only: str) -> Iterator[Entry]:
    """The data whose queue manager is not known, in a job for several."""
    warned: set[tuple[int, str]] = set()
    for record in job.records:
        place = record.step, record.dd
        if "" in targets.get(place, ()) and record.program == _UTILITY and place not in warned:
            warned.add(place)
            problem = NO_TARGET(dd=record.dd, meant=only).at(record.line, 1)
            yield Entry("", (), (problem,), record.line, 1)


def others_in(job: ZosJob) -> list[Entry]:
    """The rest of the job that people have to know of: functions of CSQUTIL but COMMAND, and data
    sets that it reads."""
    entries, read = [], {_FUNCTIONS}
    for record in _functions(job):
        words = record.text.split()
        if not words:
            continue
        if words[0].upper() == _COMMAND:
            named = _DDNAME.search(record.text)
            read.add(named[1].upper() if named else _USUAL)
        elif not words[0].startswith("*"):
            name = f"{_UTILITY} {words[0].upper()}"
            problem = NOT_MANAGED(command=name).at(record.line, 1)
            entries.append(Entry(record.text.strip(), (), (problem,), record.line, 1, words=name))
    for data_set in job.data_sets:
        if data_set.program == _UTILITY and data_set.dd in read:
            problem = OTHER_DATA_SET(name=shown(data_set.name)).at(data_set.line, 1)
            entries.append(Entry("", (), (problem,), data_set.line, 1))
    return entries
