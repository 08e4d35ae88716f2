"""Deletes that would be refused, in `pulumi preview` already.

Pulumi asks a provider nothing about a delete before it sends it. It does run hooks of the program
before a delete, in previews too:

    from queuewright.dynamic.delete_guard import guard_deletes

    guard_deletes()

What the program no longer declares is then looked at while the preview is made. The price is
Pulumi's: a stack with hooks has a state of format 4, and `pulumi destroy` needs `--run-program`.
"""

from pathlib import Path

import pulumi

from queuewright.catalogue.diagnostic import InvalidDeclaration
from queuewright.catalogue.key import Key
from queuewright.kinds import KINDS
from queuewright.program.program import Program
from queuewright.program.pulumi_internals import register_stack_transformation
from queuewright.systems.registry import CONFIGURATION
from queuewright.world.authority_records import RECORDS

from .connections import connect
from .objects import Objects
from .properties import read

_TYPES = tuple(f"pulumi-python:dynamic/{kind}" for kind in KINDS)


def guard_deletes() -> None:
    """Call it before the first resource. Raises RuntimeError outside of a Pulumi program."""
    program = Program.current()
    namespace, _, name = CONFIGURATION.partition(":")
    configured = pulumi.Config(namespace).get(name)

    def refuse(args: pulumi.ResourceHookArgs) -> None:
        key = Key.parse(args.id)
        if key is None or program.declares(key):
            return  # a replacement, or a resource under another name: its check has looked
        objects = Objects(key.kind, connect(configured, Path.cwd()))
        cached, place = objects.place(key)
        old = read(key.kind, args.old_outputs or {})
        observed = objects.look(cached, place, old)
        if place.kind in RECORDS:  # others that are declared may give the right to connect by then
            objects.foresee(cached, program.declarations(place.kind, place.system))
        decision = objects.decide(cached, place, None, None, observed, old.options, ahead=True)
        if decision.blocked:
            raise InvalidDeclaration(decision.blocked)

    hook = pulumi.ResourceHook(
        "queuewright-deletes", refuse, pulumi.ResourceHookOptions(on_dry_run=True)
    )
    guarded = pulumi.ResourceOptions(hooks=pulumi.ResourceHookBinding(before_delete=[hook]))

    def guard(
        args: pulumi.ResourceTransformationArgs,
    ) -> pulumi.ResourceTransformationResult | None:
        if args.type_ not in _TYPES:
            return None
        opts = pulumi.ResourceOptions.merge(args.opts, guarded)
        return pulumi.ResourceTransformationResult(args.props, opts)

    register_stack_transformation(guard)
