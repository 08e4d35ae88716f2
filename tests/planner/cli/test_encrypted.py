"""Configuration that Pulumi encrypted, as a project uses it; it is told to nobody."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from queuewright.host.project import load_project, load_stack
from queuewright.sandbox.engine import Sandbox
from queuewright.systems import registry
from queuewright.systems.mq.mqweb_configuration import MqwebConfiguration
from queuewright.systems.registry import InvalidConfiguration, systems_from

from .conftest import Cli

# Written by Pulumi's command, with a passphrase that is good for nothing else.
PASSPHRASE = "throwaway passphrase"
SECRETS = """\
encryptionsalt: v1:U6mCP3hUMhc=:v1:ns9MyI8zmVrFqNay:B+9S6ewvHF6P8wWqQ2uzV4rTW3QP2g==
config:
  queuewright:systems: {QM1: {type: sandbox, platform: linux}}
  shop:password:
    secure: v1:It8biTg6TVAFu1lh:BcSIylkBuu5C4qwFCqwmpFkSpXRYNMw4tZI=
  shop:db:
    user: me
    password:
      secure: v1:3ewsQsQ0caeOSlbk:EOMD1GqimES9tnlG5kVHM7D0xSv6
"""
PROGRAM = """
import pulumi
from queuewright import mq

config = pulumi.Config()
password = config.require_secret("password")
db = config.require_secret_object("db")
text = pulumi.Output.concat(password, " of ", db["user"], " with ", db["password"])
print("printed", config.require("password"), config.require_object("db"))
pulumi.log.info("logged " + config.require("password"))
mq.LocalQueue("IN", system="QM1", queue_description=text)
pulumi.export("password", password)
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(SECRETS)
    (tmp_path / "__main__.py").write_text(PROGRAM)
    monkeypatch.setenv("PULUMI_CONFIG_PASSPHRASE", PASSPHRASE)
    monkeypatch.delenv("PULUMI_CONFIG_PASSPHRASE_FILE", raising=False)
    return tmp_path


def description(folder: Path) -> str:
    machine = Sandbox(folder / ".queuewright" / "sandbox-dev.db").system("QM1")
    (queue,) = machine.observe(["mq:LocalQueue"], ["IN"])
    return str(queue.attributes["queue_description"])


def test_a_program_has_its_secrets_and_nobody_is_told(project: Path, cli: Cli) -> None:
    reported = [
        cli("preview", "--save-plan", "plan.json"),
        cli("preview", "--json"),
        cli("preview", "--markdown"),
        cli("--debug", "up", "--yes"),
        cli("preview", "--diff"),
        cli("stack"),
        cli("stack", "export"),
    ]
    for ran in reported:
        assert ran.code == 0, ran.err
        assert "s3cret" not in ran.out + ran.err
        assert "inner" not in ran.out + ran.err
    assert "printed [secret] {'password': '[secret]', 'user': 'me'}" in reported[0].err
    assert description(project) == "s3cret € of me with inner"
    files = [*(project / ".queuewright").rglob("*"), project / "plan.json"]
    for file in files:
        if file.is_file() and "sandbox" not in file.name:  # the sandbox is the queue manager
            data = file.read_bytes()
            assert b"s3cret" not in data, file
            assert b"inner" not in data, file
    (project / "__main__.py").write_text(PROGRAM + "\nraise ValueError(config.get('password'))\n")
    ran = cli("preview")
    assert ran.code == 1
    assert "s3cret" not in ran.out + ran.err


@pytest.mark.parametrize(
    ("passphrase", "says"),
    [
        ("wrong", "is encrypted with another passphrase than PULUMI_CONFIG_PASSPHRASE has; set"),
        (None, "is encrypted with a passphrase, and there is none; set PULUMI_CONFIG_PASSPHRASE"),
    ],
)
def test_a_passphrase_that_does_not_fit_is_one_line(
    project: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch, passphrase: str | None, says: str
) -> None:
    monkeypatch.delenv("PULUMI_CONFIG_PASSPHRASE")
    if passphrase is not None:
        monkeypatch.setenv("PULUMI_CONFIG_PASSPHRASE", passphrase)
    ran = cli("preview")
    assert ran.code == 1
    assert f"Pulumi.dev.yaml: configuration value shop:password {says}" in ran.err
    assert "Traceback" not in ran.err
    (project / "__main__.py").write_text("import pulumi\npulumi.Config().get('depth')\n")
    assert cli("preview").code == 0  # who does not ask needs none


def test_systems_that_are_encrypted_name_their_file_once(project: Path, cli: Cli) -> None:
    (project / "Pulumi.dev.yaml").write_text("config: {queuewright:systems: {secure: v1:abc}}\n")
    ran = cli("preview")
    assert ran.code == 1
    assert ran.err.count("Pulumi.dev.yaml: ") == 1
    assert "Pulumi.dev.yaml: queuewright:systems is encrypted; write it in clear" in ran.err


def test_a_clouds_key_is_left_to_pulumi(project: Path, cli: Cli) -> None:
    text = f"secretsprovider: awskms://alias/x\nencryptedkey: AQID\n{SECRETS}"
    (project / "Pulumi.dev.yaml").write_text(text)
    ran = cli("preview")
    assert ran.code == 1
    assert "shop:password is encrypted and only the pulumi command can read it; give it in" in (
        ran.err
    )
    assert "PULUMI_CONFIG_SHOP_PASSWORD" in ran.err


def test_a_value_from_outside_wins(
    project: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PULUMI_CONFIG_SHOP_PASSWORD", "outside")
    assert cli("up", "--yes").code == 0
    assert description(project) == "outside of me with inner"


def test_a_systems_entry_has_encrypted_values(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A credential, which is decrypted when it is read; nothing else."""
    secret = yaml.safe_load(SECRETS)["config"]["shop:password"]
    entry = {"type": "kept", "url": "https://mq1", "user": "me", "password": secret}
    content = {**yaml.safe_load(SECRETS), "config": {"queuewright:systems": {"QM1": entry}}}
    (project / "Pulumi.dev.yaml").write_text(yaml.safe_dump(content))
    built: list[MqwebConfiguration] = []
    kept = MqwebConfiguration, lambda name, given, project: built.append(given)
    monkeypatch.setattr(registry, "system_type", {"kept": kept}.get)
    stack = load_stack(load_project(project))
    systems_from(stack.systems, base=project, encryption=stack.encryption)
    assert built[0].password is not None
    assert built[0].password.read("QM1.password", project) == "s3cret €"
    assert "s3cret" not in repr(built)
    entry["user"] = secret
    for encryption in (stack.encryption, None):
        with pytest.raises(InvalidConfiguration, match="user is encrypted; write it in"):
            systems_from({"QM1": entry}, base=project, encryption=encryption)


@pytest.mark.pulumi_cli
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pulumi") is None, reason="pulumi is not on the PATH")
def test_both_engines_read_what_the_real_command_wrote(project: Path, cli: Cli) -> None:
    (project / "Pulumi.dev.yaml").unlink()
    runtime = {"name": "python", "options": {"virtualenv": sys.prefix}}
    (project / "Pulumi.yaml").write_text(yaml.safe_dump({"name": "shop", "runtime": runtime}))
    (project / "state").mkdir()
    environment = {
        **os.environ,
        "PULUMI_HOME": str(project / "home"),
        "PULUMI_BACKEND_URL": (project / "state").as_uri(),
        "PULUMI_SKIP_UPDATE_CHECK": "1",
    }

    def pulumi(*words: str) -> str:
        done = subprocess.run(
            ["pulumi", *words, "--non-interactive"],
            cwd=project, env=environment, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    pulumi("stack", "init", "dev")
    pulumi("config", "set", "--secret", "password", "s3cret €")
    pulumi("config", "set", "--path", "db.user", "me")
    pulumi("config", "set", "--secret", "--path", "db.password", "inner")
    for path, value in {"type": "sandbox", "platform": "linux"}.items():
        pulumi("config", "set", "--path", f"queuewright:systems.QM1.{path}", value)
    assert cli("up", "--yes").code == 0
    assert description(project) == "s3cret € of me with inner"
    previewed = pulumi("preview", "--json")
    assert "s3cret" not in previewed
    changed = json.loads(previewed[previewed.index("{") :])["changeSummary"]
    assert changed == {"create": 2}
    shutil.rmtree(project / ".queuewright")  # each engine has objects and a state of its own
    pulumi("config", "set", "--secret", "password", "changed")
    assert pulumi("up", "--yes", "--skip-preview")
    assert description(project) == "changed of me with inner"
