"""The configuration that a program sees through `pulumi.Config`."""

import os
from collections.abc import Iterator
from typing import Any

from pulumi import RunError

from queuewright.program.pulumi_internals import get_config_env_key

from .project import Stack


class Configuration(dict[str, Any]):
    """Full key -> text. An encrypted value is there, and only asking for it is an error.

    It can be given in the environment, as PULUMI_CONFIG_<KEY>, where the SDK looks as well.
    """

    def __init__(self, stack: Stack) -> None:
        super().__init__(stack.texts())
        self._stack = stack
        self.secret_keys = stack.secrets | stack.encrypted
        for key in stack.encrypted:
            self[key] = os.environ.get(get_config_env_key(key))

    def secrets(self) -> Iterator[str]:
        """Every secret text that a program may get to know."""
        yield from (text for text in map(super().get, self.secret_keys) if text)

    def __getitem__(self, key: str) -> Any:
        value = super().__getitem__(key)
        if value is None and key in self._stack.encrypted:
            raise RunError(
                f"{self._stack.file}: configuration value {key} is encrypted and only the pulumi "
                f"command can read it; give it in the environment as {get_config_env_key(key)}"
            )
        return value
