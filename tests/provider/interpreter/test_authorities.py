"""SET AUTHREC and setmqaut that grant and revoke at once; -all of a record that is not there."""

import pytest

from queuewright.dialects.scripts import Dialect, read_script
from queuewright.interpreter import interpreted
from queuewright.mq.authorities import in_full

CALL = "setmqaut -m QM1 -n 'SHOP.**' -t queue -g shopgrp"
SET = "SET AUTHREC PROFILE('SHOP.**') OBJTYPE(QUEUE) GROUP('shopgrp')"
ALL, ALL_MQI = in_full("q", ("all",)), in_full("q", ("all_mqi",))
NONE = ("none",)


def without(words: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    return tuple(word for word in words if word not in gone)


@pytest.mark.parametrize(
    ("commands", "left", "says"),
    [
        ([f"{CALL} +all -clr -dlt"], without(ALL, "clear", "delete"), "CLR, DLT"),
        ([f"{CALL} +allmqi -put"], without(ALL_MQI, "output"), "PUT"),
        ([f"{CALL} -put +allmqi"], without(ALL_MQI, "output"), "PUT"),
        ([f"{CALL} +put -put"], NONE, ""),
        ([f"{CALL} +get -all"], NONE, ""),
        ([f"{CALL} -all +get +put"], ("input", "output"), ""),
        ([f"{CALL} -all", f"{CALL} +get"], ("input",), ""),
        ([f"{CALL} +all", f"{CALL} -allmqi +alladm"], without(ALL, *ALL_MQI), ""),
        ([f"{SET} AUTHADD(ALLMQI) AUTHRMV(PUT)"], without(ALL_MQI, "output"), "PUT"),
        ([f"{SET} AUTHADD(PUT) AUTHRMV(PUT)"], NONE, "PUT"),
        ([f"{SET} AUTHADD(GET) AUTHRMV(ALL)"], ("input",), ""),
        ([f"{SET} AUTHRMV(ALL)"], NONE, ""),
        ([f"{SET} AUTHADD(PUT)", f"{SET} AUTHADD(ALLMQI) AUTHRMV(PUT)"], ALL_MQI, "PUT"),
    ],
    ids=str,
)
def test_the_narrower_set_counts(commands: list[str], left: tuple[str, ...], says: str) -> None:
    dialect = Dialect.SHELL if CALL in commands[0] else Dialect.MQSC
    outcome = interpreted([("f", read_script("\n".join(commands).encode(), dialect))])
    assert outcome.refused == []
    [standing] = outcome.objects.values()
    expected = without(left, "output") if says == "PUT" else left
    assert standing.attributes["authorities"] == expected
    noted = [n.reason for n in outcome.notes if n.code == "added-and-removed"]
    assert [f" {says}," in reason for reason in noted] == ([True] if says else [])


def test_what_is_not_known_of_a_record_stays_an_error() -> None:
    outcome = interpreted([("f", read_script(f"{CALL} -put".encode(), Dialect.SHELL))])
    assert [problem.code for problem in outcome.refused] == ["undefined"]


RECORD = "SET AUTHREC PROFILE('C') OBJTYPE({}) GROUP('g') AUTHADD({})\n"
GENERIC = RECORD.format("QUEUE", "PUT").replace("'C'", "'C*'")
QUEUE = f"DEFINE QLOCAL(C)\n{RECORD.format('QUEUE', 'PUT')}"


@pytest.mark.parametrize(
    ("commands", "records"),
    [
        (f"{QUEUE}DELETE QLOCAL(C)", set()),
        (f"{QUEUE}DELETE QLOCAL(C) AUTHREC(YES)\nDEFINE QLOCAL(C)", set()),
        (f"{QUEUE}DELETE QLOCAL(C) AUTHREC(NO)", {"C/q/g/"}),
        (f"{QUEUE}DELETE QLOCAL(C)\n{QUEUE}", {"C/q/g/"}),
        (f"{QUEUE}DEFINE QLOCAL(C) REPLACE", {"C/q/g/"}),
        (f"{QUEUE}{RECORD.format('TOPIC', 'PUB')}DELETE QLOCAL(C)", {"C/topic/g/"}),
        ("DEFINE PROCESS(C)\n" + RECORD.format("PROCESS", "INQ") + "DELETE PROCESS(C)", set()),
        (f"{QUEUE}{GENERIC}DELETE QLOCAL(C)", {"C*/q/g/"}),
    ],
)
def test_a_deletion_takes_the_authorities_to_the_object(commands: str, records: set[str]) -> None:
    """Unless it says AUTHREC(NO); records of generic profiles stay."""
    outcome = interpreted([("f", read_script(commands.encode(), Dialect.MQSC))])
    assert outcome.refused == []
    assert {name for kind, name in outcome.objects if kind == "mq:AuthorityRecord"} == records
