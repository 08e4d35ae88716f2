"""A shell of PASE: the utilities `system`, `db2` and `qsh`, in Qshell also RUNMQSC; no other
program.

Sources: IBM PASE for i, system utility; Qshell, system and db2 utilities; what they print, from the
issues and tests of Code for IBM i.
"""

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from queuewright.catalogue.platform import Platform
from queuewright.sandbox import cl_authority
from queuewright.sandbox.engine import EmbeddedSystem
from queuewright.sandbox.runmqsc import COPYRIGHT, NOT_AUTHORIZED, NOT_RUN, RunmqscSession

from . import ibmi_cl, ibmi_sql
from .ibmi_sql import Result, SqlError, SqlJob

_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=.*")
_QZDFMDB2 = re.compile(
    r"\s*CALL\s+(?:PGM\()?(?:QSYS/)?QZDFMDB2\)?\s+PARM\((?P<given>.*)\)\s*",
    re.IGNORECASE | re.DOTALL,
)
_LITERAL = re.compile(r"'((?:[^']|'')*)'")
_RUNMQSC = "/QSYS.LIB/QMQM.LIB/RUNMQSC.PGM"
_SEPARATORS = (";", "&&", "||", "&", "|", "\n")


@dataclass
class ShellOutcome:
    """The output of a command line, and its exit status. ended: `exit` ended the shell."""

    out: str = ""
    err: str = ""
    code: int = 0
    ended: bool = False


@dataclass(frozen=True)
class Shell:
    """A session of a user. may_change: whether its commands are run."""

    system: EmbeddedSystem
    may_change: bool = True
    user: str = "QSECOFR"
    stopped: Callable[[], bool] = lambda: False

    def run(self, line: str, standard_input: str = "", code: int = 0) -> ShellOutcome:
        """Run a command line: commands with `;`, `&&` and `||` between them. code: of the line
        before it, which `exit` gives on."""
        try:
            return self._run(line, standard_input, code)
        except RecursionError:
            return ShellOutcome(err="sh: the command is nested too deeply\n", code=2)

    def _run(self, line: str, standard_input: str, code: int) -> ShellOutcome:
        try:
            words = _words(line)
        except ValueError as error:
            return ShellOutcome(err=f"sh: {error}\n", code=2)
        total = ShellOutcome(code=code)
        command: list[str] = []
        before = ";"
        for word in [*words, _Separator(";")]:
            if not isinstance(word, _Separator):
                command.append(word)
                continue
            if word in ("|", "&"):
                return ShellOutcome(
                    total.out, f"{total.err}sh: {word} is not there in the sandbox\n", 2
                )
            skipped = (before == "&&" and total.code) or (before == "||" and not total.code)
            if command and not skipped:
                done = _ended(command, total.code) or self._command(command, standard_input)
                total = _after(total, done)
                if done.ended:
                    break
            command, before = [], word
        return total

    def _command(
        self, words: list[str], standard_input: str, *, qshell: bool = False
    ) -> ShellOutcome:
        first = next((at for at, word in enumerate(words) if not _is_passed_over(word)), len(words))
        words = words[first:]
        if not words:
            return ShellOutcome()
        program = words[0].rpartition("/")[2]
        known: Mapping[str, Callable[[list[str]], ShellOutcome]] = {
            "system": lambda given: self._system(given, standard_input),
            "db2": lambda given: self._db2(given, standard_input),
            "qsh": lambda given: self._qsh(given, standard_input),
            "RUNMQSC.PGM": lambda given: self._runmqsc(given, standard_input),
            "uname": lambda given: ShellOutcome("OS400\n"),
            "echo": lambda given: ShellOutcome(" ".join(given) + "\n"),
            "true": lambda given: ShellOutcome(),
            "false": lambda given: ShellOutcome(code=1),
        }
        if program == "RUNMQSC.PGM" and (not qshell or words[0] != _RUNMQSC):
            program = ""  # an ILE program, which PASE's own shell does not start
        if program not in known:
            return ShellOutcome(err=f"sh: {words[0]}:  not found.\n", code=127)
        return known[program](words[1:])

    def _system(
        self, given: list[str], standard_input: str, *, qshell: bool = False
    ) -> ShellOutcome:
        """PASE's utility: messages of a failure go to standard error, and the exit status is 255.
        Qshell's has two blanks after an identifier, and the exit status 1."""
        options = ""
        while given and given[0].startswith("-"):
            options, given = options + given[0][1:], given[1:]
        command = " ".join(given)
        utility = _QZDFMDB2.fullmatch(command)
        if utility is not None:
            parameters = [text.replace("''", "'") for text in _LITERAL.findall(utility["given"])]
            return self._db2(parameters, standard_input)
        done = ibmi_cl.run(self.system, command, may_change=self.may_change, user=self.user)
        lines = []
        for message in done.messages:
            identifier = "" if "n" in options else f"{message.id}: {' ' if qshell else ''}"
            lines.append(f"{identifier}{message.text}\n")
        printed = "" if "q" in options else "".join(lines)
        if done.ok:
            return ShellOutcome(out=printed)
        return ShellOutcome(err=printed, code=1 if qshell else 255)

    def _qsh(self, given: list[str], standard_input: str) -> ShellOutcome:
        lines = (
            [given[1]] if given[:1] == ["-c"] and len(given) > 1 else standard_input.splitlines()
        )
        total = ShellOutcome()
        for line in lines:
            try:
                words = [str(word) for word in _words(line)]
            except ValueError as error:
                return ShellOutcome(total.out, f"{total.err}qsh: 001-0014 {error}\n", 2)
            if not words:
                continue
            ended = _ended(words, total.code)
            if ended is not None:
                # It ends this shell; the one that started it goes on.
                return replace(_after(total, ended), ended=False)
            if words[0].rpartition("/")[2] == "system":
                done = self._system(words[1:], standard_input, qshell=True)
            else:
                # Where it has no command, its input is read already: it is this shell's own.
                own = standard_input if given[:1] == ["-c"] else ""
                done = self._command(words, own, qshell=True)
            total = _after(total, done)
        return total

    def _runmqsc(self, given: list[str], standard_input: str) -> ShellOutcome:
        """IBM MQ's command processor, for a queue manager of the partition."""
        lines: list[str] = []
        sandbox = self.system.sandbox
        name = given[0] if given else self.system.name
        on_ibmi = sandbox.has(name) and sandbox.system(name).facts().platform is Platform.IBMI
        session = RunmqscSession(sandbox, name if on_ibmi else "", lines.append)
        session.may_change = self.may_change
        if on_ibmi and not self._administers_mq(name):
            return ShellOutcome(f"{COPYRIGHT}\n{NOT_AUTHORIZED}\n", code=NOT_RUN)
        if not session.start():
            return ShellOutcome("".join(f"{line}\n" for line in lines), code=NOT_RUN)
        for line in standard_input.splitlines():
            session.feed(line)
            if session.quit or self.stopped():
                break
        code = session.end()
        return ShellOutcome("".join(f"{line}\n" for line in lines), code=code)

    def _administers_mq(self, queue_manager: str) -> bool:
        """RUNMQSC is for QMQMADM and *ALLOBJ."""
        who = self.system.operator
        if who is None:
            return True
        with self.system.sandbox.system(queue_manager).reading() as tx:
            return cl_authority.administers_mq(tx, who)

    def _db2(self, given: Sequence[str], standard_input: str) -> ShellOutcome:
        """One statement, or with -i those of standard input, each to its semicolon."""
        interactive = "-i" in given
        plain = [word for word in given if not word.startswith("-")]
        if not interactive and not plain:
            return ShellOutcome("usage: db2 [options] [SQL statement]\n", code=1)
        texts = _statements(standard_input) if interactive else [" ".join(plain)]
        out, code = "", 0
        for text in texts:
            if interactive:
                out += "DB2>\n" + "  ?>\n" * text.count("\n")
            try:
                out += self._answered(text)
            except SqlError as error:
                code = 4
                out += "\n **** CLI ERROR *****\n"
                out += f"         SQLSTATE: {error.state}\nNATIVE ERROR CODE: {error.code}\n"
                out += f"{error} \n"
        return ShellOutcome(out + ("DB2>\n" if interactive else ""), code=code)

    @property
    def _job(self) -> SqlJob:
        return SqlJob(self.user, self.may_change, self.stopped, operator=self.system.operator)

    def _answered(self, sql: str) -> str:
        command = ibmi_sql.command_of(sql)
        if command is None:
            return _table(ibmi_sql.select(self.system, sql, job=self._job))
        done = ibmi_cl.run(self.system, command, may_change=self.may_change, user=self.user)
        if not done.ok:
            text = "Trigger program or external routine detected an error."
            raise SqlError(text, -443, "38501")
        return "DB20000I  THE SQL COMMAND COMPLETED SUCCESSFULLY.\n"


_LONGEST_STATUS = 18  # digits


def _after(before: ShellOutcome, done: ShellOutcome) -> ShellOutcome:
    return ShellOutcome(before.out + done.out, before.err + done.err, done.code, done.ended)


def _ended(words: Sequence[str], code: int) -> ShellOutcome | None:
    """The status that `exit` ends with, of a shell whose last command ended with this status; None
    for others."""
    if words[0] not in ("exit", "logout"):
        return None
    given = words[1] if len(words) > 1 else str(code)
    if not given.removeprefix("-").isdecimal() or len(given) > _LONGEST_STATUS:
        return ShellOutcome(err=f"sh: {words[0]}: {given}: bad number\n", code=2, ended=True)
    return ShellOutcome(code=int(given) & 0xFF, ended=True)


def _is_passed_over(word: str) -> bool:
    """Before a command: an assignment, or `env`, whose own word is the command."""
    return _ASSIGNMENT.fullmatch(word) is not None or word.rpartition("/")[2] == "env"


class _Separator(str):
    """The operator between two commands."""

    __slots__ = ()


def _words(line: str) -> list[str]:
    """The words of a command line, quotes taken off. Raises ValueError."""
    reader = shlex.shlex(line.replace("\n", " ; "), posix=True, punctuation_chars=";&|")
    if "'" in line or '"' in line:
        # A line end inside quotes is the quoted text's own.
        reader = shlex.shlex(line, posix=True, punctuation_chars=";&|")
    reader.whitespace_split = True
    reader.commenters = ""
    return [_Separator(word) if word in _SEPARATORS else word for word in reader]


def _statements(text: str) -> list[str]:
    """Statements to their semicolons, which do not end one inside quotes."""
    found, start, inside = [], 0, ""
    for place, character in enumerate(text):
        if inside:
            inside = "" if character == inside else inside
        elif character in "'\"":
            inside = character
        elif character == ";":
            found.append(text[start:place])
            start = place + 1
    found.append(text[start:])
    return [statement.strip() for statement in found if statement.strip()]


def _table(result: Result) -> str:
    """Names, dashes and rows, each column as wide as what it may hold; null is `-`."""
    columns = list(zip(*result.rows, strict=True)) if result.rows else [()] * len(result.columns)
    widths = [
        max([len(name), *(len(_cell(value)) for value in column)])
        for name, column in zip(result.columns, columns, strict=True)
    ]
    lines = ["", " ".join(n.ljust(w) for n, w in zip(result.columns, widths, strict=True))]
    lines.append(" ".join("-" * width for width in widths))
    for row in result.rows:
        cells = zip(row, widths, strict=True)
        lines.append(
            " ".join(
                _cell(v).rjust(w) if isinstance(v, int) else _cell(v).ljust(w) for v, w in cells
            )
        )
    return "\n".join([*lines, "", f"  {len(result.rows)} RECORD(S) SELECTED.", "", ""])


def _cell(value: object) -> str:
    return "-" if value is None else str(value)
