"""ConfigMaps and playbooks: the commands inside, in the lines where they stand."""

import base64

import pytest

from queuewright.dialects.protocol import Given, Script
from queuewright.dialects.registry import dialect

CONFIG_MAP = """\
# a queue manager
kind: ConfigMap
data:
  qm.ini: |
    Service:
      Name=AuthorizationService
  one.mqsc: |

    * the orders
    DEFINE QLOCAL(A) +
      DESCR('EU')
    ALTER QMGR DEADQ(DLQ)
  two: "DEFINE QLOCAL(B)"
  three: >
    DEFINE QLOCAL(C)
---
kind: Secret
stringData:
  a.mqsc: DEFINE QLOCAL(D)
---
kind: Deployment
spec: {note: DEFINE QLOCAL(E)}
"""
PLAYBOOK = """\
- hosts: mq
  tasks:
    - name: queues
      become_user: mqm
      ansible.builtin.shell: |
        runmqsc QM1 <<EOF
        DEFINE QLOCAL(A)
        EOF
    - name: rights
      command: setmqaut -m QM1 -n A -t q -g {{ group }} +put
    - shell: "echo 'DEFINE QLOCAL(B)' | runmqsc QM1"
    - debug: {msg: runmqsc was run}
"""


def read(text: str, **variables: str) -> Script:
    return dialect("yaml").read(text.encode(), file="f.yaml", given=Given(variables))


def test_a_config_map() -> None:
    script = read(CONFIG_MAP)
    assert [(d.name, e.line) for e in script.entries for d in e.definitions] == [
        ("A", 10), ("QMGR", 12), ("B", 13), ("C", 14), ("D", 19),
    ]  # fmt: skip
    lines = CONFIG_MAP.split("\n")
    for entry in script.entries[:3]:
        assert entry.text[:12] in lines[entry.line - 1]
    assert script.headings[10] == ["* the orders"]
    assert script.definitions[0].values == {"queue_description": "EU"}


def test_a_playbook() -> None:
    script = read(PLAYBOOK.replace("{{ group }}", "app"))
    assert [(d.name, e.line) for e in script.entries for d in e.definitions] == [
        ("A", 7), ("A/q/app/", 10), ("B", 11),
    ]  # fmt: skip
    assert script.facts.queue_manager == "QM1"


@pytest.mark.parametrize(
    ("text", "line"),
    [("kind: [", 1), ("a: 1\nb: {{ .Values.x }}\nc: }", 3), ("\ta: 1", 1)],
)
def test_what_is_not_yaml_is_named_with_its_place(text: str, line: int) -> None:
    [entry] = read(text).entries
    [problem] = entry.problems
    assert problem.text.startswith("it is not valid YAML: ")
    assert problem.line in (line, line + 1)


def test_an_anchor_is_read_where_it_stands_once() -> None:
    text = "kind: ConfigMap\ndata:\n  a: &a DEFINE QLOCAL(A)\n  b: *a\n"
    assert [d.name for d in read(text).definitions] == ["A"]
    loop = "kind: ConfigMap\ndata: &d\n  a: *d\n  b: DEFINE QLOCAL(A)\n"
    assert [d.name for d in read(loop).definitions] == ["A"]


def test_deep_and_wide_documents_end() -> None:
    assert read("[" * 5000).definitions == []
    wide = "kind: ConfigMap\ndata:\n" + "".join(
        f"  k{n}: DEFINE QLOCAL(Q{n})\n" for n in range(500)
    )
    assert len(read(wide).definitions) == 500


BASE64 = base64.b64encode(b"* of the shop\nDEFINE QLOCAL(B1) +\n DESCR('EU')\nDEFINE QL(B2)\nEND\n")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"kind: Secret\ndata:\n  a: {BASE64.decode()}\n  b: {BASE64.decode()[:3]}\n", [3, 3]),
        (
            "services: {mq: {configs: [a]}}\nconfigs:\n  a:\n    content: |\n      * ours\n"
            "      DEFINE QL(B1)\n  b.mqsc: {content: DEFINE QL(B2)}\n  c: {file: DEFINE QL(B3)}\n",
            [6, 7],
        ),
        (f"kind: ConfigMap\nbinaryData:\n\n  a: {BASE64.decode()}\n", [4, 4]),
        (
            "kind: List\nitems:\n- kind: ConfigMap\n  data:\n    a: |\n      DEFINE QL(B1)\n"
            "- kind: ConfigMap\n  data: {b: DEFINE QL(B2)}\n- kind: Pod\n  data: DEFINE QL(B3)\n",
            [6, 8],
        ),
    ],
)
def test_other_forms_of_config_maps(text: str, found: list[int]) -> None:
    script = read(text)
    assert [d.name for d in script.definitions] == ["B1", "B2"]
    assert [e.line for e in script.entries] == found
    assert [p for e in script.entries for p in e.problems] == []


TASKS = """\
- hosts: mq
  vars: {qm: QM1, other: "{{ x }}"}
  tasks:
    - name: give commands to runmqsc
      ansible.builtin.command: runmqsc {{ qm }}
      args:
        stdin: |
          DEFINE QLOCAL(A)
    - command: {cmd: runmqsc QM1, stdin: DEFINE QLOCAL(B)}
    - command: {argv: [/opt/mqm/bin/setmqaut, -m, QM1, -t, qmgr, -g, app, +connect]}
    - shell: setmqaut -m {{qm}} -n {{ item }} -t q -g app +put
      loop: [C, D]
    - shell: setmqaut -m {{qm}} -n {{ item.q }} -t q -g {{ item.g }} +put
      with_items: [{q: E, g: one}, {q: F, g: two}]
    - shell: setmqaut -m QM1 -n G -t q -g {{ group }} +put
"""


def test_tasks_of_a_playbook() -> None:
    script = read(TASKS, GROUP="three")
    assert [(d.name, e.line) for e in script.entries for d in e.definitions] == [
        ("A", 8), ("B", 9), ("self/q_mgr/app/", 10), ("C/q/app/", 11), ("D/q/app/", 11),
        ("E/q/one/", 13), ("F/q/two/", 13), ("G/q/three/", 15),
    ]  # fmt: skip
    assert (script.facts.queue_manager, script.facts.others) == ("QM1", ())
    assert script.unused == frozenset()
    assert [p for e in script.entries for p in e.problems] == []


def test_a_variable_of_a_playbook_that_is_not_known() -> None:
    [*_, last] = read(TASKS).definitions
    assert [problem.value for problem in last.problems] == ["group"]
    asked = read("- command: runmqsc {{ qm }}\n- shell: setmqaut -m QM1 -t qmgr -g a +inq\n")
    assert (asked.facts.queue_manager, asked.facts.others) == ("QM1", ())


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("queueManager:\n  mqsc: |\n    * ours\n    DEFINE QL(A)\n", [4]),  # values of a chart
        ("configMapGenerator:\n- literals:\n  - a.mqsc=DEFINE QL(A)\n  - b=no\n", [3]),
        ("- copy: {dest: /x, content: DEFINE QL(A)}\n- shell: runmqsc QM1 < /x\n", [1]),
        ("- vars:\n    a: |\n      DEFINE QL(A)\n  shell: {cmd: runmqsc Q, stdin: '{{ a }}'}", [4]),
        ("about: |\n  DEFINE QLOCAL makes a queue.\n", []),
    ],
)  # fmt: skip
def test_scripts_in_yaml_of_other_kinds(text: str, lines: list[int]) -> None:
    script = read(text)
    assert [(d.name, e.line) for e in script.entries for d in e.definitions] == [
        ("A", line) for line in lines
    ]
    assert [p for e in script.entries for p in e.problems] == []


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("- ibm.ibmmq.queue_manager:\n    qmname: QM1\n    mqsc_file: /x.mqsc\n", "other-file", 3),
        ("configMapGenerator:\n- files: [x.ini, a=x.mqsc]\n", "other-file", 2),
        ("- zos_operator:\n    cmd: \"!MQ1 DEFINE QL('A')\"\n", "not-run-here", 2),
    ],
)
def test_commands_that_are_not_in_the_file_are_missed(text: str, code: str, line: int) -> None:
    [problem] = [p for e in read(text).entries for p in e.problems]
    assert (problem.code, problem.line, problem.severity.value) == (code, line, "error")


CONDITIONS = """\
- hosts: mq
  tasks:
    - shell: echo "DEFINE QLOCAL(A)" | runmqsc QM1
      when: env == "prod"
    - command: {cmd: runmqsc QM1, stdin: DELETE QLOCAL(A)}
      when: env == "test"
    - command: {cmd: runmqsc QM1, stdin: DELETE QLOCAL(A)}
      when: true
    - when: [clean, all]
      block:
        - shell: setmqaut -m QM1 -n B -t q -g app -put
        - shell: setmqaut -m QM1 -n B -t q -g app +get
      rescue:
        - shell: setmqaut -m QM1 -n B -t q -g app -all
    - block:
        - shell: echo "DEFINE QLOCAL(B)" | runmqsc QM1
      rescue:
        - shell: echo "DELETE QLOCAL(B)" | runmqsc QM1
    - mq_commands:
        - {command: delete, qualifier: qlocal, name: C}
        - {command: set, qualifier: chlauth, name: D, parameters: {action: removeall}}
        - {command: define, qualifier: qlocal, name: C}
      when: clean
  handlers:
    - shell: |
        runmqsc QM1 <<E
        DELETE CHANNEL(E)
        E
"""


def test_conditions_of_a_playbook() -> None:
    """As in a shell script: nothing is removed that only the playbook as it runs decides about."""
    script = read(CONDITIONS)
    named = [
        (entry.line, problem.reason)
        for entry in script.entries
        for problem in entry.problems
        if problem.code == "decided-when-run"
    ]
    places = [
        (line, reason.partition(" of the script")[0].rsplit(" ", 1)[1]) for line, reason in named
    ]
    assert places == [
        (5, "6"),
        (11, "9"),
        (14, "9"),
        (18, "17"),
        (20, "23"),
        (21, "23"),
        (27, "24"),
    ]
    assert named[0][1] == (
        "DELETE QLOCAL is run only where line 6 of the script says so: not taken"
    )
    taken = [(entry.line, entry.words) for entry in script.entries if not entry.problems]
    assert taken == [
        (3, "DEFINE QLOCAL"), (7, "DELETE QLOCAL"), (12, "SET AUTHREC"), (16, "DEFINE QLOCAL"),
        (22, "DEFINE QLOCAL"),
    ]  # fmt: skip


def test_words_of_a_container() -> None:
    pod = "containers:\n- command: [setmqaut]\n  args: [-m, QM1, -n, 'A B', -t, q, -g, app, +put]\n"
    [definition] = read(pod).definitions
    assert definition.name == "A B/q/app/"


def test_inserts_of_envsubst() -> None:
    text = """\
kind: ConfigMap
data:
  a.mqsc: |
    DEFINE QLOCAL('${ORDERS}.IN') DESCR('{{ .who }} {{}}')
---
kind: Job
spec: {command: [sh, -c, "for q in A; do setmqaut -m QM1 -t q -n ${q} -g x +put; done"]}
"""
    queue, record = read(text.replace(" {{}}", ""), ORDERS="EU", WHO="them").definitions
    assert (queue.name, record.name) == ("EU.IN", "A/q/x/")
    [problem, *_] = read(text, WHO="them").definitions[0].problems
    assert "the value of ${ORDERS}, {{}} is not known" in problem.text


REQUESTS = """\
mq_commands:
# the orders
  - command: define
    name: A
    parameters:
      descr: "it's {{ who }}"
      replace: 'yes'
      maxdepth: 5
      put: disabled
      notrigger: 'yes'
    qualifier: qlocal
  - command: define
    name: N
    parameters:
      names: [A, 'b', C]
    qualifier: namelist
  - {command: set, qualifier: chlauth, name: C, parameters: {type: BLOCKUSER, userlist: [nobody]}}
  - {command: alter, qualifier: qmgr, parameters: {deadq: DLQ}}
  - {command: display, qualifier: qlocal, name: '*', responseParameters: [all]}
  - {command: start, qualifier: listener, name: L}
  - {command: define, qualifier: qlocal, name: '{{ item.name }}'}
  - {command: define, qualifier: qlocal, name: B, parameters: {maxdept: 5}}
"""


def test_requests_of_the_rest_api() -> None:
    script = read(REQUESTS, WHO="ours", CCSID="1208")
    found = [(d.kind, d.name, d.line, dict(d.values)) for d in script.definitions if d.values]
    assert found == [
        (
            "mq:LocalQueue", "A", 3,
            {
                "queue_description": "it's ours", "max_queue_depth": 5,
                "inhibit_put": "put_inhibited", "trigger_control": "off",
            },
        ),
        ("mq:Namelist", "N", 12, {"names": ("A", "b", "C")}),
        ("mq:ChannelAuthenticationRecord", "C/blockuser/////", 17, {"user_list": ("nobody",)}),
        ("mq:QueueManagerAttributes", "QMGR", 18, {"dead_letter_queue": "DLQ"}),
    ]  # fmt: skip
    assert script.definitions[0].replace
    texts = [p.text for e in script.entries for d in e.definitions for p in d.problems]
    assert [text.partition(";")[0] for text in texts] == [
        "the value of {{item.name}} is not known, and the command is not taken",
        "maxdept is not an attribute of mq:LocalQueue that is managed here: it is not taken",
    ]
    assert [e.words for e in script.entries if not e.definitions] == ["START LISTENER"]


def test_requests_that_are_none() -> None:
    text = "- {command: define, qualifier: ''}\n- {command: define, qualifier: qlocal, more: x}\n"
    text += "- {command: [a], qualifier: qlocal}\n- command: define\n"
    entries = read(text).entries
    found = {(e.line, p.code) for e in entries for p in e.problems}
    found |= {(e.line, p.code) for e in entries for d in e.definitions for p in d.problems}
    assert found == {(1, "missing"), (2, "unknown-field")}


@pytest.mark.parametrize(
    ("key", "text", "taken", "codes"),
    [
        ("a.mqsc", "# ours\nDEFINE QLOCAL(A)", ["A"], {"syntax"}),
        ("a", "# ours\nDEFINE QLOCAL(A)", ["A"], {"syntax"}),
        ("a", "DEFINE +\n  QLOCAL(A)", ["A"], set()),
        ("a", "{{ .Values.header }}\n  def ql(A)", ["A"], {"not-literal"}),
        ("a.mqsc", "; begins\nDEFINE QLOCAL(A)", ["A"], {"unknown-command"}),
        ("a.mqsc.tpl", "* as setmqaut -m QM1 does\nDEFINE QLOCAL(A)", ["A"], set()),
        ("a.mqsc", "DEFNE QLOCAL(A)", [], {"unknown-command"}),
        ("readme", "The queues.\nDefine queue names in capitals (A)\n", [], set()),
        ("a", "# ours\nALTER QMGR DEADQ(D)", ["QMGR"], {"syntax"}),
        ("readme", "As follows:\nStop QMGR first", [], set()),
        ("qm.ini", "Channels:\n  MaxChannels=10", [], set()),
    ],
)
def test_a_text_of_a_config_map_is_a_script_where_it_has_commands(
    key: str, text: str, taken: list[str], codes: set[str]
) -> None:
    lines = "\n".join(f"    {line}" for line in text.split("\n"))
    script = read(f"kind: ConfigMap\ndata:\n  {key}: |\n{lines}\n")
    assert [d.name for d in script.definitions] == taken
    assert {p.code for e in script.entries for p in e.problems} == codes
