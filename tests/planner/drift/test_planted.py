"""Every attribute of every kind of MQ object changed once, every object missing once and another of
its kind there, in every form that a dump can have: each is found, once, and nothing else is."""

import gzip
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import seeded
import yaml
from seeded import Planted

from drift_engines import Everywhere
from drift_fleets import NOON
from queuewright.catalogue.key import Key
from queuewright.catalogue.platform import Platform
from queuewright.dialects.definition import Definition
from queuewright.dialects.mqsc import definitions, parse
from queuewright.dialects.mqsc.render import render
from queuewright.drift.engines.local import LocalEngine
from queuewright.drift.fingerprint import shown_value
from queuewright.drift.fleet import load_fleet
from queuewright.drift.job import Job, JobOptions
from queuewright.drift.lake import Lake
from queuewright.kinds import KINDS, MQ_KINDS

BASE = """
DEFINE QLOCAL('XMIT') USAGE(XMITQ)
DEFINE QLOCAL('LOCAL') DESCR('Gr\u00fc\u00dfe') MAXDEPTH(10) TRIGTYPE(FIRST) PROCESS('P')
DEFINE QLOCAL('CLUSTERED') CLUSTER('SALES') CLWLRANK(1)
DEFINE QALIAS('ALIAS') TARGET('LOCAL')
DEFINE QREMOTE('REMOTE') RNAME('THERE') RQMNAME('QM2') XMITQ('XMIT')
DEFINE QMODEL('MODEL') DEFTYPE(PERMDYN)
DEFINE NAMELIST('NAMES') NAMES('A','B')
DEFINE PROCESS('JOB') APPLICID('x')
DEFINE CHANNEL('TO.QM1') CHLTYPE(CLUSRCVR) CLUSTER('SALES') CONNAME('a(1414)') TRPTYPE(TCP)
DEFINE CHANNEL('TO.QM2') CHLTYPE(CLUSSDR) CLUSTER('SALES') CONNAME('b(1414)') TRPTYPE(TCP)
DEFINE CHANNEL('SENDS') CHLTYPE(SDR) CONNAME('b(1414)') XMITQ('ORDERS.XMIT')
DEFINE CHANNEL('SERVES') CHLTYPE(SVR) XMITQ('ORDERS.XMIT')
DEFINE CHANNEL('TAKES') CHLTYPE(RCVR)
DEFINE CHANNEL('ASKS') CHLTYPE(RQSTR) CONNAME('b(1414)')
DEFINE CHANNEL('APP') CHLTYPE(SVRCONN)
DEFINE CHANNEL('APP.TABLE') CHLTYPE(CLNTCONN) CONNAME('b(1414)')
DEFINE CHANNEL('JSON') CHLTYPE(AMQP)
DEFINE CHANNEL('THINGS') CHLTYPE(MQTT)
DEFINE TOPIC('NEWS') TOPICSTR('news')
DEFINE SUB('READER') TOPICSTR('news/#') DEST('LOCAL')
DEFINE LISTENER('TCP') TRPTYPE(TCP) PORT(1415)
DEFINE SERVICE('MONITOR') STARTCMD('/opt/start')
DEFINE AUTHINFO('OS') AUTHTYPE(IDPWOS)
DEFINE AUTHINFO('LDAP') AUTHTYPE(IDPWLDAP) CONNAME('ldap')
DEFINE AUTHINFO('CRL') AUTHTYPE(CRLLDAP) CONNAME('ldap')
DEFINE AUTHINFO('OCSP') AUTHTYPE(OCSP) OCSPURL('http://ocsp')
DEFINE COMMINFO('CAST') GRPADDR('239.1.2.3')
"""
# How people's tools and platforms write the same.
FORMS = {
    "plain": lambda text: text.encode(),
    "gzip": lambda text: gzip.compress(text.encode()),
    "crlf": lambda text: text.replace("\n", "\r\n").encode(),
    "bom": lambda text: text.encode("utf-8-sig"),
    "latin-1": lambda text: text.encode("latin-1"),
    "cp1140": lambda text: text.encode("cp1140"),
}
RECEIVER = "mq:ClusterReceiverChannel"
HEADER = ["* Script generated on 2026-11-21   at 09.30.00", "* Queue manager name: QM1"]


def base() -> list[Definition]:
    """Each with every attribute that a queue manager of that kind has from the beginning."""
    full = []
    for definition in definitions(parse(BASE)):
        known = KINDS[definition.kind].attributes()
        shipped = KINDS[definition.kind].shipped(Platform.LINUX, 930)
        values = {**shipped, **definition.values}
        seen = {n for n, each in known.items() if each.observable and not each.write_only}
        kept = {n: v for n, v in values.items() if known[n].mqsc and n in seen}
        full.append(replace(definition, values=kept))
    return full


def planted() -> Iterator[tuple[Planted, list[Definition]]]:
    """What must be found in an environment, and what it has."""
    chance = random.Random(7)
    own = base()
    for position, definition in enumerate(own):
        before, after = own[:position], own[position + 1 :]
        key = Key("QM1", definition.kind, definition.name)
        name = definition.name.lower().replace(".", "-")
        for attribute, value in definition.values.items():
            other = another(definition, attribute, chance)
            if other is not None:
                values = {**definition.values, attribute: other}
                yield (
                    Planted(
                        f"{name}-{attribute}", key, "changed", attribute,
                        shown_value(value), shown_value(other),
                    ),
                    [*before, replace(definition, values=values), *after],
                )  # fmt: skip
        yield Planted(f"{name}-missing", key, "missing"), [*before, *after]
        more = Planted(f"{name}-added", Key("QM1", definition.kind, "ADDED"), "unexpected")
        yield more, [*own, replace(definition, name="ADDED")]


def another(definition: Definition, attribute: str, chance: random.Random) -> Any:
    """A value that the attribute may have and has not; None where it has no other."""
    described = KINDS[definition.kind].attributes()[attribute]
    for value in seeded._other_values(described, definition.values[attribute], chance):
        given = {"name": definition.name, **definition.values, attribute: value}
        _, problems = KINDS[definition.kind].validate_values(given)
        if not any(problem.is_error for problem in problems):
            return value
    return None


def write_fleet(place: Path, chosen: Sequence[tuple[Planted, list[Definition]]]) -> Path:
    """An environment for each of the planted differences, and one without for each form."""
    program = place / "program"
    program.mkdir()
    (program / "Pulumi.yaml").write_text("name: fleet\nruntime: python\n")
    (program / "Pulumi.main.yaml").write_text("config: {}\n")
    (program / "__main__.py").write_text(seeded._PROGRAM)
    (program / "definition.mqsc").write_text(text_of(base()), encoding="utf-8")
    forms = list(FORMS)
    every = [(p.environment, has) for p, has in chosen] + [(form, base()) for form in forms]
    entries = []
    for number, (name, has) in enumerate(every):
        form = name if name in FORMS else forms[number % len(forms)]
        (place / f"{name}.mqsc").write_bytes(FORMS[form](text_of(has, single=number % 2 == 1)))
        source = {"type": "mqsc", "path": f"{name}.mqsc"}
        if form == "cp1140":
            source["encoding"] = form
        entries.append({"name": name, "systems": {"QM1": source}})
    file = place / "fleet.yaml"
    defaults = {"program": "program", "stack": "main"}
    file.write_text(yaml.safe_dump({"defaults": defaults, "environments": entries}))
    return file


def text_of(has: Sequence[Definition], *, single: bool = False) -> str:
    return "\n".join([*HEADER, *(render(each, single_line=single) for each in has), ""])


def differences(lake: Lake) -> list[tuple[Any, ...]]:
    columns = ("environment", "system", "kind", "name", "drift", "attribute", "desired", "observed")
    rows = lake.read("drift", "r").to_pylist()
    return sorted((tuple(row[name] for name in columns) for row in rows), key=repr)


def rows_of(chosen: Sequence[tuple[Planted, list[Definition]]]) -> list[tuple[Any, ...]]:
    """What must be found: what is planted, and of a channel that is in another cluster now that
    nobody declared the membership."""
    rows: list[tuple[Any, ...]] = []
    for difference, has in chosen:
        rows.append(difference.row)
        if (difference.key.kind, difference.attribute) == (RECEIVER, "cluster_name"):
            (channel,) = (each for each in has if each.name == difference.key.name)
            cluster = Key("QM1", "mq:Cluster", str(channel.values["cluster_name"]))
            rows.append(Planted(difference.environment, cluster, "unexpected").row)
    return sorted(rows, key=repr)


@pytest.fixture(scope="module")
def everything() -> list[tuple[Planted, list[Definition]]]:
    return list(planted())


def test_everything_that_is_planted_is_found_once_and_nothing_else(
    everything: list[tuple[Planted, list[Definition]]], tmp_path: Path
) -> None:
    changed = {(p.key.kind, p.attribute) for p, _ in everything if p.drift == "changed"}
    assert len(changed) > 150
    assert {kind for kind, _ in changed} == set(MQ_KINDS) - {
        "mq:Cluster",
        "mq:QueueManagerAttributes",
        "mq:AuthorityRecord",
        "mq:ChannelAuthenticationRecord",
        "mq:SecurityPolicy",  # in no dump
        "mq:StorageClass",  # of z/OS
        "mq:CouplingFacilityStructure",  # of z/OS
    }
    fleet = load_fleet(write_fleet(tmp_path, everything))
    engine = LocalEngine(Lake(None, str(tmp_path / "lake")))
    summary = Job(fleet, "r", NOON, JobOptions(unmanaged=True)).make(engine)
    assert summary.failures == []
    assert summary.warnings == []
    assert differences(engine.lake) == rows_of(everything)


@pytest.mark.deploy
def test_the_same_on_every_engine(
    everything: list[tuple[Planted, list[Definition]]], spark: Any, tmp_path: Path
) -> None:
    some = everything[::7]
    fleet = load_fleet(write_fleet(tmp_path, some))
    everywhere = Everywhere.below(tmp_path, spark)
    everywhere.make(Job(fleet, "r", NOON, JobOptions(unmanaged=True)))
    assert differences(everywhere.lake) == rows_of(some)
