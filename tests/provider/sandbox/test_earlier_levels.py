"""A queue manager of an earlier command level, or another platform, has nothing of the others."""

import pytest

from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.platform import Platform
from queuewright.dialects.mqsc.parse import parse
from queuewright.mq.client_channels import ServerConnectionChannelSpec
from queuewright.sandbox.dumping import dump
from queuewright.sandbox.engine import Sandbox

LATER = {
    "SYSTEM.DEFAULT.AUTHINFO.IDPWOS": 800,
    "SYSTEM.DEFAULT.AUTHINFO.IDPWLDAP": 800,
    "SYSTEM.DEF.AMQP": 802,
}


@pytest.mark.parametrize("level", [750, 800, 801, 802, 930])
def test_default_objects_and_attributes_of_a_level(sandbox: Sandbox, level: int) -> None:
    """IBM's CommandLevel; the dump of a queue manager of level 750."""
    system = sandbox.create_system("OLD", command_level=level)
    commands = parse("\n".join(dump(system))).commands
    names = {command.name for command in commands}
    assert {name for name, since in LATER.items() if since <= level} == names & LATER.keys()
    [manager] = [c for c in commands if (c.verb, c.object) == ("ALTER", "QMGR")]
    later = {"CONNAUTH", "CERTLABL", "REVDNS"}
    assert manager.parameters.keys() & later == (later if level >= 800 else set())


@pytest.mark.parametrize("platform", Platform)
def test_put_authority_of_server_connections(sandbox: Sandbox, platform: Platform) -> None:
    """PUT authority (PUTAUT): server connection, z/OS only."""
    system = sandbox.create_system("Q1", platform=platform)
    given = {c.value("CHLTYPE"): c.parameters for c in parse("\n".join(dump(system))).commands}
    assert ("PUTAUT" in given["SVRCONN"]) is (platform is Platform.ZOS)
    assert "PUTAUT" in given["RCVR"]


@pytest.mark.parametrize(
    ("platform", "codes"), [(Platform.ZOS, []), (Platform.AIX, ["put-authority-elsewhere"])]
)
def test_a_program_that_gives_it_elsewhere_is_warned(platform: Platform, codes: list[str]) -> None:
    """Programs of earlier releases have it from dumps of the sandbox."""
    values = {"name": "C", "put_authority": "default"}
    spec, problems = ServerConnectionChannelSpec.validate_values(
        values, SystemFacts("Q1", platform)
    )
    assert spec is not None
    assert [problem.code for problem in problems] == codes
