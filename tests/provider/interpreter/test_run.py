"""What scripts leave, of any dialect."""

import pytest

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.dialects import cl
from queuewright.dialects.definition import Definition
from queuewright.dialects.registry import dialect
from queuewright.interpreter import (
    Existing,
    Interpreter,
    ScriptOutcome,
    by_system,
    interpreted,
    resolved,
)

IBMI = SystemFacts("PROD", Platform.IBMI, ccsid=37)


def left(text: str, name: str = "mqsc", facts: SystemFacts | None = None) -> ScriptOutcome:
    if facts is None:
        facts = IBMI if name == "cl" else SystemFacts("QM1")
    return interpreted([("f", dialect(name).read(text.encode(), file="f"))], facts)


def values(outcome: ScriptOutcome) -> dict[str, dict[str, object]]:
    """Of each object what the commands give."""
    return {name: dict(known.definition.values) for (_, name), known in outcome.objects.items()}


def reported(outcome: ScriptOutcome) -> list[tuple[str, int]]:
    return [(problem.code, problem.line) for problem in outcome.problems()]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ALTER QLOCAL(GONE) MAXDEPTH(5)", "undefined"),
        ("DEFINE QLOCAL(A) LIKE(GONE)", "like-missing"),
        ("DEFINE QLOCAL(A) LIKE(SYSTEM.DEFAULT.ALIAS.QUEUE)", "like-type"),
        ("DEFINE QLOCAL(A) CLUSTER(C) CLUSNL(N)", "cluster-conflict"),
        ("DEFINE QLOCAL(A) MAXDEPTH(X)", "value"),
        ("DEFINE QLOCAL(A) MAXDEPTH(-1)", "range"),
        ("DEFINE QREMOTE(A) RNAME(B) RQMNAME('$QM_NAME')", "syntax"),
        ("DEFINE QLOCAL('A B')", "syntax"),
        ("DEFINE QLOCAL(A) DESCR('x", "unbalanced-quote"),
        ("DEFINE QLOCAL(A) MAXDEPHT(5)", "unknown-attribute"),
        ("DEFINE QLOCAL(A) STGCLASS(FAST)", "platform"),
        ("ALTER QMGR REPOS(C1) BOGUS(1)", "unknown-attribute"),
        ("ALTER QMGR REPOS(C1) REPOSNL(N)", "repositories"),
        ("ALTER QMGR REPOSNL(N)", "namelist-missing"),
        ("DEFINE QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(7)", "defined-twice"),
    ],
)
def test_what_no_queue_manager_takes(text: str, code: str) -> None:
    outcome = left(text)
    assert outcome.objects == {}
    problem = code if code != "cluster-conflict" else reported(outcome)[0][0]
    assert reported(outcome) == [(problem, 1)]
    assert outcome.queue_manager.keys() <= {"repository_namelist"}


def test_the_first_definition_stays() -> None:
    outcome = left(
        "DEFINE QLOCAL(A) MAXDEPTH(1)\nDEFINE QLOCAL(A) MAXDEPTH(2)\n"
        "DEFINE QALIAS(A) TARGET(B) REPLACE\nDEFINE QLOCAL(A) MAXDEPTH(1)\n"
    )
    assert values(outcome) == {"A": {"max_queue_depth": 1}}
    assert reported(outcome) == [("defined-twice", 2), ("other-type", 3)]


def test_replace_starts_anew_and_a_copy_has_everything() -> None:
    outcome = left(
        "DEFINE QLOCAL(A) MAXDEPTH(1)\nDEFINE QLOCAL(A) PUT(DISABLED) REPLACE\n"
        "DEFINE QLOCAL(B) LIKE(A) MAXDEPTH(3)\nALTER QLOCAL(A) PUT(ENABLED)"
    )
    assert values(outcome) == {
        "A": {"inhibit_put": "put_allowed"},
        "B": {"inhibit_put": "put_inhibited", "max_queue_depth": 3},
    }
    attributes = outcome.objects["mq:LocalQueue", "A"].attributes
    assert (attributes["max_queue_depth"], attributes["inhibit_put"]) == (5000, "put_allowed")


def test_a_changed_default_is_what_later_creations_take() -> None:
    outcome = left(
        "DEFINE QLOCAL(A)\nALTER QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(100)\n"
        "DEFINE QLOCAL(B)\nDEFINE QLOCAL(C) LIKE(SYSTEM.DEFAULT.LOCAL.QUEUE) GET(DISABLED)"
    )
    depths = {
        name: known.attributes["max_queue_depth"] for (_, name), known in outcome.objects.items()
    }
    assert depths == {"A": 5000, "SYSTEM.DEFAULT.LOCAL.QUEUE": 100, "B": 100, "C": 100}
    assert outcome.objects["mq:LocalQueue", "C"].definition.like == "SYSTEM.DEFAULT.LOCAL.QUEUE"


def test_in_a_dump_the_defaults_come_first_and_later_releases_are_read() -> None:
    outcome = left(
        "* Queue manager name: QM1\nDEFINE QLOCAL(A) FUTURE(1)\n"
        "DEFINE QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(100)\n"
    )
    assert outcome.objects["mq:LocalQueue", "A"].attributes["max_queue_depth"] == 100
    assert reported(outcome) == []


def test_a_dump_of_a_later_release_alters_its_queue_manager() -> None:
    text = "* Queue manager name: QM1\nALTER QMGR REPOS(C) FUTURE(1) MAXMSGL(70000)\n"
    for settings in (text, text.replace("REPOS(C) ", "")):
        outcome = left(settings)
        assert reported(outcome) == []
        assert outcome.queue_manager["max_message_length"] == 70_000


def test_on_zos_scripts_define_what_ships() -> None:
    text = "DEFINE QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(100)\nDEFINE QLOCAL(A)"
    outcome = left(text, facts=SystemFacts("CSQ1", Platform.ZOS))
    assert reported(outcome) == []
    assert outcome.objects["mq:LocalQueue", "A"].attributes["max_queue_depth"] == 100


def test_what_is_deleted_is_gone() -> None:
    outcome = left("DEFINE QLOCAL(A)\nDELETE QLOCAL(A)\nALTER QLOCAL(A) MAXDEPTH(5)\nDELETE QA(B)")
    assert outcome.objects == {}
    assert reported(outcome) == [("undefined", 3), ("undefined", 4)]
    assert [problem.is_error for problem in outcome.problems()] == [True, False]


def test_what_was_there_is_changed_and_deleted() -> None:
    there = {"A": Existing("mq:LocalQueue", {"max_queue_depth": 9, "usage": "normal"}),
             "B": Existing("mq:AliasQueue", {})}  # fmt: skip
    script = b"ALTER QLOCAL(A) MAXDEPTH(5)\nDELETE QALIAS(B)\nDEFINE QLOCAL(B) LIKE(A)"
    interpreter = Interpreter(SystemFacts("QM1"), lambda kind, name: there.get(name))
    interpreter.run(dialect("mqsc").read(script), "f")
    outcome = interpreter.outcome()
    assert outcome.objects["mq:LocalQueue", "A"].attributes == {
        "max_queue_depth": 5, "usage": "normal",
    }  # fmt: skip
    assert outcome.objects["mq:LocalQueue", "B"].attributes["max_queue_depth"] == 5
    assert outcome.deleted == [("mq:AliasQueue", "B")]
    assert outcome.refused == []


def test_one_mistake_is_told_once() -> None:
    outcome = left(
        "DEFINE QLOCAL(A) MAXDEPTH(X) PUT(MAYBE)\nALTER QLOCAL(A) MAXDEPTH(5)\nDELETE QLOCAL(A)\n"
        "DEFINE QLOCAL(B) LIKE(A)\nALTER QLOCAL(B) PUT(DISABLED)"
    )
    (problem,) = outcome.problems()
    assert problem.line == 1
    assert "MAXDEPTH must be" in problem.text
    assert "PUT must be" in problem.text


def test_a_script_of_another_platform_is_told_once() -> None:
    text = "".join(f"DEFINE QLOCAL(Q{n}) STGCLASS(FAST)\n" for n in range(216))
    (problem,) = left(text).problems()
    assert "216 objects" in problem.text
    assert len(left(text, facts=SystemFacts("QM1", Platform.ZOS)).objects) == 216


def test_the_queue_manager_and_its_clusters() -> None:
    outcome = left(
        "ALTER QMGR REPOS(C1) DEADQ(DLQ)\nALTER QMGR REPOS(' ') MAXMSGL(70000)\n"
        "DEFINE NAMELIST(N) NAMES(C2,C3)\nALTER QMGR REPOSNL(N)\n"
        "DEFINE CHANNEL(TO) CHLTYPE(CLUSRCVR) CLUSTER(C4)"
    )
    assert outcome.queue_manager == {
        "repository": "", "dead_letter_queue": "DLQ", "max_message_length": 70_000,
        "repository_namelist": "N",
    }  # fmt: skip
    clusters = {
        name: known.attributes for (kind, name), known in outcome.objects.items()
        if kind == "mq:Cluster"
    }  # fmt: skip
    assert {name: known["full_repository"] for name, known in clusters.items()} == {
        "C2": "yes", "C3": "yes", "C4": "no",
    }  # fmt: skip
    assert outcome.not_managed == {}


def test_end_ends_a_script() -> None:
    outcome = left("DEFINE QLOCAL(A)\nEND\nDEFINE QLOCAL(B)")
    assert list(values(outcome)) == ["A"]


# CL


def test_changes_are_folded_into_the_creation() -> None:
    outcome = left(
        "CRTMSGQ L/A TEXT('x')\nCRTMQMQ Q *LCL MAXDEPTH(1)\nCHGMSGQ L/A SEV(40) TEXT('y')\n"
        "CHGMQMQ Q MAXDEPTH(2)\nCHGMQMQ OTHER QTYPE(*LCL) MAXDEPTH(3)",
        "cl",
    )
    assert values(outcome) == {
        "L/A": {"text_description": "y", "severity_code_filter": 40},
        "Q": {"max_queue_depth": 2},
    }
    assert reported(outcome) == [("undefined", 5)]


def test_users_are_added_changed_and_removed() -> None:
    outcome = left(
        "CRTAUTL A\nADDAUTLE A (TOM ANN) *USE\nCHGAUTLE A TOM *ALL\nRMVAUTLE A ANN\n"
        "CHGAUTLE A USER(*PUBLIC) AUT(*EXCLUDE)\nADDAUTLE A TOM *USE\nRMVAUTLE A EVE",
        "cl",
    )
    assert values(outcome) == {"A": {"users": {"TOM": ("all",)}, "authority": "exclude"}}
    assert reported(outcome) == [("user-listed", 6), ("user-missing", 7)]


def test_a_replacement_keeps_what_it_says_to_keep() -> None:
    text = "CRTMQMQ A *LCL IMGRCOVQ(*YES) MAXDEPTH(5)\nCRTMQMQ A *LCL REPLACE(*YES) IMGRCOVQ({})"
    kept = left(text.format("*SAME"), "cl").objects["mq:LocalQueue", "A"]
    anew = left(text.format("*NO"), "cl").objects["mq:LocalQueue", "A"]
    assert kept.attributes["image_recover_queue"] == "yes"
    assert anew.attributes["image_recover_queue"] == "no"
    assert kept.attributes["max_queue_depth"] == anew.attributes["max_queue_depth"] == 5000


def test_libraries_and_types_that_commands_do_not_say() -> None:
    outcome = left("CRTMSGQ L/A\nDLTMSGQ A\nCRTMSGQ L/A TEXT('x')\nCRTMQMQ Q *MDL\nDLTMQMQ Q", "cl")
    assert values(outcome) == {"L/A": {"text_description": "x"}}
    assert reported(outcome) == []


def test_a_failure_that_is_monitored_is_none() -> None:
    text = (
        "PGM\nDLTDTAQ L/D\nMONMSG CPF2105\nCRTLIB L\nMONMSG MSGID(CPF2111)\n"
        "CRTDTAQ L/D MAXLEN(5)\nCRTDTAQ L/D MAXLEN(6)\nMONMSG CPF9800\nENDPGM"
    )
    outcome = left(text, "cl")
    assert values(outcome) == {"L": {}, "L/D": {"max_entry_length": 5}}
    assert outcome.libraries == ["L"]
    assert reported(outcome) == []
    unmonitored = left(text.replace("MONMSG CPF9800", "MONMSG CPF3700"), "cl")
    assert reported(unmonitored) == [("defined-twice", 7)]


def test_what_a_monitor_runs() -> None:
    text = "CRTMSGQ L/{}\nCHGMSGQ L/A SEV(5)\nMONMSG CPF0000 EXEC(CRTMSGQ L/A TEXT('x'))"
    assert values(left(text.format("A"), "cl")) == {"L/A": {"severity_code_filter": 5}}
    assert values(left(text.format("B"), "cl")) == {"L/B": {}, "L/A": {"text_description": "x"}}


def test_a_monitor_leads_on_to_a_label() -> None:
    text = (
        "PGM\nMONMSG CPF0000 EXEC(GOTO CMDLBL(ERROR))\nCRTMSGQ L/A\n{}\nCRTMSGQ L/B\nRETURN\n"
        "ERROR: CRTMSGQ L/C\nENDPGM"
    )
    assert list(values(left(text.format("CRTMSGQ L/A TEXT('x')"), "cl"))) == ["L/A", "L/C"]
    assert list(values(left(text.format(""), "cl"))) == ["L/A", "L/B"]
    assert list(values(left(text.format("").replace("RETURN\n", ""), "cl"))) == [
        "L/A",
        "L/B",
        "L/C",
    ]
    returned = "CRTMSGQ L/A\nCRTMSGQ L/A TEXT('x')\nMONMSG CPF2112 EXEC(RETURN)\nCRTMSGQ L/B"
    assert list(values(left(returned, "cl"))) == ["L/A"]


def test_a_group_that_a_monitor_runs() -> None:
    text = "CRTMSGQ L/A\nDLTMSGQ L/{}\nMONMSG CPF2105 EXEC(DO)\nCRTMSGQ L/C\nENDDO\nCRTMSGQ L/D"
    assert list(values(left(text.format("A"), "cl"))) == ["L/D"]
    assert list(values(left(text.format("X"), "cl"))) == ["L/A", "L/C", "L/D"]


def test_objects_of_the_job_go_with_it() -> None:
    outcome = left("CRTMSGQ QTEMP/A\nCRTMSGQ L/B", "cl")
    assert list(values(outcome)) == ["L/B"]
    assert [(note.code, note.line) for note in outcome.notes] == [("job", 1)]


def test_what_only_the_program_knows_is_not_taken() -> None:
    outcome = left("CRTMSGQ &LIB/A\nCRTMSGQ L/B TEXT(&T)\nCHGMSGQ L/B SEV(5)\nCRTMSGQ L/C", "cl")
    assert list(values(outcome)) == ["L/C"]
    assert reported(outcome) == [("name", 1), ("not-literal", 2)]
    assert [problem.value for problem in outcome.problems()] == ["&LIB", "&T"]
    # What it decides is not guessed: nothing of the program is taken.
    decided = left("CRTMSGQ L/B\nIF COND(&X) THEN(CRTMSGQ L/A)", "cl")
    assert list(values(decided)) == []
    assert reported(decided) == [("program", 2)]


# Without running: for conversion


def _read(text: str) -> list[Definition]:
    return cl.definitions(cl.parse(text))


def test_types_and_libraries_come_from_the_creation() -> None:
    text = (
        "CRTMQMQ Q *MDL\nCHGMQMQ Q MAXDEPTH(5)\nDLTMQMQ Q\nCRTDTAQ L/D TYPE(*DDM) +\n"
        "RMTDTAQ(D) RMTLOCNAME(FAR)\nCHGOBJD D *DTAQ 'x'\nDLTMQMQ OTHER"
    )
    assert [
        (definition.kind, definition.name, len(definition.kinds))
        for definition in resolved(_read(text))
    ] == [
        ("mq:ModelQueue", "Q", 1),
        ("mq:ModelQueue", "Q", 1),
        ("mq:ModelQueue", "Q", 1),
        ("ibmi:DdmDataQueue", "L/D", 1),
        ("ibmi:DdmDataQueue", "L/D", 1),
        ("mq:LocalQueue", "OTHER", 4),
    ]


def test_a_command_need_not_say_the_queue_manager() -> None:
    text = "CRTMQMQ Q *ALS MQMNAME(QM1)\nCRTMQMQ R *LCL MQMNAME(QM2)\nDLTMQMQ Q\nDLTMQMQ R"
    definitions = resolved(_read(text))
    assert [(d.kind, d.system) for d in definitions[2:]] == [
        ("mq:AliasQueue", "QM1"), ("mq:LocalQueue", "QM2"),
    ]  # fmt: skip
    script = dialect("cl").read(text.encode())
    apart = [interpreted([("f", own)]) for own in by_system(script)]
    assert [outcome.objects for outcome in apart] == [{}, {}]
    assert [outcome.refused for outcome in apart] == [[], []]


def test_queue_managers_are_distinguished() -> None:
    text = "CRTMQMQ Q *LCL MQMNAME(QM1)\nCHGMQMQ Q MQMNAME(QM2) MAXDEPTH(5)"
    assert [len(definition.kinds) for definition in resolved(_read(text))] == [1, 2]
