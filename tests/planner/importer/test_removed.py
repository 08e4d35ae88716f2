"""Commands that remove what every new queue manager has, or all records of a profile."""

import pytest

from queuewright.importer.reading import read
from queuewright.importer.run import ImportOptions, ImportReport, import_sources

BLOCKS = "SET CHLAUTH('*') TYPE(BLOCKUSER)"
MAPS = "SET CHLAUTH('SYSTEM.*') TYPE(ADDRESSMAP)"


def report(*commands: str) -> ImportReport:
    text = "\n".join(("DEFINE QLOCAL(A)", *commands))
    return import_sources([read("mqsc", "q.mqsc", text.encode())], ImportOptions("QM1")).report


@pytest.mark.parametrize(
    ("commands", "removed"),
    [
        ([f"{BLOCKS} ACTION(REMOVEALL)"], [(2, "*")]),
        ([f"{BLOCKS} USERLIST('*MQADMIN') ACTION(REMOVE)"], [(2, "*")]),
        ([f"{MAPS} ADDRESS('*') ACTION(REMOVE)"], [(2, "SYSTEM.*")]),
        ([f"{MAPS} ACTION(REMOVEALL)"], [(2, "SYSTEM.*")]),
        ([f"{BLOCKS} ACTION(REMOVEALL)", f"{BLOCKS} USERLIST('bob')"], []),
        (["DELETE QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE)"], [(2, "SYSTEM.DEFAULT.LOCAL.QUEUE")]),
    ],
    ids=str,
)
def test_removing_what_ships_is_reported(
    commands: list[str], removed: list[tuple[int, str]]
) -> None:
    found = report(*commands)
    notes = [note for note in found.notes if note.code == "shipped-removed"]
    assert [note.line for note in notes] == [line for line, _ in removed]
    assert all(f'"{name}"' in note.text for note, (_, name) in zip(notes, removed, strict=True))
    assert found.problems == ()


def test_a_second_removal_is_no_error() -> None:
    again = report(f"{BLOCKS} ACTION(REMOVEALL)", f"{BLOCKS} USERLIST('*MQADMIN') ACTION(REMOVE)")
    assert again.problems == ()
    assert [note.code for note in again.notes] == ["shipped-removed", "undefined"]


def test_all_records_of_a_profile_go_together() -> None:
    own = "SET CHLAUTH('APP.*') TYPE(ADDRESSMAP)"
    others = "SET CHLAUTH('APP.*') TYPE(USERMAP) CLNTUSER('u') MCAUSER('x')"
    set_ = [f"{own} ADDRESS('{n}.*') MCAUSER('x')" for n in (1, 2)]
    found = report(*set_, others, f"{own} ACTION(REMOVEALL)")
    assert found.declared == {"mq:LocalQueue": 1, "mq:ChannelAuthenticationRecord": 1}
    assert found.notes == ()
