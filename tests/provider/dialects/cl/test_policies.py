"""SETMQMSPL: IBM's page "Set MQM Security Policy"."""

from pathlib import Path

import pytest

from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Action, Definition
from queuewright.dialects.registry import dialect
from queuewright.interpreter import interpreted
from queuewright.mq.security_policy import SecurityPolicySpec
from queuewright.sandbox import cl_commands
from queuewright.sandbox.engine import Sandbox

KIND = SecurityPolicySpec.kind
CL, MQSC = dialect("cl"), dialect("mqsc")
SCRIPT = """
SETMQMSPL POLICY('ORDERS.IN') MQMNAME(QM1) SIGNALG(*SHA256) ENCALG(*TRIPLEDES) +
          SIGNER('CN=A,O=Shop' 'CN=B,O=Shop') RECIP('CN=C,O=Shop') TOLERATE(*YES)
SETMQMSPL ORDERS.OUT QM1 *NONE *AES256 *NONE 'CN=C,O=Shop' *NO *NO 5
SETMQMSPL POLICY(OLD) MQMNAME(QM1) REMOVE(*YES)
"""
IN = {
    "signature_algorithm": "sha256",
    "encryption_algorithm": "3des",
    "signers": ("CN=A,O=Shop", "CN=B,O=Shop"),
    "recipients": ("CN=C,O=Shop",),
    "tolerate_unprotected": "yes",
}
OUT = {
    "signature_algorithm": "none",
    "encryption_algorithm": "aes256",
    "signers": (),
    "recipients": ("CN=C,O=Shop",),
    "tolerate_unprotected": "no",
    "key_reuse": 5,
}


def read(text: str) -> list[Definition]:
    return CL.read(text.encode()).definitions


def test_a_policy_is_set_or_removed() -> None:
    """By one command, with keywords or by position."""
    found = read(SCRIPT)
    assert [(d.kind, d.name, d.action, dict(d.values), d.system) for d in found] == [
        (KIND, "ORDERS.IN", Action.CREATE, IN, "QM1"),
        (KIND, "ORDERS.OUT", Action.CREATE, OUT, "QM1"),
        (KIND, "OLD", Action.DELETE, {}, "QM1"),
    ]
    assert not any(each.problems for each in found)
    for definition in found:  # and back
        [again] = read("\n".join(CL.write(definition)))
        assert (again.name, again.values, again.action, again.system) == (
            definition.name, definition.values, definition.action, definition.system,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("given", "keyword"),
    [
        ("SIGNALG(*SHA9)", "SIGNALG"),
        ("ENCALG(*3DES)", "ENCALG"),
        ("TOLERATE(*MAYBE)", "TOLERATE"),
        ("REMOVE(*MAYBE)", "REMOVE"),
        ("KEYREUSE(*OFTEN)", "KEYREUSE"),
        ("ACTION(*ADD)", "ACTION"),
    ],
)
def test_what_the_command_does_not_take(given: str, keyword: str) -> None:
    [found] = read(f"SETMQMSPL POLICY(Q) MQMNAME(QM1) {given}")
    assert keyword in " ".join(str(problem) for problem in found.problems)


def test_it_says_the_same_as_set_policy() -> None:
    """In both directions: what one dialect says, the other one means."""
    by_cl = read(SCRIPT)
    text = "\n".join(line for each in by_cl for line in MQSC.write(each))
    by_mqsc = MQSC.read(text.encode()).definitions
    again = read("\n".join(line for each in by_mqsc for line in CL.write(each)))
    for one, other, third in zip(by_cl, by_mqsc, again, strict=True):
        reported = {name: value for name, value in one.values.items() if value != ()}
        assert (one.name, reported, one.action) == (other.name, other.values, other.action)
        assert (one.name, reported, one.action) == (third.name, third.values, third.action)


def test_the_last_one_counts_whole() -> None:
    """It gives a policy anew, as SET POLICY does."""
    later = "SETMQMSPL POLICY('ORDERS.IN') MQMNAME(QM1) SIGNALG(*SHA512)"
    outcome = interpreted([("p.clle", CL.read(f"{SCRIPT}\n{later}".encode()))])
    left = {name: dict(each.attributes) for (_, name), each in outcome.objects.items()}
    assert left["ORDERS.IN"]["signature_algorithm"] == "sha512"
    assert left["ORDERS.IN"]["encryption_algorithm"] == "none"
    assert not left["ORDERS.IN"]["recipients"]
    assert "OLD" not in left


def test_the_sandbox_runs_it(tmp_path: Path) -> None:
    machine = Sandbox(tmp_path / "sandbox.db").create_system("QM1", platform=Platform.IBMI)
    machine.create(KIND, "OLD", {"signature_algorithm": "sha256"})
    assert [answer.message for answer in cl_commands.run(machine, SCRIPT) if not answer.ok] == []
    seen = {each.key.name: dict(each.attributes) for each in machine.observe([KIND])}
    assert seen == {"ORDERS.IN": {**IN, "key_reuse": "disabled"}, "ORDERS.OUT": OUT}
    [again] = cl_commands.run(machine, "SETMQMSPL POLICY(OLD) MQMNAME(QM1) REMOVE(*YES)")
    assert not again.ok
    refused = "SETMQMSPL POLICY(Q) MQMNAME(QM1) ENCALG(*AES256)"  # for nobody
    [answer] = cl_commands.run(machine, refused)
    assert not answer.ok
