"""The other stacks of a project, as far as their state is here: whose is an object?

Two stacks have the same system where their configuration gives the same place under one name. A
stack whose configuration is gone or cannot be read is taken to have the systems of those names.
"""

from collections.abc import Collection, Mapping

from queuewright.catalogue.errors import QueuewrightError
from queuewright.catalogue.key import Key
from queuewright.engine.declared import managed_kind
from queuewright.state.store import StackStore, stored_stacks
from queuewright.systems.registry import places_of

from .project import Project, Stack, load_stack


def owners_of(keys: Collection[Key], project: Project, stack: Stack) -> Mapping[Key, str]:
    """Each object that another stack of the project has, with that stack as project/stack. A state
    that cannot be read says nothing."""
    wanted = {key.id: key for key in keys}
    owners: dict[Key, str] = {}
    own: Mapping[str, object] | None = None
    for name in stored_stacks(project.directory, project.name):
        if name == stack.name:
            continue
        try:
            state = StackStore(project.directory, project.name, name).load()
        except QueuewrightError:
            continue
        found = {
            wanted[resource.id]
            for resource in state.resources
            if resource.id in wanted and managed_kind(resource) is not None
        }
        if not found:
            continue
        if own is None:
            own = places_of(stack.systems, base=project.directory, stack=stack.name)
        theirs = _places(project, name)
        for key in found:
            if theirs is None or theirs.get(key.system) == own.get(key.system):
                owners.setdefault(key, f"{project.name}/{name}")
    return owners


def _places(project: Project, name: str) -> Mapping[str, object] | None:
    try:
        stack = load_stack(project, name)
        return places_of(stack.systems, base=project.directory, stack=name)
    except QueuewrightError:
        return None
