"""Infrastructure as code for IBM MQ and IBM i queues.

`queuewright.mq` and `queuewright.ibmi` are what Pulumi programs declare; `queuewright.api` plans
and applies them from Python.
"""

from pkgutil import extend_path
from typing import TYPE_CHECKING

__all__ = ["__version__"]

# The package's other parts lie in provider/ and planner/, with no __init__.py of their own.
__path__ = extend_path(__path__, __name__)

if TYPE_CHECKING:
    __version__: str
else:

    def __getattr__(name: str) -> str:
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib.metadata import version

        return version("queuewright")
