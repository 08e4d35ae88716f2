"""The platforms that the documents tell apart."""

from enum import StrEnum


class Platform(StrEnum):
    """Where a queue manager runs; IBM i message and data queues live on `IBMI` alone.

    `OTHER_UNIX` is a UNIX system other than AIX and Linux: Change Queue (PCF), MaxMsgLength, limits
    it to 4 MB messages.
    """

    AIX = "aix"
    LINUX = "linux"
    WINDOWS = "windows"
    IBMI = "ibmi"
    ZOS = "zos"
    OTHER_UNIX = "other-unix"

    @classmethod
    def parse(cls, text: str) -> "Platform":
        """Read a platform as people and queue managers write it: `UNIX`, `OS400`, `z/OS`, ...

        Raises ValueError, naming the choices, when it is none of them.
        """
        platform = _SPELLINGS.get(text.strip().lower())
        if platform is None:
            choices = ", ".join(member.value for member in cls)
            raise ValueError(f"platform {text!r} is not known; use one of {choices}")
        return platform

    @property
    def mqsc(self) -> str:
        """The value of PLATFORM that DISPLAY QMGR shows there."""
        return _REPORTED[self]

    @property
    def usual_ccsid(self) -> int:
        """The CCSID that a system there usually has: EBCDIC on IBM i and z/OS, else UTF-8."""
        return {Platform.IBMI: 37, Platform.ZOS: 500}.get(self, 1208)


# A queue manager reports AIX, Linux and other UNIX systems alike, as UNIX (MQPL_UNIX = MQPL_AIX).
_SPELLINGS = {member.value: member for member in Platform} | {
    "unix": Platform.AIX,
    "windowsnt": Platform.WINDOWS,
    "nt": Platform.WINDOWS,
    "os400": Platform.IBMI,
    "os/400": Platform.IBMI,
    "iseries": Platform.IBMI,
    "ibm i": Platform.IBMI,
    "z/os": Platform.ZOS,
    "mvs": Platform.ZOS,
    "appliance": Platform.LINUX,  # MQPL_APPLIANCE: the MQ Appliance runs a Linux
}
_REPORTED = {
    Platform.AIX: "UNIX",
    Platform.LINUX: "UNIX",
    Platform.OTHER_UNIX: "UNIX",
    Platform.WINDOWS: "WINDOWSNT",
    Platform.IBMI: "OS400",
    Platform.ZOS: "ZOS",
}

ALL = frozenset(Platform)
MULTIPLATFORMS = ALL - {Platform.ZOS}
