"""Errors of a provider in the process of Pulumi's plugin: one line, without a traceback."""

import sys
import traceback
from types import SimpleNamespace
from typing import Any

from queuewright.catalogue.errors import QueuewrightError


def format_error() -> str:
    """As `traceback.format_exc`, but only the text of an error that a person can act on."""
    error = sys.exc_info()[1]
    return str(error) if isinstance(error, QueuewrightError) else traceback.format_exc()


def shorten_errors() -> None:
    """Have the plugin's process show our errors in one line; other providers' stay as they are.

    The plugin formats whatever a provider raises with `traceback.format_exc`, and offers no other
    way to fail. Only the name that its main module uses is replaced; an SDK that works otherwise
    is left alone and then shows a traceback.
    """
    plugin: Any = sys.modules.get("__main__")
    if hasattr(plugin, "_abort_with_traceback") and (
        getattr(plugin, "traceback", None) is traceback
    ):
        plugin.traceback = SimpleNamespace(format_exc=format_error)
