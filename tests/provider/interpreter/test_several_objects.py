"""STRJRNOBJ, ENDJRNOBJ, GRTOBJAUT and RVKOBJAUT about several objects, types or users: a script
leaves what the sandbox has when it has run them. Sources: IBM i, STRJRNOBJ OBJ; GRTOBJAUT OBJ,
OBJTYPE, USER."""

from pathlib import Path
from typing import Any

from queuewright.catalogue.platform import Platform
from queuewright.dialects.registry import dialect
from queuewright.interpreter import ScriptOutcome, interpreted
from queuewright.kinds import IBMI_KINDS
from queuewright.sandbox import cl_commands
from queuewright.sandbox.engine import Sandbox

MADE = """\
CRTDTAQ DTAQ(L/A) MAXLEN(10) AUT(*CHANGE)
CRTDTAQ DTAQ(L/B) MAXLEN(10) AUT(*CHANGE)
CRTDTAQ DTAQ(L/AC) MAXLEN(10) AUT(*CHANGE)
CRTDTAQ DTAQ(L/D) TYPE(*DDM) RMTDTAQ(X) RMTLOCNAME(Y) AUT(*CHANGE)
CRTMSGQ MSGQ(L/A) AUT(*CHANGE)
CRTDTAQ DTAQ(M/A) MAXLEN(10) AUT(*CHANGE)
"""
COMMANDS = """\
STRJRNOBJ OBJ((L/A) (L/B)) OBJTYPE(*DTAQ) JRN(L/J)
GRTOBJAUT OBJ(L/*ALL) OBJTYPE(*ALL) USER(*PUBLIC OPS DEV) AUT(*ALL)
GRTOBJAUT OBJ(L/A*) OBJTYPE(*DTAQ) USER(*PUBLIC) AUT(*EXCLUDE)
ENDJRNOBJ OBJ(L/B*) OBJTYPE(*DTAQ)
STRJRNOBJ OBJ(L/AC*) OBJTYPE(*DTAQ) JRN(L/J)
GRTOBJAUT OBJ(L/A) OBJTYPE(*ALL) USER(X) AUT(*USE)
RVKOBJAUT OBJ(L/B) OBJTYPE(*DTAQ) USER(OPS *PUBLIC) AUT(*ALL)
"""
USERS = {"DEV": ("all",), "OPS": ("all",)}
WITH_X = {**USERS, "X": ("use",)}
LEFT: dict[tuple[str, str], tuple[Any, ...]] = {
    ("ibmi:DataQueue", "L/A"): ("exclude", "L/J", WITH_X),
    ("ibmi:DataQueue", "L/B"): ("exclude", "none", {"DEV": ("all",)}),
    ("ibmi:DataQueue", "L/AC"): ("exclude", "L/J", USERS),
    ("ibmi:DdmDataQueue", "L/D"): ("all", None, USERS),
    ("ibmi:MessageQueue", "L/A"): ("all", None, WITH_X),
    ("ibmi:DataQueue", "M/A"): ("change", "none", {}),
}


def _outcome(text: str) -> ScriptOutcome:
    return interpreted([("f", dialect("cl").read(text.encode()))])


def _seen(attributes: Any) -> tuple[Any, ...]:
    users = attributes.get("private_authorities") or {}
    return attributes["authority"], attributes.get("journal"), users


def test_a_script_and_the_sandbox_agree(tmp_path: Path) -> None:
    outcome = _outcome(MADE + COMMANDS)
    assert (outcome.refused, outcome.notes, outcome.not_managed.total()) == ([], [], 0)
    assert {key: _seen(known.attributes) for key, known in outcome.objects.items()} == LEFT
    sandbox = Sandbox(tmp_path / "sandbox.db")
    system = sandbox.create_system("P", platform=Platform.IBMI, libraries=["L", "M"])
    answers = list(cl_commands.run(system, MADE + COMMANDS))
    assert all(answer.ok for answer in answers), answers
    there = {(each.key.kind, each.key.name): each.attributes for each in system.observe(IBMI_KINDS)}
    assert {key: _seen(there[key]) for key in LEFT} == LEFT


def test_what_cannot_be_told_is_refused(tmp_path: Path) -> None:
    """Nothing is half done, and nothing passed over as if it were about others."""
    many = " ".join(f"(L/Q{number})" for number in range(301))
    users = " ".join(f"U{number}" for number in range(51))
    for command, reported in (
        ("STRJRNOBJ OBJ((L/A) (L/A*)) OBJTYPE(*DTAQ) JRN(L/J)", "may name several objects"),
        (f"STRJRNOBJ OBJ({many}) OBJTYPE(*DTAQ) JRN(L/J)", "up to 300 values, found 301"),
        (f"GRTOBJAUT OBJ(L/A) OBJTYPE(*DTAQ) USER({users}) AUT(*USE)", "up to 50 values"),
        ("GRTOBJAUT OBJ(L/*ALL) OBJTYPE(*ALL) USER(OPS) AUT(*ALLES)", "AUT must be"),
        ("RVKOBJAUT OBJ(L/A) OBJTYPE(*DTAQ) USER(*ALL) AUT(*ALL)", "users by their names only"),
        ("GRTOBJAUT OBJ(L/A) OBJTYPE(*DTAQ) REFOBJ(L/B)", "users by their names only"),
        ("GRTOBJAUT OBJ(L/*ALL) OBJTYPE(*ALL) USER(&WHO) AUT(*USE)", "--set WHO=VALUE"),
    ):
        outcome = _outcome(MADE + command)
        (text, *_) = [problem.text for problem in outcome.problems()]
        assert reported in text, command
        assert all(not _seen(known.attributes)[2] for known in outcome.objects.values()), command
        assert _seen(outcome.objects["ibmi:DataQueue", "L/A"].attributes)[1] == "none", command
    assert not _outcome(f"{MADE}GRTOBJAUT OBJ(L/*ALL) OBJTYPE(*FILE) USER(O) AUT(*USE)").refused
    sandbox = Sandbox(tmp_path / "sandbox.db")
    system = sandbox.create_system("P", platform=Platform.IBMI, libraries=["L"])
    [answer] = cl_commands.run(system, "ENDJRNOBJ OBJ(L/*ALL) OBJTYPE(*DTAQ)")
    assert answer.message_id == "CPF2105"
