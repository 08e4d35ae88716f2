"""Dumps: the quick reading gives what the whole reading gives, and damage is named."""

from pathlib import Path

import pytest

from queuewright.drift.dump import DumpDamaged, _quickly, _wholly, read_dump

HEAD = "* Queue manager name: QM1\n* Queue manager platform: UNIX\n"
QUEUE = (
    "DEFINE QLOCAL('A') +\n   MAXDEPTH(7) +\n*  CURDEPTH(3) +\n*  IPPROCS(1) +\n*  OPPROCS(2) +\n"
    "   REPLACE\n"
)


def place(one: object) -> tuple[str, str]:
    return one.key.kind, one.key.name  # type: ignore[attr-defined]


def test_quick_and_whole_reading_agree_on_a_real_dump(shared_mqsc: Path) -> None:
    text = (shared_mqsc / "ABKA.mqsc").read_text(encoding="latin-1")
    whole = sorted(_wholly("ABKA", text, None), key=place)
    for _ in range(2):  # the second time from memory
        quick = _quickly("ABKA", text, None)
        assert quick is not None
        assert sorted(quick, key=place) == whole
    assert len(whole) == 1397
    assert sum(one.status is not None for one in whole) == 380


def test_status_comes_from_the_comments_and_not_from_memory() -> None:
    first = {place(o): o for o in read_dump("QM1", HEAD + QUEUE)}
    second = {place(o): o for o in read_dump("QM1", HEAD + QUEUE.replace("(3)", "(9)"))}
    one, other = first["mq:LocalQueue", "A"], second["mq:LocalQueue", "A"]
    assert one.status is not None
    assert (one.status.depth, one.status.open_input, one.status.open_output) == (3, 1, 2)
    assert other.status is not None
    assert other.status.depth == 9
    assert one.attributes is other.attributes  # remembered


def test_what_a_command_leaves_out_is_the_default_objects() -> None:
    defaults = "DEFINE QLOCAL('SYSTEM.DEFAULT.LOCAL.QUEUE') MAXDEPTH(640) DEFPRTY(4)\n"
    own = {place(o): o.attributes for o in read_dump("QM1", HEAD + defaults + QUEUE)}
    assert own["mq:LocalQueue", "A"]["max_queue_depth"] == 7
    assert own["mq:LocalQueue", "A"]["default_priority"] == 4
    ibm = {place(o): o.attributes for o in read_dump("QM1", HEAD + QUEUE)}
    assert ibm["mq:LocalQueue", "A"]["default_priority"] == 0


def test_a_cluster_receiver_makes_a_member_and_repos_a_full_repository() -> None:
    text = HEAD + (
        "ALTER QMGR REPOS('FULL')\nDEFINE NAMELIST('NL') NAMES('X','FULL')\n"
        "DEFINE CHANNEL('TO.QM1') CHLTYPE(CLUSRCVR) CLUSNL('NL')\n"
    )
    found = {
        o.key.name: o.attributes for o in read_dump("QM1", text) if o.key.kind[3:] == "Cluster"
    }
    assert {name: values["full_repository"] for name, values in found.items()} == {
        "FULL": "yes", "X": "no",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "defines nothing"),
        ("* only a comment\n", "defines nothing"),
        (HEAD + "DEFINE QLOCAL('A') +\n", "line 3"),
        (HEAD + QUEUE + "DEFINE QLOCAL('B", "line 9"),
        (HEAD + QUEUE + "DEFINE QLOCAL('B') MAXDE", "last command, mq:LocalQueue B"),
        (HEAD + QUEUE + "DEFINE QLOCAL('B') MAXDEPTH(7)", "it ends without REPLACE"),
        (HEAD.replace("QM1", "OTHER") + QUEUE, "of queue manager OTHER, not QM1"),
        (HEAD + QUEUE + "\0", "damaged"),
    ],
)
def test_damage_is_named_in_one_line(text: str, told: str) -> None:
    with pytest.raises(DumpDamaged) as caught:
        list(read_dump("QM1", text))
    assert told in str(caught.value)
    assert str(caught.value).startswith("QM1: ")
    assert "\n" not in str(caught.value)


def test_another_name_can_be_expected_and_a_footer_demanded() -> None:
    text = HEAD.replace("QM1", "PROD7") + QUEUE
    assert len(list(read_dump("QM1", text, queue_manager="PROD7"))) == 1
    assert len(list(read_dump("QM1", text, queue_manager="*"))) == 1
    with pytest.raises(DumpDamaged, match="cut off"):
        list(read_dump("QM1", text, queue_manager="*", footer=True))
    ended = text + "* Script ended on 2026-11-21   at 09.30.01\n"
    assert len(list(read_dump("QM1", ended, queue_manager="*", footer=True))) == 1


ATTRIBUTES = "ACCTQ(QMGR) CUSTOM('CAPEXPRY(5)') DEFBIND(OPEN) IMGRCOVQ(QMGR) MAXFSIZE(DEFAULT) "
ATTRIBUTES += "MAXDEPTH(7) STREAMQ(' ') STRMQOS(BESTEF) NOTRIGGER"


@pytest.mark.parametrize(
    "text",
    [
        f"DEFINE QLOCAL('A') {ATTRIBUTES} REPLACE\n",  # dmpmqcfg -o 1line
        f"DEFINE QLOCAL('A') +\n   {ATTRIBUTES} REPLACE\n",  # -o 2line
        f"* CRDATE(2024-01-01) CURDEPTH(3)\nDEFINE QLOCAL('A') {ATTRIBUTES} REPLACE\n",
        "DEFINE QLOCAL('A') +\n" + " +\n".join(ATTRIBUTES.split(" ")) + " +\n REPLACE\n",
        f"DEFINE QLOCAL('A') {ATTRIBUTES}",  # written by hand: no end of line, no REPLACE anywhere
    ],
)
def test_every_output_format_of_mq_9_says_the_same(text: str) -> None:
    (one,) = read_dump("QM1", HEAD + text)
    wanted = {
        "max_queue_depth": 7, "custom": "CAPEXPRY(5)", "stream_queue": "",
        "stream_queue_service": "best_effort", "max_queue_file_size": "default",
    }  # fmt: skip
    assert {name: one.attributes.get(name) for name in wanted} == wanted
