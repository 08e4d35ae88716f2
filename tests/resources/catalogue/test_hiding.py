"""What is secret is in no text, whatever was made of it."""

import json
from collections.abc import Callable
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from queuewright.catalogue.diagnostic import one_line, shown
from queuewright.catalogue.hiding import RUN, SECRET, Hiding

FORMS: list[Callable[[str], str]] = [
    lambda text: text,
    one_line,
    repr,
    ascii,
    json.dumps,
    shown,
    lambda text: shown(text, 40),
    lambda text: shown(["A", text], 20),
    lambda text: shown({text: [text]}, 60),
    lambda text: f"DESCR('{text.replace(chr(39), chr(39) * 2)}')",
    lambda text: text[5:],
    lambda text: text[len(text) // 2 :],
]
# Nothing of it is a word of a message.
SECRETS = st.text(
    st.one_of(
        st.sampled_from(list("'\"()+-*/&;:,<>#@[]\\\n\t\u2028é€QXZ07")),
        st.characters(exclude_characters=ascii_lowercase),
    ),
    min_size=RUN,
    max_size=300,
).filter(lambda text: text.strip() == text and SECRET not in text)


def runs(text: str) -> set[str]:
    return {text[i : i + RUN] for i in range(len(text) - RUN + 1)}


@given(SECRETS, st.sampled_from(FORMS))
def test_no_part_is_left_of_any_form(secret: str, form: Callable[[str], str]) -> None:
    made = form(secret)
    reported = Hiding([secret])(f"rule: {made} is not a name; rename it")
    assert runs(secret) & runs(reported) <= runs("rule:  is not a name; rename it" + SECRET)
    for escaped in (one_line(secret), json.dumps(secret)[1:-1]):
        assert not runs(escaped) & runs(reported.replace(SECRET, "\0")) - runs(
            "rule:  is not a name; "
        )


def test_a_few_words_that_a_message_has_too_are_no_secret() -> None:
    hide = Hiding(["the transmission queue is hunter2"])
    rule = "a transmission queue is needed"
    assert hide(rule) == rule
    assert hide('queue "transmission" is needed') == f'queue "{SECRET}" is needed'
    assert "hunter" not in hide("it has hunter2, and")


def test_names_of_fields_are_no_secret() -> None:
    text = '{"password": "hunter2", "deep": {"numbers": [123456]}}'
    hide = Hiding([text])
    assert hide(f"is {text}") == f"is {SECRET}"
    assert hide("password hunter2, numbers 123456") == f"password {SECRET}, numbers {SECRET}"


def test_what_anybody_may_read_is_left() -> None:
    hide = Hiding(["ORDERS.HUNTER"], in_clear="ORDERS.IN")
    assert hide("ORDERS.IN -> ORDERS.HUNTER") == f"ORDERS.IN -> {SECRET}"


@pytest.mark.parametrize(
    ("value", "text", "reported"),
    [
        (7, "is 7, not 77", f"is {SECRET}, not 77"),
        (123456, "has 123,456 of 123456", f"has {SECRET} of {SECRET}"),
        ("abc", "abc abcd", f"{SECRET} abcd"),
        (True, "True", "True"),
        (None, "None", "None"),
        ("", "nothing", "nothing"),
        ({"HUNTER": ["use"]}, "HUNTER may use it", f"{SECRET} may {SECRET} it"),
    ],
)
def test_short_values_are_whole_words(value: object, text: str, reported: str) -> None:
    assert Hiding([value])(text) == reported


def test_values_are_hidden_with_everything_in_them() -> None:
    hide = Hiding([["hunter2", 5]])
    assert hide.of({"a": ["hunter2", 5, 6, True], "hunter2": None}) == {
        "a": [SECRET, SECRET, 6, True],
        SECRET: None,
    }
    assert not Hiding([None, "", True])
    assert Hiding(["abc"], least=4)("abc") == "abc"
