"""Commands that nothing is declared for, each as what it is. Pure.

Sources: MQSC commands; IBM MQ, "CL commands for IBM i reference"; IBM MQ control commands.
"""

import re

from .mqsc.words import ACTING

# By how they begin. Creating and deleting a queue manager is neither; STRMQMMQSC runs a script.
_CL_ACTS = re.compile(r"(CCT|CLR|DSC|END|PNG|RCD|RCR|RFR|RSM|RST|RSV|SPD|STR|TRC)MQM(?!MQSC)\w*")
_CL_SHOWS = re.compile(r"(DSP|WRK)MQM\w*")
_CONTROL_ACTS = re.compile(r"(end|rcd|rcr|rsv|str)mq\w*|runmq(chi|chl|dlq|lsr|tmc|trm)")
_CONTROL_SHOWS = re.compile(r"(dsp|dmp)mq\w*")
CONTROL_COMMANDS = re.compile(
    rf"{_CONTROL_ACTS.pattern}|(add|crt|dlt|mig|rmv|set)mq(?!aut|spl)\w*|amqmdain"
)


def what_it_does(command: str) -> str:
    """Why a program has nothing of a command, named by its words: "it acts once", "it only shows",
    or "not managed"."""
    word = command.partition(" ")[0]
    if word in ACTING or any(p.fullmatch(word) for p in (_CL_ACTS, _CONTROL_ACTS)):
        return "it acts once"
    if word == "DISPLAY" or any(p.fullmatch(word) for p in (_CL_SHOWS, _CONTROL_SHOWS)):
        return "it only shows"
    return "not managed"
