"""Programs that run: every object once, every reference to what stands before it."""

from types import SimpleNamespace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from queuewright.catalogue.key import Key
from queuewright.dialects.definition import Definition
from queuewright.importer.program import program

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


@given(snapshots())
@settings(max_examples=200)
def test_a_program_declares_what_it_was_made_from(objects: dict[Key, Definition]) -> None:
    files = program(objects, title="T")
    assert list(files) == ["__main__.py"]
    assert run(files) == {
        (declared.kind, declared.name): declared.values for declared in objects.values()
    }


def test_made_like_another() -> None:
    objects = {
        Key("QM1", "mq:LocalQueue", name): Definition("mq:LocalQueue", name, like=like)
        for name, like in (("A", "B"), ("B", None), ("C", "ELSEWHERE"))
    }
    text = program(objects, title="T")["__main__.py"]
    assert text.endswith(
        'b = mq.LocalQueue("B", system=qm)\n'
        'mq.LocalQueue("A", system=qm, like=b)\n'
        'mq.LocalQueue("C", system=qm, like="ELSEWHERE")\n'
    )


def test_a_long_mapping_has_an_entry_a_line() -> None:
    users = {f"USER{number:05}": ("change", "autlmgt") for number in range(4)}
    key = Key("PROD01", "ibmi:AuthorizationList", "STAFF")
    text = program({key: Definition(key.kind, key.name, values={"users": users})}, title="T")[
        "__main__.py"
    ]
    assert text.endswith(
        'ibmi.AuthorizationList(\n    "STAFF",\n    system=system,\n    users={\n'
        + "".join(f'        "USER{n:05}": ["change", "autlmgt"],\n' for n in range(4))
        + "    },\n)\n"
    )


def test_references_between_modules_name_the_module() -> None:
    objects = {}
    for number in range(120):
        base = Key("QM1", "mq:LocalQueue", f"Q{number:03}")
        alias = Key("QM1", "mq:AliasQueue", f"A{number:03}")
        text = {"queue_description": "x" * 60}
        objects[base] = Definition(base.kind, base.name, values=dict(text))
        objects[alias] = Definition(
            alias.kind, alias.name, values={**text, "base_object_name": base.name}
        )
    files = program(objects, title="T")
    assert (
        "base_object_name=local_queues_q000_to_q089.q000,"
        in files["topology/alias_queues_a000_to_a074.py"]
    )
    for name, text_of in files.items():
        compile(text_of, name, "exec")
