"""How a program names its provider: by reference, in a few bytes that never change.

What Pulumi stores with every resource is a pickle. This one holds the name of a function below
and nothing else, so that it is the same for every resource, release and version of Python, and so
that a program needs no provider to be imported. Never move or rename `load_provider`: the state
of every stack names it.
"""

import base64
import pickle
from typing import TYPE_CHECKING, Final

from pulumi.dynamic import ResourceProvider

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PROVIDER", "ProviderReference", "load_provider"]

PICKLE_PROTOCOL = 4  # what Python 3.8 to 3.13 use by default; 3.14 uses another and reads this one


class ProviderReference(ResourceProvider):
    """Stands for the provider in a program; unpickling it gives the provider itself."""

    serialize_as_secret_always = False

    def __reduce__(self) -> "tuple[Callable[[], ResourceProvider], tuple[()]]":
        return load_provider, ()


def load_provider() -> ResourceProvider:
    """The provider. Called where the provider's process reads the state's reference."""
    from importlib import import_module

    provider: ResourceProvider = import_module("queuewright.dynamic.provider").QueueProvider()
    return provider


PROVIDER: Final = base64.b64encode(
    pickle.dumps(ProviderReference(), protocol=PICKLE_PROTOCOL)
).decode()
