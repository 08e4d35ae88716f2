"""Attributes are described in the catalogue; a table elsewhere that names several has a reason."""

import ast
from collections.abc import Iterator
from pathlib import Path

from queuewright.ibmi.data_queue import SERVICE
from queuewright.kinds import EVERY, IBMI_KINDS, spec_of
from queuewright.servers.ibmi_services import COLUMNS

ROOT = Path(__file__).resolve().parents[1]
_MANY = 4  # names of attributes in one table
_OWN = ("resources/queuewright/mq/", "resources/queuewright/ibmi/")
_STATUS = "what only a status has"
_LACKING = "what MQ has of a kind, and the kind lacks"
_OBJECTS = "objects, called as keywords are"
_SEVERAL = "a rule about these attributes together"
# File and table -> why it names attributes.
BESIDE = {
    "resources/queuewright/workload/record.py AGREED": _SEVERAL,
    "resources/queuewright/workload/record.py FIELDS": "fields of the workload record",
    "resources/queuewright/diff/live.py _RULES": _SEVERAL,
    "provider/queuewright/dialects/mqsc/words.py _OBJECTS": _OBJECTS,
    "provider/queuewright/dialects/pcf/forms.py _INQUIRY": "options of inquiries",
    "provider/queuewright/dialects/pcf/vocabulary.py _OTHERS": "options of commands, and status",
    "provider/queuewright/servers/ibmi_services.py COLUMNS": "what the services have: the check",
    "planner/queuewright/impact/radius.py _CARRYING": _SEVERAL,
    "planner/queuewright/impact/routing.py ROUTING": _SEVERAL,
    "provider/queuewright/dialects/mqsc/displays.py _QUEUE": _LACKING,
    "provider/queuewright/dialects/mqsc/displays.py _CHANNEL_STATUS": _STATUS,
    "provider/queuewright/dialects/mqsc/displays.py _CONNECTION": _STATUS,
    "provider/queuewright/dialects/mqsc/others.py _NAMED": _OBJECTS,
    "provider/queuewright/dialects/mqsc/others.py _OF_VERBS": _OBJECTS,
    "provider/queuewright/dialects/mqsc/words.py UNMANAGED": _LACKING,
    "provider/queuewright/dialects/cl/tables.py ON_ANY_OBJECT": "options of commands",
    "provider/queuewright/dialects/shell/commands.py _POLICY": "options of commands",
    "provider/queuewright/sandbox/controls.py _OPTIONS": "options of commands",
    "provider/queuewright/sandbox/runmqsc.py _DETAILS": _OBJECTS,
    "provider/queuewright/sandbox/runmqsc.py _DONE": _OBJECTS,
    "provider/queuewright/sandbox/completeness.py _ONE_OF": "a rule about several attributes",
    "resources/queuewright/diff/absent.py _PAGES": "citations of documents",
}


def names() -> list[set[str]]:
    """What attributes are called: here, in MQSC, PCF, CL and SQL."""
    every = [item for spec in EVERY.values() for item in spec.attributes().items()]
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
    found = {
        place
        for place, reported in tables()
        if any(len(reported & each) >= _MANY for each in known)
    }
    assert found == BESIDE.keys()


def test_the_columns_of_the_catalogue_are_those_of_the_services() -> None:
    """COLUMNS is typed from the documents of the services, Sql from those of the commands."""
    for kind in IBMI_KINDS:
        for name, attribute in spec_of(kind).attributes().items():
            if attribute.sql is not None:
                service = attribute.sql.service
                columns = COLUMNS.get(service) or COLUMNS[f"{service}()"]
                assert attribute.sql.column in columns, (kind, name)
    assert "SPECIFIED_MAXIMUM_MESSAGES" in COLUMNS[SERVICE]


def test_the_words_of_the_rest_api_are_those_of_mqsc() -> None:
    found = [
        (known, each)
        for spec in EVERY.values()
        for known in spec.attributes().values()
        for each in known.rest
    ]
    for known, each in found:
        words = {choice.mqsc for choice in known.choices}
        assert set(each.words.values()) <= words, each
    assert {each.path for _, each in found} >= {"storage.maximumDepth", "TYPE.connection"}
