"""Pulumi.yaml and Pulumi.<stack>.yaml, good and bad."""

from pathlib import Path

import pytest

from queuewright.catalogue.errors import QueuewrightError
from queuewright.host.project import (
    ConfigurationError,
    ProjectError,
    StackError,
    find_project,
    load_project,
    load_stack,
    require_program,
    select_stack,
    stack_names,
)

PROJECT = "name: shop\nruntime: python\n"


@pytest.fixture(autouse=True)
def _no_stack_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PULUMI_STACK", raising=False)


def write(directory: Path, project: str = PROJECT, **stacks: str) -> Path:
    (directory / "Pulumi.yaml").write_text(project)
    (directory / "__main__.py").write_text("")
    for name, text in stacks.items():
        (directory / f"Pulumi.{name}.yaml").write_text(text)
    return directory


def test_the_project_of_a_folder_below(tmp_path: Path) -> None:
    write(tmp_path)
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    assert find_project(below) == tmp_path / "Pulumi.yaml"
    project = load_project(below)
    assert (project.name, project.directory) == ("shop", tmp_path)
    assert project.program == project.program_directory == tmp_path


def test_main_may_be_a_folder_or_a_file(tmp_path: Path) -> None:
    write(tmp_path, PROJECT + "main: src\n")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "__main__.py").write_text("")
    assert load_project(tmp_path).program == tmp_path / "src"
    write(tmp_path, PROJECT + "main: src/other.py\n")
    (tmp_path / "src" / "other.py").write_text("")
    project = load_project(tmp_path)
    assert project.program == tmp_path / "src" / "other.py"
    assert project.program_directory == tmp_path / "src"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "name is null"),
        ("- a\n- b\n", "it must hold keys and values"),
        ("name: shop\nruntime: [", "not YAML"),
        ("runtime: python\n", "name is null"),
        ("name: a b\nruntime: python\n", 'name is "a b"'),
        ("name: shop\n", "runtime is null"),
        ("name: shop\nruntime: nodejs\n", 'runtime is "nodejs"'),
        ("name: shop\nruntime: {name: go}\n", 'runtime is "go"'),
        (PROJECT + "main: 7\n", "main is 7"),
        (PROJECT + "config: [a]\n", "config is"),
        (PROJECT + "config: {a: {type: date}}\n", "use one of string"),
        (PROJECT + "stackConfigDir: 3\n", "stackConfigDir is 3"),
    ],
)
def test_a_malformed_project_is_one_line_that_names_the_file(
    tmp_path: Path, text: str, says: str
) -> None:
    write(tmp_path, text)
    (tmp_path / "empty").mkdir()
    with pytest.raises(ProjectError) as raised:
        load_project(tmp_path)
    assert says in str(raised.value)
    assert str(tmp_path / "Pulumi.yaml") in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("main", "says"),
    [
        ("main: nowhere\n", "no such file or directory"),
        ("main: empty\n", "has no __main__.py"),
    ],
)
def test_a_missing_program_is_told_to_who_runs_it(tmp_path: Path, main: str, says: str) -> None:
    write(tmp_path, PROJECT + main)
    (tmp_path / "empty").mkdir()
    project = load_project(tmp_path)
    with pytest.raises(ProjectError, match=says) as raised:
        require_program(project)
    assert str(tmp_path / "Pulumi.yaml") in str(raised.value)


def test_no_project_at_all(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match=r"no Pulumi.yaml in .*-C DIR"):
        load_project(tmp_path)
    with pytest.raises(ProjectError, match="no such directory"):
        load_project(tmp_path / "missing")


def test_not_utf8(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "Pulumi.yaml").write_bytes(b"name: \xff\xfe\n")
    with pytest.raises(ProjectError, match="save it as UTF-8"):
        load_project(tmp_path)


def test_the_only_stack_is_chosen(tmp_path: Path) -> None:
    project = load_project(write(tmp_path, dev=""))
    assert stack_names(project) == ["dev"]
    assert select_stack(project) == "dev"


def test_several_stacks_have_to_be_chosen_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = load_project(write(tmp_path, dev="", prod=""))
    with pytest.raises(StackError, match="the stacks dev, prod; choose one with -s STACK"):
        select_stack(project)
    assert select_stack(project, "prod") == "prod"
    assert select_stack(project, "organization/shop/prod") == "prod"
    monkeypatch.setenv("PULUMI_STACK", "dev")
    assert select_stack(project) == "dev"
    assert select_stack(project, "prod") == "prod"


@pytest.mark.parametrize("name", ["other", "a b", "../x", ""])
def test_an_unknown_stack_names_those_there_are(tmp_path: Path, name: str) -> None:
    project = load_project(write(tmp_path, dev="", prod=""))
    with pytest.raises(StackError) as raised:
        select_stack(project, name)
    assert "\n" not in str(raised.value)
    if name == "other":
        assert "the stacks are dev, prod" in str(raised.value)


def test_no_stack_at_all(tmp_path: Path) -> None:
    with pytest.raises(StackError, match=r"write a Pulumi\.dev\.yaml"):
        select_stack(load_project(write(tmp_path)))


def test_values_of_the_stack_over_those_of_the_project(tmp_path: Path) -> None:
    project = PROJECT + (
        "config:\n"
        "  depth: {type: integer, default: 100}\n"
        "  label: {default: none}\n"
        "  plain: text\n"
        "  aws:region: {value: north}\n"
        "  token: {type: string, secret: true, default: abc}\n"
    )
    stack = "config:\n  shop:depth: 5\n  short: 1\n  shop:list: [1, {b: 2, a: 1}]\n  shop:yes: true"
    loaded = load_stack(load_project(write(tmp_path, project, dev=stack)))
    assert loaded.texts() == {
        "shop:depth": "5",
        "shop:label": "none",
        "shop:plain": "text",
        "aws:region": "north",
        "shop:token": "abc",
        "shop:short": "1",
        "shop:list": '[1,{"a":1,"b":2}]',
        "shop:yes": "true",
    }
    assert loaded.secrets == {"shop:token"}


def test_encrypted_values_are_known_to_be_so(tmp_path: Path) -> None:
    stack = (
        "encryptionsalt: v1:abc\nconfig:\n"
        "  shop:token: {secure: v1:xyz}\n"
        "  shop:nested: {a: [{secure: v1:xyz}]}\n"
        "  shop:plain: {secure: 3}\n"
    )
    loaded = load_stack(load_project(write(tmp_path, dev=stack)))
    assert loaded.encrypted.keys() == {"shop:token", "shop:nested"}
    assert loaded.texts() == {"shop:plain": '{"secure":3}'}


def test_systems(tmp_path: Path) -> None:
    loaded = load_stack(
        load_project(write(tmp_path, dev="config:\n  queuewright:systems: {QM1: {type: sandbox}}"))
    )
    assert loaded.systems == {"QM1": {"type": "sandbox"}}
    write(tmp_path, dev="")
    assert load_stack(load_project(tmp_path)).systems == {}
    write(tmp_path, dev="config:\n  queuewright:systems: {secure: v1:x}")
    with pytest.raises(ConfigurationError, match="write it in clear"):
        _ = load_stack(load_project(tmp_path)).systems


@pytest.mark.parametrize(
    ("project", "stack", "says"),
    [
        ("", "config: [a]", "config is"),
        ("", "a: [", "not YAML"),
        ("", "config: {':x': 1}", "write it as namespace:name"),
        ("config: {depth: {type: integer}}", "", "shop:depth is missing"),
        ("config: {depth: {type: integer}}", "config: {shop:depth: many}", "as integer"),
        ("config: {on: {type: boolean}}", "config: {shop:on: 3}", "as boolean"),
        ("config: {on: {type: array}}", "config: {shop:on: 3}", "as array"),
    ],
)
def test_malformed_configuration_is_one_line_that_names_the_file(
    tmp_path: Path, project: str, stack: str, says: str
) -> None:
    write(tmp_path, PROJECT + project, dev=stack)
    with pytest.raises(QueuewrightError) as raised:
        load_stack(load_project(tmp_path))
    assert says in str(raised.value)
    assert "Pulumi.dev.yaml" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_words_and_dates_are_text_as_pulumi_reads_them(tmp_path: Path) -> None:
    stack = "config: {shop:a: on, shop:b: no, shop:c: 2024-01-31, shop:d: false, shop:e: trueish}"
    texts = load_stack(load_project(write(tmp_path, dev=stack))).texts()
    assert list(texts.values()) == ["on", "no", "2024-01-31", "false", "trueish"]


def test_a_declared_type_is_met_by_text_that_reads_so(tmp_path: Path) -> None:
    project = PROJECT + "config: {n: {type: integer}, b: {type: boolean}, s: {type: string}}"
    write(tmp_path, project, dev='config: {shop:n: "12", shop:b: "true", shop:s: 7}')
    texts = load_stack(load_project(tmp_path)).texts()
    assert texts == {"shop:n": "12", "shop:b": "true", "shop:s": "7"}
