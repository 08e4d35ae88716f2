"""`queuewright schema`: the shape that others read."""

import io
import json

import pytest
from rich.console import Console
from typer.testing import CliRunner

from command_line import app
from queuewright.catalogue.schema import schema as catalogue_schema
from queuewright.kinds import KINDS

KEYS = {
    "name", "type", "mqsc", "pcf", "cl", "minimum", "maximum", "max_length", "choices", "default",
    "platforms", "references", "change", "sources",
}  # fmt: skip


def test_json_has_every_kind_and_every_key() -> None:
    result = CliRunner().invoke(app, ["schema", "--json"])
    assert result.exit_code == 0
    kinds = json.loads(result.stdout)["kinds"]
    assert [kind["kind"] for kind in kinds] == list(KINDS)
    for kind in kinds:
        for attribute in kind["attributes"]:
            assert set(attribute) >= KEYS
            assert attribute["change"] in (
                "in-place",
                "may-force",
                "needs-stopped",
                "replace",
                "fixed",
            )


def test_one_attribute_whole() -> None:
    [kind] = catalogue_schema([KINDS["mq:LocalQueue"]])["kinds"]
    [usage] = [a for a in kind["attributes"] if a["name"] == "usage"]
    assert usage["mqsc"] == "USAGE"
    assert usage["pcf"] == {
        "name": "Usage", "id": "MQIA_USAGE", "value": 12, "type": "MQCFIN", "synonyms": [],
    }  # fmt: skip
    assert usage["cl"] == {"command": "CRTMQMQ", "keyword": "USAGE", "element": None}
    assert [(c["value"], c["mqsc"], c["pcf"], c["cl"]) for c in usage["choices"]] == [
        ("normal", "NORMAL", {"constant": "MQUS_NORMAL", "value": 0}, "*NORMAL"),
        ("transmission", "XMITQ", {"constant": "MQUS_TRANSMISSION", "value": 1}, "*TMQ"),
    ]


@pytest.mark.parametrize(
    ("kind", "name", "expected"),
    [
        ("mq:LocalQueue", "max_queue_depth", "integer"),
        ("mq:LocalQueue", "max_queue_file_size", "integer or choice"),
        ("mq:LocalQueue", "usage", "choice"),
        ("mq:LocalQueue", "queue_description", "string"),
        ("mq:Namelist", "names", "list"),
        ("ibmi:MessageQueue", "authority", "choice"),
        ("ibmi:MessageQueue", "authorization_list", "string or choice"),
        ("ibmi:AuthorizationList", "users", "map"),
    ],
)
def test_types(kind: str, name: str, expected: str) -> None:
    [described] = catalogue_schema([KINDS[kind]])["kinds"]
    assert {a["name"]: a["type"] for a in described["attributes"]}[name] == expected


def test_a_table_for_people() -> None:
    result = CliRunner().invoke(app, ["schema", "ibmi:DataQueue"])
    assert "max_entry_length" in result.stdout
    assert "1-64512 bytes" in result.stdout


def test_the_legend_names_every_document_with_its_address() -> None:
    lines = CliRunner().invoke(app, ["schema", "ibmi:DataQueue"]).stdout.splitlines()
    legend = lines[lines.index("Sources:") + 1 :]
    assert "  IBM i, CRTDTAQ: IBM, Create Data Queue (CRTDTAQ)" in legend
    assert any(line.strip().startswith("https://www.ibm.com/") for line in legend)
    cited = {
        source["document"]
        for kind in catalogue_schema([KINDS["ibmi:DataQueue"]])["kinds"]
        for attribute in kind["attributes"]
        for source in attribute["sources"]
    }
    assert cited <= {line.strip().split(": ")[0] for line in legend[::2]}


def test_json_has_the_documents() -> None:
    documents = catalogue_schema([KINDS["mq:LocalQueue"]])["documents"]
    (change_queue,) = [d for d in documents if d["name"] == "IBM MQ, Change Queue (PCF)"]
    assert change_queue["title"] == "Change, Copy, and Create Queue"
    assert change_queue["publisher"] == "IBM"
    assert change_queue["url"].startswith("https://www.ibm.com/docs/")


def test_a_line_an_attribute_where_nobody_watches() -> None:
    result = CliRunner().invoke(app, ["schema", "mq:LocalQueue"])
    lines = result.stdout.splitlines()
    (depth,) = [line for line in lines if line.startswith("mq:LocalQueue max_queue_depth: ")]
    assert depth == (
        "mq:LocalQueue max_queue_depth: 0-999999999 messages; ships as 5000; MQSC MAXDEPTH;"
        " PCF MaxQDepth; CL MAXDEPTH; change in-place;"
        " IBM MQ, Change Queue (PCF): MaxQDepth; IBM i, CRTMQMQ: MAXDEPTH"
    )
    attributes = [line for line in lines if line.startswith("mq:LocalQueue ")][1:]
    described = KINDS["mq:LocalQueue"].fields_described()
    assert [line.split()[1].rstrip(":") for line in attributes] == list(described)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_word_is_split_on_a_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=True, color_system=None)
    monkeypatch.setattr("queuewright.cli.schema.plain_console", lambda: console)
    CliRunner().invoke(app, ["schema"])
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    words = out.getvalue().split()
    for spec in KINDS.values():
        for name, attribute in spec.fields_described().items():
            assert name in words
            assert attribute.pcf is None or {attribute.pcf.name, f"{attribute.pcf.name};"} & {
                *words
            }
