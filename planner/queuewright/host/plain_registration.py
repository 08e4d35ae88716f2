"""Registrations of our own resources whose inputs are plain values: nearly all of most programs.

The SDK writes them into messages for an engine in another process, and reads its answers from
others. The monitor is in this process, and takes them and answers as they are, which costs little.
A resource with an Output among its inputs, or with an option that is not here, goes
the SDK's way.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from pulumi import Output

from queuewright.catalogue.options import IMPORT_ID
from queuewright.engine.declared import kind_of
from queuewright.program.pulumi_internals import future_of, has_aliases, settings

from .monitor import Monitor
from .places import constructed_at, user_place
from .values import UNKNOWN

# Of `ResourceOptions`; every other one must not be given.
_OPTIONS = frozenset(
    {"parent", "depends_on", "delete_before_replace", "protect", "retain_on_delete"}
)
_PROVIDER = "__provider"

Resolver = Callable[..., None]


class _SdkNeeded(Exception):
    """The SDK has more to do about it."""


def registering_plainly(
    register: Callable[..., None],
    unresolved: Callable[[Any], "tuple[Resolver, Output[Any]]"],
    transfer_properties: Callable[[Any, Any, bool], dict[str, Resolver]],
    urns_of: Callable[[Any, Any], Awaitable[set[str]]],
    *,
    preview: bool,
) -> Callable[..., None]:
    """In the place of the SDK's `register_resource`, which does all that is not done here.
    unresolved, transfer_properties: what makes unresolved Outputs of a resource, and what resolves
    each. urns_of: the resources that `depends_on` names. preview: whether what is not
    known stays so."""

    def register_resource(
        res: Any,
        ty: str,
        name: str,
        custom: bool,
        remote: bool,
        new_dependency: Any,
        props: Any,
        opts: Any,
        typ: Any = None,
        package_ref: Any = None,
    ) -> None:
        def as_the_sdk_does() -> None:
            register(res, ty, name, custom, remote, new_dependency, props, opts, typ, package_ref)

        monitor: Any = settings.get_monitor()
        inputs = None
        if isinstance(monitor, Monitor) and typ is package_ref is None and kind_of(ty):
            inputs = _plain_inputs(props, opts)
        if inputs is None:
            as_the_sdk_does()
            return
        place = user_place()
        resolve_urn, res.__dict__["urn"] = unresolved(res)
        resolve_id, res.__dict__["id"] = unresolved(res)
        resolvers = transfer_properties(res, props, custom)
        every = {"urn": resolve_urn, "id": resolve_id, **resolvers}

        async def do_register() -> None:
            try:
                dependencies: set[str] = set()
                if opts.depends_on:
                    dependencies = await urns_of(opts.depends_on, res)
                above = await opts.parent.urn.future() if opts.parent is not None else ""
                if monitor.is_transformed(ty, name, above):
                    has = dict(res.__dict__)
                    with constructed_at(place):
                        as_the_sdk_does()
                    await _resolved_again(res, has, every)
                    return
                declared = monitor.register_plain(
                    ty, name, inputs, above, sorted(dependencies), opts, str(place)
                )
            except Exception as error:
                for resolve in every.values():
                    resolve(None, False, False, None, error)
                raise
            own_id = declared.key.id if declared.key else ""
            resolve_urn(declared.urn, True, False, None, None)
            resolve_id(own_id, bool(own_id), False, None, None)
            values: Mapping[str, Any] = inputs
            if not preview:
                values = {**inputs, _PROVIDER: props.get(_PROVIDER)}
            for attribute, resolve in resolvers.items():
                value = values.get(attribute)
                is_known = value is not None or not preview
                resolve([*value] if type(value) is list else value, is_known, False, None, None)

        run = settings._get_rpc_manager().do_rpc("register resource", do_register)
        asyncio.ensure_future(run())  # noqa: RUF006 - the manager has what it waits for

    return register_resource


async def _resolved_again(
    res: Any, has: Mapping[str, Any], resolvers: Mapping[str, Resolver]
) -> None:
    """Resolve the Outputs that a program was given with those of a second registration. has: the
    attributes of the resource before that."""
    made = {name: future_of(res.__dict__[name]) for name in resolvers}
    res.__dict__.update(has)
    for name, resolve in resolvers.items():
        data = await made[name]
        resolve(data.value, data.is_known, data.is_secret, data.resources, None)


def _plain_inputs(props: Mapping[str, Any], opts: Any) -> dict[str, Any] | None:
    """The inputs as the monitor notes them, by name; None where there is more to them."""
    if any(value and name not in _OPTIONS for name, value in vars(opts).items()):
        return None
    if IMPORT_ID in props or type(opts.depends_on) not in (list, type(None)):
        return None
    if opts.parent is not None and has_aliases(opts.parent):
        return None
    try:
        return {
            name: _plain(props[name])
            for name in sorted(props)
            if name != _PROVIDER and props[name] is not None
        }
    except (_SdkNeeded, UnicodeEncodeError, OverflowError):
        return None


def _plain(value: Any) -> Any:
    """The value after its way through a message, whose numbers are floats."""
    kind = type(value)
    if kind is str:
        if value == UNKNOWN:
            raise _SdkNeeded
        if not value.isascii():
            value.encode()
        return value
    if kind is int or kind is float:
        number = float(value)
        return int(number) if number.is_integer() else number
    if kind is bool or value is None:
        return value
    if kind is list:
        return [_plain(item) for item in value]
    raise _SdkNeeded
