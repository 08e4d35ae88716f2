"""Commands into the objects that stand at their end."""

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.importer.folding import Folded, fold, is_dynamic, note_line, unmanaged
from queuewright.importer.reading import read


def folded(*files: str) -> Folded:
    sources = [read("mqsc", f"f{n}", text.encode()) for n, text in enumerate(files, 1)]
    return fold(sources, SystemFacts("QM1"))


def lines(found: Folded) -> list[str]:
    return [note_line(problem) for problem in found.problems]


def values(found: Folded) -> dict[str, dict[str, object]]:
    return {one.name: dict(one.values) for one in found.objects.values()}


def codes(found: Folded) -> list[str]:
    return [problem.code for problem in found.problems]


def test_commands_run_one_after_the_other() -> None:
    found = folded(
        "DEF QL(A) MAXDEPTH(1) PUT(DISABLED)\nALTER QL(A) MAXDEPTH(2)\nDEF QL(B)",
        "DELETE QL(B)\nDEF QL(C) LIKE(A) MAXDEPTH(3)\nDISPLAY QL(A)",
    )
    assert values(found) == {
        "A": {"max_queue_depth": 2, "inhibit_put": "put_inhibited"},
        "C": {"max_queue_depth": 3, "inhibit_put": "put_inhibited"},
    }
    assert found.notes == []
    assert [f"{o.file}:{o.line}" for o in found.objects.values()] == ["f1:1", "f2:2"]


def test_replace_forgets_what_it_does_not_name() -> None:
    found = folded("DEF QL(A) MAXDEPTH(1) PUT(DISABLED)\nDEF QL(A) MAXDEPTH(2) REPLACE")
    assert values(found) == {"A": {"max_queue_depth": 2}}


def test_a_second_definition_is_told() -> None:
    found = folded("DEF QL(A) MAXDEPTH(1)\nDEF QL(A) MAXDEPTH(2)\nDEF QA(A) TARGET(B) REPLACE")
    assert values(found) == {"A": {"max_queue_depth": 1}}
    assert codes(found) == ["defined-twice", "other-type"]


def test_the_same_definition_twice_is_fine() -> None:
    assert codes(folded("DEF QL(A) MAXDEPTH(1)", "DEF QL(A) MAXDEPTH(1)")) == []


def test_names_of_other_kinds_do_not_meet() -> None:
    assert len(folded("DEF QL(A)\nDEF NL(A) NAMES(B)").objects) == 2


def test_a_change_of_what_nobody_defines_is_told() -> None:
    found = folded("ALTER QL(A) MAXDEPTH(1)\nDELETE QA(B)")
    assert found.objects == {}
    changes = "mq:LocalQueue A: the command changes an object that no file defines: not taken"
    assert lines(found) == [f"f1:1:1: {changes}"]
    deletes = "mq:AliasQueue B: the command deletes an object that no file defines: not taken"
    assert [note_line(note) for note in found.notes] == [f"f1:2:1: {deletes}"]


def test_like_an_object_that_ships_or_is_nowhere() -> None:
    found = folded("DEF QL(A) LIKE(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(1)\nDEF QL(B) LIKE(GONE)")
    (one,) = found.objects.values()
    assert (one.name, one.like) == ("A", "SYSTEM.DEFAULT.LOCAL.QUEUE")
    assert codes(found) == ["like-missing"]


def test_what_cannot_be_read_is_left_out_and_told_once() -> None:
    found = folded(
        "DEF QL(A) MAXDEPTH(x) +\n USAGE(XMITQ)\nALTER QL(A) PUT(DISABLED)\n"
        "DEF QL(+QMNAME+)\nDEF QL(C) LIKE(A)"
    )
    assert found.objects == {}
    assert [(problem.code, problem.place) for problem in found.problems] == [
        ("value", "f1:1:11"),
        ("insert", "f1:4:5"),
    ]


def test_an_insert_in_a_text_is_to_be_looked_at() -> None:
    found = folded("DEF QL(A) DESCR('of +QMNAME+')\nALTER QMGR DESCR('{{ .Key }}')")
    assert [(note.code, note.place) for note in found.notes] == [
        ("insert", "f1:1:11"),
        ("insert", "f1:2:12"),
    ]
    assert found.problems == []
    assert codes(folded("ALTER QMGR SSLKEYR('{{ .Key }}')")) == ["insert"]


def test_a_keyword_that_mq_does_not_have_is_refused_unless_a_queue_manager_wrote_it() -> None:
    script = "DEF QL(B) FUTURE(1)"
    assert codes(folded(script)) == ["unknown-attribute"]
    found = folded(f"* Queue manager name: QM1\n{script}")
    assert unmanaged(found.objects["mq:LocalQueue", "B"]) == {"FUTURE"}
    assert found.problems == []


def test_broken_commands_are_not_run() -> None:
    found = folded("DEF QL(A)\nDEF QL(B) DESCR('x\nDEF QL(C)")
    assert list(values(found)) == ["A", "C"]
    assert [(problem.line, problem.code) for problem in found.problems] == [(2, "unbalanced-quote")]


def test_dynamic_queues_are_known() -> None:
    found = folded(
        "DEF QL(A) +\n*  DEFTYPE(PERMDYN) +\nREPLACE\n"
        "DEF QL(B) +\n*  DEFTYPE(PREDEFINED) +\nREPLACE"
    )
    assert [is_dynamic(one) for one in found.objects.values()] == [True, False]


def test_entries_of_an_authorization_list() -> None:
    text = b"""CRTAUTL AUTL(STAFF) AUT(*USE)
ADDAUTLE AUTL(STAFF) USER(ANNA BERT CARL) AUT(*CHANGE)
RMVAUTLE AUTL(STAFF) USER(BERT)
CHGAUTLE AUTL(STAFF) USER(CARL) AUT(*ALL)
CHGAUTLE AUTL(STAFF) USER(*PUBLIC) AUT(*EXCLUDE)
"""
    facts = SystemFacts("PROD", Platform.IBMI, ccsid=37)
    (one,) = fold([read("cl", "f", text)], facts).objects.values()
    assert one.values == {
        "authority": "exclude",
        "users": {"ANNA": ("change",), "CARL": ("all",)},
    }


def test_policies_of_zos_are_counted_and_left_out() -> None:
    """CSQ0UTIL sets them there, and no program declares them: one line, and no error."""
    job = b"""//RUN EXEC PGM=CSQ0UTIL
//SYSIN DD *
setmqspl -m CSQ9 -p A -s SHA256
setmqspl -m CSQ9 -p B -s SHA256
setmqspl -m CSQ9 -p C -s SHA256
setmqspl -m CSQ9 -p B -remove
dspmqspl -m CSQ9
/*
"""
    sources = [read(None, "policies.jcl", job), read("mqsc", "f", b"DEF QL(A)")]
    found = fold(sources, SystemFacts("CSQ9", Platform.ZOS))
    assert (list(values(found)), found.problems) == (["A"], [])
    assert found.elsewhere == {"mq:SecurityPolicy": 2}
    assert [note_line(reported) for reported in found.notes] == [
        "policies.jcl:3: 2 left out: on zos CSQ0UTIL sets mq:SecurityPolicy, and no program "
        "declares it; keep the job that runs CSQ0UTIL"
    ]
    assert [reported.code for reported in found.notes] == ["not-declared-there"]
    script = read("mqsc", "f", b"SET POLICY(A) SIGNALG(SHA256)")  # which z/OS does not have
    assert codes(fold([script], SystemFacts("CSQ9", Platform.ZOS))) == ["platform"]
    elsewhere = fold(sources, SystemFacts("QM1", Platform.LINUX))
    assert [kind for kind, _ in elsewhere.objects] == ["mq:SecurityPolicy"] * 2 + ["mq:LocalQueue"]
