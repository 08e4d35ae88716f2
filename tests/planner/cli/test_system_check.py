"""`queuewright system check`: a line a finding, whatever the system."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from carriers import by_runmqsc, mqweb_entry, served
from command_line import Ran, queuewright
from ibmi_carriers import IBMI_CARRIERS, mapepire_entry, password, ssh_entry
from queuewright.catalogue.key import Key
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.sandbox.mqsc_commands import run
from queuewright.sandbox.system import SandboxSystem
from queuewright.systems.checking import CheckFinding
from queuewright.systems.checking import check as checked
from queuewright.systems.registry import systems_from

PROGRAM = """
from queuewright import mq
mq.LocalQueue("THERE", system="QM1", max_queue_depth=1)
mq.LocalQueue("NEW", system="QM1", max_queue_depth=1)
"""


@pytest.fixture
def qm1(tmp_path: Path) -> EmbeddedSystem:
    machine = Sandbox(tmp_path / "live.db").create_system("QM1")
    machine.create("mq:LocalQueue", "THERE", {})
    return machine


def check(folder: Path, systems: dict[str, Any], *words: str, program: str = PROGRAM) -> Ran:
    (folder / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (folder / "__main__.py").write_text(program)
    (folder / "Pulumi.dev.yaml").write_text(
        yaml.safe_dump({"config": {"queuewright:systems": systems}})
    )
    return queuewright(folder, "system", "check", *words)


@pytest.fixture
def by_user(qm1: EmbeddedSystem) -> Iterator[dict[str, Any]]:
    """runmqsc with -u: whose authorities count."""
    with by_runmqsc(qm1.sandbox, ["QM1"]) as entries:
        command = ["sh", "-c", _exec(entries["QM1"]["command"]), "runmqsc", "-u", "joe"]
        yield {"QM1": {"type": "runmqsc", "command": command, "password": {"env": "HOME"}}}


def _exec(command: list[str]) -> str:
    return f"exec {shlex.join([*command, '-u', 'joe'])}"


def test_authorities_that_are_missing(
    tmp_path: Path, qm1: EmbeddedSystem, by_user: dict[str, Any]
) -> None:
    done = check(tmp_path, by_user)
    assert done.code == 1
    lines = done.out.splitlines()
    assert lines[0].startswith("QM1: reachable: ok: answered in ")
    assert "QM1: version: ok: aix, command level 930, CCSID 1208" in lines
    assert "QM1: user: ok: joe" in lines
    assert (
        "QM1: authority: error: mq:LocalQueue THERE: joe lacks +chg +dsp +dlt; grant it: setmqaut "
        "-n 'THERE' -t queue -p joe +chg +dsp +dlt" in lines
    )
    assert (
        "QM1: authority: error: mq:LocalQueue NEW: joe lacks +crt; grant it: setmqaut -n '@class' "
        "-t queue -p joe +crt" in lines
    )
    grants = (
        "SET AUTHREC PROFILE('T*') OBJTYPE(QUEUE) PRINCIPAL('joe') AUTHADD(CHG,DSP,DLT)\n"
        "SET AUTHREC PROFILE('@class') OBJTYPE(QUEUE) PRINCIPAL('joe') AUTHADD(CRT)\n"
    )
    assert all(answer.ok for answer in run(qm1, grants))
    done = check(tmp_path, by_user)
    assert done.code == 0
    assert "QM1: authority: ok: joe has what 2 objects need" in done.out.splitlines()


OF_ALL_TYPES = """
from queuewright import mq
mq.ServerConnectionChannel("APP", system="QM1")
mq.ClientConnectionChannel("APP.C", system="QM1", connection_name="h(1414)")
mq.OperatingSystemAuthentication("PW", system="QM1")
mq.QueueManagerAttributes("own", system="QM1", max_handles=300)
mq.AuthorityRecord("app", system="QM1", name="A/B", object_type="q", group="app",
                   authorities=["input"])
mq.ChannelAuthenticationRecord("rule", system="QM1", name="APP", type="addressmap",
                               address="10.0.0.1", user_source="no_access")
"""


def test_what_is_lacking_is_granted_as_it_is_said(
    tmp_path: Path, qm1: EmbeddedSystem, by_user: dict[str, Any]
) -> None:
    """Every kind is checked under the type that setmqaut has for it. The rights of the groups that
    the configuration gives the user count too."""
    by_user["QM1"]["groups"] = ["ops"]
    done = check(tmp_path, by_user, program=OF_ALL_TYPES)
    granting = [line.partition("setmqaut ")[2] for line in done.out.splitlines() if "lacks" in line]
    assert sorted(set(granting)) == [
        "-n '@class' -t authinfo -p joe +crt",
        "-n '@class' -t channel -p joe +crt",
        "-n '@class' -t clntconn -p joe +crt",
        "-t qmgr -p joe +chg +dsp",
    ]
    grants = (
        "SET AUTHREC OBJTYPE(QMGR) GROUP('ops') AUTHADD(CHG)\n"
        "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('joe') AUTHADD(DSP)\n"
        "SET AUTHREC PROFILE('@class') OBJTYPE(AUTHINFO) GROUP('ops') AUTHADD(CRT)\n"
        "SET AUTHREC PROFILE('@class') OBJTYPE(CHANNEL) GROUP('ops') AUTHADD(CRT)\n"
        "SET AUTHREC PROFILE('@class') OBJTYPE(CLNTCONN) GROUP('ops') AUTHADD(CRT)\n"
    )
    assert all(answer.ok for answer in run(qm1, grants))
    done = check(tmp_path, by_user, program=OF_ALL_TYPES)
    assert "QM1: authority: ok: joe has what 6 objects need" in done.out.splitlines()


def test_mqweb_tells_user_roles_and_clock(tmp_path: Path, qm1: EmbeddedSystem) -> None:
    with served(qm1.sandbox) as server:
        done = check(tmp_path, {"QM1": mqweb_entry(server.url)}, "--json")
        findings = {each["about"]: each for each in json.loads(done.out)}
        assert done.code == 0
        assert findings["user"]["text"].startswith("ann, roles ")
        assert findings["clock"]["ok"] is True
        reader = mqweb_entry(server.url) | {"user": "reader"}
        done = check(tmp_path, {"QM1": reader})
        assert done.code == 1
        assert "MQWebAdminRO of mqweb changes nothing; give reader the role" in done.out


def test_the_others_are_checked_where_one_is_not_there(tmp_path: Path, qm1: EmbeddedSystem) -> None:
    systems = {
        "QM1": {"type": "sandbox", "path": "live.db"},
        "QM2": {"type": "runmqsc", "command": ["no-such-program"]},
    }
    done = check(tmp_path, systems)
    assert done.code == 1
    assert "QM1: reading: ok: 84 objects can be seen" in done.out
    assert (
        "QM2: reachable: error: no-such-program: cannot be started: No such file or directory; "
        "install it, or correct `command`" in done.out.splitlines()
    )
    assert check(tmp_path, systems, "QM1").code == 0


@pytest.mark.parametrize("carrier", list(IBMI_CARRIERS))
def test_an_ibm_i(tmp_path: Path, carrier: str) -> None:
    with IBMI_CARRIERS[carrier](tmp_path, "AS1") as reached:
        declared = [Key("AS1", "ibmi:DataQueue", "NOLIB/Q"), Key("AS1", "ibmi:DataQueue", "QGPL/Q")]
        found = {finding.about: finding for finding in checked(reached.system, declared)}
    assert found["reachable"].ok
    assert found["version"].text.startswith("ibmi")
    if carrier != "sandbox":
        assert found["authority"].ok is False
        assert "library NOLIB is not there" in found["authority"].text
        assert found["release"].text.startswith("IBM i 7.")
        # The servers know who is logged in; in this process it is nobody in particular.
        assert found["user"].text == ("QSECOFR" if carrier == "direct" else "ANN")
        assert (found["special authority"].ok, found["special authority"].text) == (True, "*ALLOBJ")
        assert found["PTFs"].ok is None
        assert found["clock"].ok


@pytest.mark.parametrize("kind", ["mapepire", "ssh"])
def test_a_user_of_an_ibm_i_who_may_only_read(tmp_path: Path, kind: str) -> None:
    entry = {"mapepire": mapepire_entry, "ssh": ssh_entry}[kind]
    own = tmp_path / "own"
    own.mkdir()
    with IBMI_CARRIERS[kind](own, "AS1") as reached:
        port = int(reached.system._carrier.address.rpartition(":")[2])  # type: ignore[attr-defined]
        login = {"user": "ro", "password": password(tmp_path)}
        reader = systems_from({"AS1": entry(tmp_path, port, **login)}, base=tmp_path)["AS1"]
        found = checked(reader, [Key("AS1", "ibmi:DataQueue", "ORDERS/Q")])
    reported = {finding.about: finding.text for finding in found}
    assert (reported["user"], reported["special authority"]) == ("RO", "none, and none is needed")
    [lacking] = [finding.text for finding in found if finding.ok is False]
    assert lacking.startswith("QSYS/ORDERS *LIB: not all of *READ *ADD *EXECUTE; grant it")


def test_a_program_that_fails_is_a_finding(tmp_path: Path, qm1: EmbeddedSystem) -> None:
    done = check(tmp_path, {"QM1": {"type": "sandbox", "path": "live.db"}}, program="1 / 0")
    assert done.code == 1
    assert "QM1: reachable: ok" in done.out
    assert "shop: program: error: " in done.out


def test_no_program_is_needed(tmp_path: Path, qm1: EmbeddedSystem) -> None:
    """The first thing that somebody does is to see whether a system is reached."""
    systems = {"QM1": {"type": "sandbox", "path": "live.db"}}
    check(tmp_path, systems)
    (tmp_path / "__main__.py").unlink()
    done = queuewright(tmp_path, "system", "check")
    assert done.code == 0
    assert "QM1: reading: ok: 84 objects can be seen" in done.out
    assert "shop: program: not reported: there is none yet" in done.out
    done = queuewright(tmp_path, "import", "--from-system", "QM1", "--out", "live")
    assert (done.code, (tmp_path / "live/__main__.py").is_file()) == (0, True)
    done = queuewright(tmp_path, "sandbox", "load", "--from-system", "QM1", "--file", "copy.db")
    assert done.code == 0
    done = queuewright(tmp_path, "preview")
    assert (done.code, "no program" in done.errors[0]) == (1, True)


def test_a_mistake_of_ours_in_one_system_leaves_the_others(
    tmp_path: Path, qm1: EmbeddedSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = {"type": "sandbox", "path": "live.db"}
    qm1.sandbox.create_system("QM2")

    def wrong(self: object, declared: object) -> list[CheckFinding]:
        raise KeyError("a\nb")

    monkeypatch.setattr(SandboxSystem, "examine", wrong, raising=False)
    done = check(tmp_path, {"QM1": entry, "QM2": entry})
    assert done.code == 1
    assert [line.split(": ")[:3] for line in done.out.splitlines() if "a bug" in line] == [
        ["QM1", "check", "error"],
        ["QM2", "check", "error"],
    ]


def test_a_system_that_is_not_configured(tmp_path: Path, qm1: EmbeddedSystem) -> None:
    done = check(tmp_path, {"QM1": {"type": "sandbox", "path": "live.db"}}, "QM9")
    assert done.code == 1
    [line] = done.errors
    assert '"QM9" is not a system of stack dev (there: QM1)' in line
