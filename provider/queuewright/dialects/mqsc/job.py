"""The commands in a job that runs CSQUTIL: what its function COMMAND reads. Pure.

Source: IBM MQ, "Using the COMMAND function of CSQUTIL": DDNAME, and CSQUCMD where it is not given;
JCL in `dialects/jcl.py`.
"""

import re

from queuewright.catalogue.diagnostic import Severity, shown
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CSQUTIL
from queuewright.dialects.jcl import ZosJob, job_of
from queuewright.dialects.protocol import Entry
from queuewright.dialects.rules import NOT_MANAGED

_UTILITY = "CSQUTIL"
_FUNCTIONS = "SYSIN"
_COMMAND, _USUAL = "COMMAND", "CSQUCMD"
_DDNAME = re.compile(r"\bDDNAME\s*\(\s*(\w+)\s*\)", re.IGNORECASE)

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


def commands_in(job: ZosJob, text: str) -> str:
    """The text with only the lines of commands, each where it stands."""
    lines = [""] * (text.count("\n") + 1)
    for record in job.records:
        if record.program == _UTILITY and record.dd != _FUNCTIONS:
            lines[record.line - 1] = record.text
    return "\n".join(lines)


def others_in(job: ZosJob) -> list[Entry]:
    """The rest of the job that people have to know of: functions of CSQUTIL but COMMAND, and data
    sets that it reads."""
    entries, read = [], {_FUNCTIONS}
    for record in job.records:
        words = record.text.split()
        if record.program != _UTILITY or record.dd != _FUNCTIONS or not words:
            continue
        if words[0].upper() == _COMMAND:
            named = _DDNAME.search(record.text)
            read.add(named[1].upper() if named else _USUAL)
        elif not words[0].startswith("*"):
            name = f"{_UTILITY} {words[0].upper()}"
            problem = NOT_MANAGED(command=name).at(record.line, 1)
            entries.append(Entry(record.text.strip(), (), (problem,), record.line, 1, words=name))
    for line, program, dd, name in job.data_sets:
        if program == _UTILITY and dd in read:
            problem = OTHER_DATA_SET(name=shown(name)).at(line, 1)
            entries.append(Entry("", (), (problem,), line, 1))
    return entries
