"""Commands that remove what every new queue manager has, or all records of a profile."""

import pytest

from queuewright.catalogue.facts import SystemFacts
from queuewright.importer.choosing import choose
from queuewright.importer.folding import fold
from queuewright.importer.reading import read
from queuewright.importer.run import ImportOptions, ImportReport, import_sources
from queuewright.mq.channel_authentication_records_exclusive import (
    ChannelAuthenticationRecordsExclusiveSpec,
)

BLOCKS = "SET CHLAUTH('*') TYPE(BLOCKUSER)"
MAPS = "SET CHLAUTH('SYSTEM.*') TYPE(ADDRESSMAP)"
PEERS = "SET CHLAUTH('APP.*') TYPE(SSLPEERMAP)"


def report(*commands: str) -> ImportReport:
    text = "\n".join((*commands, "DEFINE QLOCAL(A)"))
    return import_sources([read("mqsc", "q.mqsc", text.encode())], ImportOptions("QM1")).report


LIMIT = ChannelAuthenticationRecordsExclusiveSpec.kind
BOB = ("CN=bob", "CN=bob issued by CN=ca")


def declared_limits(*commands: str) -> dict[str, object]:
    found = report(*commands)
    assert (found.problems, found.notes) == ((), ())
    text, facts = "\n".join(commands), SystemFacts("QM1")
    chosen = choose(fold([read("mqsc", "q.mqsc", text.encode())], facts), facts, "")
    limits = {key.name: own.values for key, own in chosen.declared.items() if key.kind == LIMIT}
    return {name: values["matches"] for name, values in limits.items()}


@pytest.mark.parametrize(
    ("commands", "limits"),
    [
        ([f"{BLOCKS} ACTION(REMOVEALL)"], {"*/blockuser": ()}),
        ([f"{BLOCKS} USERLIST('*MQADMIN') ACTION(REMOVE)"], {"*/blockuser": ()}),
        ([f"{MAPS} ADDRESS('*') ACTION(REMOVE)"], {"SYSTEM.*/addressmap": ()}),
        ([f"{MAPS} ACTION(REMOVEALL)"], {"SYSTEM.*/addressmap": ()}),
        (
            [f"{MAPS} ACTION(REMOVEALL)", f"{MAPS} ADDRESS('10.*') MCAUSER('x')"],
            {"SYSTEM.*/addressmap": ("10.*",)},
        ),
        ([f"{BLOCKS} ACTION(REMOVEALL)", f"{BLOCKS} USERLIST('bob')"], {}),
        ([f"{PEERS} ACTION(REMOVEALL)"], {"APP.*/sslpeermap": ()}),  # where there are none
        (
            [
                f"{PEERS} ACTION(REMOVEALL)",
                f"{PEERS} SSLPEER('CN=bob') MCAUSER('bob')",
                f"{PEERS} SSLPEER('CN=bob') SSLCERTI('CN=ca') MCAUSER('bob')",
            ],
            {"APP.*/sslpeermap": BOB},
        ),
        ([f"{MAPS} ADDRESS('*') USERSRC(CHANNEL) ACTION(REPLACE)"], {}),
    ],
    ids=str,
)
def test_records_that_a_script_removes_are_declared_to_be_gone(
    commands: list[str], limits: dict[str, tuple[str, ...]]
) -> None:
    assert declared_limits(*commands) == limits


ALL_BUT_ONE = [
    "SET CHLAUTH(SYSTEM.ADMIN.SVRCONN) TYPE(ADDRESSMAP) ADDRESS('*') "
    "USERSRC(CHANNEL) ACTION(REPLACE)",
    f"{MAPS} ADDRESS('*') USERSRC(NOACCESS) ACTION(REPLACE)",
]


@pytest.mark.parametrize(
    ("options", "commands", "limits"),
    [
        ("-m QM1 -a", ALL_BUT_ONE, {"*/blockuser": ()}),
        ("-m QM1 -t all -x all -o mqsc -n '*'", ALL_BUT_ONE, {"*/blockuser": ()}),
        ("-m QM1 -x chlauth -n 'SYSTEM.*'", ALL_BUT_ONE, {}),  # not of all
        ("-m QM1 -t channel", ALL_BUT_ONE, {}),
        ("", ALL_BUT_ONE, {}),  # a script of somebody
        ("-m QM1 -a", ["DEFINE QLOCAL(B)"], {}),  # it shows none: older, or without the right
        ("-m QM1 -a", [*ALL_BUT_ONE, f"{BLOCKS} USERLIST('bob') ACTION(REPLACE)"], {}),
    ],
)
def test_a_dump_without_a_default_rule_says_that_it_is_gone(
    options: str, commands: list[str], limits: dict[str, tuple[str, ...]]
) -> None:
    head = ["* Queue manager name: QM1", "* Queue manager platform: UNIX"]
    head += [f"* Command issued: dmpmqcfg {options}"] if options else []
    assert declared_limits(*head, *commands) == limits


@pytest.mark.parametrize(
    ("command", "reported"),
    [
        ("SET CHLAUTH('APP.*') ACTION(REMOVEALL)", "it needs its name and TYPE"),
        ("SET CHLAUTH('APP.*') TYPE(NONE) ACTION(REMOVEALL)", "TYPE must be BLOCKUSER or"),
        (f"{BLOCKS} NOSUCH(1) ACTION(REMOVEALL)", "NOSUCH is not an attribute"),
        (f"SET CHLAUTH({'A' * 21}) TYPE(USERMAP) ACTION(REMOVEALL)", "no file defines"),
    ],
)
def test_a_removal_that_is_not_valid_declares_nothing(command: str, reported: str) -> None:
    found = report(command)
    assert found.declared == {"mq:LocalQueue": 1}
    [line] = [*found.problems, *(note.text for note in found.notes)]
    assert reported in line


def test_removing_an_object_that_ships_is_reported() -> None:
    found = report("DELETE QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE)")
    [note] = [note for note in found.notes if note.code == "shipped-removed"]
    assert note.line == 1
    assert '"SYSTEM.DEFAULT.LOCAL.QUEUE"' in note.text
    assert found.problems == ()


def test_a_second_removal_is_no_error() -> None:
    again = report(f"{BLOCKS} ACTION(REMOVEALL)", f"{BLOCKS} USERLIST('*MQADMIN') ACTION(REMOVE)")
    assert again.problems == ()
    assert [note.code for note in again.notes] == ["undefined"]


def test_all_records_of_a_profile_go_together() -> None:
    own = "SET CHLAUTH('APP.*') TYPE(ADDRESSMAP)"
    others = "SET CHLAUTH('APP.*') TYPE(USERMAP) CLNTUSER('u') MCAUSER('x')"
    set_ = [f"{own} ADDRESS('{n}.*') MCAUSER('x')" for n in (1, 2)]
    found = report(*set_, others, f"{own} ACTION(REMOVEALL)")
    record = ChannelAuthenticationRecordsExclusiveSpec.limits
    assert found.declared == {"mq:LocalQueue": 1, record: 1, LIMIT: 1}
    assert found.notes == ()
