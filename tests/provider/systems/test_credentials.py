"""Credentials: references that are read, literals that are refused, and nothing that tells them."""

import json
import sys
import threading
import traceback
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict

from queuewright import log
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.dynamic.connections import connect
from queuewright.encryption import Secret
from queuewright.host.project import load_project, load_stack
from queuewright.systems import credentials, registry
from queuewright.systems.credentials import (
    Credential,
    Reference,
    agrees,
    credential,
    with_secrets,
    without_credentials,
)
from queuewright.systems.registry import InvalidConfiguration, system_type, systems_from

PASSWORD = "hunter2-§"


class Tls(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    key_password: Reference | None = None


class Configuration(BaseModel):
    """As types of systems have it."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    type: str
    password: Reference | None = None
    tls: Tls | None = None


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> dict[str, Configuration]:
    """The configurations that a type of system with a password was built from, by name."""
    made: dict[str, Configuration] = {}

    def build(name: str, configuration: Configuration, project: registry.SystemContext) -> Any:
        made[name] = configuration
        return None

    monkeypatch.setitem(registry._types, "locked", (Configuration, build))
    return made


def system(password: Any) -> dict[str, Any]:
    return {"QM1": {"type": "locked", "password": password}}


def test_a_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Read when it is asked for, not when the configuration is."""
    reference = credential({"env": "QM1_PASSWORD"})
    monkeypatch.setenv("QM1_PASSWORD", PASSWORD)
    assert reference.read("QM1.password", tmp_path) == PASSWORD
    monkeypatch.delenv("QM1_PASSWORD")
    with pytest.raises(SystemUnavailable) as refused:
        reference.read("QM1.password", tmp_path)
    line = 'QM1.password: environment variable "QM1_PASSWORD" is not set; set it'
    assert str(refused.value) == line


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
def test_a_file_beside_the_project(tmp_path: Path, ending: str) -> None:
    (tmp_path / "pw").write_bytes(f"{PASSWORD} {ending}".encode())
    assert credential({"file": "pw"}).read("QM1.password", tmp_path) == f"{PASSWORD} "
    whole = credential({"file": str(tmp_path / "pw")})
    assert whole.read("QM1.password", Path("/")) == f"{PASSWORD} "


def test_a_command_is_asked_once_for_many(tmp_path: Path) -> None:
    program = f"open('asked', 'a').write('x'); print({PASSWORD!r})"
    reference = credential({"command": [sys.executable, "-X", "utf8", "-c", program]})
    texts: list[str] = []
    threads = [
        threading.Thread(target=lambda: texts.append(reference.read("QM1.password", tmp_path)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == [PASSWORD] * 8
    assert (tmp_path / "asked").read_text() == "x"
    assert reference.read("QM1.password", tmp_path, again=True) == PASSWORD
    assert (tmp_path / "asked").read_text() == "xx"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"file": "none"}, 'file "none" cannot be read: No such file or directory; make it'),
        ({"file": "."}, "Is a directory"),
        ({"file": "~nobody-has-this-name/pw"}, "there is no such user"),
        ({"file": "empty"}, "is empty; give it a value"),
        ({"file": "lines"}, "has a line break or control character"),
        ({"file": "bytes"}, "is not text in UTF-8"),
        ({"file": "/dev/zero"}, "is too long"),
        ({"command": ["none-of-this-name"]}, "cannot be run: No such file or directory; install"),
        ({"command": ["sh", "-c", f"echo {PASSWORD} >&2; exit 3"]}, "failed with exit code 3; run"),
        ({"command": ["sleep", "9"]}, "gave no answer in 0.2 seconds; run it by hand"),
        ({"command": ["true"]}, "is empty"),
        ({"secure": "v1:abc"}, "can only be decrypted by Pulumi's engine; run it with pulumi"),
    ],
)
def test_a_credential_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: Any, words: str
) -> None:
    monkeypatch.setattr(credentials, "_PATIENCE", 0.2)
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "lines").write_text(f"{PASSWORD}\n{PASSWORD}\n")
    (tmp_path / "bytes").write_bytes(b"hunter2\xff")
    with pytest.raises(SystemUnavailable) as refused:
        credential(given).read("QM1.password", tmp_path)
    text = str(refused.value)
    assert text.startswith("QM1.password: ")
    assert words in text
    assert "\n" not in text
    assert "hunter2" not in "".join(traceback.format_exception(refused.value))


@pytest.mark.parametrize(
    "literal",
    [
        PASSWORD,
        12345678,
        [PASSWORD],
        True,
        {"env": 1},
        {"plain": PASSWORD},
        {},
        {"env": ""},
        {"command": PASSWORD},
        {"command": [1]},
        {"command": []},
        {"env": "A", "file": PASSWORD},
    ],
)
def test_a_literal_is_refused(
    tmp_path: Path, built: dict[str, Configuration], literal: Any
) -> None:
    for entry, place in (
        ({"password": literal}, "password"),
        ({"tls": {"key_password": literal}}, "tls.key_password"),
    ):
        with pytest.raises(InvalidConfiguration) as refused:
            systems_from({"QM1": {"type": "locked", **entry}}, base=tmp_path)
        assert str(refused.value).startswith(f"queuewright:systems: QM1.{place}: ")
        assert not [word for word in ("12345678", "hunter2") if word in str(refused.value)]
    assert not built


def test_a_key_that_is_not_known_is_named_without_its_value(
    tmp_path: Path, built: dict[str, Configuration]
) -> None:
    entry = {"type": "locked", "tls": {"passwrd": PASSWORD}}
    with pytest.raises(InvalidConfiguration) as refused:
        systems_from({"QM1": entry}, base=tmp_path)
    line = 'queuewright:systems: QM1.tls has an unknown key "passwrd"; use one of key_password'
    assert str(refused.value) == line


def test_a_secret_of_pulumi_is_taken_where_the_stack_has_it_encrypted(
    tmp_path: Path, built: dict[str, Configuration]
) -> None:
    """As the engine hands the configuration over: JSON, decrypted."""
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    stack = tmp_path / "Pulumi.prod.yaml"

    def kept(password: Any) -> None:
        stack.write_text(yaml.safe_dump({"config": {"queuewright:systems": system(password)}}))

    kept({"secure": "v1:abc"})
    connect(json.dumps(system(PASSWORD)), tmp_path)
    password = built["QM1"].password
    assert password is not None
    assert password.read("QM1.password", tmp_path) == PASSWORD
    for shown in (repr(password), str(password), repr(built["QM1"]), str(built)):
        assert "hunter2" not in shown
    kept("hunter3")
    with pytest.raises(InvalidConfiguration, match=r"QM1\.password: a literal credential"):
        connect(json.dumps(system("hunter3")), tmp_path)


def test_a_secret_of_pulumi_without_its_engine(
    tmp_path: Path, built: dict[str, Configuration]
) -> None:
    """The rest of the configuration is read, and the system says what it lacks when it is used."""
    (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (tmp_path / "__main__.py").write_text("")
    text = yaml.safe_dump({"config": {"queuewright:systems": system({"secure": "v1:abc"})}})
    (tmp_path / "Pulumi.prod.yaml").write_text(text)
    systems_from(load_stack(load_project(tmp_path)).systems, base=tmp_path)
    assert built["QM1"].password == Credential(encrypted=True)


def test_what_was_read_is_not_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QM1_PASSWORD", PASSWORD)
    monkeypatch.setattr(log, "_logger", None)
    log.configure(debug=True)
    try:
        credential({"env": "QM1_PASSWORD"}).read("QM1.password", tmp_path)
        log.debug("request", headers={"authorization": f"Basic {PASSWORD}"})
    finally:
        log.configure()
    printed = capsys.readouterr().err
    assert "[secret]" in printed
    assert PASSWORD not in printed


@pytest.mark.parametrize(
    "url", ["https://admin:hunter2@mq1:9443", "https://admin@mq1", "ssh://@mq1", "https://[mq1"]
)
def test_an_address_holds_no_credentials(url: str) -> None:
    with pytest.raises(ValueError, match=r"address") as refused:
        without_credentials(url)
    assert "hunter2" not in str(refused.value)
    assert without_credentials("https://mq1:9443/x?a@b") == "https://mq1:9443/x?a@b"


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc"), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text("abc", min_size=1), plain, min_size=1), st.data())
def test_only_what_the_file_has_encrypted_is_secret(config: Any, data: st.DataObject) -> None:
    """Whatever the shape, and equal to what it was."""
    name = data.draw(st.sampled_from(sorted(config)))
    in_file = {**config, name: {"secure": "v1:abc"}}
    assert agrees(config, config)
    assert agrees(in_file, config) is (config[name] is not None)
    marked = with_secrets(in_file, config)
    assert marked == config
    assert all(isinstance(text, Secret) for text in texts(marked[name]))
    others = [marked[other] for other in marked if other != name]
    assert not any(isinstance(text, Secret) for text in texts(others))
    assert not agrees({**config, name: object()}, config)


def texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for item in value.values() for text in texts(item)]
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("kind", ["mqweb", "ssh", "mapepire", "pcf"])
def test_a_users_name_may_come_from_the_environment(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A job that previews logs in as a user who may only read."""
    model, _ = system_type(kind) or pytest.fail(kind)
    entry: dict[str, Any] = {"type": kind, "user": {"env": "MQ_USER"}, "password": {"env": "P"}}
    entry |= {"url": "https://mq1"} if kind == "mqweb" else {}
    entry |= {"host": "ibmi1"} if kind in ("ssh", "mapepire") else {}
    monkeypatch.setenv("MQ_USER", "auditor")
    assert model.model_validate(entry).user == "auditor"  # type: ignore[attr-defined]
    for value, says in (
        ({"env": "NO_SUCH"}, 'QM1.user: environment variable "NO_SUCH" is not set; set it to a'),
        ({"env": ""}, "QM1.user: write the name itself, or {env: NAME}"),
        ({"file": "x"}, "QM1.user is not of the right form; give a text"),
        ({"secure": "v1:abc"}, "QM1.user is encrypted; write it in clear"),
    ):
        with pytest.raises(InvalidConfiguration) as refused:
            systems_from({"QM1": {**entry, "user": value}}, base=tmp_path)
        assert says in str(refused.value)
