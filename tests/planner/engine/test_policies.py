"""Security policies of Advanced Message Security: set as a whole, before their queue."""

from pathlib import Path

import pytest

from queuewright.catalogue.platform import Platform
from queuewright.script.commands import commands_of
from queuewright.script.dialect import ScriptDialect
from queuewright.script.text import script_text
from rehearsal import LOCAL, Rehearsal, codes, resource, step_of

POLICY = "mq:SecurityPolicy"
ALICE, BOB = "CN=alice,O=Shop,C=GB", "CN=bob,O=Shop,C=GB"
PRIVACY = {
    "signature_algorithm": "sha256",
    "encryption_algorithm": "aes256",
    "recipients": [ALICE],
}


@pytest.fixture
def world(tmp_path: Path) -> Rehearsal:
    world = Rehearsal(tmp_path)
    world.system()
    return world


def test_an_update_sends_again_what_the_program_does_not_manage(world: Rehearsal) -> None:
    """SET POLICY gives all of it anew; and a policy of others is adopted as any object is."""
    machine = world.machines["QM1"]
    machine.create(POLICY, "Q", {**PRIVACY, "recipients": (ALICE, BOB), "signers": (ALICE,)})
    assert codes(world.plan(resource(POLICY, "Q", tolerate_unprotected="yes"))) == {
        "Q": ["exists-differently"]
    }
    queue = resource(LOCAL, "Q")
    changed = resource(POLICY, "Q", tolerate_unprotected="yes", adopt="any")
    plan = world.plan(queue, changed)
    sent = commands_of(plan, world.systems)
    script = script_text(plan, "QM1", sent, ScriptDialect.MQSC, Platform.LINUX)
    line = " ".join(script[script.index("SET POLICY") :].replace("+\n", "").split())
    for words in (f"RECIP('{ALICE}') RECIP('{BOB}')", f"SIGNER('{ALICE}')", "TOLERATE",
                  "ENCALG(AES256)", "ACTION(REPLACE)"):  # fmt: skip
        assert words in line
    world.up(queue, changed)
    assert world.attributes(POLICY, "Q") == {
        **PRIVACY, "recipients": (ALICE, BOB), "signers": (ALICE,), "tolerate_unprotected": "yes",
        "key_reuse": "disabled",
    }  # fmt: skip
    same = resource(POLICY, "Q", recipients=[BOB, ALICE], tolerate_unprotected="yes")
    assert not world.plan(queue, same).changes  # their order does not count
    world.up(queue, resource(POLICY, "Q", recipients=[BOB]))
    assert world.attributes(POLICY, "Q")["tolerate_unprotected"] == "yes"


def test_a_queue_is_never_there_without_its_policy(world: Rehearsal) -> None:
    """Else messages could be put that nothing protects."""
    program = (resource(LOCAL, "Q"), resource(POLICY, "Q", logical="policy", **PRIVACY))
    made = world.up(*program)
    assert [step.key.kind for step in made.changes] == [POLICY, LOCAL]
    gone = world.plan(destroy=True)
    assert [step.key.kind for step in gone.changes] == [LOCAL, POLICY]
    assert world.apply(gone).ok
    assert world.observed(POLICY, "Q") is None
    world.up(*program)
    alone = world.plan(program[1])  # the queue goes, its policy stays
    assert [(s.key.kind, str(s.verb)) for s in alone.changes] == [(LOCAL, "delete")]


def test_messages_that_another_policy_protects_are_spoken_of(world: Rehearsal) -> None:
    queue, policy = resource(LOCAL, "Q"), resource(POLICY, "Q", logical="policy", **PRIVACY)
    world.up(queue, policy)
    world.machines["QM1"].put("Q")
    stronger = {**PRIVACY, "signature_algorithm": "sha512"}
    plan = world.plan(queue, resource(POLICY, "Q", logical="policy", **stronger))
    warnings = [w for s in plan.changes for w in s.decision.warnings]
    assert [w.code for w in warnings] == ["caution"]
    assert "go to SYSTEM.PROTECTION.ERROR.QUEUE" in warnings[0].text
    gone = next(step for step in world.plan(queue).steps if step.key.kind == POLICY)
    assert [w.code for w in gone.decision.warnings] == ["still-protected"]
    assert "1 message" in gone.decision.warnings[0].text


def test_a_policy_is_named_after_a_queue(world: Rehearsal) -> None:
    plan = world.plan(resource(POLICY, "Q", **PRIVACY))
    assert [w.code for w in step_of(plan, "Q").decision.warnings] == ["guards-nothing"]
    world.machines["QM1"].create("mq:AliasQueue", "Q", {"base_object_name": "B"})
    assert not step_of(world.plan(resource(POLICY, "Q", **PRIVACY)), "Q").decision.warnings
    weak = resource(POLICY, "Q", signature_algorithm="md5")
    (warning,) = step_of(world.plan(weak), "Q").decision.warnings
    assert (warning.code, warning.attribute) == ("deprecated-algorithm", "signature_algorithm")


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"encryption_algorithm": "aes256"}, "missing"),
        ({"recipients": [ALICE]}, "recipients-of-nothing"),
        ({"signers": [ALICE]}, "signers-of-nothing"),
        ({**PRIVACY, "key_reuse": 5}, "keys-not-reused"),
        ({**PRIVACY, "recipients": ["cn=alice"]}, "syntax"),
        ({**PRIVACY, "recipients": ["alice"]}, "syntax"),
    ],
)
def test_a_policy_fits_what_it_protects(
    world: Rehearsal, values: dict[str, object], code: str
) -> None:
    assert codes(world.plan(resource(POLICY, "Q", **values))) == {"Q": [code]}


def test_encryption_alone_came_with_9_0(world: Rehearsal) -> None:
    world.system("OLD", command_level=800)
    alone = {"encryption_algorithm": "aes256", "recipients": [r"CN=a\, b,O=Shop", 'CN="x, y",C=GB']}
    assert codes(world.plan(resource(POLICY, "Q", "OLD", **alone))) == {"Q": ["needs-signature"]}
    world.up(resource(POLICY, "Q", key_reuse=5, **alone))


def test_what_is_missing_is_reported_of_a_policy_with_a_source_too(world: Rehearsal) -> None:
    """`like` counts when an object is made: what the system has is known by then."""
    world.up(resource(LOCAL, "Q"), resource(POLICY, "Q", signature_algorithm="sha384"))
    changed = resource(
        POLICY, "Q", signature_algorithm="sha384", encryption_algorithm="aes256", like="P"
    )
    plan = world.plan(resource(LOCAL, "Q"), changed)
    assert "missing" in codes(plan)["Q"]


def test_on_zos_csq0util_sets_them(tmp_path: Path) -> None:
    world = Rehearsal(tmp_path)
    world.system(platform=Platform.ZOS)
    step = step_of(world.plan(resource(POLICY, "Q", **PRIVACY)), "Q")
    (reported,) = step.blocked
    assert reported.remediation == (
        "CSQ0UTIL sets it there: leave it out of the program; its command is written by "
        "queuewright convert --to csq0util"
    )
