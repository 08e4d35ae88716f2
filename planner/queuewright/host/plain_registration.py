"""Registrations of our own resources whose inputs are plain values: nearly all of most programs.

The SDK writes them into messages for an engine in another process, and reads its answers from
others. The monitor is in this process, and takes them and answers as they are, which costs little.
A resource with an Output among its inputs, or with an option that is not here, goes
the SDK's way.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from queuewright.catalogue.options import IMPORT_ID
from queuewright.engine.declared import kind_of
from queuewright.program.pulumi_internals import (
    future_of,
    has_aliases,
    registration,
    rpc,
    settings,
)

from .monitor import Monitor, id_of
from .places import constructed_at, user_place
from .values import UNKNOWN

# Of `ResourceOptions`; every other one must not be given.
_OPTIONS = frozenset(
    {"parent", "depends_on", "delete_before_replace", "protect", "retain_on_delete"}
)
_PROVIDER = "__provider"


class _SdkNeeded(Exception):
    """The SDK has more to do about it."""


def registering_plainly(register: Callable[..., None], *, preview: bool) -> Callable[..., None]:
    """In the place of the SDK's `register_resource`, which does all that is not done here. Its
    other functions are called as `sdk_patches` has replaced them by then. preview: whether an
    unknown value stays unknown."""

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
        own = {}
        own["urn"], res.__dict__["urn"] = registration.resource_output(res)
        own["id"], res.__dict__["id"] = registration.resource_output(res)
        resolvers = rpc.transfer_properties(res, props, custom)

        async def do_register() -> None:
            try:
                dependencies: set[str] = set()
                if opts.depends_on:
                    urns_of = vars(registration)["_resolve_depends_on_urns"]
                    dependencies = await urns_of(opts.depends_on, res)
                above = await opts.parent.urn.future() if opts.parent is not None else ""
                declared = monitor.register_plain(
                    ty, name, inputs, above, sorted(dependencies), opts, str(place)
                )
                if declared is None:
                    has = dict(res.__dict__)
                    with constructed_at(place):
                        as_the_sdk_does()
                    await _resolve_as_made_again(res, has, own, resolvers)
                    return
            except Exception as error:
                rpc.resolve_outputs_due_to_exception(resolvers, error)
                for resolve in own.values():
                    resolve(None, True, False, error)
                raise
            own["urn"](declared.urn, True, False, None)
            own["id"](id_of(declared), bool(id_of(declared)), False, None)
            values = {n: [*v] if type(v) is list else v for n, v in inputs.items()}
            if not preview:
                values[_PROVIDER] = props.get(_PROVIDER)
            rpc.resolve_properties(resolvers, values, {}, custom)

        run = settings._get_rpc_manager().do_rpc("register resource", do_register)
        asyncio.ensure_future(run())  # noqa: RUF006 - the manager has what it waits for

    return register_resource


async def _resolve_as_made_again(
    res: Any,
    has: Mapping[str, Any],
    own: Mapping[str, Callable[..., None]],
    resolvers: Mapping[str, Callable[..., None]],
) -> None:
    """Resolve the Outputs that a program was given with those of a second registration. has: the
    attributes of the resource before that; own: for its URN and id."""
    made = {name: future_of(res.__dict__[name]) for name in (*own, *resolvers)}
    res.__dict__.update(has)
    for name, resolve in own.items():
        data = await made[name]
        resolve(data.value, data.is_known, data.is_secret, None)
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
