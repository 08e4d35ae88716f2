"""Files of users, and addresses."""

from pathlib import Path

import pytest

from queuewright.servers.serving import Address, CannotServe
from queuewright.servers.users import ADMIN, Users, UsersError, password_hash


def test_a_password_is_known_by_its_hash_alone(tmp_path: Path) -> None:
    hashed = password_hash("s3cret")
    assert "s3cret" not in hashed
    assert hashed != password_hash("s3cret")
    file = tmp_path / "users.yaml"
    file.write_text(f'users:\n  ann: {{password: "{hashed}"}}\n  bob: {{roles: [MQWebAdminRO]}}\n')
    users = Users.read(file)
    for _ in range(2):
        ann = users.with_password("ann", "s3cret")
        assert ann is not None
        assert ann.roles == [ADMIN]
        assert users.with_password("ann", "other") is None
    assert users.with_password("bob", "") is None
    assert users.with_password("nobody", "") is None


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "names no users"),
        ("users: 3", "names no users"),
        ("{", "cannot be read"),
        ("users: {ann: {password: s3cret}}", "queuewright sandbox password"),
        ("users: {ann: {roles: [root]}}", "MQWebAdmin"),
        ("users: {ann: {token: abc}}", "sha256"),
        ("users: {ann: {passwrd: x}}", "ann.passwrd"),
    ],
)
def test_a_file_that_cannot_be_used_says_where(tmp_path: Path, content: str, says: str) -> None:
    file = tmp_path / "users.yaml"
    file.write_text(content)
    with pytest.raises(UsersError, match=says) as caught:
        Users.read(file)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "s3cret" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsersError, match="No such file"):
        Users.read(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("9443", "127.0.0.1", 9443),
        (":9444", "127.0.0.1", 9444),
        ("localhost", "localhost", 1),
        ("0.0.0.0:9443", "0.0.0.0", 9443),
        ("[::1]:9443", "::1", 9443),
        ("[::1]", "::1", 1),
    ],
)
def test_addresses_are_on_this_machine_unless_told_otherwise(
    text: str, host: str, port: int
) -> None:
    assert Address.parse(text, 1) == Address(host, port)
    assert Address.parse(text, 1).is_loopback is (host != "0.0.0.0")


@pytest.mark.parametrize("text", ["host:port", "a:99999", "a:-1"])
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(CannotServe, match="HOST:PORT"):
        Address.parse(text, 1)


def test_an_address_that_is_taken_says_so() -> None:
    with Address("127.0.0.1", 0).listening() as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=f"127.0.0.1:{port} cannot be served at"):
            Address("127.0.0.1", port).listening()
