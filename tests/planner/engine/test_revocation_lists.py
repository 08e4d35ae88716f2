"""A namelist that the queue manager takes its certificate revocation lists from (SSLCRLNL)."""

from pathlib import Path

from rehearsal import NAMELIST, Rehearsal, resource, step_of

CRL = "mq:CrlAuthentication"


def test_a_change_waits_for_a_refresh(tmp_path: Path) -> None:
    world = Rehearsal(tmp_path)
    machine = world.system()
    lists = [resource(CRL, name, connection_name="ldap.example.com") for name in ("CRL1", "CRL2")]
    before = (*lists, resource(NAMELIST, "CRLS", names=["CRL1"]))
    other = resource(NAMELIST, "OTHERS", names=["CRL1"])
    world.up(*before, other)
    machine.change("mq:QueueManagerAttributes", "QMGR", {"ssl_crl_namelist": "CRLS"})
    changed = (*lists, resource(NAMELIST, "CRLS", names=["CRL1", "CRL2"]))
    plan = world.plan(*changed, resource(NAMELIST, "OTHERS", names=["CRL2"]))
    [reported] = [d for d in step_of(plan, "CRLS").decision.warnings if d.code == "crl-namelist"]
    assert "works after REFRESH SECURITY TYPE(SSL)" in reported.text
    assert "crl-namelist" not in {d.code for d in step_of(plan, "OTHERS").decision.warnings}
    described = resource(NAMELIST, "CRLS", names=["CRL1"], namelist_description="Lists")
    plan = world.plan(*lists, described, other)
    assert "crl-namelist" not in {d.code for d in step_of(plan, "CRLS").decision.warnings}
