"""Attributes are described in the catalogue; a table elsewhere that names several has a reason."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from queuewright.dialects.mqsc.displays import _CHANNEL
from queuewright.dialects.mqsc.keywords import keywords, kinds_of_object
from queuewright.dialects.mqweb import resource_tables
from queuewright.ibmi.data_queue import SERVICE
from queuewright.kinds import IBMI_KINDS, KINDS, MQ_KINDS, spec_of
from queuewright.sandbox import other_channels, other_objects
from queuewright.servers.ibmi_services import COLUMNS

ROOT = Path(__file__).resolve().parents[1]
_MANY = 4  # names of attributes in one table
_OWN = ("resources/queuewright/mq/", "resources/queuewright/ibmi/")
_NO_KIND = "of what is no kind"
_SEVERAL = "a rule about these attributes together"
# File and table -> why it names attributes.
BESIDE = {
    "resources/queuewright/diff/live.py _RULES": _SEVERAL,
    "provider/queuewright/dialects/mqsc/displays.py _SYSTEM": _NO_KIND,  # DISPLAY QMGR
    "provider/queuewright/dialects/mqsc/displays.py _CHANNEL_STATUS": _NO_KIND,
    "provider/queuewright/dialects/mqsc/others.py WORDS": _NO_KIND,
    "provider/queuewright/dialects/mqsc/others.py PARAMETERS": _NO_KIND,
    "provider/queuewright/dialects/mqsc/words.py _OBJECTS": "objects, called as keywords are",
    "provider/queuewright/dialects/mqsc/words.py QUEUE_MANAGER": _NO_KIND,
    "provider/queuewright/dialects/mqweb/resource_tables.py QUEUE": "names that a server speaks",
    "provider/queuewright/dialects/mqweb/resource_tables.py CHANNEL": "names that a server speaks",
    "provider/queuewright/dialects/pcf/forms.py _INQUIRY": "options of inquiries",
    "provider/queuewright/dialects/pcf/vocabulary.py _OTHERS": "options of commands, and status",
    "provider/queuewright/sandbox/channel_authentication.py _ORDER": _NO_KIND,
    "provider/queuewright/sandbox/manager.py ATTRIBUTES": _NO_KIND,
    "provider/queuewright/sandbox/manager.py KEPT": _NO_KIND,
    "provider/queuewright/sandbox/other_channels.py _EVERY": _NO_KIND,
    "provider/queuewright/sandbox/other_channels.py _OF_MESSAGES": _NO_KIND,
    "provider/queuewright/sandbox/other_channels.py _SENDS": _NO_KIND,
    "provider/queuewright/sandbox/other_channels.py _TYPES": _NO_KIND,
    "provider/queuewright/sandbox/other_objects.py EVERY": _NO_KIND,
    "provider/queuewright/servers/ibmi_services.py COLUMNS": "what the services have: the check",
    "provider/queuewright/systems/mq/pcf.py _MANAGER": _NO_KIND,
    "planner/queuewright/impact/radius.py _CARRYING": _SEVERAL,
    "planner/queuewright/impact/routing.py ROUTING": _SEVERAL,
    "planner/queuewright/lint/references.py _PAGES": "citations of documents",
}


def names() -> list[set[str]]:
    """What attributes are called: here, in MQSC, PCF, CL and SQL."""
    every = [item for spec in KINDS.values() for item in spec.attributes().items()]
    return [
        {name for name, _ in every},
        {each.mqsc for _, each in every if each.mqsc is not None},
        {each.pcf.name for _, each in every if each.pcf is not None},
        {each.cl.keyword for _, each in every if each.cl is not None},
        {each.sql.column for _, each in every if each.sql is not None},
    ]


def words(table: ast.AST) -> set[str]:
    texts = (n.value for n in ast.walk(table) if isinstance(n, ast.Constant))
    return {word for text in texts if isinstance(text, str) for word in text.split()}


def tables() -> Iterator[tuple[str, set[str]]]:
    """Each table at the top of a module, and the words in it."""
    for layer in ("resources", "provider", "planner"):
        for path in sorted((ROOT / layer).rglob("*.py")):
            place = path.relative_to(ROOT).as_posix()
            for node in () if place.startswith(_OWN) else ast.parse(path.read_text()).body:
                if isinstance(node, ast.AnnAssign | ast.Assign):
                    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
                    yield f"{place} {ast.unparse(target)}", words(node)


def test_no_other_table_lists_attributes() -> None:
    known = names()
    found = {place for place, said in tables() if any(len(said & each) >= _MANY for each in known)}
    assert found == BESIDE.keys()


def test_what_is_beside_the_catalogue_is_of_no_kind() -> None:
    """Channels of other types, and objects of types that are no kind."""
    fixed = {value for kind in MQ_KINDS for _, value in spec_of(kind).commands.mqsc_fixed}
    assert fixed
    assert not fixed & other_channels._TYPES.keys()
    assert not kinds_of_object().keys() & other_objects.TYPES.keys()
    own = {word for kind in kinds_of_object()["CHANNEL"] for word in keywords(kind)}
    assert not own & set(_CHANNEL)


def test_the_columns_of_the_catalogue_are_those_of_the_services() -> None:
    """COLUMNS is typed from the documents of the services, Sql from those of the commands."""
    for kind in IBMI_KINDS:
        for name, attribute in spec_of(kind).attributes().items():
            if attribute.sql is not None:
                service = attribute.sql.service
                columns = COLUMNS.get(service) or COLUMNS[f"{service}()"]
                assert attribute.sql.column in columns, (kind, name)
    assert "SPECIFIED_MAXIMUM_MESSAGES" in COLUMNS[SERVICE]


@pytest.mark.parametrize(
    ("table", "prefix", "others"),
    [
        (resource_tables.QUEUE, "Q", set[str]()),
        # Of sender and receiver channels, which are no kinds.
        (resource_tables.CHANNEL, "CHANNEL", {"XMITQ", "MRRTY", "MRTMR", "USEDLQ"}),
    ],
)
def test_the_resources_have_keywords_of_the_catalogue(
    table: tuple[resource_tables.Attribute, ...], prefix: str, others: set[str]
) -> None:
    specs = [spec for spec in KINDS.values() if spec.commands.pcf_object == prefix]
    managed = {a.mqsc for spec in specs for a in spec.attributes().values()}
    assert {each.keyword for each in table if each.keyword} - managed == others
