"""Commands in branches of a script that change what stands without them."""

import pytest

from queuewright.dialects.scripts import Dialect, read_script
from queuewright.interpreter import interpreted

DEFINED = 'echo "DEFINE QLOCAL(B) MAXDEPTH({}) REPLACE" | runmqsc QM'
ALTERED = 'echo "ALTER QLOCAL(B) MAXDEPTH({})" | runmqsc QM'
GRANTED = "setmqaut -m QM1 -n A -t queue -g app"
DEPTH = "max_queue_depth is 5"
SAID = ("decided-value", "warning")
PLAYBOOK = """- hosts: mq
  tasks:
    - command: runmqsc QM1
      args: {stdin: "DEFINE QLOCAL(B)"}
    - command: runmqsc QM1
      args: {stdin: "ALTER QLOCAL(B) MAXDEPTH(7)"}
      when: prod
"""


def reported(text: str, dialect: Dialect = Dialect.SHELL) -> list[str]:
    outcome = interpreted([("f", read_script(text.encode(), dialect))])
    assert outcome.refused == []
    assert {(note.code, note.severity.value) for note in outcome.notes} <= {SAID}
    return [note.reason.partition("without it ")[2] for note in outcome.notes]


@pytest.mark.parametrize(
    ("lines", "without"),
    [
        (
            ["if x; then", DEFINED.format(5), "else", ALTERED.format(6), "fi"],
            "max_queue_depth is 5",
        ),
        ([DEFINED.format(5), "if x; then", ALTERED.format(6), "fi"], DEPTH),
        ([DEFINED.format(5), "x && " + ALTERED.format(6)], DEPTH),
        (
            ["case $E in", f"a) {GRANTED} +get ;;", f"b) {GRANTED} +put ;;", "esac"],
            'authorities is ["input"]',
        ),
        (
            ["if x; then", 'echo "ALTER QMGR CHLAUTH(DISABLED)" | runmqsc QM1', "fi"],
            'channel_authentication_records is "enabled"',
        ),
    ],
    ids=str,
)
def test_a_value_that_a_branch_changes_is_named(lines: list[str], without: str) -> None:
    assert reported("\n".join(lines)) == [without]


def test_a_condition_of_a_playbook() -> None:
    assert reported(PLAYBOOK, Dialect.YAML) == ["max_queue_depth is 5000"]


@pytest.mark.parametrize(
    "lines",
    [
        ["if x; then", DEFINED.format(5), "fi"],  # new: both branches are read
        [DEFINED.format(5), "if x; then", ALTERED.format(5), "fi"],
        [DEFINED.format(5), ALTERED.format(6)],
        ["if x; then", DEFINED.format(5), "fi", DEFINED.format(6)],  # whatever is decided
    ],
    ids=str,
)
def test_other_commands_are_not(lines: list[str]) -> None:
    assert reported("\n".join(lines)) == []


def test_a_password_is_not_shown() -> None:
    made = "DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('h') SHORTUSR('s') USRFIELD('u')"
    lines = [
        f"echo \"{made} LDAPUSER('n') LDAPPWD('S3CRET')\" | runmqsc QM1",
        "if x; then",
        "echo \"ALTER AUTHINFO(L) AUTHTYPE(IDPWLDAP) LDAPPWD('OTHER')\" | runmqsc QM1",
        "fi",
    ]
    assert reported("\n".join(lines)) == ["ldap_password is another"]
