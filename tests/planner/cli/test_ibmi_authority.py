"""An update by a user of an IBM i that lacks one authority, over the sandbox's servers."""

from pathlib import Path

import pytest
import yaml

from command_line import Ran, queuewright
from ibmi_carriers import (
    machine,
    mapepire_entry,
    mapepire_server,
    password,
    ssh_entry,
    ssh_server,
)
from queuewright.sandbox import cl_commands
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.servers.serving import in_thread

PROGRAM = """
import pulumi
from queuewright import ibmi

place = {"system": "AS1", "library": "ORDERS", "max_entry_length": 10}
first = ibmi.DataQueue("FIRST", **place)
then = pulumi.ResourceOptions(depends_on=[first])
there = ibmi.DataQueue("IN", **place, text_description="x", adopt="any", opts=then)
ibmi.DataQueue("LAST", **place, opts=pulumi.ResourceOptions(depends_on=[there]))
"""


def up(folder: Path) -> Ran:
    return queuewright(folder, "up", "--yes")


def texts(embedded: EmbeddedSystem) -> dict[str, object]:
    found = embedded.observe(("ibmi:DataQueue",))
    return {each.key.name: each.attributes["text_description"] for each in found}


@pytest.mark.parametrize("kind", ["mapepire", "ssh"])
def test_an_update_stops_at_what_the_user_may_not_do(tmp_path: Path, kind: str) -> None:
    embedded = machine(tmp_path, "AS1")
    embedded.create("ibmi:DataQueue", "ORDERS/IN", {"max_entry_length": 10})
    server = {"mapepire": mapepire_server, "ssh": ssh_server}[kind](embedded)
    with in_thread([server]):
        entry = {"mapepire": mapepire_entry, "ssh": ssh_entry}[kind]
        login = {"user": "dev", "password": password(tmp_path)}
        systems = {"AS1": dict(entry(tmp_path, server.port, **login))}
        config = {"config": {"queuewright:systems": systems}}
        (tmp_path / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
        (tmp_path / "Pulumi.dev.yaml").write_text(yaml.safe_dump(config))
        (tmp_path / "__main__.py").write_text(PROGRAM)
        stopped = up(tmp_path)
        assert stopped.code == 1
        [line] = [each for each in stopped.err.splitlines() if "CPF2189" in each]
        assert "ORDERS/IN: Not authorized to object IN in ORDERS type *DTAQ" in line
        assert "User DEV has no *OBJMGT to it (*PUBLIC)" in line
        assert texts(embedded) == {"ORDERS/FIRST": "", "ORDERS/IN": ""}
        on_object = "OBJ(ORDERS/IN) OBJTYPE(*DTAQ)"
        grant = f"GRTOBJAUT {on_object} USER(OPS) AUT(*OBJOPR *READ *OBJMGT)"
        assert all(answer.ok for answer in cl_commands.run(embedded, grant, is_partition=True))
        assert up(tmp_path).code == 0
        assert texts(embedded) == {"ORDERS/FIRST": "", "ORDERS/IN": "x", "ORDERS/LAST": ""}
        assert "3 unchanged" in queuewright(tmp_path, "preview").out
