"""GRTMQMAUT and RVKMQMAUT: IBM's pages of the two commands, and "Using the access authorization
commands on IBM i"."""

from pathlib import Path

import pytest

from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.protocol import CannotWrite
from queuewright.dialects.registry import dialect
from queuewright.interpreter import by_system, interpreted
from queuewright.mq.authority_record import AuthorityRecordSpec
from queuewright.sandbox import cl_commands
from queuewright.sandbox.engine import Sandbox

KIND = AuthorityRecordSpec.kind
CL = dialect("cl")


def read(text: str) -> list[Definition]:
    return CL.read(text.encode()).definitions


def test_a_record_for_each_user() -> None:
    """The examples of the document; positions without keywords."""
    script = """
    GRTMQMAUT OBJ(RED.LOCAL.QUEUE) OBJTYPE(*LCLQ) USER(GROUPA) +
              AUT(*BROWSE *PUT) MQMNAME('saturn.queue.manager')
    GRTMQMAUT OBJ(TRENT) OBJTYPE(*MQM) USER(*PUBLIC) AUT(*CONNECT) MQMNAME(TRENT)
    GRTMQMAUT 'ORDERS.**' *Q (JACK JILL) *NONE TRENT
    RVKMQMAUT OBJ(ORDERS) OBJTYPE(*Q) USER(GEORGE) AUT(*PUT) MQMNAME(TRENT)
    RVKMQMAUT OBJ(ORDERS) OBJTYPE(*Q) USER(GEORGE) AUT(*REMOVE) MQMNAME(TRENT)
    """
    found = read(script)
    assert [(d.name, d.action, d.system, dict(d.values), dict(d.removed)) for d in found] == [
        ("RED.LOCAL.QUEUE/q//GROUPA", Action.CREATE, "saturn.queue.manager",
         {"authorities": ("browse", "output")}, {}),
        ("self/q_mgr/*PUBLIC/", Action.CREATE, "TRENT", {"authorities": ("connect",)}, {}),
        ("ORDERS.**/q//JACK", Action.CREATE, "TRENT", {"authorities": ("none",)}, {}),
        ("ORDERS.**/q//JILL", Action.CREATE, "TRENT", {"authorities": ("none",)}, {}),
        ("ORDERS/q//GEORGE", Action.CHANGE, "TRENT", {}, {"authorities": ("output",)}),
        ("ORDERS/q//GEORGE", Action.DELETE, "TRENT", {}, {}),
    ]  # fmt: skip
    assert not any(d.problems for d in found)
    for definition in found:  # and back
        [again] = read("\n".join(CL.write(definition)))
        assert (again.name, again.values, again.removed, again.action) == (
            definition.name, definition.values, definition.removed, definition.action,
        )  # fmt: skip


def test_groups_are_users_and_commands_say_both_directions() -> None:
    name = AuthorityRecordSpec.name_of({"name": "A", "object_type": "topic", "group": "OPS"})
    change = Definition(
        KIND, name, Action.CHANGE, {"authorities": ("publish",)},
        removed={"authorities": ("subscribe", "resume")}, system="QM1",
    )  # fmt: skip
    where = "OBJ(A) OBJTYPE(*TOPIC) USER(OPS)"
    assert CL.write(change) == [
        f"RVKMQMAUT {where} AUT(*SUB *RESUME) MQMNAME(QM1)",
        f"GRTMQMAUT {where} AUT(*PUB) MQMNAME(QM1)",
    ]
    for names in ({"object_type": "comm_info", "group": "OPS"}, {"object_type": "q_mgr"}):
        entity = {"principal": "bob smith"} if "group" not in names else {}
        name = AuthorityRecordSpec.name_of({"name": "A", **names, **entity})
        with pytest.raises(CannotWrite):
            CL.write(Definition(KIND, name, Action.CREATE, {"authorities": ("display",)}))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("GRTMQMAUT OBJ(A) OBJTYPE(*Q) USER(JACK *PUBLIC) AUT(*GET)", "special-value"),
        ("GRTMQMAUT OBJ(A) OBJTYPE(*Q) USER(JACK) AUT(*REMOVE)", "special-value"),
        ("RVKMQMAUT OBJ(A) OBJTYPE(*Q) USER(JACK) AUT(*NONE)", "special-value"),
        ("GRTMQMAUT OBJ(A) OBJTYPE(*Q) USER(JACK)", "missing"),
    ],
)
def test_what_is_refused_is_told_once_and_nothing_of_it_is_taken(command: str, code: str) -> None:
    [definition] = read(command)
    assert [problem.code for problem in definition.errors] == [code]


@pytest.mark.parametrize(
    "command",
    [
        "GRTMQMAUT OBJ(*ALL) OBJTYPE(*PRC) USER(JACK JILL) AUT(*ALL)",
        "GRTMQMAUT OBJ(*ALL) OBJTYPE(*ALL) USER(JACK) AUT(*ALL)",
        "RVKMQMAUT OBJ(A) OBJTYPE(*ALL) USER(JACK) AUT(*ALL)",
    ],
)
def test_objects_that_there_are_when_it_runs_are_named(command: str) -> None:
    left = interpreted([("p.clle", CL.read(f"PGM\n{command}\nENDPGM".encode()))])
    assert (left.objects, left.refused) == ({}, [])
    assert [(note.code, note.line) for note in left.notes] == [("objects-there", 2)]
    assert left.not_managed_places == {command[:9]: ["p.clle:2"]}


TO = "USER(BOB) AUT({})"
GRANTED = f"GRTMQMAUT OBJ({{}}) OBJTYPE(*Q) {TO.format('*GET *PUT')}"


@pytest.mark.parametrize(
    ("commands", "expected"),
    [
        ([f"GRTMQMAUT OBJ(*ALL) OBJTYPE(*Q) {TO.format('*GET')}"],
         {"A/q//BOB": ("input",), "B/q//BOB": ("input",)}),
        ([f"GRTMQMAUT OBJ(*ALL) OBJTYPE(*ALSQ) {TO.format('*GET')}"], {"B/q//BOB": ("input",)}),
        # Each type has its own authorities: a process has no GET.
        ([f"GRTMQMAUT OBJ(*ALL) OBJTYPE(*ALL) {TO.format('*GET *INQ')}"],
         {"A/q//BOB": ("input", "inquire"), "B/q//BOB": ("input", "inquire"),
          "A/process//BOB": ("inquire",)}),
        ([f"GRTMQMAUT OBJ(A) OBJTYPE(*ALL) {TO.format('*GET')}"], {"A/q//BOB": ("input",)}),
        ([GRANTED.format("A"), f"RVKMQMAUT OBJ(*ALL) OBJTYPE(*ALL) {TO.format('*ALL')}"],
         {"A/q//BOB": ("none",)}),
        ([GRANTED.format("A"), f"RVKMQMAUT OBJ(*ALL) OBJTYPE(*LCLQ) {TO.format('*PUT')}"],
         {"A/q//BOB": ("input",)}),
        ([GRANTED.format("A"), f"RVKMQMAUT OBJ(*ALL) OBJTYPE(*ALSQ) {TO.format('*PUT')}"],
         {"A/q//BOB": ("input", "output")}),
        ([GRANTED.format("A"), f"RVKMQMAUT OBJ(*ALL) OBJTYPE(*Q) {TO.format('*REMOVE')}"], {}),
        # Of an object that another script makes; a generic profile is no object.
        ([GRANTED.format("C"), GRANTED.format("'**'"),
          f"RVKMQMAUT OBJ(*ALL) OBJTYPE(*Q) {TO.format('*GET')}"],
         {"C/q//BOB": ("output",), "**/q//BOB": ("input", "output")}),
        ([GRANTED.format("A"),
          f"RVKMQMAUT OBJ(*ALL) OBJTYPE(*Q) {TO.format('*GET')} MQMNAME(OTHER)"],
         {"A/q//BOB": ("input", "output")}),
    ],
)  # fmt: skip
def test_what_is_about_all_objects_counts_for_those_of_the_script(
    commands: list[str], expected: dict[str, tuple[str, ...]]
) -> None:
    """GRTMQMAUT OBJ(*ALL): the objects of the type when it is issued."""
    objects = [
        "CRTMQMQ QNAME(A) QTYPE(*LCL)",
        "CRTMQMQ QNAME(B) QTYPE(*ALS)",
        "CRTMQMPRC PRCNAME(A)",
    ]
    program = "\n".join(["PGM", *(f"{o} MQMNAME(QM1)" for o in objects), *commands, "ENDPGM"])
    left = interpreted([("p.clle", CL.read(program.encode()))])
    assert left.refused == []
    found = {
        n: each.attributes["authorities"] for (k, n), each in left.objects.items() if k == KIND
    }
    assert found == expected
    assert left.notes[-1].code in ("objects-of-script", "objects-there")
    assert left.notes[-1].line == 4 + len(commands)


def test_all_objects_are_those_of_the_queue_manager_that_is_named() -> None:
    program = (
        "CRTMQMQ QNAME(A) QTYPE(*LCL) MQMNAME(QM1)\nCRTMQMQ QNAME(B) QTYPE(*LCL) MQMNAME(QM2)\n"
    )
    program += f"GRTMQMAUT OBJ(*ALL) OBJTYPE(*Q) {TO.format('*GET')} MQMNAME(QM2)\n"
    left = [interpreted([("p.clle", each)]) for each in by_system(CL.read(program.encode()))]
    assert [[n for k, n in each.objects if k == KIND] for each in left] == [[], ["B/q//BOB"]]


def test_a_program_leaves_its_records(tmp_path: Path) -> None:
    """Interpreted, and run on the sandbox: the same."""
    program = (
        "PGM\n"
        "DCL VAR(&Q) TYPE(*CHAR) LEN(10) VALUE('ORDERS')\n"
        "CRTMQMQ QNAME(&Q) QTYPE(*LCL)\n"
        "GRTMQMAUT OBJ(&Q) OBJTYPE(*LCLQ) USER(JACK JILL) AUT(*GET *PUT)\n"
        "RVKMQMAUT OBJ(&Q) OBJTYPE(*LCLQ) USER(JACK) AUT(*PUT)\n"
        "RVKMQMAUT OBJ(&Q) OBJTYPE(*LCLQ) USER(JILL) AUT(*REMOVE)\n"
        "ENDPGM\n"
    )
    left = interpreted([("p.clle", CL.read(program.encode()))])
    expected = {"ORDERS/q//JACK": ("input",)}
    objects = left.objects.items()
    found = {name: each.attributes["authorities"] for (kind, name), each in objects if kind == KIND}
    assert found == expected
    machine = Sandbox(tmp_path / "s.db").create_system("QM1", platform=Platform.IBMI)
    assert [a.text for a in cl_commands.run(machine, program) if not a.ok] == []
    there = {o.key.name: o.attributes["authorities"] for o in machine.observe([KIND])}
    assert there == expected
