"""GRTOBJAUT and RVKOBJAUT for users of objects that no file of an import defines."""

from collections.abc import Mapping

import pytest

from queuewright.catalogue.attribute import Value
from queuewright.dialects.scripts import Dialect, read_script
from queuewright.interpreter import interpreted
from queuewright.interpreter.outcome import ScriptOutcome

RECORD = "ibmi:ObjectAuthority"
ABOUT = "OBJ(LIB/Q) OBJTYPE(*DTAQ) USER(AMY)"


def run(*commands: str) -> ScriptOutcome:
    return interpreted([("p", read_script("\n".join(commands).encode(), Dialect.CL))])


def records(outcome: ScriptOutcome) -> Mapping[str, Value]:
    return {
        name: standing.attributes["authorities"]
        for (kind, name), standing in outcome.objects.items()
        if kind == RECORD
    }


@pytest.mark.parametrize(
    ("commands", "left"),
    [
        ([f"GRTOBJAUT {ABOUT} AUT(*USE)"], ("use",)),
        ([f"GRTOBJAUT {ABOUT}"], ("change",)),
        ([f"GRTOBJAUT {ABOUT} AUT(*USE)", f"GRTOBJAUT {ABOUT} AUT(*ADD *UPD *DLT)"], ("change",)),
        ([f"GRTOBJAUT {ABOUT} AUT(*ALL)", f"GRTOBJAUT {ABOUT} AUT(*USE)"], ("all",)),
        ([f"GRTOBJAUT {ABOUT} AUT(*ALL)", f"GRTOBJAUT {ABOUT} AUT(*USE) REPLACE(*YES)"], ("use",)),
        ([f"GRTOBJAUT {ABOUT} AUT(*ALL)", f"GRTOBJAUT {ABOUT} AUT(*EXCLUDE)"], ("exclude",)),
        ([f"GRTOBJAUT {ABOUT} AUT(*USE)", f"RVKOBJAUT {ABOUT} AUT(*READ)"], ("objopr", "execute")),
        ([f"GRTOBJAUT {ABOUT} AUT(*USE)", f"RVKOBJAUT {ABOUT} AUT(*ALL)"], None),
        ([f"RVKOBJAUT {ABOUT} AUT(*ALL)"], None),
    ],
    ids=str,
)
def test_what_is_left(commands: list[str], left: tuple[str, ...] | None) -> None:
    outcome = run(*commands)
    assert outcome.refused == []
    found = records(outcome)
    assert {n: set(w) for n, w in found.items() if isinstance(w, tuple)} == (
        {} if left is None else {"LIB.Q:dtaq:AMY": set(left)}
    )


def test_each_user_and_type_has_its_own() -> None:
    outcome = run(
        "GRTOBJAUT OBJ(LIB/Q) OBJTYPE(*DTAQ) USER(AMY BOB) AUT(*USE)",
        "GRTOBJAUT OBJ(LIB/Q) OBJTYPE(*MSGQ) USER(AMY) AUT(*ALL)",
        "GRTOBJAUT OBJ(LIB) OBJTYPE(*LIB) USER(AMY) AUT(*USE)",
    )
    assert records(outcome) == {
        "LIB.Q:dtaq:AMY": ("use",),
        "LIB.Q:dtaq:BOB": ("use",),
        "LIB.Q:msgq:AMY": ("all",),
        "QSYS.LIB:lib:AMY": ("use",),
    }


def test_an_object_of_the_files_has_its_users_itself() -> None:
    outcome = run("CRTDTAQ DTAQ(LIB/Q) MAXLEN(9)", f"GRTOBJAUT {ABOUT} AUT(*USE)")
    assert records(outcome) == {}
    [standing] = outcome.objects.values()
    assert standing.attributes["private_authorities"] == {"AMY": ("use",)}


@pytest.mark.parametrize(
    "command",
    [
        "GRTOBJAUT OBJ(Q) OBJTYPE(*DTAQ) USER(AMY) AUT(*USE)",  # of which library is not known
        "GRTOBJAUT OBJ(LIB/Q) OBJTYPE(*DTAQ) USER(*PUBLIC) AUT(*USE)",
        "GRTOBJAUT OBJ(LIB/Q) OBJTYPE(*DTAQ) AUTL(STAFF)",
        "CHGOBJOWN OBJ(LIB/Q) OBJTYPE(*DTAQ) NEWOWN(AMY)",
    ],
)
def test_what_no_record_says(command: str) -> None:
    outcome = run(command)
    assert outcome.objects == {}
    assert [problem.code for problem in outcome.refused] == ["undefined"]


@pytest.mark.parametrize(
    ("command", "left"),
    [
        ("DLTDTAQ DTAQ(LIB/Q*)", ""),
        ("DLTDTAQ DTAQ(LIB/Q)", ""),
        ("DLTOBJ OBJ(LIB/*ALL) OBJTYPE(*DTAQ)", ""),
        ("DLTMSGQ MSGQ(LIB/Q*)", "LIB.Q:dtaq:AMY"),
        ("DLTDTAQ DTAQ(LIB/R*)", "LIB.Q:dtaq:AMY"),
        ("CLRLIB LIB(LIB)", ""),
        ("DLTLIB LIB(LIB)", ""),
        ("RNMLIB LIB(LIB) NEWLIB(OTHER)", "OTHER.Q:dtaq:AMY"),
        ("MOVOBJ OBJ(LIB/Q) OBJTYPE(*DTAQ) TOLIB(OTHER)", "OTHER.Q:dtaq:AMY"),
    ],
)
def test_they_go_and_move_with_the_object(command: str, left: str) -> None:
    outcome = run(f"GRTOBJAUT {ABOUT} AUT(*USE)", command)
    assert "".join(records(outcome)) == left


def test_they_go_and_move_with_a_library() -> None:
    granted = "GRTOBJAUT OBJ(QSYS/LIB) OBJTYPE(*LIB) USER(AMY) AUT(*USE)"
    assert list(records(run(granted, "CLRLIB LIB"))) == ["QSYS.LIB:lib:AMY"]
    assert list(records(run(granted, "DLTLIB LIB"))) == []
    assert list(records(run(granted, "RNMLIB LIB OTHER"))) == ["QSYS.OTHER:lib:AMY"]


@pytest.mark.parametrize(
    ("commands", "users"),
    [
        (["ADDAUTLE L AMY *USE", "CHGOBJOWN L *AUTL AMY"], {}),
        (["ADDAUTLE L BOB *USE", "CHGOBJOWN L *AUTL AMY"], {"BOB": ("use",)}),
        (["CHGOBJOWN L *AUTL AMY", "CHGOBJOWN L *AUTL BOB"], {}),
        (
            ["CHGOBJOWN L *AUTL AMY", "CHGOBJOWN L *AUTL BOB CUROWNAUT(*SAME)"],
            {"AMY": ("all", "autlmgt")},
        ),
    ],
)
def test_the_owner_of_a_list_is_not_among_its_users(
    commands: list[str], users: Mapping[str, Value]
) -> None:
    [made] = run("CRTAUTL L", *commands).objects.values()
    assert made.attributes.get("users", {}) == users


def test_a_grant_to_the_owner_gives_nothing() -> None:
    commands = ["CRTDTAQ LIB/Q MAXLEN(5)", "CHGOBJOWN LIB/Q *DTAQ AMY"]
    [made] = run(*commands, f"GRTOBJAUT {ABOUT} AUT(*USE)").objects.values()
    assert not made.attributes.get("private_authorities")
    outcome = run(*commands, f"GRTOBJAUT {ABOUT} AUT(*USE) REPLACE(*YES)")
    assert [problem.code for problem in outcome.refused] == ["owner-listed"]
