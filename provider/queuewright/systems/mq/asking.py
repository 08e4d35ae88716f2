"""The questions that show objects: in bulk one a word of MQSC, by name one a name."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile

from queuewright.catalogue.observed import DISPOSITION
from queuewright.catalogue.platform import Platform
from queuewright.dialects.mqsc.keywords import is_named, is_named_partly, name_keywords
from queuewright.kinds import KINDS, MQ_KINDS, is_optional, is_record, is_single, spec_of
from queuewright.systems.protocol import FEW_NAMES

from .commands import Display

_IN_REPOSITORIES = {
    word for kind in MQ_KINDS if DISPOSITION in KINDS[kind].attributes()
    for word in (KINDS[kind].mqsc.word, KINDS[kind].mqsc.display)
}  # fmt: skip

_AS_DEFINED = {
    KINDS[kind].mqsc.word: dict(KINDS[kind].mqsc.as_defined)
    for kind in MQ_KINDS if KINDS[kind].mqsc.as_defined
}  # fmt: skip
# IBM's DISPLAY SUB of MQ 9.0 has DISTYPE, that of 7.5 does not.
SHOWS_AS_DEFINED = 900


@cache
def named() -> frozenset[str]:
    """The kinds whose commands are written and read here."""
    return frozenset(filter(is_named, MQ_KINDS))


def reached(platform: Platform) -> frozenset[str]:
    """Those of them that the platform has."""
    return frozenset(kind for kind in named() if platform in KINDS[kind].platforms())


def displays(kinds: Sequence[str], names: Collection[str] | None) -> list[Display]:
    """The displays that show objects of these kinds: in bulk one a word of MQSC, by name one a
    name."""
    single = [Display(_word(kind)) for kind in kinds if is_single(kind)]
    single += [each for kind in kinds if is_record(kind) for each in _records(kind, names)]
    kinds = [kind for kind in kinds if not is_single(kind) and not is_record(kind)]
    if not kinds:
        return single
    if names is None or len(names) > FEW_NAMES:
        generic, of_word = generic_name(names, names), dict[str, list[str]]()
        apart = [kind for kind in kinds if is_optional(kind)]
        for kind in kinds:
            if kind not in apart:
                of_word.setdefault(_word(kind), []).append(kind)
        # Several types of channels are shown at once.
        asked = [
            Display(word, generic, {} if len(those) > 1 else _typed(those[0]))
            for word, those in of_word.items()
        ]
        asked += [
            Display(_word(kind), generic, _typed(kind), may_be_refused=True) for kind in apart
        ]
        return [*asked, *single]
    by_type = [kind for kind in kinds if is_optional(kind)]
    single += [
        Display(_word(kind), name, _typed(kind)) for kind in by_type for name in sorted(names)
    ]
    kinds = [kind for kind in kinds if kind not in by_type]
    if not kinds:
        return single
    classes = {spec_of(kind).mqsc.display: None for kind in kinds}
    if len(kinds) == 1:
        classes = {_word(kinds[0]): None}
    return [*(Display(word, name) for name in sorted(names) for word in classes), *single]


def _records(kind: str, names: Collection[str] | None) -> Iterator[Display]:
    """The displays of records: all of them in one question, or those of a few profiles."""
    spec, word = spec_of(kind), _word(kind)
    if spec.has_one_name():
        # Of a policy that is not there DISPLAY shows one that protects nothing: only "*" tells.
        yield Display(word, "*", may_be_refused=is_optional(kind) and names is None)
        return
    named = map(spec.names_in, names or ())
    profiles = {fields["name"] for fields in named if spec.required_names() <= fields.keys()}
    if names is None or len(profiles) > FEW_NAMES:
        yield Display(word, "*" if is_named_partly(kind) else "")
        return
    exactly = {"MATCH": "EXACT"}
    for profile in sorted(profiles):
        if is_named_partly(kind):
            yield Display(word, profile, exactly)
        else:
            keyword = next(w for w, k in name_keywords(kind).items() if k.attribute == "name")
            yield Display(word, "", exactly, texts={keyword: profile})


def of_all_dispositions(display: Display) -> Display:
    """The display of what is live and of what is in the shared repository, which DISPLAY leaves out
    unless it is asked for. Of channels that are in the repository the catalogue knows nothing."""
    if display.object not in _IN_REPOSITORIES:
        return display
    return replace(display, parameters={**display.parameters, "QSGDISP": "ALL"})


def as_defined(display: Display) -> Display:
    """The display of what commands gave, where DISPLAY shows what that comes to unless it is asked:
    "TOPICSTR is the resolved topic string" (IBM's "Displaying attributes of subscriptions")."""
    more = _AS_DEFINED.get(display.object)
    return replace(display, parameters={**display.parameters, **more}) if more else display


def _word(kind: str) -> str:
    return spec_of(kind).mqsc.word


def _typed(kind: str) -> dict[str, str]:
    """DISPLAY CHANNEL TYPE is what DEFINE CHANNEL calls CHLTYPE."""
    fixed = spec_of(kind).mqsc.fixed
    return {"TYPE" if keyword == "CHLTYPE" else keyword: word for keyword, word in fixed}


def generic_name(wanted: Collection[str] | None, names: Collection[str] | None) -> str:
    """A generic name that takes in all of them; "*" for everything."""
    if names is None or not wanted:
        return "*"
    first, last = min(wanted), max(wanted)
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return "".join(character for character, _ in alike) + "*"
