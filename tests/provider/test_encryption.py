"""Encrypted configuration: values that Pulumi's own command wrote, and what stands in the way.

STACK was written by `pulumi stack init` and `pulumi config set --secret` (v3.260.0, local backend)
with the passphrase below, which is good for nothing else.
"""

import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from queuewright import encryption
from queuewright.catalogue.errors import SystemUnavailable
from queuewright.encryption import CannotDecrypt, Encrypted, Encryption, Secret, secrets_in
from queuewright.systems.credentials import credential

PASSWORD = "throwaway passphrase"
STACK = """
encryptionsalt: v1:U6mCP3hUMhc=:v1:ns9MyI8zmVrFqNay:B+9S6ewvHF6P8wWqQ2uzV4rTW3QP2g==
config:
  shop:password:
    secure: v1:It8biTg6TVAFu1lh:BcSIylkBuu5C4qwFCqwmpFkSpXRYNMw4tZI=
  shop:db:
    password:
      secure: v1:3ewsQsQ0caeOSlbk:EOMD1GqimES9tnlG5kVHM7D0xSv6
    user: me
    port:
      secure: v1:kwfyr6BPJYEOEurn:smrhFGtzHERznD3w5NgVTDM=
  shop:hosts:
    - token:
        secure: v1:TyunmYaRLrybDJM5:mgqA+poRXWEzAdswtCbqtJZP/Q==
  shop:empty:
    secure: v1:m7SuO9gmr9omZPyC:pznw5vL/6uGR0CBqnh+5dA==
"""
CONTENT = yaml.safe_load(STACK)
SALT, CONFIG = CONTENT["encryptionsalt"], CONTENT["config"]
NO_PASSPHRASE = (
    "v1:IvbuzYzY1uE=:v1:SohvR/vfrRDXB8vJ:h++J51vlIfVuFoJZ6jmG+6q+mCriuw==",
    {"secure": "v1:oN8+MemMlfHCUi9M:x7bzd9A9L6w+NLTtrXqSKZQlxq65hmFOUvM="},
)


@pytest.fixture
def stack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Encryption:
    monkeypatch.setenv(encryption.PASSPHRASE, PASSWORD)
    monkeypatch.delenv(encryption.PASSPHRASE_FILE, raising=False)
    return Encryption(tmp_path / "Pulumi.dev.yaml", SALT, tmp_path)


def refused(stack: Encryption, value: Any = CONFIG["shop:password"]) -> str:
    with pytest.raises(CannotDecrypt) as raised:
        stack.decrypted(value)
    text = str(raised.value)
    assert "\n" not in text
    assert "s3cret" not in text
    assert PASSWORD not in text
    return text


def test_what_pulumi_encrypted_alone_in_objects_and_in_lists(stack: Encryption) -> None:
    """`pulumi config --show-secrets --json` says the same of that file."""
    opened = stack.decrypted(CONFIG)
    assert opened == {
        "shop:password": "s3cret €",
        "shop:db": {"password": "inner", "user": "me", "port": "5"},
        "shop:hosts": [{"token": "tok"}],
        "shop:empty": "",
    }
    assert set(secrets_in(opened)) == {"s3cret €", "inner", "5", "tok", ""}
    assert "s3cret" not in repr(opened)


def test_the_variable_wins_over_the_file_even_when_it_is_empty(
    stack: Encryption, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the command does (manager.go, readPassphrase; each was tried with it)."""
    (tmp_path / "pass").write_text(f"  {PASSWORD} \n\n")
    monkeypatch.setenv(encryption.PASSPHRASE_FILE, "pass")
    monkeypatch.setenv(encryption.PASSPHRASE, "")
    assert "another passphrase than PULUMI_CONFIG_PASSPHRASE has; set" in refused(stack)
    salt, value = NO_PASSPHRASE
    assert Encryption(stack.file, salt).decrypted(value) == "with-empty"
    monkeypatch.delenv(encryption.PASSPHRASE)
    monkeypatch.chdir("/")  # a program may go anywhere
    assert stack.decrypted(CONFIG["shop:password"]) == "s3cret €"
    monkeypatch.setenv(encryption.PASSPHRASE_FILE, str(tmp_path / "pass"))
    assert stack.decrypted(CONFIG["shop:password"]) == "s3cret €"
    (tmp_path / "pass").write_text("another")
    assert 'another passphrase than PULUMI_CONFIG_PASSPHRASE_FILE ("' in refused(stack)
    monkeypatch.setenv(encryption.PASSPHRASE_FILE, "")
    assert "set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE" in refused(stack)
    monkeypatch.setenv(encryption.PASSPHRASE_FILE, "none")
    assert '("none") cannot be read: No such file or directory; make it' in refused(stack)


@pytest.mark.parametrize("salt", ["v2:a:b", "v1", "v1:!!:v1:x:y", "12"])
def test_a_salt_that_pulumi_did_not_write(stack: Encryption, salt: str) -> None:
    assert "encryptionsalt is" in refused(Encryption(stack.file, salt, stack.folder))


@pytest.mark.parametrize(
    "text", ["v1:abc", "", "v2" + CONFIG["shop:password"]["secure"][2:], "AAABAH", "v1:!:!", "v1::"]
)
def test_a_value_that_is_not_by_this_salt(stack: Encryption, text: str) -> None:
    """Of another stack, damaged, or moved by hand."""
    assert "set it again with pulumi config set --secret" in refused(stack, {"secure": text})
    assert "set it again" in refused(stack, NO_PASSPHRASE[1])


def test_without_cryptography_the_line_says_what_to_install(
    stack: Encryption, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    assert "cryptography, which is missing; pip install 'queuewright[secrets]'" in refused(stack)


def test_what_is_no_encrypted_value_stays_as_it_is(stack: Encryption) -> None:
    plain = {"secure": 3, "a": [{"secure": "x", "b": 1}], "n": None}
    assert stack.decrypted(plain) == plain
    assert stack.marked(plain) == plain


def test_a_credential_is_decrypted_when_it_is_read(
    stack: Encryption, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(encryption.PASSPHRASE, "wrong")
    marked = stack.marked({"password": CONFIG["shop:password"], "url": "x"})
    assert marked["url"] == "x"
    assert isinstance(marked["password"], Encrypted)
    given = credential(marked["password"])
    with pytest.raises(SystemUnavailable) as raised:
        given.read("QM1.password", tmp_path)
    assert str(raised.value) == (
        f"QM1.password: secret of Pulumi in {stack.file} is encrypted with another passphrase than "
        "PULUMI_CONFIG_PASSPHRASE has; set the passphrase of this stack in "
        "PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE"
    )
    monkeypatch.setenv(encryption.PASSPHRASE, PASSWORD)
    assert given.read("QM1.password", tmp_path) == "s3cret €"
    assert "s3cret" not in f"{given!r} {given} {marked}"


def test_another_secrets_provider_is_left_to_pulumi() -> None:
    cloud = Encryption(Path("Pulumi.dev.yaml"))
    assert cloud.marked(CONFIG) == CONFIG
    assert isinstance(Secret("x"), str)
