"""`queuewright stack`: show, ls, export, import."""

import json
from pathlib import Path
from typing import Any

import pytest

from .conftest import STACK, Cli

ROOT = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev"
QUEUE = "urn:pulumi:dev::shop::pulumi-python:dynamic/mq:LocalQueue::IN"


def state(**outputs: Any) -> dict[str, Any]:
    return {
        "version": 3,
        "deployment": {
            "manifest": {"time": "", "magic": "", "version": ""},
            "resources": [
                {"urn": ROOT, "type": "pulumi:pulumi:Stack", "custom": False, "outputs": outputs},
                {
                    "urn": QUEUE,
                    "type": "pulumi-python:dynamic/mq:LocalQueue",
                    "custom": True,
                    "id": "QM1/mq:LocalQueue/IN",
                    "parent": ROOT,
                    "inputs": {"system": "QM1", "name": "IN"},
                },
            ],
            "metadata": {},
        },
    }


def test_an_empty_stack(cli: Cli, project: Path) -> None:
    shown = cli("stack")
    assert shown.code == 0
    assert "Stack dev of shop" in shown.out
    assert "no resources yet" in shown.out
    assert json.loads(cli("stack", "--json").out) == {
        "project": "shop",
        "stack": "dev",
        "resources": {},
        "outputs": {},
        "pending": 0,
    }


def test_what_was_imported_is_exported(cli: Cli, project: Path) -> None:
    (project / "state.json").write_text(json.dumps(state(depth=5)))
    assert cli("stack", "import", "--file", "state.json").code == 0
    exported = json.loads(cli("stack", "export").out)
    assert exported == state(depth=5)
    assert cli("stack", "export", "--file", "copy.json").out == ""
    assert json.loads((project / "copy.json").read_text()) == exported
    shown = json.loads(cli("stack", "--json").out)
    assert shown["outputs"] == {"depth": 5}
    assert shown["resources"] == {"pulumi-python:dynamic/mq:LocalQueue": 1}
    assert "output depth: 5" in cli("stack").out


def test_from_standard_input_and_from_elsewhere(cli: Cli, project: Path) -> None:
    below = project / "below"
    below.mkdir()
    assert cli("stack", "-C", below, "import", stdin=json.dumps(state())).code == 0
    assert cli("stack", "import", "-C", below, stdin=json.dumps(state())).code == 0
    assert json.loads(cli("stack", "export").out)["deployment"]["resources"]


def test_secrets_are_not_shown(cli: Cli, project: Path) -> None:
    secret = {
        "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
        "ciphertext": "hush",
    }
    given = state(everything=secret, part={"a": [secret, 1]})
    cli("stack", "import", stdin=json.dumps(given))
    for arguments in (("stack",), ("stack", "--json")):
        shown = cli(*arguments)
        assert "hush" not in shown.out + shown.err
        assert "[secret]" in shown.out
    assert json.loads(cli("stack", "--json").out)["outputs"] == {
        "everything": "[secret]",
        "part": {"a": ["[secret]", 1]},
    }


def test_secrets_in_plain_text_are_not_taken(cli: Cli, project: Path) -> None:
    """As `pulumi stack export --show-secrets` writes them."""
    mark = {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270"}
    given = json.dumps(state(part={"a": [{**mark, "plaintext": '"hush"'}]}))
    ran = cli("stack", "import", stdin=given)
    assert (ran.code, ran.out) == (1, "")
    assert ran.errors == [
        "error: -: shop-dev has a secret in plain text; export it without --show-secrets"
    ]
    assert "hush" not in ran.err


def test_a_system_that_is_gone_can_be_forgotten(cli: Cli, project: Path) -> None:
    assert cli("up", "--yes").code == 0
    assert cli("stack", "forget", "QM1", "--yes").errors == [
        "error: system QM1 is in queuewright:systems; take it out of "
        f"{project / 'Pulumi.dev.yaml'} first, or remove single resources with pulumi state delete"
    ]
    other = "config:\n  queuewright:systems: {QM2: {type: sandbox, platform: linux}}\n"
    (project / "Pulumi.dev.yaml").write_text(other)
    (project / "__main__.py").write_text("")
    [line] = cli("preview").errors[:1]
    assert "queuewright stack forget QM1" in line
    assert cli("stack", "forget", "QM9", "--yes").errors == [
        "error: stack dev has nothing on a system QM9"
    ]
    assert "--yes" in cli("stack", "forget", "QM1").errors[0]
    ran = cli("stack", "forget", "QM1", "--yes")
    assert (ran.code, ran.err) == (0, "2 resources on QM1 forgotten; nothing was sent\n")
    assert cli("preview", "--detailed-exitcode").code == 0
    (project / "Pulumi.dev.yaml").write_text(STACK)
    assert "IN" in cli("sandbox", "dump", "QM1").out


def test_ls(cli: Cli, project: Path) -> None:
    (project / "Pulumi.prod.yaml").write_text("")
    cli("stack", "-s", "prod", "import", stdin=json.dumps(state()).replace(":dev::", ":prod::"))
    assert json.loads(cli("stack", "ls", "--json").out) == [
        {"name": "dev", "resources": 0, "configured": True},
        {"name": "prod", "resources": 1, "configured": True},
    ]
    (project / "Pulumi.prod.yaml").unlink()
    assert json.loads(cli("stack", "ls", "--json").out)[1]["configured"] is False
    assert "Pulumi.dev.yaml" in cli("stack", "ls").out


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "is not JSON"),
        ("[]", "not an object"),
        ('{"version": 99}', "newer"),
        ('{"version": 3, "deployment": {"resources": [{}]}}', "resource 0"),
        (json.dumps(state()).replace(":dev::", ":other::"), "belongs to another stack"),
    ],
)
def test_a_bad_state_is_refused_and_nothing_changed(
    cli: Cli, project: Path, text: str, says: str
) -> None:
    cli("stack", "import", stdin=json.dumps(state()))
    before = cli("stack", "export").out
    refused = cli("stack", "import", stdin=text)
    assert refused.code == 1
    [line] = refused.errors
    assert says in line
    assert cli("stack", "export").out == before


def test_files_that_cannot_be_used(cli: Cli, project: Path) -> None:
    assert "missing.json" in cli("stack", "import", "--file", "missing.json").errors[0]
    assert "no/such" in cli("stack", "export", "--file", "no/such/file").errors[0]
    (project / "bytes").write_bytes(b"\xff\xfe")
    assert "not UTF-8" in cli("stack", "import", "--file", "bytes").errors[0]
