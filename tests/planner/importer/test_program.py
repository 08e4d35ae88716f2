"""Programs that run: every object once, every reference to what stands before it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition
from queuewright.importer.program import (
    MAIN,
    PROFILES,
    WIDTH,
    Estate,
    package,
    profiles_text,
    program,
)

Declarations = Callable[[Mapping[str, str]], list[Any]]

NAMES = st.text(alphabet="ABab1._/%", min_size=1, max_size=4)
KINDS = ("mq:LocalQueue", "mq:AliasQueue", "mq:RemoteQueue", "mq:Namelist", "mq:Cluster")


@st.composite
def snapshots(draw: st.DrawFn) -> dict[Key, Definition]:
    names = draw(st.lists(NAMES, unique=True, min_size=1, max_size=8))
    objects: dict[Key, Definition] = {}
    for number, name in enumerate(names):
        kind = draw(st.sampled_from(KINDS))
        target = draw(st.sampled_from(names[: number + 1]))  # so that no cycle can be formed
        values: dict[str, Any] = {}
        if target != name:
            values = {
                "mq:LocalQueue": {"backout_requeue_name": target},
                "mq:AliasQueue": {"base_object_name": target},
                "mq:RemoteQueue": {"xmit_queue_name": target, "remote_queue_name": "X"},
                "mq:Namelist": {"names": (target, "ELSEWHERE")},
                "mq:Cluster": {},
            }[kind]
        objects[Key("QM1", kind, name)] = Definition(kind, name, values=values)
    return objects


def run(files: dict[str, str]) -> dict[tuple[str, str], dict[str, Any]]:
    """Runs a program of one file, the resources being what they were given."""
    resources: dict[tuple[str, str], dict[str, Any]] = {}

    def kind(word: str) -> Any:
        def declare(resource: str, **given: Any) -> str:
            name = str(given.pop("name", resource))
            assert given.pop("system") == "QM1 itself"
            assert (word, name) not in resources
            resources[f"mq:{word}", name] = {
                key: tuple(value) if isinstance(value, list) else value
                for key, value in given.items()
                if value is not None
            }
            return name

        return declare

    mq = SimpleNamespace(
        QueueManager=lambda name: f"{name} itself",
        **{word: kind(word) for word in (name.partition(":")[2] for name in KINDS)},
    )
    text = files["__main__.py"].replace("from queuewright import mq\n", "")
    exec(compile(text, "__main__.py", "exec"), {"mq": mq})
    return resources


def written(objects: dict[Key, Definition], **others: Any) -> dict[str, str]:
    return program(Estate("QM1", objects, "T", **others))


@given(snapshots())
@settings(max_examples=200)
def test_a_program_declares_what_it_was_made_from(objects: dict[Key, Definition]) -> None:
    files = written(objects)
    assert list(files) == ["__main__.py"]
    assert run(files) == {
        (declared.kind, declared.name): declared.values for declared in objects.values()
    }


def test_made_like_another() -> None:
    objects = {
        Key("QM1", "mq:LocalQueue", name): Definition("mq:LocalQueue", name, like=like)
        for name, like in (("A", "B"), ("B", None), ("C", "ELSEWHERE"))
    }
    text = written(objects)["__main__.py"]
    assert text.endswith(
        'b = mq.LocalQueue("B", system=qm)\n'
        'mq.LocalQueue("A", system=qm, like=b)\n'
        'mq.LocalQueue("C", system=qm, like="ELSEWHERE")\n'
    )


def test_a_long_mapping_has_an_entry_a_line() -> None:
    users = {f"USER{number:05}": ("change", "autlmgt") for number in range(4)}
    key = Key("PROD01", "ibmi:AuthorizationList", "STAFF")
    objects = {key: Definition(key.kind, key.name, values={"users": users})}
    assert program(Estate("PROD01", objects, "T"))["__main__.py"].endswith(
        'ibmi.AuthorizationList(\n    "STAFF",\n    system=system,\n    users={\n'
        + "".join(f'        "USER{n:05}": ["change", "autlmgt"],\n' for n in range(4))
        + "    },\n)\n"
    )


def test_rows_where_names_texts_and_numbers_differ() -> None:
    rows = {"ORDERS.IN": ("in", 5000), "ORDERS.OUT": ("out", 6000), "ORDERS.E": ("errors", 9)}
    objects = {
        Key("QM1", "mq:LocalQueue", name): Definition(
            "mq:LocalQueue",
            name,
            values={"queue_description": text, "max_queue_depth": depth, "usage": "normal"},
        )
        for name, (text, depth) in rows.items()
    }
    text = written(objects)["__main__.py"]
    assert text.endswith(
        """
for name, max_queue_depth, description in [
    ("ORDERS.E", 9, "errors"),
    ("ORDERS.IN", 5000, "in"),
    ("ORDERS.OUT", 6000, "out"),
]:
    mq.LocalQueue(
        name,
        system=qm,
        queue_description=description,
        max_queue_depth=max_queue_depth,
        usage="normal",
    )
"""
    )


def test_rows_of_objects_in_libraries(declarations: Declarations) -> None:
    objects = {
        Key("PROD01", "ibmi:DataQueue", name): Definition(
            "ibmi:DataQueue", name, values={"max_entry_length": 10}
        )
        for name in ("LIB/A", "LIB/B", "LIB/C", "OTHER/A", "OTHER/D", "{X}/E")
    }
    files, _ = package(Estate("PROD01", objects, "T", prefix="{P}/"), ())
    files |= {"__main__.py": MAIN, "topology/__init__.py": ""}
    assert {
        (d.resource, d.arguments["library"], d.arguments["name"]) for d in declarations(files)
    } == {(f"{{P}}/{name}", *name.split("/")) for name in (key.name for key in objects)}


def long_estate(prefix: str = "") -> Estate:
    """Two applications, and what they share."""
    objects = {}
    sections = {}
    for application in ("BILLS", "ORDERS"):
        for number in range(120):
            base = Key("QM1", "mq:LocalQueue", f"{application}.IN.{number}")
            alias = Key("QM1", "mq:AliasQueue", f"{application}.ALIAS.{number}")
            text = {"queue_description": "x" * 60, "default_persistence": "persistent"}
            depth = {"max_queue_depth": number, "backout_threshold": 3, "trigger_type": "none"}
            objects[base] = Definition(base.kind, base.name, values={**text, **depth})
            values = {**text, "base_object_name": base.name}
            objects[alias] = Definition(alias.kind, alias.name, values=values)
            if number > 60:
                sections[base] = "From 60 on"
    key = Key("QM1", "mq:LocalQueue", "QM2")
    objects[key] = Definition(key.kind, key.name, values={"usage": "transmission"})
    return Estate("QM1", objects, "T", "Head", sections, prefix)


def test_a_long_estate_is_a_module_an_application(declarations: Declarations) -> None:
    estate = long_estate()
    files = program(estate)
    assert sorted(files) == [
        "__main__.py",
        "ruff.toml",
        "topology/__init__.py",
        "topology/profiles.py",
        "topology/qm1/__init__.py",
        "topology/qm1/bills.py",
        "topology/qm1/orders.py",
        "topology/qm1/transmission_queues.py",
    ]
    orders = files["topology/qm1/orders.py"]
    assert orders.index('ORDERS.IN.2"') < orders.index('ORDERS.IN.10"')
    assert orders.index('ORDERS.IN.10"') < orders.index("\n# From 60 on\n")
    assert "BILLS" not in orders
    assert "# Head\n" in files["topology/qm1/__init__.py"]
    assert f"line-length = {WIDTH}" in files["ruff.toml"]
    found = {Key(d.system, d.kind, d.arguments["name"]): d.arguments for d in declarations(files)}
    assert found == {
        key: {"name": key.name, **declared.values} for key, declared in estate.objects.items()
    }


def test_a_second_system_has_resources_of_its_own(declarations: Declarations) -> None:
    files, profiles = package(long_estate("QM1/"), ())
    files |= {"__main__.py": MAIN, "topology/__init__.py": "", PROFILES: profiles_text(profiles)}
    found = declarations(files)
    assert len(found) == 481
    assert all(d.resource == f"QM1/{d.arguments['name']}" for d in found)


def test_what_modules_share_is_named_once() -> None:
    estate = long_estate()
    values = {"default_persistence": "persistent", "backout_threshold": 3, "usage": "normal",
              "trigger_type": "none"}  # fmt: skip
    more = {
        Key("QM1", "mq:LocalQueue", f"{app}.{n}.Q"): Definition("mq:LocalQueue", "", values=values)
        for app in ("BILLS", "ORDERS", "STOCK")
        for n in range(3)
    }
    more = {key: replace(one, name=key.name) for key, one in more.items()}
    files = program(replace(estate, objects={**estate.objects, **more}))
    profiles = files["topology/profiles.py"]
    assert profiles.count("partial(") == 1
    name = profiles.split(" = partial(")[0].split()[-1]
    for module in ("bills", "orders", "stock"):
        text = files[f"topology/qm1/{module}.py"]
        assert f"from topology.profiles import {name}\n" in text
        assert "backout_threshold" not in text
