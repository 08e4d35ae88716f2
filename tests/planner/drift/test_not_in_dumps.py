"""A dump holds no security policies: they are not compared, and never missing."""

from pathlib import Path

from drift_fleets import dump, found, local_job, small_fleet

PROGRAM = """
from queuewright import mq

mq.LocalQueue("A", system="QM1", max_queue_depth=100)
mq.SecurityPolicy("A", system="QM1", signature_algorithm="sha256", signers=["CN=A"])
"""


def test_a_policy_is_not_missing_in_a_dump(tmp_path: Path) -> None:
    home = tmp_path / "program"
    home.mkdir()
    (home / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
    (home / "Pulumi.main.yaml").write_text("config: {}\n")
    (home / "__main__.py").write_text(PROGRAM)
    fleet = small_fleet(tmp_path, home, east=dump(("A", 100)), west=dump(("A", 1)))
    lake = tmp_path / "lake"
    summary = local_job(lake)(fleet, "r0")
    assert found(lake, "r0", "environment", "kind", "name") == [("west", "mq:LocalQueue", "A")]
    assert summary.secrets == ["QM1 mq:SecurityPolicy A (not-in-dumps) (environments: 2)"]
