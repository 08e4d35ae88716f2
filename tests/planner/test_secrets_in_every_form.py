"""No command says a secret value in any form: whole, shortened, escaped, or a part of it."""

import html
import json
import random
import re
import string
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from command_line import queuewright
from pulumi_previews import kept, preview, state, step
from queuewright import ibmi, log
from queuewright.saved import basis

RUN = 6  # characters in a row of a secret that nothing may say
PROGRAM = """
import json
from pathlib import Path
import pulumi
from queuewright import ibmi, mq

for name, kind, values, hidden in json.loads(Path("given.json").read_text()):
    secrets = {key: pulumi.Output.secret(value) for key, value in hidden.items()}
    where, system = (ibmi, "PROD") if hasattr(ibmi, kind) else (mq, "QM1")
    getattr(where, kind)(name, system=system, **values, **secrets)
    for key, value in secrets.items():
        pulumi.export(f"{name} {key}", value)
"""
STACK = """
config:
  queuewright:systems:
    QM1: {type: sandbox, platform: linux}
    PROD: {type: sandbox, platform: ibmi, libraries: [APP]}
"""
FORMS = ("--diff", "--json", "--markdown", "--html", "--sarif", "--junit")

Declared = tuple[str, str, Mapping[str, Any], Mapping[str, Any]]  # name, class, in clear, secret


class Shop:
    """A project, the secrets that it was given, and everything that was said of it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.secrets, self.reported = folder, set[str](), dict[str, str]()
        (folder / "Pulumi.yaml").write_text("name: shop\nruntime: python\n")
        (folder / "Pulumi.dev.yaml").write_text(STACK)
        (folder / "__main__.py").write_text(PROGRAM)

    def given(self, objects: list[Declared]) -> None:
        (self.folder / "given.json").write_text(json.dumps(objects))
        for _, _, _, hidden in objects:
            self.secrets |= set(_texts(list(hidden.values())))

    def ran(self, *words: object, stdin: str = "") -> str:
        """What a command said, with a log of it; what is blocked is not a failure of it."""
        asked = {"QUEUEWRIGHT_LOG": "json"}
        done = queuewright(self.folder, *words, environment=asked, stdin=stdin)
        self.reported[f"{len(self.reported)} {' '.join(map(str, words))}"] = done.out + done.err
        assert done.code in (0, 1, 2), (words, done.code, done.errors)
        assert "Traceback" not in done.err
        return done.out + done.err

    def everything(self) -> None:
        """Each command that shows something of a plan, the state or the systems."""
        self.ran("preview", "--save-plan", "plan.json")
        for form in FORMS:
            self.ran("preview", form)
        for form in ("--diff", "--json", "--markdown"):
            self.ran("show", form, "plan.json")
            self.ran("explain", form, stdin=self.of_pulumi())
        self.ran("preview", "--no-refresh", "--json")
        self.ran("preview", "--script", "mqsc", "--out", "script")
        self.ran("lint", "--json")
        self.ran("lint", "--observed", "--sarif")
        self.ran("graph")
        self.ran("impact", "QM1/mq:AliasQueue/ALIAS", "--json")
        self.ran("workload", "LOCAL")
        self.ran("workload", "LOCAL", "--json")
        command = Path(sys.executable).with_name("queuewright")
        self.ran("comment", "--save", f"comment-{len(self.reported)}.json", command, "preview")
        self.ran("stack")
        self.ran("stack", "export")
        self.ran("refresh", "--yes", "--json")
        self.ran("destroy", stdin="no\n")

    def of_pulumi(self) -> str:
        """A preview of Pulumi's, which blinds what is secret."""
        steps = []
        for name, kind, clear, hidden in json.loads((self.folder / "given.json").read_text()):
            blind = dict.fromkeys(hidden, "[secret]")
            where = {"system": "PROD"} if hasattr(ibmi, kind) else {}
            token = f"{'ibmi' if where else 'mq'}:{kind}"
            made = state(token, name, **where, **clear, **blind)
            steps.append(step("update", kept(made), made))
        return preview(*steps)

    def files(self) -> dict[str, str]:
        """What was written; not the program's own files, and not the system, a sandbox."""
        own = ("given.json", "__main__.py", "Pulumi.dev.yaml", "Pulumi.yaml")
        return {
            str(path.relative_to(self.folder)): path.read_text(errors="replace")
            for path in self.folder.rglob("*")
            if path.is_file() and path.name not in own and "sandbox" not in path.name
        }

    def leaks(self) -> dict[str, set[str]]:
        """Where -> which parts of secrets are said there."""
        # Digits in a row are in times and digests too, by chance: a number counts as a whole.
        numbers = {secret for secret in self.secrets if secret.isdigit()}
        texts = self.secrets - numbers
        whole = {part for secret in texts for part in _runs(secret)}
        bare = {part for secret in texts for part in _runs(_bare(secret))}
        found = {}
        for where, text in {**self.reported, **self.files()}.items():
            # As they are, unescaped, or without what could be an escape.
            forms = (text, html.unescape(text), text.replace("\\", ""))
            leaked = whole & {part for form in forms for part in _runs(form)}
            leaked |= bare & _runs(_bare(text))
            leaked |= {number for number in numbers if number in _bare(text)}
            found |= {where: leaked} if leaked else {}
        return found


def _bare(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "", text)


def _runs(text: str) -> set[str]:
    return {text[i : i + RUN] for i in range(len(text) - RUN + 1)}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        for each in value:
            yield from _texts(each)
    else:
        yield str(value)


class Made:
    """Random values, none like another, and like no word of a message."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def name(self, length: int = 20) -> str:
        return "Z" + "".join(self._random.choices("BCDFGHJKLMNPQRSTVWXZ", k=length - 1))

    def text(self, length: int) -> str:
        nasty = list("'\"()+-*/&;:<>[]#@`|_~\\ €é" + string.ascii_uppercase * 2)
        inside = "".join(self._random.choices(nasty, k=length - 14))
        return f"{self.name(7)}{inside}{self.name(7)}"

    def ebcdic(self, length: int) -> str:
        """Of characters that an IBM i has as it ships, CCSID 37."""
        return self.text(length).replace("€", "é")

    def number(self) -> int:
        return self._random.randrange(100_000_000, 999_999_999)

    def address(self) -> str:
        return f"{self.name(20)}({self._random.randrange(20_000, 60_000)})"

    def objects(self, spoilt: str = "") -> list[Declared]:
        """Objects of every kind, with everything secret that may be. spoilt: at the end of each
        text, so that the documents have something against it."""
        found: list[Declared] = [
            (
                "LOCAL",
                "LocalQueue",
                {},
                {
                    "queue_description": self.text(30),
                    "max_queue_depth": self.number(),
                    "process_name": self.name(),
                    "initiation_queue_name": self.name(),
                    "trigger_data": self.text(40),
                    "backout_requeue_name": self.name(48),
                    "cluster_name": self.name(),
                },
            ),
            ("ALIAS", "AliasQueue", {}, {"base_object_name": self.name(48)}),
            (
                "REMOTE",
                "RemoteQueue",
                {},
                {
                    "remote_queue_name": self.name(48),
                    "remote_queue_manager_name": self.name(48),
                    "xmit_queue_name": self.name(48),
                },
            ),
            (
                "NAMES",
                "Namelist",
                {},
                {"names": [self.name(48), self.name(40)], "namelist_description": self.text(50)},
            ),
            (
                "TO.QM1",
                "ClusterReceiverChannel",
                {},
                {"cluster_name": self.name(40), "connection_name": self.address()},
            ),
            (
                "TO.QM2",
                "ClusterSenderChannel",
                {},
                {
                    "cluster_name": self.name(40),
                    "connection_name": f"{self.address()},{self.address()}",
                },
            ),
            ("MSGS", "MessageQueue", {"library": "APP"}, {"text_description": self.ebcdic(40)}),
            (
                "DATA",
                "DataQueue",
                {"library": "APP", "max_entry_length": 10},
                {"text_description": self.ebcdic(40)},
            ),
            (
                "DDM",
                "DdmDataQueue",
                {"library": "APP"},
                {"remote_data_queue": self.name(9), "remote_location": self.name(8)},
            ),
            (
                "LIST",
                "AuthorizationList",
                {},
                {"users": {self.name(9): ["use"]}, "text_description": self.ebcdic(40)},
            ),
        ]
        return [
            (name, kind, clear, {k: _with(value, spoilt) for k, value in hidden.items()})
            for name, kind, clear, hidden in found
        ]


def _with(value: Any, spoilt: str) -> Any:
    if isinstance(value, dict):
        return {f"{name}{spoilt}": rights for name, rights in value.items()}
    if isinstance(value, list):
        return [f"{each}{spoilt}" for each in value]
    return f"{value}{spoilt}" if isinstance(value, str) else value


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shop]:
    monkeypatch.setitem(basis._COST, "n", 2)  # a digest of each secret, that many times over
    yield Shop(tmp_path)
    log.configure()


def test_nothing_says_a_secret(shop: Shop) -> None:
    made = Made(20)
    shop.given(made.objects())
    shop.ran("preview", "--diff")
    assert "10 created" in shop.ran("up", "--yes")
    shop.given(made.objects())
    shop.everything()  # every value is another
    shop.ran("up", "--yes", "--json")
    in_clear = [(name, kind, clear, {}) for name, kind, clear, _ in made.objects()]
    kept = ("LOCAL", "NAMES", "MSGS", "DATA")
    shop.given([each for each in in_clear if each[0] in kept])
    shop.ran("preview", "--diff")
    shop.ran("preview", "--json")
    assert shop.leaks() == {}


def test_nothing_says_what_others_have_made_of_a_secret(shop: Shop) -> None:
    made = Made(22)
    shop.given(made.objects())
    shop.ran("up", "--yes")
    name, text = made.name(), made.name(48)
    shop.secrets |= {name, text}
    changes = f"ALTER QL(LOCAL) PROCESS({name}) DESCR('{text}')\nALTER QA(ALIAS) TARGET({text})\n"
    changed = queuewright(shop.folder, "sandbox", "exec", "QM1", stdin=changes)
    assert changed.code == 0, changed
    shop.ran("preview", "--diff")
    shop.ran("refresh", "--yes")
    shop.ran("refresh", "--yes", "--json")
    shop.ran("preview", "--no-refresh", "--json")
    shop.ran("stack", "export")
    shop.given([])
    shop.ran("preview", "--json")
    shop.ran("destroy", "--yes")
    assert shop.leaks() == {}


@pytest.mark.thorough
def test_nothing_says_a_secret_that_breaks_rules(shop: Shop) -> None:
    made = Made(21)
    shop.given(made.objects(spoilt="".join(made.text(60) for _ in range(5)) + "\n<é'\""))
    shop.ran("up", "--yes")
    shop.everything()
    assert "BLOCKED" in shop.ran("preview")
    assert shop.leaks() == {}


def test_who_may_do_what_is_a_risk_where_that_is_secret(tmp_path: Path) -> None:
    shop = Shop(tmp_path)

    def risks(granted: str, blocked: str) -> str:
        record = {"name": "ORDERS", "object_type": "q", "group": "app"}
        rule = {"name": "APP.*", "type": "blockuser"}
        shop.given(
            [
                ("r", "AuthorityRecord", record, {"authorities": [granted]}),
                ("c", "ChannelAuthenticationRecord", rule, {"user_list": [blocked]}),
            ]
        )
        return shop.ran("preview")

    first = risks("input", "user1")
    assert "group app may have other authorities on q ORDERS: [secret]" in first
    shop.ran("up", "--yes")
    later = risks("output", "user2")
    assert "who may use 1 object changes" in later, "both look the same"
    assert "group app may have other authorities on q ORDERS: [secret]" in later
    assert "user_list: [secret] -> [secret]" in later.partition("Risks:")[2].partition("~")[0]
