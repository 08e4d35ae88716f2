"""Who reads whose output in a shell script: the texts that come to runmqsc, or to a shell. Pure.

Nothing that names one of the programs is passed over: it is taken, or reported with its line.
Sources: IBM MQ, setmqaut, runmqsc; POSIX, Shell Command Language: 2.9.2 Pipelines, 2.7
Redirection; printf; Docker, Dockerfile reference: RUN, COPY, ADD, ENV, here-documents.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import dropwhile
from pathlib import PurePath

import yaml

from queuewright.catalogue.diagnostic import Diagnostic, Severity, shown
from queuewright.catalogue.rule import Rule
from queuewright.catalogue.sources import RUNMQSC
from queuewright.dialects.passed_over import CONTROL_COMMANDS
from queuewright.dialects.yaml.scalars import begins_with_command, scalars

from .commands import (
    PROGRAMS,
    Commands,
    add_lines,
    add_setmqaut,
    add_setmqspl,
    authority_word,
    in_between,
    is_meant,
)
from .files import WrittenFiles
from .maps import files, is_script, literals
from .printing import PRINTING, printed_by, printing_words
from .scanner import pipelines
from .words import (
    UNKNOWN,
    HereDocument,
    Printed,
    ShellWord,
    SimpleCommand,
    Variables,
    plain,
)

CALL = re.compile(
    rf"(^|[\s/;|&(\"'\\])({'|'.join(PROGRAMS)})(\.exe)?($|[\s;|&)\"'<])", re.MULTILINE
)
_OURS = re.compile("|".join(PROGRAMS), re.IGNORECASE)  # in the name of a variable
_CONTROL = re.compile(rf"(^|[\s/;|&(])({CONTROL_COMMANDS.pattern})\s")  # and its arguments
# Programs that name others and do not run them.
_LOOKING = ("[", "[[", "command", "grep", "egrep", "hash", "ls", "man", "pgrep", "pkill", "ps")
_LOOKS = frozenset((*PRINTING, "cat", *_LOOKING, "test", "type", "whereis", "which", "whence"))
_SHELLS = ("bash", "dash", "ksh", "sh", "su", "zsh")
# Programs that run a text which one of their words is.
_RUNNERS = frozenset(
    (*_SHELLS, "chroot", "docker", "eval", "gosu", "kubectl", "oc", "podman", "runuser", "ssh")
) | {"sudo", "timeout", "trap", "nohup"}
_GIVES_WORDS = frozenset(("xargs", "parallel"))
_PLACEHOLDER = "{}"  # of find and xargs
_SILENT = frozenset(
    """
    : [ [[ break cd chmod chown continue cp exit export false kill local mkdir mv read return rm
    set shift sleep test touch trap true umask unset wait
    """.split()  # noqa: SIM905 - a table of words
)
_COPYING = ("ADD", "COPY")  # of a Dockerfile
_RUNNING = ("CMD", "ENTRYPOINT", "RUN")
_READ_AT_START = "/etc/mqm"  # the folder of scripts that IBM's image runs
_LAST = 20  # problems that are looked at
_NOWHERE = "/dev/null"
_SHELL_SCRIPTS = (".bash", ".ksh", ".sh")

INPUT_UNKNOWN = Rule(
    "input-unknown",
    "Commands that runmqsc reads are known only to the running script",
    "runmqsc reads {what}, which only the running script knows: nothing of it is taken",
    "import what it reads as a file of its own",
    (RUNMQSC.at("Description"),),
)
ONLY_VERIFIED = INPUT_UNKNOWN.but(
    code="only-verified",
    title="Commands are verified and not run",
    reason="runmqsc -v verifies commands and runs none: nothing of it is taken",
    remediation="leave -v out, if they are meant to run",
    severity=Severity.WARNING,
)
WORDS_UNKNOWN = INPUT_UNKNOWN.but(
    code="words-unknown",
    title="A command has words that only the running script knows",
    reason="{program} gets words from {what}, which only the running script knows: not taken",
    remediation="write the commands out, or import what the script runs",
)
COMMAND_UNKNOWN = INPUT_UNKNOWN.but(
    code="command-unknown",
    title="A command whose name is in a variable may be one of IBM MQ",
    reason="the command {command} is not known, and {what}: nothing of it is taken",
    remediation="give it with --set NAME=VALUE",
)
NOT_RUN_HERE = INPUT_UNKNOWN.but(
    code="not-run-here",
    title="A text names a program of IBM MQ and is not followed",
    reason="{what} has {program}, and is not followed: nothing of it is taken",
    remediation="import what it runs as a file of its own",
    severity=Severity.WARNING,
)


def add_shell(
    found: Commands,
    text: str,
    variables: Variables,
    line: int = 1,
    given: tuple[str, int] | None = None,
) -> None:
    """The commands that a shell script gives to runmqsc, and says with setmqaut. line: of its
    start. given: a text that the script reads, and its line."""
    script, reads = _Script(found, variables), None
    if given is not None:
        content, at = given
        reads = Printed(texts=[HereDocument("", False, False, at, at, content)])
    script.run(text, line, reads)
    script.finish()


class _Script:
    """One script. files: what it writes into each. read: files that runmqsc reads and that are not
    written yet; left: those that it reads. documents: those of commands that may not be followed,
    each with whom it is given to and the files it goes to. again: what is taken where the script
    decides, which is taken once. outer: the command whose text is followed."""

    def __init__(self, found: Commands, variables: Variables) -> None:
        self.found, self.variables = found, variables
        self.files = WrittenFiles()
        self.read: list[tuple[ShellWord, SimpleCommand]] = []
        self.left: set[str] = set()
        self.assigned: list[ShellWord] = []
        self.documents: list[tuple[HereDocument, SimpleCommand]] = []
        self.again: set[tuple[int, str]] = set()
        self.outer = SimpleCommand()

    def run(self, text: str, line: int, given: Printed | None) -> None:
        """Follow the commands of a text. given: what the text's first reader reads."""
        self._follow(pipelines(text, self.variables, line), given)

    def _follow(self, every: Iterable[list[SimpleCommand]], given: Printed | None) -> None:
        for pipeline in every:
            flow = given
            for command in pipeline:
                flow = self._command(command, flow)

    def _command(self, command: SimpleCommand, flow: Printed | None) -> Printed:
        """Follow a command that reads this; what it prints."""
        command = _of_image(command)
        outer = self.outer
        command.decided = command.decided or outer.decided
        own = (each for each in command.branch if each not in outer.branch)
        command.branch = (*outer.branch, *own)
        if command.documents:
            flow = Printed(texts=[*command.documents])
            self.documents += [(document, command) for document in command.documents]
        elif command.reads:
            files = [word for word in command.reads if word.text not in ("", _NOWHERE)]
            unknown = [replace(word, text="<(...)") for word in command.reads if not word.text]
            flow = self.files.content(files, command)
            flow.unknown += unknown[:1]
        self.outer = command
        prints = self._printed(command, flow)
        self.outer = outer
        if command.behind is not None:
            what = f"the text behind {_shown(command.words[0].text)}"
            command.behind.taken = self._names(command.behind, what)
        if command.words[1:] and command.words[0].text in _COPYING:
            return self._copied(command, flow)
        for words, is_new in ((command.writes, True), (command.appends, False)):
            for word in words:
                if word.text != _NOWHERE:
                    self.files.write(word.text, prints, command, is_new=is_new)
        is_written = command.writes or command.appends
        command.prints = Printed() if is_written else prints
        self.assigned += command.assigns
        return command.prints

    def _copied(self, command: SimpleCommand, flow: Printed | None) -> Printed:
        """Files that come into an image: runmqsc reads the scripts of MQSC among them."""
        words = command.words[1:]
        *sources, target = [word for word in words if not word.text.startswith("--")] or words
        for document in flow.texts if flow is not None else ():
            name = target.text
            if name.endswith("/"):  # it is called after its delimiter there
                name += document.delimiter
            self.files.write(name, Printed([document]), command, is_new=False)
        scripts = [word for word in sources if _may_be_script(word, target)]
        self.found.elsewhere += scripts
        named = [word for word in scripts if is_script(word.text) or is_script(target.text)]
        self.found.folders += (word for word in scripts if word not in named or "*" in word.text)
        return Printed()

    def _printed(self, command: SimpleCommand, flow: Printed | None) -> Printed:
        words = command.words
        if command.body is not None and not self._runs(command, command.body, flow):
            command.body = command.group = None  # and nothing of its words is in it
        group = command.group if command.body is None else command.body
        if group is not None:
            every = Printed()
            for pipeline in group:
                every.add(pipeline[-1].prints)
            return every
        if not words:
            return Printed()
        if printing := printing_words(words):
            return printed_by(replace(command, words=[*printing]))
        if words[0].program in _LOOKS and words[0].program != "cat":
            return _printed_by(words[0])
        if (arguments := called(command, "runmqsc")) is not None:
            self._runmqsc(command, arguments, flow)
            return _not_known(words[0])
        for name, add in (("setmqaut", add_setmqaut), ("setmqspl", add_setmqspl)):
            if (arguments := called(command, name)) is not None:
                before = words[: len(words) - len(arguments)]
                giver = next((w for w in before if w.program in _GIVES_WORDS), None)
                giver = giver or next((w for w in arguments if _PLACEHOLDER in w.text), None)
                if giver is not None:
                    self._report(WORDS_UNKNOWN(program=name, what=giver.text), before[-1])
                else:
                    add(words[0], arguments, self.found, command.decided)
                return Printed()
        if (arguments := called(command, "tee")) is not None:
            prints = flow or Printed()
            is_new = not any(word.text in ("-a", "--append") for word in arguments)
            for word in arguments:
                if not word.text.startswith("-"):
                    self.files.write(word.text, prints, command, is_new=is_new)
            return prints
        if (arguments := called(command, "cat")) is not None:
            files = [word for word in arguments if not word.text.startswith("-")]
            return self.files.content(files, command) if files else flow or Printed()
        return self._of_others(command, flow)

    def _runs(
        self, command: SimpleCommand, body: list[list[SimpleCommand]], flow: Printed | None
    ) -> bool:
        """Follow a function; whether what it is called with is in it, where that is a call."""
        found = self.found
        before = len(found.blocks) + len(found.problems) + len(found.elsewhere)
        self._follow(body, flow)
        after = len(found.blocks) + len(found.problems) + len(found.elsewhere)
        words = command.words[1:]
        return after > before or not any(CALL.search(word.text) for word in words)

    def _of_others(self, command: SimpleCommand, flow: Printed | None) -> Printed:
        """A command that may run a text: `su mqm -c "..."`, `bash <<EOF`."""
        words = command.words
        if UNKNOWN in words[0].text and (what := _meant(command, flow)):
            problem = COMMAND_UNKNOWN(command=_shown(words[0].text), what=what)
            self._report(problem, words[0])
            for document in flow.texts if flow is not None else ():
                document.taken = True
            return Printed()
        runner = next((word for word in words if word.program in _RUNNERS), None)
        control = next((w for w in words if CONTROL_COMMANDS.fullmatch(w.program)), None)
        if control is not None and (control is words[0] or runner is not None):
            self.found.passed_over.append(control)
        self._mapped(command)
        texts = [w for w in words[1:] if (w.quoted or runner) and CALL.search(w.text)]
        if runner is not None:
            texts += [w for w in words[1:] if w not in texts and _CONTROL.search(w.text)]
        for word in texts:
            reads = flow is not None or "<" in word.text or "|" in word.text
            begins = CALL.match(word.text)
            if runner is not None or (begins and (reads or begins[2] != "runmqsc")):
                self.run(word.text, word.line, flow or Printed(unknown=[words[0]]))
            else:
                severity = Severity.ERROR if self._gives_commands(word.text) else None
                self._mention(word, f"the text {_shown(word.text)}", severity)
        rest = (word for word in words if word not in texts)
        for word in rest:
            self._mention(word, f"the command {_shown(words[0].text)}")
        if not texts and flow is not None and any(w.program in (*_SHELLS, "ssh") for w in words):
            for document in [each for each in flow.texts if not each.taken]:
                document.taken = True
                self.run(document.text, document.line, None)
        for document in flow.texts if flow is not None else ():
            if not document.delimiter and not document.taken:  # of `echo`
                document.taken = self._names(document, f"the text for {_shown(words[0].text)}")
        return _printed_by(words[0])

    def _mapped(self, command: SimpleCommand) -> None:
        """Take what a new map has: its texts, and those of its files that the script writes."""
        for word in literals(command):
            if is_meant("", self.found, word):
                document = HereDocument("", False, False, word.line, word.line, word.text)
                self._take(document, command)
        for word in files(command):
            content = self.files.content([word], command)
            self.found.elsewhere += content.files
            if content.texts and is_meant("", self.found, word):
                for document in content.texts:
                    self._take(document, command)

    def _runmqsc(
        self, command: SimpleCommand, arguments: Sequence[ShellWord], flow: Printed | None
    ) -> None:
        """Follow what a call reads: another file (-f), what comes before it in the pipeline, or
        what the script around it is given."""
        name, file = _arguments(arguments)
        if file is not None:
            flow = self.files.content([file], command)
        self.left.update(word.text for word in (*command.reads, *((file,) if file else ())))
        place = command.words[0]
        if not is_meant(name, self.found, place):
            self._leave(flow)
            return
        if any(word.text == "-v" for word in arguments):
            for document in flow.texts if flow is not None else ():
                document.taken = True
            self._report(ONLY_VERIFIED(), place)
            return
        if flow is None:
            self._report(INPUT_UNKNOWN(what="what the script itself is given"), place)
            return
        for document in flow.texts:
            self._take(document, command)
        self.read += [(file, command) for file in flow.files]
        self._not_known(flow)
        flow.unknown.clear()

    def _not_known(self, flow: Printed) -> None:
        for word in flow.unknown:
            does = f"writes to {_shown(word.into)}" if word.into else "prints"
            self._report(INPUT_UNKNOWN(what=f"what {_shown(word.text)} {does}"), word)

    def _leave(self, flow: Printed | None) -> None:
        """Of another queue manager than the one that is meant."""
        for document in flow.texts if flow is not None else ():
            document.taken = True
        self.left.update(word.text for word in (flow.files if flow is not None else ()))

    def _take(self, document: HereDocument, command: SimpleCommand) -> None:
        document.taken = True
        decided = document.decided or command.decided
        place = (document.line, document.text)
        if document.added or (decided and place in self.again):
            return
        document.added = True
        if decided:
            self.again.add(place)
        add_lines(self.found, document.line, document.text, decided)

    def finish(self) -> None:
        """Files that are written behind the call that reads them, and documents that nobody was
        seen to read."""
        for word, command in self.read:
            self.left.add(word.text)
            content = self.files.content([word], SimpleCommand())
            self.found.elsewhere += content.files
            for document in content.texts:
                self._take(document, command)
            self._not_known(content)
        in_turn = len(self.found.blocks)
        for name, document, is_replaced in self.files.documents():
            if is_replaced and name in self.left:
                continue  # before somebody read it
            if not is_script(name):
                if not document.taken:
                    self._written(document, name)
            elif not document.taken and is_meant("", self.found, ShellWord(name, document.line, 1)):
                self._take(document, SimpleCommand())
        for word in self.assigned:  # of one that is used, its value is a call or reported there
            name = word.text.partition("=")[0].rstrip("+")
            if name not in self.variables.used:
                self._mention(word, f"variable {name}")
        for document, command in self.documents:
            if not document.taken:
                self._given(document, command)
        late = self.found.blocks[in_turn:]  # whoever runs these
        self.found.blocks[:] = in_between([*self.found.blocks[:in_turn]], late)

    def _written(self, document: HereDocument, name: str) -> None:
        """A text that becomes a file: a ConfigMap, or a script that somebody may run."""
        is_manifest = "kind:" in document.text and _manifest(document, self.found)
        is_script = document.delimiter or PurePath(name).suffix.lower() in _SHELL_SCRIPTS
        is_named = is_script and self._names(document, f"the text for {_shown(name)}")
        document.taken = bool(is_manifest or is_named)

    def _given(self, document: HereDocument, command: SimpleCommand) -> None:
        """A document of a command that is not followed."""
        if "kind:" in document.text and _manifest(document, self.found):
            return
        name = command.words[0].text if command.words else ""
        if self._names(document, f"the text for {_shown(name)}") or command.writes:
            return
        if begins_with_command(document.text) and name not in _LOOKS:
            what, place = f"the text for {_shown(name)}", ShellWord("", document.line, 1)
            problem = NOT_RUN_HERE(what=what, program="commands of MQSC", severity=Severity.ERROR)
            self._report(problem, place)

    def _names(self, document: HereDocument, what: str) -> bool:
        """Whether a text names one of the programs, which is reported."""
        named = CALL.search(document.text)
        if named is None:
            return False
        line = document.line + document.text.count("\n", 0, named.start(2))
        self._report(NOT_RUN_HERE(what=what, program=named[2]), ShellWord("", line, 1))
        return True

    def _gives_commands(self, text: str) -> bool:
        """Whether a text, were it a script, would give commands to runmqsc."""
        own = Commands()
        add_shell(own, text, self.variables.ahead())
        named = CALL.search(text)
        return named is not None and named[2] == "runmqsc" and bool(own.blocks or own.elsewhere)

    def _mention(self, word: ShellWord, what: str, severity: Severity | None = None) -> None:
        """A word with one of the programs in it that is not a call."""
        named = CALL.search(word.text.partition("=")[2] if "=" in word.text else word.text)
        if named is not None:
            self._report(NOT_RUN_HERE(what=what, program=named[2], severity=severity), word)

    def _report(self, problem: Diagnostic, word: ShellWord) -> None:
        placed = problem.at(word.line, word.column)
        if placed not in self.found.problems[-_LAST:]:  # as in a loop
            self.found.problems.append(placed)


def _of_image(command: SimpleCommand) -> SimpleCommand:
    """The command that a Dockerfile's RUN runs, with the document that it gives to a shell."""
    if not command.words or command.words[0].text not in _RUNNING:
        return command
    words = list(dropwhile(lambda word: word.text.startswith("--"), command.words[1:]))
    run = replace(command.words[0], text="sh")
    return replace(command, words=words or [run])


def _may_be_script(source: ShellWord, target: ShellWord) -> bool:
    """Whether a file, or a folder, that comes into an image is or has a script of MQSC."""
    if is_script(source.text) or is_script(target.text):
        return True
    is_several = not PurePath(source.text).suffix or source.text.endswith("/") or "*" in source.text
    return is_several and target.text.startswith(_READ_AT_START)


def called(command: SimpleCommand, name: str) -> Sequence[ShellWord] | None:
    """The arguments of a program that a command runs, also in a container or as another user."""
    for place, word in enumerate(command.words):
        if word.program == name and " " not in word.text:
            return command.words[place + 1 :]
    return None


def _meant(command: SimpleCommand, flow: Printed | None) -> str:
    """Why a command that is not known is likely one of IBM MQ; "" where it is not."""
    named = _OURS.search(command.words[0].text)
    if named is not None:
        return f"it may be {named[0].lower()}"
    if any(begins_with_command(each.text) for each in (flow.texts if flow is not None else ())):
        return "it reads commands of MQSC"
    grants = any(w.text[:1] == "+" and authority_word(w.text[1:]) for w in command.words)
    return "it has words of setmqaut" if grants else ""


def _shown(text: str) -> str:
    return shown(plain(text), 60)


def _not_known(word: ShellWord) -> Printed:
    return Printed(unknown=[word])


def _printed_by(word: ShellWord) -> Printed:
    """The output of a command that is not followed."""
    return Printed() if word.program in _SILENT else _not_known(word)


def _manifest(document: HereDocument, found: Commands) -> bool:
    """Whether a document is YAML with scripts of MQSC, which are taken."""
    try:
        texts = [scalar for scalar in scalars(document.text) if not scalar.is_shell]
    except (yaml.YAMLError, RecursionError):
        return False  # something else
    for scalar in texts:
        add_lines(found, document.line + scalar.line - 1, scalar.text)
    return bool(texts)


def _arguments(arguments: Iterable[ShellWord]) -> tuple[str, ShellWord | None]:
    """The queue manager in `runmqsc -e -w 5 QM1`, and the file of -f."""
    options, name, file = iter(arguments), "", None
    for word in options:
        if word.text in ("-w", "-u", "-m"):
            next(options, None)
        elif word.text == "-f":
            file = next(options, None)
        elif not word.text.startswith("-") and not name:
            name = word.text
    return name, file
