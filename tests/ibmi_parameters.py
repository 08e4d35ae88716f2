"""The page `docs/ibmi-parameters.md`: every parameter of CRTMQMQ, CRTMSGQ, CRTDTAQ and CRTOUTQ, and
the rules of `ibmi_rules.py`, each tried in every part of the product.
`PYTHONPATH=. python tests/ibmi_parameters.py` writes it; `test_ibmi_parameters.py` holds it to what
the parts do."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from carriers import Wire
from ibmi_carriers import MANAGER_WIRES
from ibmi_rules import rules_text
from queuewright.catalogue.attribute import Attribute, Value
from queuewright.catalogue.platform import Platform
from queuewright.dialects import cl
from queuewright.dialects.definition import Definition
from queuewright.dialects.protocol import CannotWrite
from queuewright.dialects.scripts import Dialect, read_script
from queuewright.drift.fingerprint import canonical_json, compare_pair
from queuewright.ibmi.data_queue import DataQueueSpec
from queuewright.interpreter import interpreted
from queuewright.kinds import KINDS, spec_of
from queuewright.sandbox import cl_commands
from queuewright.sandbox.engine import EmbeddedSystem, Sandbox
from queuewright.systems.registry import systems_from

PAGE = Path(__file__).resolve().parents[1] / "docs" / "ibmi-parameters.md"
# CRTMQMQ, table 1; a queue of the type that has the parameter, and a value of it.
LCL, MDL, ALS, RMT = "*LCL", "*MDL", "*ALS", "*RMT"
CRTMQMQ: Mapping[str, tuple[str, str]] = {
    "TEXT": (LCL, "'Text'"), "PUTENBL": (LCL, "*NO"), "DFTPTY": (LCL, "5"),
    "DFTMSGPST": (LCL, "*YES"), "PRCNAME": (LCL, "P"), "TRGENBL": (LCL, "*YES"),
    "GETENBL": (LCL, "*NO"), "SHARE": (LCL, "*YES"), "DFTSHARE": (LCL, "*YES"),
    "MSGDLYSEQ": (LCL, "*FIFO"), "HDNBKTCNT": (LCL, "*YES"), "TRGTYPE": (LCL, "*DEPTH"),
    "TRGDEPTH": (LCL, "100"), "TRGMSGPTY": (LCL, "3"), "TRGDATA": (LCL, "'data'"),
    "RTNITV": (LCL, "24"), "MAXDEPTH": (LCL, "7"), "MAXMSGLEN": (LCL, "4096"),
    "BKTTHLD": (LCL, "3"), "BKTQNAME": (LCL, "B"), "INITQNAME": (LCL, "I"),
    "USAGE": (LCL, "*TMQ"), "DFNTYPE": (MDL, "*PERMDYN"), "TGTQNAME": (ALS, "T"),
    "RMTQNAME": (RMT, "R"), "RMTMQMNAME": (RMT, "M"), "TMQNAME": (RMT, "X"),
    "HIGHTHLD": (LCL, "90"), "LOWTHLD": (LCL, "10"), "FULLEVT": (LCL, "*NO"),
    "HIGHEVT": (LCL, "*YES"), "LOWEVT": (LCL, "*YES"), "SRVITV": (LCL, "1000"),
    "SRVEVT": (LCL, "*HIGH"), "DISTLIST": (LCL, "*YES"), "CLUSTER": (LCL, "C"),
    "CLUSNL": (LCL, "N"), "DEFBIND": (LCL, "*NOTFIXED"), "CLWLRANK": (LCL, "3"),
    "CLWLPRTY": (LCL, "3"), "CLWLUSEQ": (LCL, "*LOCAL"), "MONQ": (LCL, "*HIGH"),
    "STATQ": (LCL, "*ON"), "ACCTQ": (LCL, "*ON"), "NPMCLASS": (LCL, "*HIGH"),
    "MSGREADAHD": (LCL, "*YES"), "DFTPUTRESP": (LCL, "*ASYNC"), "PROPCTL": (LCL, "*ALL"),
    "TARGTYPE": (ALS, "*TOPIC"), "CUSTOM": (LCL, "'CAPEXPRY(5)'"), "CLCHNAME": (LCL, "TO.*"),
    "IMGRCOVQ": (LCL, "*NO"),
}  # fmt: skip
_MQ = {LCL: "", MDL: "", ALS: " TGTQNAME(T)", RMT: " RMTQNAME(R)"}
_WITH = {"CLCHNAME": " USAGE(*TMQ)", "TRGENBL": " INITQNAME(I) PRCNAME(P)"}
# CRTMSGQ with CHGMSGQ, which sets what it initializes; CRTDTAQ of each type; GRTOBJAUT AUTL.
CRTMSGQ = {
    "TEXT": "'Text'", "FORCE": "*YES", "SIZE": "(5 2 9)", "AUT": "*USE", "ALWALR": "*YES",
    "CCSID": "*JOB", "MSGQFULL": "*WRAP",
}  # fmt: skip
CHGMSGQ = {"DLVRY": "*NOTIFY", "PGM": "(MYLIB/P *NOALWRPY)", "SEV": "30", "RESET": "*YES"}
CRTDTAQ_STD = {
    "MAXLEN": "100", "FORCE": "*YES", "SEQ": "*LIFO", "KEYLEN": "4", "SENDERID": "*YES",
    "SIZE": "(50 20)", "AUTORCL": "*YES", "TEXT": "'Text'", "AUT": "*USE",
}  # fmt: skip
CRTDTAQ_DDM = {
    "RMTDTAQ": "FAR/R", "RMTLOCNAME": "NEWYORK", "RDB": "OTHER", "DEV": "D", "LCLLOCNAME": "L",
    "MODE": "M", "RMTNETID": "N", "TEXT": "'Text'", "AUT": "*USE",
}  # fmt: skip
CRTOUTQ = {
    "SEQ": "*JOBNBR", "RMTSYS": "'prt.example.com'", "RMTPRTQ": "'raw'", "AUTOSTRWTR": "2",
    "MSGQ": "MYLIB/MSGS", "CNNTYPE": "*IP", "DESTTYPE": "*OTHER", "TRANSFORM": "*NO",
    "MFRTYPMDL": "*HP4", "WSCST": "MYLIB/HP", "IMGCFG": "*IMGB01", "INTNETADR": "'10.1.2.3'",
    "DESTOPT": "'XAIX'", "SEPPAGE": "*NO", "SPLFASP": "*OUTQASP", "DSPDTA": "*YES", "JOBSEP": "3",
    "OPRCTL": "*NO", "DTAQ": "L/D", "AUTCHK": "*DTAAUT", "TEXT": "'Text'", "AUT": "*ALL",
    "MAXPAGES": "(40 0800 1600) (10 1200 1300)", "USRDTATFM": "MYLIB/TFM", "CLASS": "B",
    "FCB": "STD8", "USRDFNOPT": "A 'b c'", "USRDFNOBJ": "MYLIB/PDF *PSFCFG",
    "USRDFNDTA": "'tray=2'", "USRDRVPGM": "MYLIB/DRV",
}  # fmt: skip
# No column of OUTPUT_QUEUE_INFO was found for these, or not in every release.
UNTOLD = (
    *("TRANSFORM", "IMGCFG", "INTNETADR", "SEPPAGE", "SPLFASP", "MAXPAGES", "USRDTATFM", "CLASS"),
    *("FCB", "USRDFNOPT", "USRDFNOBJ", "USRDFNDTA", "USRDRVPGM"),
)
# Why a cell is "no".
REASONS = {
    "MSGQ": "no SQL service tells it: not compared, and set when the program says something else",
    "CRTOUTQ": "OUTPUT_QUEUE_INFO is not asked for it: not compared, and set when the program says "
    "something else",
    "RESET": "what CHGMSGQ does once; an object keeps nothing of it",
}


@dataclass(frozen=True)
class Row:
    command: str
    keyword: str
    attributes: tuple[str, ...]
    imported: bool
    converted: bool
    kept: bool
    wire: bool = False
    drift: bool = False
    words: tuple[str, ...] = ()  # special values that every part takes and gives back

    @property
    def reason(self) -> str:
        if all((self.imported, self.converted, self.kept, self.wire, self.drift)):
            return ""
        return REASONS.get(self.keyword) or REASONS.get(self.command) or REASONS["MSGQ"]

    def cells(self) -> list[str]:
        yes = {True: "yes", False: "no"}
        parts = (self.imported, self.converted, self.kept, self.wire, self.drift)
        named = ", ".join(f"`{name}`" for name in self.attributes)
        words = " ".join(self.words)
        first = [f"{self.command} {self.keyword}", named, words.replace("|", "")]
        return [*first, *(yes[p] for p in parts), self.reason]


def commands() -> Iterator[tuple[str, str, str]]:
    """What the row is called, the keyword, and a program that gives it a value."""
    for keyword, (word, value) in CRTMQMQ.items():
        least = "" if keyword in _MQ[word] else _MQ[word]
        start = f"CRTMQMQ QNAME(A) QTYPE({word}){least}{_WITH.get(keyword, '')}"
        yield "CRTMQMQ", keyword, f"{start} {keyword}({value})"
    for keyword, value in CRTMSGQ.items():
        yield "CRTMSGQ", keyword, f"CRTMSGQ MSGQ(L/A) {keyword}({value.strip('()')})"
    for keyword, value in CHGMSGQ.items():
        made = f"CRTMSGQ MSGQ(L/A)\nCHGMSGQ MSGQ(L/A) {keyword}({value.strip('()')})"
        yield "CHGMSGQ", keyword, made
    for keyword, value in CRTDTAQ_STD.items():
        least = "" if keyword == "MAXLEN" else " MAXLEN(80)"
        least += " SEQ(*KEYED)" if keyword == "KEYLEN" else ""
        text = f"CRTDTAQ DTAQ(L/A){least} {keyword}({value.strip('()')})"
        yield "CRTDTAQ TYPE(*STD)", keyword, text
    for keyword, value in CRTDTAQ_DDM.items():
        least = "" if keyword == "RMTDTAQ" else " RMTDTAQ(R)"
        place = "*RDB" if keyword == "RDB" else "CHICAGO"
        least += "" if keyword == "RMTLOCNAME" else f" RMTLOCNAME({place})"
        text = f"CRTDTAQ DTAQ(L/A) TYPE(*DDM){least} {keyword}({value})"
        yield "CRTDTAQ TYPE(*DDM)", keyword, text
    for keyword, value in CRTOUTQ.items():
        least = " RMTSYS(*INTNETADR)" if keyword == "INTNETADR" else ""
        yield "CRTOUTQ", keyword, f"CRTOUTQ OUTQ(L/A){least} {keyword}({value})"


@cache
def rows() -> tuple[Row, ...]:
    """Each program is run on one partition, which is read once over each wire."""
    with TemporaryDirectory() as folder:
        sandbox = Sandbox(Path(folder) / "sandbox.db")
        system = sandbox.create_system(_ALL, platform=Platform.IBMI, libraries=["L"])
        system.create(DataQueueSpec.kind, "L/D", {"max_entry_length": 128})  # of CRTOUTQ DTAQ
        tried = []
        for number, (command, keyword, general) in enumerate(commands()):
            program = general.replace("(L/A)", f"(L/A{number})").replace("(A)", f"(A{number})", 1)
            row, key, given = _row(system, command, keyword, program)
            words = (word for word in _special(row, program) if _works(sandbox, row, program, word))
            tried.append((replace(row, words=tuple(words)), key, given))
        seen = [_over(wire, sandbox) for wire in MANAGER_WIRES.values()]
        return tuple(
            replace(
                row,
                wire=bool(given) and all(_is_seen(key, given, system, one) for one in seen),
                drift=bool(given) and all(_drifts(key, given, one) for one in seen),
            )
            for row, key, given in tried
        )


_ALL = "ALL"
_Place = tuple[str, str]  # kind and name
_Seen = Mapping[_Place, Mapping[str, Any]]


def _over(wire: Wire, sandbox: Sandbox) -> _Seen:
    """Every object, as it is read through one of the sandbox's servers."""
    with wire(sandbox, [_ALL]) as config:
        system = systems_from(config, base=sandbox.path.parent)[_ALL]
        kinds = [kind for kind in KINDS if kind in system.facts.kinds]
        return {(each.key.kind, each.key.name): each.attributes for each in system.observe(kinds)}


def _is_seen(key: _Place, given: Mapping[str, Value], system: EmbeddedSystem, seen: _Seen) -> bool:
    """Whether the attributes are read as the partition has them."""
    [own] = system.observe([key[0]], [key[1]])
    there = seen.get(key, {})
    return all(name in there and there[name] == own.attributes[name] for name in given)


def _drifts(key: _Place, given: Mapping[str, Value], seen: _Seen) -> bool:
    """Whether the comparison of drift finds another value than the one that is read."""
    kind, there = key[0], canonical_json(seen.get(key, {}))
    return all(
        [found for found, *_ in compare_pair(kind, canonical_json({name: wanted}), there)] == [name]
        for name, wanted in ((name, _another(kind, name, value)) for name, value in given.items())
    )


def _another(kind: str, name: str, value: Value) -> Value:
    attribute = spec_of(kind).attributes()[name]
    choices = [each.value for each in attribute.choices if each.resolved is None]
    other: Value | None = next((each for each in choices if each != value), None)
    if other is not None:
        return other
    if isinstance(value, int):
        return value + 1
    return ("ANOTHER",) if isinstance(value, tuple) else "ANOTHER"


# What a special value needs besides.
_BESIDE = {
    "*KEYED": " KEYLEN(3)",
    "*RDB": " RDB(OTHER)",
    "*INTNETADR": " INTNETADR('10.1.2.3')",
    "*WSCST": " WSCST(MYLIB/HP)",
}


def _special(row: Row, program: str) -> tuple[str, ...]:
    """The special values of the parameter, of the first of its elements."""
    kind = _made(program).kind
    described = spec_of(kind).attributes()
    words = [c.cl for name in row.attributes[:1] for c in described[name].choices if c.cl]
    return tuple(word for word in words if word not in _NOT_HERE)


# *AUTL is of GRTOBJAUT, *DFT of CHGMSGQ for a queue of a user profile.
_NOT_HERE = ("*AUTL",)


def _works(sandbox: Sandbox, row: Row, program: str, word: str) -> bool:
    """Whether the word is imported, converted back to itself, and taken by the sandbox."""
    start, _, _ = program.rpartition(f" {row.keyword}(")
    text = f"{start}{_BESIDE.get(word, '')} {row.keyword}({word})"
    made = _made(text)
    name = f"W{len(sandbox.systems())}"
    system = sandbox.create_system(name, platform=Platform.IBMI, libraries=["L"])
    ran = all(answer.ok for answer in cl_commands.run(system, text))
    if not ran:
        return False
    return any(f" {row.keyword}({word}" in f" {text}" for text in cl.render(made))


def _made(program: str) -> Definition:
    outcome = interpreted([("-", read_script(program.encode(), Dialect.CL))])
    [standing] = outcome.objects.values()
    return standing.definition


def _row(
    system: EmbeddedSystem, command: str, keyword: str, program: str
) -> tuple[Row, _Place, Mapping[str, Value]]:
    """The row as far as it is known without a wire, the object, and the attributes that the
    parameter gives it."""
    script = read_script(program.encode(), Dialect.CL)
    [standing] = interpreted([("-", script)]).objects.values()
    made = standing.definition
    described = spec_of(made.kind).attributes()
    mine = {n: a for n, a in described.items() if a.cl is not None and a.cl.keyword == keyword}
    given = {name: made.values[name] for name in mine if name in made.values}
    answers = list(cl_commands.run(system, program))
    seen: Mapping[str, Any] = {}
    if all(answer.ok for answer in answers):
        [observed] = system.observe([made.kind], [made.name])
        seen = observed.attributes
    kept = {name for name, value in given.items() if _as_given(mine[name], seen, name, value)}
    row = Row(
        command,
        keyword,
        tuple(mine),
        bool(given),
        _written(made, keyword),
        bool(given) and kept == given.keys(),
    )
    return row, (made.kind, made.name), given


def _as_given(attribute: Attribute, seen: Mapping[str, Any], name: str, value: Any) -> bool:
    choice = attribute.choice(value) if isinstance(value, str) else None
    if choice is not None and choice.resolved is not None:  # CCSID(*JOB) is kept as a number
        return name in seen and seen[name] != value
    return bool(seen.get(name) == value)


def _written(definition: Definition, keyword: str) -> bool:
    try:
        return any(f" {keyword}(" in f" {text}" for text in cl.render(definition))
    except CannotWrite:
        return False


HEAD = """# Parameters of IBM i's commands

Here is what each part of the product does with every parameter of CRTMQMQ, CRTDTAQ, CRTMSGQ and
CRTOUTQ that says something of a queue; CHGMSGQ sets what a new message queue is initialized to. The
table is written by running each of them, and the tests run them again. Of CRTOUTQ, NDSSVR and
LDAPSVR are passed over with a warning.

| column | it says "yes" where |
|---|---|
| special values | those are listed that are imported, written and run |
| import | a CL program that gives the parameter is imported with the attribute |
| convert | the attribute is written in CL as that parameter |
| sandbox | the command is run, and the value kept |
| ssh, Mapepire | the [sandbox's servers](sandbox-server.md) both give the attribute as it is |
| drift | the comparison of drift finds another value than what was read so |

"""
COLUMNS = [
    "parameter",
    "attribute",
    "special values",
    "import",
    "convert",
    "sandbox",
    "ssh, Mapepire",
    "drift",
    "reason",
]


def page() -> str:
    lines = [f"| {' | '.join(COLUMNS)} |", f"|{'---|' * len(COLUMNS)}"]
    lines += [f"| {' | '.join(row.cells())} |" for row in rows()]
    return HEAD + "\n".join(lines) + "\n" + rules_text()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
