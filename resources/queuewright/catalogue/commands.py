"""The names of a kind and its commands in each dialect. Of attributes, see `Attribute`."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class MqscCommands:
    """word: the object in MQSC (`QLOCAL`), "" where MQSC has none. fixed: keywords that the kind
    itself decides (CHLTYPE). displayed: what DISPLAY calls the name, where it is not `word`.
    removal: of a record, the verb that removes it, and what that takes besides its name.
    entity: of a record, the columns of DISPLAY with one of its names, and with the keyword of that
    name. set_anew: of a record whose SET gives it anew, the keyword and the word that say so: what
    such a command leaves out is as in a new one. keeps_authorities: DELETE takes AUTHREC(NO), which
    leaves the authority records."""

    word: str = ""
    fixed: tuple[tuple[str, str], ...] = ()
    displayed: str = ""
    removal: tuple[str, tuple[tuple[str, str], ...]] = ("DELETE", ())
    entity: tuple[str, str] | None = None
    set_anew: tuple[str, str] | None = None
    keeps_authorities: bool = True

    @property
    def display(self) -> str:
        """The object that DISPLAY asks for without saying the kind, and calls the name by."""
        return self.displayed or self.word

    def row(self, name: str) -> dict[str, str]:
        """The columns of DISPLAY that say which object it is."""
        if self.displayed:
            return {self.displayed: name, "TYPE": self.word}
        return {self.word: name, **dict(self.fixed)}


@dataclass(frozen=True, slots=True)
class PcfCommands:
    """object: as in MQCMD_CHANGE_Q, "" where PCF has none. numbers: verb -> number of the command.
    name: the parameter with the object's name. title: how documents call the object. type_name,
    type: the parameter that tells the kind from others of its object; its identifier, and its value
    as constant and number. copied: the numbers of MQCACF_FROM_Q_NAME and MQCACF_TO_Q_NAME.
    attributes: the number of MQIACF_Q_ATTRS."""

    object: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)
    name: str = ""
    title: str = ""
    type_name: str = ""
    type: tuple[str, str, int] | None = None
    copied: tuple[int, int] | None = None
    attributes: int = 0


@dataclass(frozen=True, slots=True)
class ClCommands:
    """create, change, copy, delete: commands, "" for those that CL has not. name: the keyword with
    the object's name. fixed: keywords that the kind itself decides, such as QTYPE(*LCL); assumed:
    it is what a creation without them means. positions: CL command -> the keywords that may be left
    out, in order; "-" is a position that the document leaves out. copied: the keywords FROM and TO
    of a copy. default: the word that leaves an attribute to the default definition."""

    create: str = ""
    change: str = ""
    copy: str = ""
    delete: str = ""
    name: str = ""
    fixed: tuple[tuple[str, str], ...] = ()
    assumed: bool = False
    positions: Mapping[str, str] = field(default_factory=dict)
    copied: tuple[str, str] | None = None
    default: str = ""
