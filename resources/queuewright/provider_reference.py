"""How a program names its provider: by reference, in a few bytes that never change.

What Pulumi stores with every resource is a pickle, the property `__provider`. This one holds the
name of a function below and the kind (the engine does not tell a dynamic provider the type of a
resource), so that it is the same in every release and version of Python, and so that a program
needs no provider to be imported. Never move or rename `load_provider`: the state of every stack
names it.
"""

import base64
import pickle
from functools import cache
from typing import TYPE_CHECKING

from pulumi.dynamic import ResourceProvider

if TYPE_CHECKING:
    from collections.abc import Callable

PICKLE_PROTOCOL = 4  # what Python 3.8 to 3.13 use by default; 3.14 uses another and reads this one


class ProviderReference(ResourceProvider):
    """Stands for the provider of a kind in a program; unpickling it gives the provider itself."""

    serialize_as_secret_always = False

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def __reduce__(self) -> "tuple[Callable[[str], ResourceProvider], tuple[str]]":
        return load_provider, (self.kind,)


def load_provider(kind: str) -> ResourceProvider:
    """The provider of a kind. Called where the provider's process reads the state's reference."""
    from importlib import import_module

    provider: ResourceProvider = import_module("queuewright.dynamic.provider").QueueProvider(kind)
    return provider


@cache
def provider_reference(kind: str) -> str:
    """The value of `__provider` of every resource of a kind, such as "mq:LocalQueue"."""
    pickled = pickle.dumps(ProviderReference(kind), protocol=PICKLE_PROTOCOL)
    return base64.b64encode(pickled).decode()
