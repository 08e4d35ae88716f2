"""What a program arms or disarms beside the attributes: options of resources."""

from collections.abc import Iterator

from queuewright.catalogue.options import ObjectOptions
from queuewright.diff.normalise import Inputs

from .declared import Declared
from .matching import Item
from .steps import OptionChange

_USUAL = ObjectOptions()


def option_changes(item: Item) -> tuple[OptionChange, ...]:
    """What the declaration says otherwise than the state, or than usual of a new object."""
    if item.declared is None or item.inputs is None:
        return ()
    prior = item.prior
    if prior is not None and item.last is item.inputs:  # nearly every object of nearly every plan
        kept = prior.protect == item.declared.protect
        if kept and prior.retain_on_delete == item.declared.retain_on_delete:
            return ()
    after = dict(_options(item.inputs, item.declared))
    if prior is None:
        usual = dict(_said(_USUAL, False, False))
        return tuple(
            OptionChange(name, None, text) for name, text in after.items() if usual[name] != text
        )
    last = item.last.options if item.last is not None else _USUAL
    before = dict(_said(last, prior.protect, prior.retain_on_delete))
    return tuple(
        OptionChange(name, before[name], text)
        for name, text in after.items()
        if before[name] != text
    )


def _options(inputs: Inputs, declared: Declared) -> Iterator[tuple[str, str]]:
    return _said(inputs.options, declared.protect, declared.retain_on_delete)


def _said(options: ObjectOptions, protect: bool, retain: bool) -> Iterator[tuple[str, str]]:
    yield "force", options.force.value
    yield "on_delete", options.on_delete.value
    yield "adopt", options.adopt.value
    yield "protect", str(protect).lower()
    yield "retain_on_delete", str(retain).lower()
