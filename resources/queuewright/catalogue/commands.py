"""The names of a kind and its commands in each dialect. Of attributes, see `Attribute`."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class MqscCommands:
    """word: the object in MQSC (`QLOCAL`), "" where MQSC has none. fixed: keywords that the kind
    itself decides (CHLTYPE). displayed: what DISPLAY calls the name, where it is not `word`.
    removal: the verb that removes it, and what that takes besides its name.
    entity: of a record, the columns of DISPLAY with one of its names, and with the keyword of that
    name. set_anew: of a record whose SET gives it anew, the keyword and the word that say so: what
    such a command leaves out is as in a new one; anew_by_default: one without the keyword does too,
    and a DELETE removes the record. keeps_authorities: DELETE takes AUTHREC(NO), which
    leaves the authority records. dumped: whether dmpmqcfg writes its objects. as_defined: what
    DISPLAY takes so that it shows what was given, and not what that comes to."""

    word: str = ""
    fixed: tuple[tuple[str, str], ...] = ()
    displayed: str = ""
    removal: tuple[str, tuple[tuple[str, str], ...]] = ("DELETE", ())
    entity: tuple[str, str] | None = None
    set_anew: tuple[str, str] | None = None
    anew_by_default: bool = False
    keeps_authorities: bool = True
    dumped: bool = True
    as_defined: tuple[tuple[str, str], ...] = ()

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
class RunCommands:
    """How objects of a kind run, in MQSC. status: what DISPLAY asks for their status (CHSTATUS).
    given: what it takes besides the name. saved: the word for what is kept of those that do not
    run, "" for none. partner: keywords of the status that say what an instance talks to. idle:
    words of STATUS of what does not run. stop: what STOP takes besides the name, so that work that
    is under way ends first."""

    status: str
    given: tuple[tuple[str, str], ...] = ()
    saved: str = ""
    partner: tuple[str, ...] = ()
    idle: frozenset[str] = frozenset({"INACTIVE", "STOPPED"})
    stop: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PcfCommands:
    """object: as in MQCMD_CHANGE_Q, "" where PCF has none. numbers: verb -> number of the command.
    name: the parameter with the object's name. title: how documents call the object. type_name,
    type: the parameter that tells the kind from others of its object (type_number: its number); its
    identifier, and its value as constant and number. copied: the numbers of MQCACF_FROM_Q_NAME and
    MQCACF_TO_Q_NAME. attributes: the number of MQIACF_Q_ATTRS. spelled: how the names of a copy
    have the object, in their constants (MQCACF_FROM_SUB_NAME) and parameters
    (FromSubscriptionName), where that is not `object` and `name`. removal: what a deletion takes
    besides the name, parameter and constant. set_name: the constant of SET in its document, where
    that is not MQCMD_SET_ and the object."""

    object: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)
    name: str = ""
    title: str = ""
    type_name: str = ""
    type_number: int = 0
    type: tuple[str, str, int] | None = None
    removal: tuple[tuple[str, str], ...] = ()
    copied: tuple[int, int] | None = None
    attributes: int = 0
    spelled: tuple[str, str] | None = None
    set_name: str = ""

    @property
    def copied_names(self) -> tuple[str, str]:
        """The parameters of a copy: FromQName, ToQName."""
        name = self.spelled[1] if self.spelled else self.name
        return f"From{name}", f"To{name}"


@dataclass(frozen=True, slots=True)
class CallParameter:
    """A parameter of a program that CALL runs. keyword: what stands for it beside the keywords of
    commands. length: in bytes. is_number: BINARY(4), else CHAR. given: what it is where nothing
    says so."""

    keyword: str
    length: int
    is_number: bool = False
    given: str = ""


@dataclass(frozen=True, slots=True)
class ClCommands:
    """create, change, copy, delete: commands, "" for those that CL has not. name: the keyword with
    the object's name. fixed: keywords that the kind itself decides, such as QTYPE(*LCL); assumed:
    it is what a creation without them means. positions: CL command -> the keywords that may be left
    out, in order; "-" is a position that the document leaves out. copied: the keywords FROM and TO
    of a copy. default: the word that leaves an attribute to the default definition. removal: what
    a deletion takes besides the name, where its objects are apart from others of the command.
    called: of a program of QSYS that `create` names, as no command creates an object, its
    parameters in order; those behind the first `called_with` may be left out. abridged: commands of
    whose document the end could not be read: they have keywords that are not known here."""

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
    removal: tuple[tuple[str, str], ...] = ()
    called: tuple[CallParameter, ...] = ()
    called_with: int = 0
    abridged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SqlService:
    """A view of IBM i's SQL services with a row for each object of a kind. library, object: columns
    that say which object it is, "" for one that is in no library. holds: the one with how much is
    on it, "" for none. of_active: where its rows are those of active subsystems, the view with the
    status of these; an object without a row may be there then."""

    name: str
    library: str
    object: str
    holds: str = ""
    of_active: str = ""
