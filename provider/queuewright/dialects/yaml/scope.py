"""Variables, items of loops and conditions that hold in a place of a playbook. Pure.

Sources: Ansible, Using variables (a variable holds in its play, block, role or task; the nearest
wins, extra variables win over all), Loops (`loop`, `with_items` flattens one level, `with_dict`,
`loop_control`), Conditionals (`when`, also of a block), Blocks (`rescue`), Handlers.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

import yaml

from queuewright.dialects.templates import INSERT, expression

_LIST_LOOPS = ("loop", "with_list")
_FLATTENED = "with_items"
_DICT = "with_dict"
_TO_LIST = ("d", "default", "list")  # filters that leave a list as it is
_TO_ITEMS = "dict2items"
_CONTROL, _LOOP_VARIABLE = "loop_control", "loop_var"
# Beside these, scalars of a mapping are variables of a role.
COMMANDS = "mq_commands"  # of IBM's role runMQCmds
_OF_ROLE = ("role", COMMANDS)
# The queue manager in the address of a request, and what it is called among the variables.
_ADDRESS = re.compile(r"/admin/action/qmgr/([^/]+)/mqsc")
OF_ADDRESS = "url.qmgr"
_MOST = 10_000  # parts of a value that are looked at
_CONDITION = "when"
_TRUE = ("true", "yes")
_SOMETIMES = ("rescue", "handlers")  # tasks that are run after a failure, or a change
_FACTS = ("set_fact", "ansible.builtin.set_fact")

# A path, `item.q`, -> its text as it is written; None for a mapping or a list.
Known = Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class NameScope:
    """variables: those that hold; nodes: the same as they are written. loop: the name of the loop's
    item. items: the command runs once for each; None without a loop, and where the file does not
    have them. listed: the variable that has them, "" where the loop has them itself. decided: the
    line of the condition that it runs under, 0 for none."""

    variables: Known
    nodes: Mapping[str, yaml.Node] = field(default_factory=dict)
    loop: str = "item"
    items: tuple[Known, ...] | None = None
    listed: str = ""
    decided: int = 0

    def under(self, key: str, node: yaml.Node) -> "NameScope":
        """The scope of what a key of a mapping has."""
        if key not in _SOMETIMES or not isinstance(node, yaml.SequenceNode):
            return self
        return replace(self, decided=self.decided or node.start_mark.line)

    def within(self, nodes: Mapping[str, yaml.Node]) -> "NameScope":
        """The scope of a mapping's own values."""
        scope = self
        condition = nodes.get(_CONDITION)
        if condition is not None and str(condition.value).lower() not in _TRUE:
            scope = replace(scope, decided=scope.decided or condition.start_mark.line + 1)
        if any(word in nodes for word in _OF_ROLE):
            own = {n: v for n, v in nodes.items() if isinstance(v, yaml.ScalarNode)}
            scope = scope._with(own)
        variables = nodes.get("vars")
        if isinstance(variables, yaml.MappingNode):
            scope = scope._with(nodes_of(variables))
        url = nodes.get("url")
        if isinstance(url, yaml.ScalarNode) and (found := _ADDRESS.search(str(url.value))):
            scope = replace(scope, variables={**scope.variables, OF_ADDRESS: found[1]})
        loop = next((w for w in nodes if w in _LIST_LOOPS or w.startswith("with_")), None)
        if loop is None:
            return scope
        control = nodes_of(nodes.get(_CONTROL)).get(_LOOP_VARIABLE)
        name = str(control.value) if isinstance(control, yaml.ScalarNode) else "item"
        word, of, listed = _resolved(loop, nodes[loop], scope.nodes)
        return replace(scope, loop=name, items=_items(word, of, name), listed=listed)

    def _with(self, nodes: Mapping[str, yaml.Node]) -> "NameScope":
        kept = {p: t for p, t in self.variables.items() if p.partition(".")[0] not in nodes}
        for name, node in nodes.items():
            kept.update(_flat(name, node))
        return replace(self, variables=kept, nodes={**self.nodes, **nodes})


def nodes_of(node: yaml.Node | None) -> dict[str, yaml.Node]:
    """The values of a mapping by their keys; of anything else none."""
    if not isinstance(node, yaml.MappingNode):
        return {}
    return {str(key.value): value for key, value in node.value}


def set_elsewhere(nodes: Mapping[str, yaml.Node]) -> Iterator[str]:
    """The variables that a task gives values as it runs, and those that people are asked for."""
    for word in _FACTS:
        yield from nodes_of(nodes.get(word))
    register = nodes.get("register")
    if isinstance(register, yaml.ScalarNode):
        yield str(register.value)
    prompts = nodes.get("vars_prompt")
    for prompt in prompts.value if isinstance(prompts, yaml.SequenceNode) else ():
        name = nodes_of(prompt).get("name")
        if isinstance(name, yaml.ScalarNode):
            yield str(name.value)


def _resolved(
    word: str, node: yaml.Node, variables: Mapping[str, yaml.Node]
) -> tuple[str, yaml.Node, str]:
    """The node that a loop goes over: of `loop: "{{ queues }}"` the value of the variable, with the
    variable's name. `loop` with dict2items is with_dict."""
    found = INSERT.fullmatch(str(node.value)) if isinstance(node, yaml.ScalarNode) else None
    asked = expression(found[1].strip()) if found is not None else None
    if asked is None or not asked.path or asked.is_go:
        return word, node, ""
    filters = [name for name, _ in asked.filters]
    if word in _LIST_LOOPS and _TO_ITEMS in filters:
        word = _DICT
        filters.remove(_TO_ITEMS)
    if not set(filters) <= {*_TO_LIST}:
        return word, node, ""
    first, *others = asked.path.split(".")
    value = variables.get(first)
    for part in others:
        value = nodes_of(value).get(part)
    return word, node if value is None else value, first


def _items(word: str, node: yaml.Node, name: str) -> tuple[Known, ...] | None:
    if word == _DICT and isinstance(node, yaml.MappingNode):
        return tuple(
            {name: None, f"{name}.key": key, **dict(_flat(f"{name}.value", value))}
            for key, value in nodes_of(node).items()
        )
    if not isinstance(node, yaml.SequenceNode) or word not in (*_LIST_LOOPS, _FLATTENED):
        return None
    nodes = node.value
    if word == _FLATTENED:
        parts = ([*n.value] if isinstance(n, yaml.SequenceNode) else [n] for n in nodes)
        nodes = [each for part in parts for each in part]
    return tuple(dict(_flat(name, each)) for each in nodes)


def _flat(path: str, node: yaml.Node) -> Iterator[tuple[str, str | None]]:
    """The paths of a value and of its parts."""
    waiting, left = [(path, node)], _MOST
    while waiting and left:
        path, node = waiting.pop()
        left -= 1
        if isinstance(node, yaml.ScalarNode):
            yield path, str(node.value)
            continue
        yield path, None
        parts = (
            nodes_of(node).items() if isinstance(node, yaml.MappingNode) else enumerate(node.value)
        )
        waiting += [(f"{path}.{name}", part) for name, part in islice(parts, left)]
