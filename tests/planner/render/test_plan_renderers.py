"""A plan as text, Markdown and JSON: exactly, and safely."""

import html
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from fastjsonschema import JsonSchemaException
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.console import Console

from command_line import queuewright
from plan_documents import validate
from queuewright.catalogue.diagnostic import one_line
from queuewright.catalogue.observed import Handle, OpenFor, Status
from queuewright.catalogue.sources import CHANGE_QUEUE
from queuewright.diff.types import Decision, Verb
from queuewright.engine.declared import Declared
from queuewright.engine.steps import Plan, Step
from queuewright.render.access import AccessDocument
from queuewright.render.document import (
    LintDocument,
    PlanDocument,
    plan_document,
    schema_of,
)
from queuewright.render.document_fields import JsonDocument
from queuewright.render.markdown import plan_markdown
from queuewright.render.text import plan_text
from queuewright.state.deployment import Deployment
from worlds import ALIAS, LOCAL, World, key


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Something of everything."""
    world = World(tmp_path)
    alias = world.declare(ALIAS, "ORDERS", base_object_name="ORDERS.IN")
    world.declare(LOCAL, "ORDERS.IN", queue_description="x")
    deleted = world.declare(LOCAL, "GONE")
    names = world.declare("mq:Namelist", "NL", names=["A", "B", "C"], resource="nl")
    data = world.declare("ibmi:DataQueue", "DQ", system="PROD01", library="L", max_entry_length=10)
    world.declare(LOCAL, "STAYS", system="QM2")
    world.up()
    # Whoever asks may not see the authorities of others: they would be lost.
    queue = key("L/DQ", "ibmi:DataQueue", "PROD01")
    world.prod.hide(queue, "private_authorities")
    handle = Handle("ORDERS", "billing", "bob", frozenset({OpenFor.OUTPUT}))
    world.qm1.open_handles = [handle]
    world.qm1.set_status(key("GONE"), Status(depth=3))
    world.qm1.alter(key("ORDERS.IN"), queue_description="drifted")
    world.again(alias, inputs={"base_object_name": "NEW"})
    world.declared.remove(deleted)
    world.again(names, inputs={"names": ["A", "X", "C", "D"]})
    world.again(data, inputs={"max_entry_length": 20})
    world.declare(LOCAL, "NEW", resource="new|q", queue_description="a|b <b>[red] @team")
    world.declared.append(Declared("urn:pulumi:dev::orders::aws:s3:B::b", "aws:s3:B", "b"))
    return world


def as_text(plan: Plan, **options: Any) -> str:
    out = io.StringIO()
    Console(file=out, soft_wrap=True, highlight=False).print(plan_text(plan, **options))
    return out.getvalue()


TEXT = """\
Plan for orders/dev
Risks:
   ! 1 object is deleted, with the authorities on it: QM1 mq:LocalQueue GONE
   ! 1 object is deleted and created again: PROD01 ibmi:DataQueue L/DQ
   ! who may use 1 object changes: PROD01 ibmi:DataQueue L/DQ (it is deleted and created: \
its own authorities go with it)

QM1: 3 to update, 1 to create, 1 to delete
   ~ QM1 mq:LocalQueue ORDERS.IN update
      queue_description: "drifted" -> "x" [drift]
      depends on it: QM1 mq:AliasQueue ORDERS (base_object_name)
      open: application "billing" (user bob) has ORDERS open for output through ORDERS
   ~ QM1 mq:Namelist NL (nl) update
      names: 2: B -> X; 4 added: D
   + QM1 mq:LocalQueue NEW (new|q) create
      queue_description: "a|b <b>[red] @team"
   ~ QM1 mq:AliasQueue ORDERS update
      base_object_name: "ORDERS.IN" -> "NEW"
      FORCE needed for base_object_name: an application has alias ORDERS open
        application "billing" (user bob) has ORDERS open for output
      BLOCKED close it, or set force="when-needed" [IBM MQ, Change Queue (PCF): Force]
   - QM1 mq:LocalQueue GONE delete
      BLOCKED QW501 would lose 3 messages if it were deleted; empty the queue, or \
give --purge QM1/mq:LocalQueue/GONE to lose them \
[IBM MQ, Delete Queue (PCF): Delete Queue; IBM MQ, MQSC: DELETE QLOCAL]
PROD01: 1 to replace
  +- PROD01 ibmi:DataQueue L/DQ replace
      max_entry_length: 20
      max_entry_length: 10 -> 20 (replaces)
      only delete and create can change max_entry_length
      LOSS QW502 it is deleted and created: its own authorities go with it; grant them again, \
or secure it by an authorization list [IBM i, DLTDTAQ: DLTDTAQ; IBM i, GRTOBJAUT: GRTOBJAUT]
   > aws:s3:B b left to Pulumi

   + 1 to create
   ~ 3 to update
  +- 1 to replace
   - 1 to delete
     1 unchanged
     1 drifted
     1 left to Pulumi
   ! 2 blocked
Blocked: nothing is sent until every BLOCKED line is dealt with.
"""


def test_the_text_of_a_plan(world: World) -> None:
    assert as_text(world.plan(), diff=True) == TEXT


@pytest.mark.parametrize("width", [30, 80])
def test_a_narrow_terminal_cuts_nothing(world: World, width: int) -> None:
    plan = world.plan()
    folded = plan_text(plan, width=width).plain
    assert max(map(len, folded.splitlines())) <= width
    # Nothing but line ends and indentation is another.
    assert "".join(folded.split()) == "".join(plan_text(plan).plain.split())


def test_what_is_said_alike_is_said_once_with_every_name(tmp_path: Path) -> None:
    world = World(tmp_path)
    for number in range(4):
        world.declare(LOCAL, f"Q{number}", max_queue_depth=7)
    for number in range(2):
        world.declare(ALIAS, f"A{number}", base_object_name="Q0")
    world.declare(LOCAL, "OTHER", max_queue_depth=8)
    once = "   + QM1 mq:LocalQueue create 4: Q0, Q1, Q2, Q3\n      max_queue_depth: 7\n"
    assert once in as_text(world.plan())
    text = as_text(world.plan())
    assert [name in text for name in ("A0 create", "A1 create", "OTHER create")] == [True] * 3
    assert "Q2 create\n      max_queue_depth: 7\n" in as_text(world.plan(), diff=True)
    world.up()
    world.declared.clear()
    assert "Q2 delete\n" in as_text(world.plan())  # what goes is looked at one by one


def test_what_stays_the_same_is_shown_when_asked_for(world: World) -> None:
    text = as_text(world.plan(), show_sames=True)
    assert "     QM2 mq:LocalQueue STAYS same\n" in text
    assert "STAYS" not in as_text(world.plan())


MARKDOWN = r"""### Plan for orders/dev

`+` 1 to create, `~` 3 to update, `+-` 1 to replace, `-` 1 to delete, 1 unchanged, 1 drifted, 1 left to Pulumi, `!` 2 blocked

> **Blocked**: nothing is sent until every **BLOCKED** is dealt with.

**Risks**

- **1 object is deleted, with the authorities on it**: QM1 mq\:LocalQueue GONE
- **1 object is deleted and created again**: PROD01 ibmi\:DataQueue L/DQ
- **who may use 1 object changes**: PROD01 ibmi\:DataQueue L/DQ \(it is deleted and created\: its own authorities go with it\)

| | Object | Step | Details |
|---|---|---|---|
| `-` | QM1 mq\:LocalQueue GONE | delete | **BLOCKED** QW501 would lose 3 messages if it were deleted; empty the queue, or give \-\-purge QM1/mq\:LocalQueue/GONE to lose them \[IBM MQ, Delete Queue \(PCF\)\: Delete Queue; IBM MQ, MQSC\: DELETE QLOCAL\] |
| `~` | QM1 mq\:AliasQueue ORDERS | update | base\_object\_name\: "ORDERS\.IN" \-&gt; "NEW"<br>**FORCE needed for base\_object\_name\: an application has alias ORDERS open**<br>application "billing" \(user bob\) has ORDERS open for output<br>**BLOCKED** close it, or set force\="when\-needed" \[IBM MQ, Change Queue \(PCF\)\: Force\] |
| `+-` | PROD01 ibmi\:DataQueue L/DQ | replace | max\_entry\_length\: 10 \-&gt; 20<br>only delete and create can change max\_entry\_length<br>**LOSS** QW502 it is deleted and created\: its own authorities go with it; grant them again, or secure it by an authorization list \[IBM i, DLTDTAQ\: DLTDTAQ; IBM i, GRTOBJAUT\: GRTOBJAUT\] |

| System | create | update | replace | delete | blocked |
|---|---:|---:|---:|---:|---:|
| PROD01 |  |  | 1 |  |  |
| QM1 | 1 | 3 |  | 1 | 2 |

<details>
<summary>3 other changes</summary>

| | Object | Step | Details |
|---|---|---|---|
| `~` | QM1 mq\:LocalQueue ORDERS\.IN | update | queue\_description\: "drifted" \-&gt; "x" **drift**<br>1 depends on it\: QM1 mq\:AliasQueue ORDERS \(base\_object\_name\); open\: application "billing" \(user bob\) has ORDERS open for output through ORDERS |
| `~` | QM1 mq\:Namelist NL \(nl\) | update | names\: 2\: B \-&gt; X; 4 added\: D |
| `+` | QM1 mq\:LocalQueue NEW \(new\|q\) | create | queue\_description\: "a\|b &lt;b&gt;\[red\] &#64;​team" |

</details>

Left to Pulumi: urn\:pulumi\:dev\:\:orders\:\:aws\:s3\:B\:\:b

<details>
<summary>Dependencies</summary>

```mermaid
flowchart LR
  n0["QM1 ORDERS.IN<br/>update"]
  n1["QM1 NL<br/>update"]
  n2["PROD01 L/DQ<br/>replace"]
  n3["QM1 NEW<br/>create"]
  n4["QM1 ORDERS<br/>update"]
  n5["QM1 GONE<br/>delete"]
  n4 --> n3
```

</details>
"""  # noqa: E501


def test_the_markdown_of_a_plan(world: World) -> None:
    assert plan_markdown(world.plan()) == MARKDOWN


def test_markdown_that_is_too_long_leaves_out_whole_parts_and_says_so(world: World) -> None:
    """Least important first; what is folded or fenced is closed."""
    plan = world.plan()
    whole = plan_markdown(plan)
    left = []
    for limit in range(len(whole) + 300, 900, -50):
        text = plan_markdown(plan, limit=limit)
        assert len(text) <= limit
        assert text.count("<details>") == text.count("</details>")
        assert text.count("```") % 2 == 0
        left.append(text.rpartition("Left out, because it does not fit in here: ")[2].strip())
    assert left[0] == whole.rpartition("Left out")[2].strip()
    assert {"dependencies.", "3 other changes; dependencies."} <= set(left)
    assert any(text.startswith("1 of 3 other changes; ") for text in left)
    assert "3 other changes; " in left[-1]


def test_many_systems_and_many_changes_have_an_overview(tmp_path: Path) -> None:
    world = World(tmp_path)
    for number in range(400):
        world.declare(LOCAL, f"Q.{number:04}", queue_description="x" * 60)
    text = plan_markdown(world.plan())
    assert len(text) <= 60_000
    assert text.count("\n| `+`") == 1
    assert text.count("Q\\.0") == 400, "each of them is named"
    assert "mermaid" not in text, "nobody can read a graph of four hundred"


def test_the_document_of_a_plan(world: World) -> None:
    document = plan_document(world.plan())
    assert json.loads(json.dumps(document)) == document
    assert [risk["risk"] for risk in document["risks"]] == ["deleted", "replaced", "authorities"]
    rest = {name: document[name] for name in document if name not in ("steps", "risks")}
    assert rest == {
        "format": 2,
        "project": "orders",
        "stack": "dev",
        "policy": [],
        "workload": [],
        "accesses": [],
        "findings": [],
        "left": [
            {"urn": "urn:pulumi:dev::orders::aws:s3:B::b", "type": "aws:s3:B", "name": "b"}
        ],
        "skipped": [],
        "unread": [],
        "unreachable": {},
        "not_compared": [],
        "routes": [],
        "refreshed": True,
        "summary": {
            "same": 1, "create": 1, "update": 3, "replace": 1, "delete": 1, "adopt": 0, "import": 0,
            "read": 0, "forget": 0, "blocked": 2, "drifted": 1, "options": 0, "left": 1,
            "skipped": 0,
        },
        "changes": True,
        "exit_code": 3,
    }  # fmt: skip
    alias = next(step for step in document["steps"] if step["name"] == "ORDERS")
    assert alias == {
        "urn": "urn:pulumi:dev::orders::pulumi-python:dynamic/mq:AliasQueue::ORDERS",
        "resource": "ORDERS",
        "id": "QM1/mq:AliasQueue/ORDERS",
        "system": "QM1",
        "kind": "mq:AliasQueue",
        "name": "ORDERS",
        "place": "",
        "verb": "update",
        "generation": 1,
        "depends": ["QM1/mq:LocalQueue/NEW"],
        "keep": False,
        "purge": False,
        "messages": None,
        "creates": {},
        "options": [],
        "changes": [
            {
                "attribute": "base_object_name",
                "before": "ORDERS.IN",
                "after": "NEW",
                "cost": "may-force",
                "drift": False,
                "inside": [],
            }
        ],
        "drift": [],
        "force": {
            "verdict": "needed",
            "reason": "an application has alias ORDERS open",
            "attributes": ["base_object_name"],
            "sent": False,
            "remediation": "close it",
            "uses": [
                {
                    "opened": "ORDERS",
                    "application": "billing",
                    "user": "bob",
                    "open_for": ["output"],
                    "through": [],
                    "channel": "",
                    "count": 1,
                    "member": "",
                }
            ],
        },
        "blocked": [
            {
                "code": "force-needed",
                "attribute": "base_object_name",
                "reason": "needs FORCE: an application has alias ORDERS open; application "
                '"billing" (user bob) has ORDERS open for output',
                "remediation": 'close it, or set force="when-needed"',
                "sources": [
                    {
                        "document": CHANGE_QUEUE.name,
                        "section": "Force",
                        "url": CHANGE_QUEUE.url,
                    }
                ],
                "object": "QM1 mq:AliasQueue ORDERS",
                "value": "NEW",
                "message": 'QM1 mq:AliasQueue ORDERS: base_object_name="NEW": needs FORCE: an '
                'application has alias ORDERS open; application "billing" (user bob) has ORDERS '
                'open for output; close it, or set force="when-needed" '
                "[IBM MQ, Change Queue (PCF): Force]",
            }
        ],
        "warnings": [],
        "reasons": [],
        "impact": {
            "dependents": [],
            "opened": [
                {
                    "system": "QM1",
                    "towards": "",
                    "cluster": "",
                    "opened": "ORDERS",
                    "application": "billing",
                    "user": "bob",
                    "open_for": ["output"],
                    "through": [],
                    "channel": "",
                    "count": 1,
                    "member": "",
                }
            ],
            "unknown": [],
        },
    }
    names = next(step for step in document["steps"] if step["name"] == "NL")
    assert names["changes"][0]["inside"] == ["2: B -> X", "4 added: D"]
    assert names["changes"][0]["after"] == ["A", "X", "C", "D"]
    drifted = next(step for step in document["steps"] if step["name"] == "ORDERS.IN")
    assert drifted["drift"] == [
        {"attribute": "queue_description", "applied": "x", "observed": "drifted"}
    ]
    assert [step["name"] for step in plan_document(world.plan(), show_sames=True)["steps"]].count(
        "STAYS"
    ) == 1


def test_an_empty_plan_says_so(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.declare(LOCAL, "Q")
    world.up()
    plan = world.plan()
    assert as_text(plan) == (
        "Plan for orders/dev\n\nNo changes: the systems are as declared.\n     1 unchanged\n"
    )
    assert plan_markdown(plan) == (
        "### Plan for orders/dev\n\n1 unchanged\n\nNo changes: the systems are as declared.\n"
    )
    document = plan_document(plan)
    assert (document["steps"], document["changes"], document["exit_code"]) == ([], False, 0)
    assert "nothing is declared" in as_text(World(tmp_path / "other").plan())


def test_drift_that_is_ignored_is_shown_as_such(tmp_path: Path) -> None:
    world = World(tmp_path)
    resource = world.declare(LOCAL, "Q", max_queue_depth=5)
    world.up()
    world.qm1.alter(key("Q"), max_queue_depth=6)
    world.again(resource, ignore_changes=("max_queue_depth",))
    assert (
        "     QM1 mq:LocalQueue Q same\n"
        "      [drift] max_queue_depth: 5 was applied, 6 is there, and is left so\n"
    ) in as_text(world.plan())
    assert "**drift** max\\_queue\\_depth\\: 5 was applied" in plan_markdown(world.plan())


def test_what_is_only_forgotten_is_said_so(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.declare(LOCAL, "Q", on_delete="retain")
    world.up()
    world.declared.clear()
    assert "   - QM1 mq:LocalQueue Q forget\n" in as_text(world.plan())
    assert "| `-` | QM1 mq\\:LocalQueue Q | forget |" in plan_markdown(world.plan())


NASTY = st.text(max_size=40) | st.sampled_from(
    ["| x |", "<script>", "[a](http://x)", "`code`", "a\nb", "\x1b[31mred", "[bold]x[/bold]",
     "@everyone", "\\|", "\u2028", "![i](x)", "**b**", "# h", "&lt;"]
)  # fmt: skip


def plan_of(text: str) -> Plan:
    step = Step("urn", text, key(text), Decision(Verb.CREATE, reasons=(text,)))
    return Plan("p", "s", (step,), Deployment())


@settings(max_examples=100)
@given(NASTY)
def test_nothing_in_a_plan_becomes_markup(text: str) -> None:
    plan = plan_of(text)
    rows = [line for line in plan_markdown(plan).split("\n") if line.startswith("| `")]
    assert len(rows) == 1
    bare = rows[0].replace("\\\\", "").replace("\\|", "")
    assert bare.count("|") == 5
    assert "<" not in bare.replace("<br>", "")
    assert "@" not in bare
    for mark in "*_[](`#!":
        unescaped = bare.replace(f"\\{mark}", "").replace("`+`", "").replace("&#64;", "")
        assert mark not in unescaped
    lines = as_text(plan).splitlines()
    assert len(lines) == 6
    assert all(line.isprintable() for line in lines)


# What GitHub, GitLab and Azure DevOps make of a text, once it is rendered.
REFERENCES = [
    r"(?<!\w)@[A-Za-z0-9_-]",
    r"(?<!\w)#\d",
    r"\w#\d",
    r"!\d",
    r"&\d",
    r"\bGH-\d",
    r"https?://\w",
    r"\bwww\.",
]
ABOUT = ["@team", "ann@example.com", "#1", "shop/queues#12", "!3", "&4", "GH-5", "gh-5"]
ABOUT += ["https://github.com/shop/queues/issues/1", "www.example.com", "(@ann)", "@ann/x", "##6"]


@pytest.mark.parametrize("text", ABOUT)
def test_nothing_in_a_plan_tells_anybody(text: str) -> None:
    rendered = MarkdownIt().enable("table").render(plan_markdown(plan_of(f"see {text}, please")))
    seen = html.unescape(re.sub(r"<[^>]*>", "", rendered))
    assert "please" in seen
    assert "<a " not in rendered
    for pattern in REFERENCES:
        assert not re.search(pattern, seen, re.IGNORECASE), pattern


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("::error::x", ":\\:error::x"),
        ("  ::add-mask::x", "  :\\:add-mask::x"),
        ("a ##vso[task.setvariable variable=x]y", "a #\\#vso[task.setvariable variable=x]y"),
        ("##[error]x", "#\\#[error]x"),
        ("###[group]x", "##\\#[group]x"),
        ("a::b ## c", "a::b ## c"),
    ],
)
def test_no_text_is_a_command_of_the_pipeline_that_prints_it(text: str, shown: str) -> None:
    assert one_line(text) == shown
    assert one_line(shown) == shown
    printed = as_text(plan_of(text))
    assert not any(line.lstrip().startswith("::") for line in printed.splitlines())
    assert not re.search(r"##\w*\[", printed)


@pytest.mark.parametrize(
    ("name", "document"),
    [("plan", PlanDocument), ("lint", LintDocument), ("access", AccessDocument)],
)
def test_the_published_schema_is_that_of_today(name: str, document: type[JsonDocument]) -> None:
    schema = schema_of(document)
    published = Path(__file__).parents[3] / "docs" / f"{name}.schema.json"
    assert json.loads(published.read_text(encoding="utf-8")) == schema
    printed = queuewright(Path.cwd(), "schema", name)
    assert json.loads(printed.out) == schema


def test_a_document_is_as_its_schema_says(world: World) -> None:
    document = plan_document(world.plan())
    validate(document)
    document["steps"][0]["verb"] = "paint"
    with pytest.raises(JsonSchemaException, match="verb"):
        validate(document)
    del document["steps"][0]["verb"]
    with pytest.raises(JsonSchemaException, match="verb"):
        validate(document)
    with pytest.raises(JsonSchemaException, match="more"):
        validate({**plan_document(world.plan()), "more": 1})
