"""Single differences that are accepted for a while: the file, the policy, the command."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import queuewright
from drift_run import row
from queuewright.catalogue.errors import QueuewrightError
from queuewright.drift.acknowledgements import (
    Acknowledgement,
    AcknowledgementError,
    load_acknowledgements,
    not_found,
    save_acknowledgements,
)
from queuewright.drift.identity import identity_of
from queuewright.drift.policy import IgnoreRule, Policy, load_policy

ID = identity_of(row(1))
DAY = date(2026, 12, 1)
ONE = Acknowledgement(id=ID, until=DAY, by="anna", reason="load test")


def test_what_is_acknowledged_is_hidden_until_the_end_of_its_day() -> None:
    policy = Policy(acknowledged={ID: ONE})
    hidden = policy.ignored_by(row(1), {}, DAY)
    assert hidden is ONE
    assert f"{hidden.owner}: {hidden.reason}" == "acknowledged by anna until 2026-12-01: load test"
    assert policy.ignored_by(row(2), {}, DAY) is None
    assert policy.ignored_by(row(1), {}, date(2026, 12, 2)) is None
    assert policy.expired(DAY) == []
    (over,) = policy.expired(date(2026, 12, 2))
    assert (over.owner, over.reason) == (f"anna, who acknowledged {ID}", "load test")


def test_a_rule_hides_what_is_no_longer_acknowledged() -> None:
    rule = IgnoreRule(name="Q1", owner="bob", reason="new", expires=date(2999, 1, 1))
    policy = Policy(ignores=(rule,), acknowledged={ID: ONE})
    assert policy.ignored_by(row(1), {}, DAY) is ONE
    assert policy.ignored_by(row(1), {}, date(2026, 12, 2)) is rule


def test_an_id_that_nothing_has_is_found_as_long_as_it_holds() -> None:
    every = {ID: ONE}
    assert not_found(every, ["0" * 12], DAY) == [ONE]
    assert not_found(every, [ID], DAY) == []
    assert not_found(every, [], date(2026, 12, 2)) == []


texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]),
                min_size=1).map(str.strip).filter(bool)  # fmt: skip


@given(
    st.dictionaries(
        st.text("0123456789abcdef", min_size=12, max_size=12),
        st.tuples(st.dates(), texts, texts, texts),
    )
)
def test_what_is_saved_is_read_again(
    tmp_path_factory: pytest.TempPathFactory,
    entries: dict[str, tuple[date, str, str, str]],
) -> None:
    """Ids of digits alone, and with one e, too, which YAML takes for numbers."""
    file = tmp_path_factory.mktemp("a") / "acknowledged.yaml"
    every = {
        key: Acknowledgement(id=key, until=until, by=by, reason=reason, what=what)
        for key, (until, by, reason, what) in entries.items()
    }
    save_acknowledgements(file, every.values())
    assert load_acknowledgements(file) == every
    assert load_policy(None, file).acknowledged == every


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1", "write a list acknowledged:"),
        ("acknowledged: 7", "acknowledged is 7; write it as a list"),
        ("acknowledged: [x]", "acknowledged 1: "),
        ("acknowledged: [{id: 123456789012, until: 2026-12-01, by: a, reason: b}]", "in quotes"),
        ("acknowledged: [{id: '12', until: 2026-12-01, by: a, reason: b}]", '"12" is not an id; '),
        (f"acknowledged: [{{id: '{ID}', until: soon, by: a, reason: b}}]", '"soon" is not a day'),
        (f"acknowledged: [{{id: '{ID}', until: 20261201, by: a, reason: b}}]", "is not a day;"),
        (f"acknowledged: [{{id: '{ID}', until: 2026-12-01, by: a}}]", "1.reason: field required"),
        (f"acknowledged: [{{id: '{ID}', until: 2026-12-01, by: '', reason: b}}]", "1.by: "),
        ("acknowledged: {", "correct the file"),
    ],
)
def test_a_wrong_file_is_one_line(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(text)
    with pytest.raises(AcknowledgementError, match=str(file)) as caught:
        load_acknowledgements(file)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_one_id_twice_and_no_file_are_errors(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    entry = f"{{id: '{ID}', until: 2026-12-01, by: a, reason: b}}"
    file.write_text(f"acknowledged: [{entry}, {entry}]")
    with pytest.raises(AcknowledgementError, match=f"{ID} is there twice"):
        load_acknowledgements(file)
    with pytest.raises(QueuewrightError, match=r"none\.yaml: No such file"):
        load_policy(None, tmp_path / "none.yaml")
    file.write_text("")
    assert load_acknowledgements(file) == {}


def acknowledge(folder: Path, *words: str) -> tuple[int, str, str]:
    ran = queuewright(folder, "drift", "acknowledge", *words)
    return ran.code, ran.out, ran.err


def test_the_command_adds_lists_and_removes(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    given = ("--until", "2999-12-01", "--reason", "load test")
    code, _, err = acknowledge(tmp_path, ID, *given, "--by", "anna", "--policy", "p/policy.yaml")
    assert code == 0
    assert f"acknowledged {ID} by anna until 2999-12-01: load test" in err
    file = tmp_path / "p" / "acknowledged.yaml"
    assert load_acknowledgements(file)[ID].by == "anna"
    where = ("--acknowledgements", str(file))
    assert acknowledge(tmp_path, "0" * 12, *given, *where)[0] == 0
    code, out, _ = acknowledge(tmp_path, "--list", *where)
    assert [line.split()[0] for line in out.splitlines()] == ["id", "0" * 12, ID]
    assert acknowledge(tmp_path, "--remove", "0" * 12, *where)[0] == 0
    code, out, _ = acknowledge(tmp_path, "--list", "--json", *where)
    assert out.count('"id"') == 1
    assert list(load_acknowledgements(file)) == [ID]
    assert [path.name for path in file.parent.iterdir()] == ["acknowledged.yaml"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "give the ids to acknowledge, --list, or --remove ID"),
        ([ID, "--list"], "one of them"),
        ([ID, "--reason", "x"], "--until is missing"),
        ([ID, "--until", "2999-12-01"], "--reason is missing"),
        ([ID, "--until", "soon", "--reason", "x"], '"soon" is not a day; write it as 2026-12-01'),
        ([ID, "--until", "2020-12-01", "--reason", "x"], "--until 2020-12-01 is over; today is"),
        (["xyz", "--until", "2999-12-01", "--reason", "x"], '"xyz" is not an id; a report shows'),
        (["--remove", ID], "acknowledged.yaml: No such file"),
        (["--list"], "acknowledged.yaml: No such file"),
    ],
)
def test_mistakes_are_one_line_and_write_nothing(
    words: list[str], message: str, tmp_path: Path
) -> None:
    code, out, err = acknowledge(tmp_path, *words)
    assert (code, out) == (1, "")
    assert message in err
    assert len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
