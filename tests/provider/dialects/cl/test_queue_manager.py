"""CHGMQM: IBM's page "Change Message Queue Manager", as far as it could be read."""

from pathlib import Path

import pytest

from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.registry import dialect
from queuewright.mq.queue_manager import QMGR, QueueManagerSpec
from queuewright.sandbox import cl_commands
from queuewright.sandbox.engine import Sandbox

KIND = QueueManagerSpec.kind
CL, MQSC, PCF = dialect("cl"), dialect("mqsc"), dialect("pcf")
SCRIPT = """
CHGMQM MQMNAME(QM1) FORCE(*YES) UDLMSGQ(DLQ) DFTTMQ(*NONE) AUTEVT(*YES) CHAD(*NO) +
       TEXT('Shop''s own') MAXMSGL(*SAME)
CHGMQM QM1 *NO *BLANK 5 *NONE XQ 300 99
"""
FIRST = {
    "dead_letter_queue": "DLQ",
    "default_transmission_queue": "",
    "authority_event": "enabled",
    "channel_auto_definition": "disabled",
    "description": "Shop's own",
}
SECOND = {
    "description": "",
    "trigger_interval": 5,
    "dead_letter_queue": "",
    "default_transmission_queue": "XQ",
    "max_handles": 300,
    "max_uncommitted_messages": 99,
}


def read(text: str) -> list[Definition]:
    return CL.read(text.encode()).definitions


def test_it_changes_the_queue_manager_that_it_names() -> None:
    first, second = read(SCRIPT)
    assert (first.problems, second.problems) == ((), ())
    for one, values in ((first, FIRST), (second, SECOND)):
        assert (one.kind, one.name, one.action) == (KIND, QMGR, Action.CHANGE)
        assert (one.system, dict(one.values)) == ("QM1", values)
    assert (first.force, second.force) == (True, False)


def test_other_dialects_say_the_same() -> None:
    for one in read(SCRIPT):
        for named in (MQSC, PCF):
            (other,) = named.read("\n".join(named.write(one)).encode()).definitions
            (again,) = read("\n".join(CL.write(other)))
            assert dict(other.values) == dict(again.values) == dict(one.values)
            assert other.force is again.force is one.force


def test_what_it_has_besides_is_named_and_not_refused() -> None:
    """The end of the page could not be read, so an unknown keyword is not an error."""
    (one,) = read("CHGMQM UDLMSGQ(DLQ) SSLKEYR('/q/key') CHADEXIT(LIB/EXIT)")
    assert dict(one.values) == {
        "dead_letter_queue": "DLQ",
        "channel_auto_definition_exit": "EXIT      LIB",
    }
    assert [(p.code, p.attribute, p.is_error) for p in one.problems] == [
        ("not-managed", "SSLKEYR", False)
    ]
    (wrong,) = read("CHGMQM MAXMSGL(1) MAXHDL(X) AUTEVT(*MAYBE)")
    assert {p.attribute for p in wrong.errors} >= {"max_handles", "authority_event"}


@pytest.mark.parametrize("attribute", ["channel_authentication_records", "ssl_key_repository"])
def test_an_attribute_that_it_does_not_have_is_not_written(attribute: str) -> None:
    value = {"channel_authentication_records": "enabled"}.get(attribute, "/q/key")
    definition = Definition(KIND, QMGR, Action.CHANGE, {attribute: value})
    with pytest.raises(ValueError, match=f"CL has no keyword for {attribute}"):
        CL.write(definition)


def test_a_sandbox_does_it(tmp_path: Path) -> None:
    machine = Sandbox(tmp_path / "q.db").create_system("QM1", platform=Platform.IBMI)
    assert all(answer.ok for answer in cl_commands.run(machine, SCRIPT))
    (own,) = machine.observe([KIND])
    assert {name: own.attributes[name] for name in SECOND} == SECOND
    assert own.attributes["authority_event"] == "enabled"
