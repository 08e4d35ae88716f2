"""Debian's own sshd on a loopback port, for clients that are ours or OpenSSH's."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ibmi_carriers import ssh_key, ssh_user_key

SSHD = next((path for path in ("/usr/sbin/sshd",) if Path(path).exists()), None)


@contextmanager
def real_sshd(folder: Path) -> Iterator[int]:
    """Debian's sshd on a loopback port; whoever has the key of the tests is let in."""
    if SSHD is None:
        pytest.skip("OpenSSH's server is not installed")
    Path("/run/sshd").mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    host = folder / "host_key"
    shutil.copy(ssh_key(), host)
    host.chmod(0o600)
    keys = folder / "authorized"
    keys.write_text((ssh_user_key().with_suffix(".pub")).read_text())
    configuration = folder / "sshd_config"
    configuration.write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {host}\nAuthorizedKeysFile {keys}\n"
        f"PasswordAuthentication no\nStrictModes no\nUsePAM no\nPidFile {folder / 'pid'}\n"
        "PermitRootLogin prohibit-password\nMaxSessions 10\n"
    )
    with (folder / "log").open("w") as log:
        server = subprocess.Popen([SSHD, "-D", "-e", "-f", str(configuration)], stderr=log)
    try:
        _wait_for(port, server, folder / "log")
        yield port
    finally:
        server.terminate()
        server.wait(timeout=20)


def _wait_for(port: int, server: "subprocess.Popen[bytes]", log: Path) -> None:
    for _ in range(100):
        if server.poll() is not None:
            pytest.skip(f"OpenSSH's server does not start here: {log.read_text()[:200]}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
