"""How an IBM i is asked: in bulk, and no service without the libraries that it shall look in."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from ibmi_carriers import SandboxCarrier, machine
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.catalogue.key import Key
from queuewright.diff.normalise import spec_for
from queuewright.kinds import IBMI_KINDS, spec_of
from queuewright.servers import ibmi_cl
from queuewright.systems.checking import check
from queuewright.systems.ibmi.carrier import IbmiMessage, IbmiReply, Query, QueryRefused, Row
from queuewright.systems.ibmi.examining import fixes, time_there
from queuewright.systems.ibmi.system import IbmiSystem

# OBJECT_LOCK_INFO: "you should use a WHERE clause to restrict the result set".
LIBRARY = {
    "QSYS2.OBJECT_PRIVILEGES": "SYSTEM_OBJECT_SCHEMA IN (",
    "QSYS2.OBJECT_LOCK_INFO": "SYSTEM_OBJECT_SCHEMA IN (",
    "QSYS2.MESSAGE_QUEUE_INFO": "MESSAGE_QUEUE_LIBRARY IN (",
}


@pytest.fixture
def carrier(tmp_path: Path) -> SandboxCarrier:
    embedded = machine(tmp_path, "AS1")
    for number in range(30):
        embedded.create("ibmi:DataQueue", f"ORDERS/Q{number}", {"max_entry_length": 1})
        embedded.create("ibmi:MessageQueue", f"STOCK/Q{number}", {})
    return SandboxCarrier(embedded)


def test_everything_is_read_with_a_few_questions(carrier: SandboxCarrier) -> None:
    system = IbmiSystem("AS1", carrier)
    assert len(system.observe(IBMI_KINDS, status=True)) == 60 + len(("ORDERS", "STOCK"))
    assert len(carrier.asked) <= 14
    for query in carrier.asked:
        assert LIBRARY.get(query.source, "") in query.where


def test_only_the_configured_libraries_are_read(carrier: SandboxCarrier) -> None:
    system = IbmiSystem("AS1", carrier, ["STOCK"])
    assert {o.key.name.partition("/")[0] for o in system.observe(IBMI_KINDS)} == {"STOCK"}
    assert not any("*ALLUSR" in query.source for query in carrier.asked)
    # What is asked for by its name is read wherever it is.
    assert len(system.observe(IBMI_KINDS, ["ORDERS/Q1"])) == 1


def test_one_object_is_read_by_its_name(carrier: SandboxCarrier) -> None:
    system = IbmiSystem("AS1", carrier)
    assert len(system.observe(["ibmi:MessageQueue"], ["STOCK/Q7"], status=True)) == 1
    assert all("Q7" in query.where + query.source for query in carrier.asked)


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ("42704", "is not there as it is needed, SQLSTATE 42704.*install the Db2 PTF group"),
        ("42501", "may not be read, SQLSTATE 42501.*docs/systems.md"),
        ("57014", "gave no answer, SQLSTATE 57014.*see the job log"),
    ],
)
def test_a_service_that_gives_no_answer(carrier: SandboxCarrier, state: str, says: str) -> None:
    def refuse(query: Query) -> list[dict[str, str]]:
        raise QueryRefused("in Db2's\nown words", state)

    carrier.rows = refuse  # type: ignore[method-assign, assignment]
    with pytest.raises(SystemUnavailable, match=f"AS1: in this process: .*{says}") as caught:
        IbmiSystem("AS1", carrier).observe(IBMI_KINDS)
    assert "\n" not in str(caught.value)


def test_facts_are_asked_for_once(carrier: SandboxCarrier) -> None:
    system = IbmiSystem("AS1", carrier)
    assert system.facts is system.facts
    assert len(carrier.asked) == 3
    assert system.release() == "7.5"


@pytest.mark.parametrize(
    ("value", "ccsid", "is_known"), [(37, 37, True), (5035, 5035, True), (65535, 37, False)]
)
def test_the_ccsid(carrier: SandboxCarrier, value: int, ccsid: int, is_known: bool) -> None:
    """QCCSID as it ships, 65535, says nothing of the characters that a text may have."""
    rows = carrier.rows

    def answering(query: Query) -> Sequence[Row]:
        reported = "QCCSID" in query.where
        return [{"CURRENT_NUMERIC_VALUE": value}] if reported else rows(query)

    carrier.rows = answering  # type: ignore[method-assign]
    facts = IbmiSystem("AS1", carrier).facts
    assert (facts.ccsid, facts.is_ccsid_known) == (ccsid, is_known)
    spec = spec_of("ibmi:MessageQueue")
    _, problems = spec.validate_values({"name": "Q", "text_description": "受注"}, facts)
    assert [p.code for p in problems] == (["ccsid"] if ccsid == 37 and is_known else [])


def test_the_time_there() -> None:
    def rows(moment: str, offset: str) -> list[dict[str, str]]:
        named = {"QDATETIME": moment, "QUTCOFFSET": offset}
        return [
            {"SYSTEM_VALUE_NAME": name, "CURRENT_CHARACTER_VALUE": text}
            for name, text in named.items()
        ]

    noon = datetime(2026, 11, 22, 12, tzinfo=UTC)
    assert time_there(rows("20261122120000123456", "+0000")) == noon
    assert time_there(rows("20261122133000000000", "+0130")) == noon
    assert time_there(rows("20261122070000000000", "-0500")) == noon
    for wrong in (rows("", ""), rows("20261122", "+0100"), rows("x" * 20, "y"), []):
        assert time_there(wrong) is None


def test_what_a_user_lacks_is_asked_of_chkobj(carrier: SandboxCarrier) -> None:
    system = IbmiSystem("AS1", carrier)
    declared = [
        Key("AS1", "ibmi:DataQueue", "ORDERS/Q1"),
        Key("AS1", "ibmi:MessageQueue", "STOCK/NEW"),
        Key("AS1", "ibmi:MessageQueue", "*CURLIB/NEW"),
        Key("AS1", "ibmi:AuthorizationList", "NEWLIST"),
    ]
    found = {(each.about, each.ok) for each in system.examine(declared)}
    assert {("release", True), ("clock", True), ("authority", True)} <= found
    of_commands = (
        "ADDAUTLE CHGAUTLE CHGMSGQ CHGOBJD CHGOBJOWN CRTAUTL CRTDTAQ CRTMSGQ DLTAUTL DLTDTAQ "
        "DLTMSGQ GRTOBJAUT RMVAUTLE RVKOBJAUT"
    )
    assert carrier.sent == [
        f"CHKOBJ OBJ(QSYS/{command}) OBJTYPE(*CMD) AUT(*USE)" for command in of_commands.split()
    ] + [
        f"CHKOBJ OBJ(QSYS/{library}) OBJTYPE(*LIB) AUT(*READ *ADD *EXECUTE)"
        for library in ("ORDERS", "QGPL", "STOCK")
    ] + ["CHKOBJ OBJ(ORDERS/Q1) OBJTYPE(*DTAQ) AUT(*OBJEXIST *OBJMGT *OBJOPR *READ)"]
    [gone] = [f for f in system.examine([Key("AS1", "ibmi:DataQueue", "NOLIB/Q")]) if f.ok is False]
    assert "library NOLIB is not there" in str(gone)


def test_a_user_who_may_only_read(carrier: SandboxCarrier) -> None:
    def run(command: str) -> IbmiReply:
        done = ibmi_cl.run(carrier._embedded, command, may_change=False)
        return IbmiReply(
            done.ok, [IbmiMessage(message.id, message.text) for message in done.messages]
        )

    carrier.run = run  # type: ignore[method-assign]
    system = IbmiSystem("AS1", carrier)
    lacking = [
        f for f in system.examine([Key("AS1", "ibmi:DataQueue", "ORDERS/Q1")]) if f.ok is False
    ]
    texts = [str(finding) for finding in lacking if finding.about == "authority"]
    assert len(texts) == 2
    assert "QSYS/ORDERS *LIB: not all of *READ *ADD *EXECUTE; grant it: GRTOBJAUT" in texts[0]
    assert "ORDERS/Q1 *DTAQ" in texts[1]


def test_a_command_that_the_user_may_not_run(carrier: SandboxCarrier) -> None:
    """Of the kinds that are declared alone. Source: CHKOBJ, CPF9802."""
    run = carrier.run

    def refusing(command: str) -> IbmiReply:
        if "QSYS/CRTDTAQ" in command:
            return IbmiReply(
                False, [IbmiMessage("CPF9802", "Not authorized to object CRTDTAQ in QSYS.")]
            )
        return run(command)

    carrier.run = refusing  # type: ignore[method-assign]
    system = IbmiSystem("AS1", carrier)
    lists = [Key("AS1", "ibmi:AuthorizationList", "L")]
    assert not [each for each in system.examine(lists) if each.ok is False]
    queues = [Key("AS1", "ibmi:DataQueue", "ORDERS/Q1")]
    [lacking] = [each for each in system.examine(queues) if each.ok is False]
    assert str(lacking) == (
        "AS1: authority: error: QSYS/CRTDTAQ *CMD: not all of *USE; grant it: GRTOBJAUT "
        "OBJ(QSYS/CRTDTAQ) OBJTYPE(*CMD) USER(...) AUT(*USE)"
    )


def test_who_grants_needs_authority_to_the_object(carrier: SandboxCarrier) -> None:
    """Source: IBM i, GRTOBJAUT, restrictions."""
    run, asked = carrier.run, list[str]()

    def refusing(command: str) -> IbmiReply:
        asked.append(command)
        if "OBJ(ORDERS/Q1)" in command:
            return IbmiReply(False, [IbmiMessage("CPF9802", "Not authorized to object Q1.")])
        return run(command)

    carrier.run = refusing  # type: ignore[method-assign]
    names = {"name": "ORDERS/Q1", "object_type": "dtaq"}
    records = [
        Key("AS1", "ibmi:ObjectAuthority", spec_of("ibmi:ObjectAuthority").name_of(names | each))
        for each in ({"user": "AMY"}, {"user": "BOB"})
    ]
    system = IbmiSystem("AS1", carrier)
    [lacking] = [each for each in system.examine(records) if each.ok is False]
    assert "ORDERS/Q1 *DTAQ: not all of *OBJMGT; grant it: GRTOBJAUT" in str(lacking)
    commands = {text for text in asked if "*CMD" in text}
    assert {text.split("QSYS/")[1].split(")")[0] for text in commands} == {"GRTOBJAUT", "RVKOBJAUT"}


def findings(carrier: SandboxCarrier, **answers: list[Row] | str) -> dict[str, str]:
    """What is said where the source of a question answers so, or with this SQLSTATE."""
    rows = carrier.rows

    def answering(query: Query) -> Sequence[Row]:
        key = query.source.rpartition(".")[2]
        key = "RIGHTS" if "SPECIAL" in query.named else key
        given = answers.get(key)
        if isinstance(given, str):
            raise QueryRefused("in Db2's words", given)
        return rows(query) if given is None else given

    carrier.rows = answering  # type: ignore[method-assign]
    found = IbmiSystem("AS1", carrier).examine([])
    return {each.about: f"{each.ok} {each.text}" for each in found}


@pytest.mark.parametrize(
    ("level", "says"),
    [
        ([{"PTF_GROUP_NAME": "SF99950", "PTF_GROUP_LEVEL": n} for n in (2, 9, 3)],
         "True Db2 PTF group SF99950 level 9"),
        ([], "None no Db2 PTF group is installed"),
        ("42501", "None QSYS2.GROUP_PTF_INFO gave no answer, SQLSTATE 42501: in Db2's words"),
    ],
)  # fmt: skip
def test_fixes(carrier: SandboxCarrier, level: Any, says: str) -> None:
    """IBM i, SQL services, GROUP_PTF_INFO: it needs *USE to WRKPTFGRP."""
    found = findings(carrier, GROUP_PTF_INFO=level)
    assert found["PTFs"].startswith(says)
    [asked] = [q for q in carrier.asked if "PTF" in q.source] or [fixes("7.5")]
    assert "IN ('SF99950')" in asked.where


@pytest.mark.parametrize(
    ("version", "release", "says"),
    [
        ("7", "3", "False IBM i 7.3: DATA_QUEUE_INFO came with 7.4"),
        ("7", "6", "True IBM i 7.6"),
        ("", "", "None ENV_SYS_INFO says"),
    ],
)
def test_releases(carrier: SandboxCarrier, version: str, release: str, says: str) -> None:
    row: Row = {"OS_VERSION": version, "OS_RELEASE": release, "HOST_NAME": "AS1"}
    assert findings(carrier, ENV_SYS_INFO=[row])["release"].startswith(says)


def test_special_authorities(carrier: SandboxCarrier) -> None:
    """IBM i, SQL services: SQL_CHECK_SPECIAL_AUTHORITY and SQL_CHECK_FUNCTION_USAGE give 0 or 1."""
    found = findings(carrier)
    assert found["user"] == "True QSECOFR"
    assert found["special authority"] == "True *ALLOBJ"
    rights: Row = {"ALLOBJ": 0, "JOBCTL": 1, "SPLCTL": 1, "SEES": 0}
    found = findings(carrier, RIGHTS=[rights])
    assert found["special authority"] == "True *JOBCTL, *SPLCTL"
    assert found["reading"] == (
        "None authority and users of what others own may not be seen; to see them: "
        "CHGFCNUSG FCNID(QIBM_DB_SECADM) USER(QSECOFR) USAGE(*ALLOWED)"
    )
    assert "reading" not in findings(carrier, RIGHTS=[{**rights, "SEES": 1}])
    assert findings(carrier, RIGHTS=[{"SEES": 1}])["special authority"].startswith("True none")
    # A release that has not got them: what follows is still said.
    found = findings(carrier, RIGHTS="42704")
    assert found["special authority"].startswith("None QSYS2.SQL_CHECK_SPECIAL_AUTHORITY gave no")
    assert found["clock"].startswith("True")


def test_a_service_that_only_a_plan_would_ask_is_missed_before_it(carrier: SandboxCarrier) -> None:
    system = IbmiSystem("AS1", carrier)
    rows = carrier.rows

    def without_locks(query: Query) -> Sequence[Row]:
        if "LOCK" in query.source:
            raise QueryRefused("OBJECT_LOCK_INFO in QSYS2 type *FILE not found.", "42704")
        return rows(query)

    carrier.rows = without_locks  # type: ignore[method-assign]
    [failed] = [
        each for each in check(system, [Key("AS1", "ibmi:DataQueue", "ORDERS/Q1")])
        if each.ok is False
    ]  # fmt: skip
    assert "OBJECT_LOCK_INFO is not there as it is needed" in failed.text


def test_an_object_leaves_its_list_when_public_has_its_own(carrier: SandboxCarrier) -> None:
    system = IbmiSystem("AS1", carrier)
    for command in ("CRTAUTL AUTL(ORDAUT)", "CRTDTAQ DTAQ(ORDERS/Q) MAXLEN(9) AUT(ORDAUT)"):
        assert carrier.run(command).ok
    carrier.sent.clear()
    key = Key("AS1", "ibmi:DataQueue", "ORDERS/Q")
    without = {"authority": "use", "authorization_list": "none"}
    assert system.change(spec_for(key, without)).attributes["authority"] == "use"
    assert carrier.sent == [
        "GRTOBJAUT OBJ(ORDERS/Q) OBJTYPE(*DTAQ) USER(*PUBLIC) AUT(*USE) REPLACE(*YES)",
        "RVKOBJAUT OBJ(ORDERS/Q) OBJTYPE(*DTAQ) AUTL(ORDAUT)",
    ]
    carrier.sent.clear()
    system.change(spec_for(key, {"authority": "change"}))
    assert len(carrier.sent) == 1


def test_what_the_program_will_make_is_no_fault(carrier: SandboxCarrier) -> None:
    """A library, a queue in it, and records of what is not there yet."""
    record = spec_of("ibmi:ObjectAuthority")
    granted = {"name": "FRESH/IN", "object_type": "dtaq", "user": "ANN"}
    there = [
        Key("PROD01", "ibmi:Library", "FRESH"),
        Key("PROD01", "ibmi:DataQueue", "FRESH/IN"),
        record.key_of(granted, "PROD01"),
    ]
    system = IbmiSystem("PROD01", carrier)
    assert [str(each) for each in system.examine(there) if each.ok is False] == []
    [missing] = [str(each) for each in system.examine(there[1:]) if each.ok is False]
    assert "library FRESH is not there" in missing
