"""Errors of people are one line, errors of programs keep their traceback."""

import sys
import traceback
from types import ModuleType
from typing import Any

import pytest

from queuewright.catalogue.errors import QueuewrightError
from queuewright.dynamic.reviewing import format_error, shorten_errors


def test_only_what_a_person_can_mend_is_brief() -> None:
    try:
        raise QueuewrightError("do this")
    except QueuewrightError:
        assert format_error() == "do this"
    try:
        raise KeyError("a mistake of ours")
    except KeyError:
        assert format_error().startswith("Traceback")


def test_only_the_plugins_own_module_is_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin: Any = ModuleType("__main__")
    plugin.traceback = traceback
    monkeypatch.setitem(sys.modules, "__main__", plugin)
    shorten_errors()
    assert plugin.traceback is traceback
    plugin._abort_with_traceback = object()
    shorten_errors()
    assert plugin.traceback.format_exc is format_error
    assert traceback.format_exc is not format_error
    shorten_errors()
    assert plugin.traceback.format_exc is format_error
