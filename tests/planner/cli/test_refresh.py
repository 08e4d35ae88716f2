"""`queuewright refresh`: the state follows the systems; nothing is sent."""

import json
from pathlib import Path

import pytest

from .conftest import Cli


@pytest.fixture
def applied(cli: Cli, project: Path) -> Path:
    assert cli("up", "--yes").code == 0
    return project


def by_hand(cli: Cli, command: str) -> None:
    assert cli("sandbox", "exec", "QM1", stdin=command).code == 0


def outputs(cli: Cli) -> dict[str, object]:
    resources = json.loads(cli("stack", "export").out)["deployment"]["resources"]
    return {resource["urn"].split("::")[-1]: resource.get("outputs") for resource in resources}


def test_nothing_has_changed(cli: Cli, applied: Path) -> None:
    before = cli("stack", "export").out
    done = cli("refresh")
    assert (done.code, done.out) == (0, "no changes\n")
    assert cli("stack", "export").out == before


def test_what_others_changed_is_shown_and_recorded(cli: Cli, applied: Path) -> None:
    by_hand(cli, "ALTER QLOCAL(IN) MAXDEPTH(7) DESCR('by hand')")
    refused = cli("refresh")
    assert refused.code == 1
    assert "max_queue_depth: 100 -> 7" in refused.out
    assert "--yes" in refused.errors[0]
    assert outputs(cli)["IN"]["max_queue_depth"] == 100  # type: ignore[index]
    differences = json.loads(cli("refresh", "--yes", "--json").out)["found"]
    assert [(difference["name"], difference["what"]) for difference in differences] == [
        ("IN", "changed")
    ]
    assert {c["name"]: c["after"] for c in differences[0]["changes"]} == {
        "max_queue_depth": 7,
        "queue_description": "by hand",
    }
    assert outputs(cli)["IN"]["max_queue_depth"] == 7  # type: ignore[index]
    assert cli("refresh", "--expect-no-changes").code == 0
    preview = cli("preview", "--detailed-exitcode")
    assert preview.code == 2, "the program still wants its own value"


def test_what_is_gone_is_forgotten_and_made_again(cli: Cli, applied: Path) -> None:
    by_hand(cli, "DELETE QALIAS(OUT)")
    done = cli("refresh", "--yes", "--detailed-exitcode")
    assert done.code == 2
    assert "gone" in done.out
    assert set(outputs(cli)) == {"shop-dev", "default", "IN"}
    assert cli("up", "--yes").code == 0
    assert "OUT" in outputs(cli)


def test_a_queue_goes_only_with_what_names_it(cli: Cli, applied: Path) -> None:
    refused = cli("destroy", "--yes", "--target", "IN")
    assert refused.code == 1
    assert "is left out by the plan and needs it: mq:AliasQueue OUT" in refused.out + refused.err
    assert set(outputs(cli)) == {"shop-dev", "default", "IN", "OUT"}
    assert cli("destroy", "--yes", "--target", "IN", "--target-dependents").code == 0
    assert "IN" not in outputs(cli)
    assert "OUT" not in outputs(cli)


def test_only_a_target(cli: Cli, applied: Path) -> None:
    by_hand(cli, "ALTER QLOCAL(IN) MAXDEPTH(7)\nDELETE QALIAS(OUT)")
    assert cli("refresh", "--yes", "--target", "IN").code == 0
    assert set(outputs(cli)) == {"shop-dev", "default", "IN", "OUT"}
    assert outputs(cli)["IN"]["max_queue_depth"] == 7  # type: ignore[index]
    unknown = cli("refresh", "--yes", "--target", "NOWHERE")
    assert unknown.code == 1
    assert "NOWHERE" in unknown.errors[0]


def test_an_object_that_a_cut_off_update_created(cli: Cli, applied: Path) -> None:
    exported = json.loads(cli("stack", "export").out)
    resources = exported["deployment"]["resources"]
    [alias] = [resource for resource in resources if resource["urn"].endswith("::OUT")]
    resources.remove(alias)
    ghost = json.loads(json.dumps(alias).replace("OUT", "GHOST"))
    del alias["outputs"], ghost["outputs"]  # they were never made, as far as the update got
    exported["deployment"]["pending_operations"] = [
        {"resource": alias, "type": "creating"},
        {"resource": ghost, "type": "creating"},
    ]
    cli("stack", "import", stdin=json.dumps(exported))
    done = cli("refresh", "--yes")
    assert "the stack owns it" in done.out
    after = json.loads(cli("stack", "export").out)["deployment"]
    assert "pending_operations" not in after
    assert {resource["urn"].split("::")[-1] for resource in after["resources"]} == {
        "shop-dev", "default", "IN", "OUT",
    }  # fmt: skip
    assert cli("preview", "--expect-no-changes").code == 0


_MARK = {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270"}


def test_a_secret_inside_of_a_list_stays_one(cli: Cli, project: Path) -> None:
    """Pulumi's state encrypts one item of a list, not the list; others change the list."""
    (project / "__main__.py").write_text(
        "from queuewright import mq\nmq.Namelist('N', system='QM1', names=['A', 'HUSH.1'])\n"
    )
    assert cli("up", "--yes").code == 0
    state = json.loads(cli("stack", "export").out)
    for resource in state["deployment"]["resources"]:
        for values in (resource.get("inputs") or {}, resource.get("outputs") or {}):
            if "names" in values:
                values["names"] = ["A", {**_MARK, "ciphertext": "v1:abc:def"}]
    file = project / "state.json"
    file.write_text(json.dumps(state))
    imported = cli("stack", "import", "--file", "state.json")
    assert imported.code == 0, imported.err
    by_hand(cli, "ALTER NAMELIST(N) NAMES(A,HUSH.1,HUSH.2)")
    done = cli("refresh", "--yes")
    assert done.code == 0
    assert "HUSH" not in done.out + done.err
    assert "HUSH" not in cli("stack", "export").out
    assert outputs(cli)["N"]["names"] == state["deployment"]["resources"][-1]["outputs"]["names"]  # type: ignore[index]
