"""examples/routes: two queue managers, channels with TLS, authorities, and the way of a message."""

import shutil
from pathlib import Path

import pytest

from command_line import Ran, queuewright
from queuewright.sandbox.engine import Sandbox

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "examples" / "routes", tmp_path / "routes")
    folder = tmp_path / "routes"
    for name in ("QM1", "QM2"):
        assert ran(folder, "sandbox", "create", name, "--platform", "linux").code == 0
    return folder


def ran(folder: Path, *words: str) -> Ran:
    return queuewright(folder, *words)


def test_the_page_shows_what_is_printed(folder: Path) -> None:
    page = (ROOT / "docs" / "routes.md").read_text(encoding="utf-8")
    shown = page.split("```")[1].lstrip("\n")
    assert ran(folder, "route", "QM1", "ORDERS").out == shown


def test_nothing_looks_wrong_and_it_is_made_once(folder: Path) -> None:
    assert ran(folder, "lint", "--fail-on", "note").code == 0
    plan = ran(folder, "preview")
    assert "route " not in plan.out  # none is broken
    assert ran(folder, "up", "--yes").code == 0
    assert ran(folder, "preview", "--expect-no-changes").code == 0
    for system, queue in (("QM1", "ORDERS"), ("QM2", "ANSWERS")):
        assert (
            f"{queue} at {system}: arrives" in ran(folder, "route", system, queue, "--as-read").out
        )
    # As the systems tell it in a dump.
    for name in ("QM1", "QM2"):
        dumped = ran(folder, "sandbox", "dump", name)
        assert dumped.code == 0, dumped.err
        (folder / f"{name}.mqsc").write_text(dumped.out)
    dumps = ("--dump", "QM1=QM1.mqsc", "--dump", "QM2=QM2.mqsc")
    assert "ORDERS at QM1: arrives" in ran(folder, "route", "QM1", "ORDERS", *dumps).out


@pytest.mark.parametrize(
    ("there", "instead", "reason"),
    [
        ('user_source="noaccess",\n    )\n', 'user_source="noaccess",\n    )\n    continue\n', ""),
        ("ssl_cipher_specification=CIPHER,\n    )\n    mq.ChannelAuth",
         'ssl_cipher_specification="",\n    )\n    mq.ChannelAuth', "QM2 has no CipherSpec"),
        ("remote_queue_manager=sending", 'remote_queue_manager="QM9"', "blocks channel QM1.QM2"),
        ('authorities=["output", "set_all_context"]', 'authorities=["input"]',
         "user qmmove may not put to ORDERS.IN"),
        ("port=port", "port=port + 1", "no listener of QM2 is on port 1415: they are on 1416"),
    ],
)  # fmt: skip
def test_a_change_that_breaks_it(folder: Path, there: str, instead: str, reason: str) -> None:
    assert ran(folder, "up", "--yes").code == 0
    program = folder / "__main__.py"
    changed = program.read_text().replace(there, instead)
    assert changed != program.read_text()
    program.write_text(changed)
    plan = ran(folder, "preview")
    reported = [
        line for line in plan.out.splitlines() if line.startswith("   route ORDERS at QM1: ")
    ]
    assert bool(reported) is bool(reason)
    assert reason in "".join(reported)
    assert ran(folder, "route", "QM1", "ORDERS").code == (2 if reason else 0)


def test_a_queue_manager_that_has_it_otherwise(folder: Path) -> None:
    assert ran(folder, "up", "--yes").code == 0
    manager = Sandbox(folder / ".queuewright" / "sandbox-dev.db").system("QM2")
    manager.change("mq:LocalQueue", "ORDERS.IN", {"inhibit_put": "put_inhibited"})
    broken = ran(folder, "route", "QM1", "ORDERS", "--as-read")
    assert broken.code == 2
    assert "the message ends in dead-letter queue DEAD.LETTERS of QM2" in broken.out


def test_a_channel_that_a_certificate_lets_in(folder: Path) -> None:
    """No definition says which certificate the other end has: the route does not break."""
    program = folder / "__main__.py"
    text = program.read_text()
    by_name = 'type="qmgrmap",\n        remote_queue_manager=sending,'
    assert by_name in text
    program.write_text(text.replace(by_name, 'type="sslpeermap", ssl_peer_name=f"CN={sending}",'))
    plan = ran(folder, "preview")
    assert plan.code == 0
    assert "route " not in plan.out
    assert "routes break" not in plan.out
    found = ran(folder, "route", "QM1", "ORDERS")
    assert (found.code, found.out.splitlines()[0]) == (0, "ORDERS at QM1: not known")
