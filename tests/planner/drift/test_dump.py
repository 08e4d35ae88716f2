"""Dumps: reading from memory and as a whole give the same, and damage is named."""

from pathlib import Path

import pytest

from queuewright.catalogue.observed import Observed
from queuewright.drift import dump as module
from queuewright.drift.dump import DumpDamaged, _quickly, _wholly, read_dump

HEAD = "* Queue manager name: QM1\n* Queue manager platform: UNIX\n"
QUEUE = (
    "DEFINE QLOCAL('A') +\n   MAXDEPTH(7) +\n*  CURDEPTH(3) +\n*  IPPROCS(1) +\n*  OPPROCS(2) +\n"
    "   REPLACE\n"
)


def place(observed: Observed) -> tuple[str, str]:
    return observed.key.kind, observed.key.name


@pytest.mark.thorough
def test_quick_and_whole_reading_agree_on_a_real_dump(shared_mqsc: Path) -> None:
    text = (shared_mqsc / "ABKA.mqsc").read_text(encoding="latin-1")
    objects = sorted(_wholly("ABKA", text, None).objects, key=place)
    for _ in range(2):  # the second time from memory
        quick = _quickly("ABKA", text, None)
        assert quick is not None
        assert sorted(quick.objects, key=place) == objects
    assert len(objects) == 6105
    assert sum(observed.status is not None for observed in objects) == 380


def test_status_comes_from_the_comments_and_not_from_memory() -> None:
    first = {place(o): o for o in read_dump("QM1", HEAD + QUEUE).objects}
    second = {place(o): o for o in read_dump("QM1", HEAD + QUEUE.replace("(3)", "(9)")).objects}
    before, after = first["mq:LocalQueue", "A"], second["mq:LocalQueue", "A"]
    assert before.status is not None
    assert (before.status.depth, before.status.open_input, before.status.open_output) == (3, 1, 2)
    assert after.status is not None
    assert after.status.depth == 9
    assert before.attributes is after.attributes  # remembered


@pytest.mark.parametrize("head", [HEAD, "* a comment\r\n" + HEAD])
def test_a_keyword_that_mqsc_has_not_is_a_warning(head: str) -> None:
    """Read quickly or whole. What MQSC has, and is not managed, is none."""
    for _ in range(2):
        dump = read_dump("QM1", head + "DEFINE QLOCAL('A') MAXDEPPTH(77) CLUSDATE(1) REPLACE\n")
        (warning,) = dump.warnings
        assert warning.startswith("mq:LocalQueue A: MAXDEPPTH is not an attribute of mq:LocalQueue")
        assert dump.problems == ()


@pytest.mark.parametrize("ending", ["\n", ""])
def test_no_line_of_a_dump_is_parsed_twice(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        *HEAD.splitlines(),
        "ALTER QMGR REPOS('FULL')",
        "DEFINE QLOCAL('SYSTEM.DEFAULT.LOCAL.QUEUE') DEFPRTY(3) REPLACE",
        *(f"DEFINE QLOCAL('ONCE.{n}') MAXDEPTH({n}) REPLACE" for n in range(3)),
    ]
    parsed: list[str] = []
    parse = module.parse

    def counted(text: str, **options: str) -> object:
        parsed.extend(text.splitlines())
        return parse(text, **options)

    monkeypatch.setattr(module, "parse", counted)
    monkeypatch.setattr(module, "_known", {})
    dump = read_dump("QM1", "\n".join(lines) + ending)
    assert sorted(parsed) == sorted(lines)
    assert dump.header.platform == "UNIX"
    assert len(dump.objects) == 5  # the cluster, too
    # Another dump of the same objects costs only its header.
    parsed.clear()
    read_dump("QM2", "\n".join(lines).replace("QM1", "QM2") + "\n")
    assert len(parsed) == (3 if ending else len(lines))


def test_what_a_command_leaves_out_is_the_default_objects() -> None:
    defaults = "DEFINE QLOCAL('SYSTEM.DEFAULT.LOCAL.QUEUE') MAXDEPTH(640) DEFPRTY(4)\n"
    own = {place(o): o.attributes for o in read_dump("QM1", HEAD + defaults + QUEUE).objects}
    assert own["mq:LocalQueue", "A"]["max_queue_depth"] == 7
    assert own["mq:LocalQueue", "A"]["default_priority"] == 4
    ibm = {place(o): o.attributes for o in read_dump("QM1", HEAD + QUEUE).objects}
    assert ibm["mq:LocalQueue", "A"]["default_priority"] == 0


def test_a_cluster_receiver_makes_a_member_and_repos_a_full_repository() -> None:
    text = HEAD + (
        "ALTER QMGR REPOS('FULL')\nDEFINE NAMELIST('NL') NAMES('X','FULL')\n"
        "DEFINE CHANNEL('TO.QM1') CHLTYPE(CLUSRCVR) CLUSNL('NL')\n"
    )
    clusters = {
        o.key.name: o.attributes
        for o in read_dump("QM1", text).objects
        if o.key.kind[3:] == "Cluster"
    }
    assert {name: values["full_repository"] for name, values in clusters.items()} == {
        "FULL": "yes", "X": "no",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "reason"),
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
def test_damage_is_named_in_one_line(text: str, reason: str) -> None:
    with pytest.raises(DumpDamaged) as caught:
        read_dump("QM1", text)
    assert reason in str(caught.value)
    assert str(caught.value).startswith("QM1: ")
    assert "\n" not in str(caught.value)


def test_another_name_can_be_expected_and_a_footer_demanded() -> None:
    text = HEAD.replace("QM1", "PROD7") + QUEUE
    assert len(read_dump("QM1", text, queue_manager="PROD7").objects) == 1
    assert len(read_dump("QM1", text, queue_manager="*").objects) == 1
    with pytest.raises(DumpDamaged, match="cut off"):
        read_dump("QM1", text, queue_manager="*", footer=True)
    ended = text + "* Script ended on 2026-11-21   at 09.30.01\n"
    assert len(read_dump("QM1", ended, queue_manager="*", footer=True).objects) == 1


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
    (observed,) = read_dump("QM1", HEAD + text).objects
    expected = {
        "max_queue_depth": 7, "custom": "CAPEXPRY(5)", "stream_queue": "",
        "stream_queue_service": "best_effort", "max_queue_file_size": "default",
    }  # fmt: skip
    assert {name: observed.attributes.get(name) for name in expected} == expected


def test_counts_of_any_length_are_read() -> None:
    for digits in ("9" * 5000, "9223372036854775808", "\u00b2", "x"):
        text = HEAD + QUEUE.replace("CURDEPTH(3)", f"CURDEPTH({digits})")
        (observed,) = read_dump("QM1", text).objects
        assert observed.status is not None
        assert (observed.status.depth, observed.status.open_input) == (0, 1)


def test_what_depends_on_the_order_of_commands_is_read_whole() -> None:
    twice = "DEFINE QLOCAL('A') MAXDEPTH(1) REPLACE\n" + QUEUE
    (observed,) = read_dump("QM1", HEAD + twice).objects
    assert observed.attributes["max_queue_depth"] == 7
    (observed,) = read_dump("QM1", HEAD + QUEUE + "ALTER QLOCAL('A') MAXDEPTH(9)\n").objects
    assert observed.attributes["max_queue_depth"] == 9
    for script in ("ALTER QLOCAL('GONE') MAXDEPTH(9)\n", "DEFINE QLOCAL('B') MAXDEPTH(X)\n"):
        (problem,) = read_dump("QM1", HEAD + QUEUE + script).problems
        assert problem.startswith("line 9: mq:LocalQueue ")


@pytest.mark.parametrize("queue_manager", [None, "*"])
def test_dumps_of_two_in_one_file_are_not_one(queue_manager: str | None) -> None:
    text = HEAD + QUEUE + HEAD.replace("QM1", "QM2") + QUEUE.replace("'A'", "'B'")
    with pytest.raises(DumpDamaged, match="a dump of QM2 too"):
        read_dump("QM1", text, queue_manager=queue_manager)


def test_a_group_object_and_its_copy_are_two() -> None:
    """z/OS: whichever comes first, read quickly or whole."""
    rows = [
        "DEFINE QLOCAL('A') QSGDISP(GROUP) DESCR('of all') REPLACE\n",
        "DEFINE QLOCAL('A') QSGDISP(COPY) DESCR('local') REPLACE\n",
        "DEFINE NAMELIST('N') QSGDISP(COPY) NAMES('A') REPLACE\n",
        "DEFINE NAMELIST('N') QSGDISP(GROUP) NAMES('B') REPLACE\n",
        "DEFINE QALIAS('ONLY') QSGDISP(GROUP) TARGET('A') REPLACE\n",
    ]
    head = HEAD.replace("UNIX", "z/OS")
    for order in (rows, rows[::-1]):
        text = head + "".join(order)
        quick = _quickly("QM1", text, None)
        assert quick is not None
        for dump in (quick, _wholly("QM1", text, None)):
            found = {place(observed): observed for observed in dump.objects}
            assert len(found) == len(dump.objects) == 3
            local, names = found["mq:LocalQueue", "A"], found["mq:Namelist", "N"]
            assert local.attributes["queue_description"] == "local"
            assert local.group is not None
            assert local.group["queue_description"] == "of all"
            assert names.group is not None
            assert (names.attributes["names"], names.group["names"]) == (("A",), ("B",))
            assert found["mq:AliasQueue", "ONLY"].in_repository


def test_a_dump_whose_commands_are_all_refused_is_not_called_cut_off() -> None:
    dump = read_dump("QM1", HEAD + "DEFINE QLOCAL('A') DESCR('a\x1bb') REPLACE\n")
    assert not dump.objects
    [problem] = dump.problems
    assert "text has no control characters" in problem
