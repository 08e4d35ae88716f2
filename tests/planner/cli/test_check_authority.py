"""--check-authority of the sandbox as mqweb and as runmqsc."""

from pathlib import Path
from typing import Any

from queuewright.catalogue.platform import Platform
from queuewright.sandbox import mqsc_commands
from queuewright.sandbox.engine import Sandbox


def test_nothing_is_checked_or_left_unchecked_by_mistake(cli: Any, tmp_path: Path) -> None:
    machine = Sandbox(tmp_path / "s.db").create_system("QM1", platform=Platform.LINUX)
    assert all(answer.ok for answer in mqsc_commands.run(machine, "DEFINE QLOCAL(A)"))
    users, script = tmp_path / "users.yaml", tmp_path / "s.mqsc"
    script.write_text("ALTER QLOCAL(A) DESCR('x')\n", encoding="utf-8")
    file = ("--file", str(tmp_path / "s.db"))
    serve = ("sandbox", "serve", "--mqweb", "0", "--users", str(users), *file)
    users.write_text("users: {ann: {roles: [MQWebUser], groups: [ops]}}\n", encoding="utf-8")
    refused = cli(*serve)
    assert refused.code
    assert "user ann" in refused.err
    assert "give --check-authority" in refused.err
    users.write_text("users: {ann: {}}\n", encoding="utf-8")
    refused = cli(*serve, "--check-authority")
    assert refused.code
    assert "users with the role MQWebUser" in refused.err
    runmqsc = ("sandbox", "runmqsc", "QM1", "-f", str(script), *file)
    assert "--check-authority needs -u USER" in cli(*runmqsc, "--check-authority").err
    assert cli(*runmqsc).code == 0
    script.write_text(f"password\n{script.read_text(encoding='utf-8')}", encoding="utf-8")
    of_ann = (*runmqsc, "-u", "ann", "--check-authority")
    refused = cli(*of_ann, "--group", "ops")
    assert refused.code
    assert "AMQ8135E: Not authorized." in refused.out
    assert cli(*of_ann, "--group", "mqm").code == 0


def test_a_connection_comes_over_a_channel(cli: Any, tmp_path: Path) -> None:
    Sandbox(tmp_path / "s.db").create_system("QM1", platform=Platform.LINUX)
    file = ("--file", str(tmp_path / "s.db"))
    asked = ("sandbox", "open", "QM1", "A", "--for", "output", "--check-authority", *file)
    refused = cli(*asked, "--address", "10.1.1.1", "--password")
    assert refused.code
    assert "--address and --password: a connection comes over a channel; add" in refused.err
