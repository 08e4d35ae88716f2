"""mq:CouplingFacilityStructure, of a queue-sharing group on z/OS. Sources: IBM's Change, Copy and
Create CF Structure (PCF), DEFINE CFSTRUCT."""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Any, ClassVar

from queuewright.catalogue.attribute import Choice
from queuewright.catalogue.commands import MqscCommands, PcfCommands
from queuewright.catalogue.diagnostic import Diagnostic
from queuewright.catalogue.facts import SystemFacts
from queuewright.catalogue.joint_check import JointCheck, joint
from queuewright.catalogue.names import cf_structure
from queuewright.catalogue.platform import Platform
from queuewright.catalogue.references import Role
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import CHANGE_CF_STRUCTURE, MQSC
from queuewright.catalogue.spec import MISSING, Spec

from .choices import choice
from .named import DESCRIPTION, OWN_NAME, TEXT, Names, documented

_attribute = partial(documented, CHANGE_CF_STRUCTURE, None)
_PERCENT: dict[str, Any] = {"limits": (0, 100), "quantity": "%"}
_SIZE = re.compile(r"(?:[0-9]|[1-5][0-9]|6[0-4])K")
_GROUP = re.compile(r"[A-Z0-9$#@.-]+\*[A-Z0-9$#@.-]*")
_YES_NO = (Choice("no", "NO", "MQCFR_NO", 0), Choice("yes", "YES", "MQCFR_YES", 1))


def offload_size(text: str) -> Iterator[tuple[str, str]]:
    """OFFLD1SZ: "an integer followed by K, 0K to 64K"; 64K is that the rule is not used."""
    if not _SIZE.fullmatch(text):
        yield "an offload size is 0K to 64K", 'give kilobytes, as "32K"'


def data_set_group(text: str) -> Iterator[tuple[str, str]]:
    """DSGROUP: one asterisk, but not in front, for the queue manager's name."""
    if text and not _GROUP.fullmatch(text):
        yield (
            "a group of data sets is a name in upper case with one asterisk, not in front",
            "give the asterisk where the queue manager's name stands",
        )


STRUCTURE_NAME = _attribute(
    "CF structure name", Names("CFStrucName", "MQCA_CF_STRUC_NAME", 2039, None),
    **{**OWN_NAME, "max_length": 12, "syntax": cf_structure},
    platforms=frozenset({Platform.ZOS}),
)  # fmt: skip
STRUCTURE_DESCRIPTION = _attribute(
    "Description", Names("CFStrucDesc", "MQCA_CF_STRUC_DESC", 2052, "DESCR"), **DESCRIPTION,
)  # fmt: skip
LEVEL = _attribute(
    "Functional capability level", Names("CFLevel", "MQIA_CF_LEVEL", 70, "CFLEVEL"),
    limits=(1, 5), shipped=3,
    caution="each queue manager of the group needs the command level of a higher CFLEVEL, and a "
    "lower one needs every queue of the structure empty and closed",
)  # fmt: skip
CONNECTION_LOSS = _attribute(
    "Effect of losing the structure", Names("CFConlos", "MQIA_CF_CFCONLOS", 246, "CFCONLOS"),
    choices=(
        choice("MQCFCONLOS_TERMINATE", 0, "TERMINATE"),
        choice("MQCFCONLOS_TOLERATE", 1, "TOLERATE"),
        Choice("as_q_mgr", "ASQMGR", "MQCFCONLOS_ASQMGR", 2),
    ),
)  # fmt: skip
RECOVERY = _attribute(
    "Whether the structure can be recovered", Names("Recovery", "MQIA_CF_RECOVER", 71, "RECOVER"),
    choices=_YES_NO, shipped="no",
)  # fmt: skip
AUTOMATIC_RECOVERY = _attribute(
    "Whether it is recovered automatically", Names("Recauto", "MQIA_CF_RECAUTO", 244, "RECAUTO"),
    choices=(Choice("no", "NO", "MQRECAUTO_NO", 0), Choice("yes", "YES", "MQRECAUTO_YES", 1)),
)  # fmt: skip
OFFLOAD = _attribute(
    "Where large messages are kept", Names("Offload", "MQIA_CF_OFFLOAD", 224, "OFFLOAD"),
    choices=(
        choice("MQCFOFFLD_NONE", 0, "NONE"),
        choice("MQCFOFFLD_SMDS", 1, "SMDS"),
        choice("MQCFOFFLD_DB2", 2, "DB2"),
    ),
)  # fmt: skip


def _size(number: int) -> Any:
    identifier = f"MQCACF_CF_OFFLOAD_SIZE{number}"
    names = Names(f"OFFLD{number}SZ", identifier, 3178 + number, f"OFFLD{number}SZ")
    title = f"Size of messages of offload rule {number}"
    return _attribute(title, names, max_length=3, syntax=offload_size)


def _threshold(number: int, usual: int) -> Any:
    identifier = f"MQIA_CF_OFFLOAD_THRESHOLD{number}"
    names = Names(f"OFFLD{number}TH", identifier, 224 + number, f"OFFLD{number}TH")
    title = f"Use of the structure from which offload rule {number} counts"
    return _attribute(title, names, **_PERCENT, shipped=usual)


DATA_SET_GROUP = _attribute(
    "Group of shared message data sets",
    Names("DSGroup", "MQCACF_CF_SMDS_GENERIC_NAME", 3182, "DSGROUP"),
    **{**TEXT, "syntax": data_set_group}, max_length=44,
)  # fmt: skip
DATA_SET_BLOCK = _attribute(
    "Block size of shared message data sets",
    Names("DSBlock", "MQIACF_CF_SMDS_BLOCK_SIZE", 1328, "DSBLOCK"),
    choices=tuple(
        Choice(word.lower(), word, f"MQDSB_{word}", number)
        for number, word in enumerate(("8K", "16K", "32K", "64K", "128K", "256K", "512K", "1M"), 1)
    ),
    shipped="256k",
)
DATA_SET_BUFFERS = _attribute(
    "Buffers of each queue manager for shared message data sets",
    Names("DSBufs", "MQIA_CF_SMDS_BUFFERS", 228, "DSBUFS"), limits=(1, 9999), shipped=100,
)  # fmt: skip
DATA_SET_EXPAND = _attribute(
    "Whether shared message data sets are expanded",
    Names("DSEXPAND", "MQIACF_CF_SMDS_EXPAND", 1329, "DSEXPAND"),
    choices=(Choice("no", "NO", "MQDSE_NO", 2), Choice("yes", "YES", "MQDSE_YES", 1)),
    shipped="yes",
)  # fmt: skip

_LEVEL, _FIVE = "coupling_facility_level", 5
NEEDS_LEVEL = Rule(
    "structure-level",
    "An attribute of coupling facility structures of a higher level",
    '{attribute}="{value}" needs coupling_facility_level {level}{more}, and it is {own}',
    "give that level, or leave {attribute} out",
    (CHANGE_CF_STRUCTURE.at("CFLevel"), MQSC.at("DEFINE CFSTRUCT CFLEVEL")),
)
NOT_OFFLOADED = NEEDS_LEVEL.but(
    code="not-offloaded",
    title="A structure of level 5 that offloads to nothing",
    reason='only structures below coupling_facility_level 5 have offload="none"',
    remediation='use "smds" or "db2"',
    attribute="offload",
)
NEEDS_GROUP = MISSING.but(
    reason='offload="smds" needs data_set_group',
    remediation='give it, such as "MQ.SMDS.*", or offload="db2"',
    sources=(CHANGE_CF_STRUCTURE.at("DSGroup"), MQSC.at("DEFINE CFSTRUCT DSGROUP")),
    attribute="data_set_group",
)
# Values that only structures of a level have.
_OF_LEVEL: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "coupling_facility_connection_loss": (_FIVE, ("tolerate", "as_q_mgr")),
    "automatic_recovery": (_FIVE, ("yes",)),
    "offload": (_FIVE, ("smds", "db2")),
    "recovery": (3, ("yes",)),
}


@joint(NEEDS_LEVEL, NOT_OFFLOADED, NEEDS_GROUP, of=(_LEVEL, *_OF_LEVEL, "data_set_group"))
def fits_its_level(values: Mapping[str, Any], _: SystemFacts | None) -> Iterator[Diagnostic]:
    """CFLEVEL, and what only structures of a higher one have."""
    level = values.get(_LEVEL, LEVEL.shipped)
    if not isinstance(level, int):
        return
    for name, (needed, words) in _OF_LEVEL.items():
        if level < needed and values.get(name) in words:
            more = "" if needed == _FIVE else " or more"
            value = values[name]
            yield NEEDS_LEVEL(attribute=name, value=value, level=needed, more=more, own=level)
    if level < _FIVE:
        if group := values.get("data_set_group"):
            yield NEEDS_LEVEL(
                attribute="data_set_group", value=group, level=_FIVE, more="", own=level
            )
        return
    if values.get("offload") == "none":
        yield NOT_OFFLOADED()
    if values.get("offload", "smds") == "smds" and not values.get("data_set_group"):
        yield NEEDS_GROUP()


class CouplingFacilityStructureSpec(Spec):
    """A structure of the coupling facility that keeps the messages of shared queues. Its definition
    is in the Db2 of the queue-sharing group, whichever queue manager is told to define it."""

    kind: ClassVar[str] = "mq:CouplingFacilityStructure"
    mqsc: ClassVar[MqscCommands] = MqscCommands("CFSTRUCT", keeps_authorities=False)
    pcf: ClassVar[PcfCommands] = PcfCommands(
        object="CF_STRUC",
        numbers={"CHANGE": 101, "COPY": 110, "CREATE": 108, "DELETE": 112, "INQUIRE": 115},
        name="CFStrucName",
        title="CF Structure",
        copied=(3093, 3094),
        attributes=1133,
    )
    namespace: ClassVar[str] = "cfstruct"
    roles: ClassVar[tuple[Role, ...]] = (Role.COUPLING_FACILITY_STRUCTURE,)
    module: ClassVar[tuple[str, str]] = ("structures", "Coupling facility structures")
    of_group: ClassVar[bool] = True
    checks: ClassVar[tuple[JointCheck, ...]] = (fits_its_level,)

    name: Annotated[str, STRUCTURE_NAME]
    structure_description: Annotated[str | None, STRUCTURE_DESCRIPTION] = None
    coupling_facility_level: Annotated[int | None, LEVEL] = None
    coupling_facility_connection_loss: Annotated[str | None, CONNECTION_LOSS] = None
    recovery: Annotated[str | None, RECOVERY] = None
    automatic_recovery: Annotated[str | None, AUTOMATIC_RECOVERY] = None
    offload: Annotated[str | None, OFFLOAD] = None
    offload_size_1: Annotated[str | None, _size(1)] = None
    offload_size_2: Annotated[str | None, _size(2)] = None
    offload_size_3: Annotated[str | None, _size(3)] = None
    offload_threshold_1: Annotated[int | None, _threshold(1, 70)] = None
    offload_threshold_2: Annotated[int | None, _threshold(2, 80)] = None
    offload_threshold_3: Annotated[int | None, _threshold(3, 90)] = None
    data_set_group: Annotated[str | None, DATA_SET_GROUP] = None
    data_set_block: Annotated[str | None, DATA_SET_BLOCK] = None
    data_set_buffers: Annotated[int | None, DATA_SET_BUFFERS] = None
    data_set_expand: Annotated[str | None, DATA_SET_EXPAND] = None
