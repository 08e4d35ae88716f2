"""What a program arms or disarms beside the attributes: options of resources."""

from queuewright.catalogue.options import OPTION_WORDS, ObjectOptions
from queuewright.state.deployment import Resource

from .declared import Declared
from .matching import Item
from .steps import OptionChange


def option_changes(item: Item) -> tuple[OptionChange, ...]:
    """What the declaration says otherwise than the state, or than usual of a new object."""
    declared, inputs, prior, last = item.declared, item.inputs, item.prior, item.last
    if declared is None or inputs is None:
        return ()
    if prior is not None and last is inputs:  # nearly every object of nearly every plan
        kept = prior.protect == declared.protect
        if kept and prior.retain_on_delete == declared.retain_on_delete:
            return ()
    before = _texts(ObjectOptions() if last is None else last.options, prior)
    return tuple(
        OptionChange(name, None if prior is None else before[name], text)
        for name, text in _texts(inputs.options, declared).items()
        if before[name] != text
    )


def _texts(options: ObjectOptions, resource: Declared | Resource | None) -> dict[str, str]:
    texts = {name: str(getattr(options, name)) for name in OPTION_WORDS}
    for name in ("protect", "retain_on_delete"):
        texts[name] = str(bool(getattr(resource, name, False))).lower()
    return texts
