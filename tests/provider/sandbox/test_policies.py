"""SET POLICY, DELETE POLICY, DISPLAY POLICY and Inquire Policy, typed from the documents."""

import json
from pathlib import Path

import pytest

from queuewright.catalogue.platform import Platform
from queuewright.dialects.protocol import CannotWrite
from queuewright.dialects.registry import dialect
from queuewright.importer.run import ImportOptions, import_sources, read_files
from queuewright.sandbox import mqsc_commands, pcf_commands
from queuewright.sandbox.dumping import dump
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.loading import load

PRIVACY = "SET POLICY(Q) SIGNALG(SHA256) ENCALG(AES256) RECIP('CN=a,O=b') RECIP('CN=c, O=d')"


@pytest.fixture
def manager(tmp_path: Path) -> EmbeddedSystem:
    return Sandbox(tmp_path / "sandbox.db").create_system("QM1")


def answers(manager: EmbeddedSystem, *lines: str) -> list[str]:
    """The reason of each command."""
    return [each.reason_name for each in mqsc_commands.run(manager, "\n".join(lines))]


def recipients(manager: EmbeddedSystem) -> object:
    (policy,) = manager.observe(["mq:SecurityPolicy"], ["Q"])
    return policy.attributes["recipients"]


def test_items_are_added_and_removed_and_the_rest_is_replaced(manager: EmbeddedSystem) -> None:
    """The algorithms of ADD and REMOVE do not count."""
    done = "MQRC_NONE"
    assert answers(manager, PRIVACY) == [done]
    add = "SET POLICY(Q) SIGNALG(MD5) RECIP('CN=e') RECIP('CN=a,O=b') ACTION(ADD)"
    assert answers(manager, add) == [done]
    assert recipients(manager) == ("CN=a,O=b", "CN=c, O=d", "CN=e")
    assert answers(manager, "SET POLICY(Q) RECIP('CN=c, O=d') ACTION(REMOVE)") == [done]
    assert recipients(manager) == ("CN=a,O=b", "CN=e")
    (shown,) = mqsc_commands.run(manager, "DISPLAY POLICY(*)")
    assert shown.objects == (
        {"POLICY": "Q", "SIGNALG": "SHA256", "ENCALG": "AES256", "RECIP": ("CN=a,O=b", "CN=e"),
         "ENFORCE": "", "KEYREUSE": "DISABLED"},
    )  # fmt: skip
    assert answers(manager, "SET POLICY(Q) SIGNALG(SHA384) TOLERATE") == [done]
    assert recipients(manager) == ()
    assert answers(manager, "DELETE POLICY(Q)", "DELETE POLICY(Q) IGNSTATE(YES)") == [done] * 2


def test_refusals(manager: EmbeddedSystem) -> None:
    for line, reason in (
        ("DISPLAY POLICY(*)", "MQRCCF_POLICY_NOT_FOUND"),
        ("DELETE POLICY(Q)", "MQRCCF_POLICY_NOT_FOUND"),
        ("SET POLICY(Q) RECIP('CN=a') ACTION(ADD)", "MQRCCF_POLICY_NOT_FOUND"),
        ("SET POLICY(Q) ENCALG(AES256)", "MQRCCF_RECIPIENT_DN_MISSING"),
        ("SET POLICY(Q) RECIP('CN=a')", "MQRCCF_PARM_CONFLICT"),
        ("SET POLICY(Q) SIGNER('CN=a')", "MQRCCF_PARM_CONFLICT"),
        (f"{PRIVACY} KEYREUSE(5)", "MQRCCF_PARM_CONFLICT"),
        (f"{PRIVACY} ENFORCE TOLERATE", "MQRCCF_PARM_SYNTAX_ERROR"),
        (f"{PRIVACY} KEYREUSE(5) KEYREUSE(6)", "MQRCCF_PARM_SYNTAX_ERROR"),
        ("SET POLICY(Q) RECIP(CN=a,O=b) ENCALG(AES256)", "MQRCCF_PARM_SYNTAX_ERROR"),
        ("SET POLICY(Q) ACTION(REMOVEALL)", "MQRCCF_ATTR_VALUE_ERROR"),
    ):
        assert answers(manager, line) == [reason], line
    other = manager.sandbox.create_system("MQ1", platform=Platform.ZOS)
    assert answers(other, PRIVACY) == ["MQRC_FUNCTION_NOT_SUPPORTED"]


def test_a_policy_that_is_not_there_protects_nothing(manager: EmbeddedSystem) -> None:
    """It is shown all the same, in MQSC and in PCF."""
    (shown,) = mqsc_commands.run(manager, "DISPLAY POLICY(NONE)")
    assert [(row["POLICY"], row["SIGNALG"], row["ENCALG"]) for row in shown.objects] == [
        ("NONE", "NONE", "NONE")
    ]
    asked = '{"command": "MQCMD_INQUIRE_PROT_POLICY", "parameters": {"PolicyName": "NONE"}}'
    (answer,) = pcf_commands.run(manager, asked)
    (row,) = answer.objects
    assert row["PolicyName"] == "NONE"
    assert row["SignAlg"] == "MQMLP_SIGN_ALG_NONE"


def test_scripts_of_policies(manager: EmbeddedSystem, tmp_path: Path) -> None:
    """A dump is read back, and imported; PCF and MQSC say the same."""
    answers(manager, PRIVACY)
    text = "\n".join(dump(manager))
    copied = load(manager.sandbox, text, system="QM2", platform=Platform.LINUX)
    assert copied.failed == []
    assert manager.sandbox.system("QM2").observe(["mq:SecurityPolicy"])[0].attributes == (
        manager.observe(["mq:SecurityPolicy"])[0].attributes
    )
    script = tmp_path / "qm1.mqsc"
    script.write_text(f"{PRIVACY}\nSET POLICY(Q) RECIP('CN=a,O=b') ACTION(REMOVE)\n")
    imported = import_sources(read_files([script], "mqsc"), ImportOptions("QM1"))
    program = "".join(imported.files.values())
    assert 'mq.SecurityPolicy(\n    "Q"' in program
    assert "CN=c, O=d" in program
    assert "CN=a" not in program
    (definition,) = dialect("mqsc").read(PRIVACY.encode()).definitions
    (line,) = dialect("pcf").write(definition)
    assert '"Recipient": ["CN=a,O=b", "CN=c, O=d"]' in line
    (again,) = dialect("pcf").read(line.encode()).definitions
    assert not again.problems
    assert dict(again.values) == dict(definition.values)
    (answer,) = pcf_commands.run(manager, line)
    assert answer.ok, answer


def test_pcf_adds_and_removes_items_too(manager: EmbeddedSystem) -> None:
    """Set Policy is called MQCMD_CHANGE_PROT_POLICY there; the constants have another name of the
    same number as well."""
    assert answers(manager, PRIVACY) == ["MQRC_NONE"]
    for number, (action, items, left) in enumerate(
        (
            ("MQACT_ADD", ["CN=e", "CN=a,O=b"], ("CN=a,O=b", "CN=c, O=d", "CN=e")),
            ("MQACT_REMOVE", ["CN=a,O=b"], ("CN=c, O=d", "CN=e")),
        )
    ):
        parameters = {"PolicyName": "Q", "Action": action, "Recipient": items}
        name = ("MQCMD_CHANGE_PROT_POLICY", "MQCMD_SET_PROT_POLICY")[number]
        line = json.dumps({"command": name, "parameters": parameters})
        (answer,) = pcf_commands.run(manager, line)
        assert answer.ok, answer
        assert recipients(manager) == left
    (policy,) = manager.observe(["mq:SecurityPolicy"], ["Q"])
    assert policy.attributes["encryption_algorithm"] == "aes256"
    line = '{"command": "MQCMD_CHANGE_PROT_POLICY", "parameters": {"PolicyName": "NONE", '
    (answer,) = pcf_commands.run(manager, line + '"Action": "MQACT_ADD", "Signer": ["CN=a"]}}')
    assert answer.reason_name == "MQRCCF_POLICY_NOT_FOUND"


ADDS = "SET POLICY('Q') +\n   RECIP('CN=e') +\n   ACTION(ADD)"
REMOVES = ADDS.replace("ADD", "REMOVE")


@pytest.mark.parametrize("text", [ADDS, REMOVES])
def test_items_in_every_dialect(text: str) -> None:
    """A command about items of a policy stays one: whatever it leaves out stays in the policy."""
    (definition,) = dialect("mqsc").read(text.encode()).definitions
    assert definition.problems == ()
    assert dialect("mqsc").write(definition) == [text]
    (line,) = dialect("pcf").write(definition)
    action = text.rpartition("(")[2].rstrip(")")
    assert f'"Action": "MQACT_{action}"' in line
    (again,) = dialect("pcf").read(line.encode()).definitions
    assert (again.action, again.values, again.removed) == (
        definition.action, definition.values, definition.removed
    )  # fmt: skip
    (body,) = dialect("mqweb").write(definition)
    assert f'"action": "{action.lower()}"' in body
    with pytest.raises(CannotWrite, match="SETMQMSPL gives all of a policy; write it as MQSC"):
        dialect("cl").write(definition)


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("SET POLICY(Z) RECIP('CN=e') ACTION(ADD)", "changes an object that no file defines"),
        ("SET POLICY(Q) RECIP('CN=a,O=b') RECIP('CN=c, O=d') ACTION(REMOVE)", "needs recipients"),
        ("SET POLICY(Q) SIGNER('CN=z') ACTION(ADD)", None),
    ],
)
def test_what_an_import_takes_of_items(
    command: str, problem: str | None, tmp_path: Path, manager: EmbeddedSystem
) -> None:
    """As the queue manager does: it refuses the same commands."""
    script = tmp_path / "qm1.mqsc"
    script.write_text(f"{PRIVACY}\n{command}\n")
    report = import_sources(read_files([script], "mqsc"), ImportOptions("QM1")).report
    assert [problem in reported for reported in report.problems] == ([True] if problem else [])
    refused = answers(manager, PRIVACY, command)[1] != "MQRC_NONE"
    assert refused is (problem is not None)
