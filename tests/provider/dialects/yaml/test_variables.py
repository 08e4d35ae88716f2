"""Variables and loops of playbooks: a name has the value that holds where it stands."""

import pytest

from queuewright.dialects.protocol import Given, Script
from queuewright.dialects.registry import dialect

GRANT = "shell: setmqaut -m QM1 -t q -n {} -g {} +get"


def read(text: str, queue_manager: str = "", **variables: str) -> Script:
    given = Given(variables, queue_manager=queue_manager)
    return dialect("yaml").read(text.encode(), file="f.yaml", given=given)


def names(script: Script) -> list[str]:
    """Of what is taken."""
    return [d.name for d in script.definitions if not d.errors]


def unknown(script: Script) -> list[object]:
    return [p.value for d in script.definitions for p in d.problems if p.code == "not-literal"]


PLAYS = """\
- hosts: one
  vars: {qmgr: QM1, depth: 5000}
  tasks: &tasks
    - command: runmqsc {{ qmgr }}
      args: {stdin: "DEFINE QLOCAL(A) MAXDEPTH({{ depth }})"}
- hosts: two
  vars: {qmgr: QM2, depth: 10}
  tasks:
    - command: runmqsc {{ qmgr }}
      args: {stdin: "DEFINE QLOCAL(A) MAXDEPTH({{ depth }})"}
    - command: runmqsc {{ qmgr }}
      args: {stdin: "DEFINE QLOCAL(B) MAXDEPTH({{ depth }})"}
      vars: {depth: 7}
"""


def test_variables_hold_in_their_play_and_task() -> None:
    assert read(PLAYS).facts.named == ("QM1", "QM2")
    found = {
        name: [(d.name, d.values["max_queue_depth"]) for d in read(PLAYS, name).definitions]
        for name in ("QM1", "QM2")
    }
    assert found == {"QM1": [("A", 5000)], "QM2": [("A", 10), ("B", 7)]}
    [given] = read(PLAYS, "QM1", DEPTH="1").definitions
    assert given.values["max_queue_depth"] == 1


@pytest.mark.parametrize(
    ("tasks", "taken", "not_known"),
    [
        # The nearest counts, and one that hides another hides it where it is not known too.
        (f"- {GRANT.format('A', '{{ g }}')}\n  vars: {{g: near}}", ["A/q/near/"], []),
        (f"- {GRANT.format('A', '{{ g }}')}\n  vars: {{g: '{{{{ x }}}}'}}", [], ["g"]),
        (f"- {GRANT.format('A', '{{ h }}')}\n  vars: {{h: '{{{{ g }}}}2'}}", ["A/q/far2/"], []),
        (f"- {GRANT.format('A', '{{ h }}')}\n  vars: {{h: '{{{{ h }}}}'}}", [], ["h"]),
        (f"- {GRANT.format('A', '{{ of.g }}')}\n  vars: {{of: {{g: x}}}}", ["A/q/x/"], []),
        # `other.g` does not mean the variable `g`.
        (f"- {GRANT.format('A', '{{ other.g }}')}", [], ["{{other.g}}"]),
        (f"- {GRANT.format('A', '{{ item.g }}')}", [], ["{{item.g}}"]),
        (f"- {GRANT.format('A', '{{ item.g }}')}\n  loop: '{{{{ all }}}}'", [], ["{{item.g}}"]),
        # What runs may give it another value.
        (f"- set_fact: {{g: new}}\n- {GRANT.format('A', '{{ g }}')}", [], ["g"]),
        (f"- shell: id\n  register: g\n- {GRANT.format('A', '{{ g }}')}", [], ["g"]),
    ],
)  # fmt: skip
def test_which_variable_counts(tasks: str, taken: list[str], not_known: list[str]) -> None:
    lines = "\n".join(f"    {line}" for line in tasks.split("\n"))
    script = read(f"- hosts: mq\n  vars: {{g: far}}\n  tasks:\n{lines}\n")
    assert (names(script), unknown(script)) == (taken, not_known)


@pytest.mark.parametrize(
    ("insert", "loop", "taken"),
    [
        ("{{ item.g | default('app') }}", "loop: [{g: ops}, {q: B}]", ["ops", "app"]),
        ("{{ item['g'] | upper }}", "loop: [{g: ops}]", ["OPS"]),
        ("{{ item | trim | lower }}", "loop: [' A ']", ["a"]),
        ("{{ item | d('x', true) }}", "loop: ['']", ["x"]),
        ("{{ item | int }}", "loop: [' 07 ']", ["07"]),
        ("{{ item | quote }}", "loop: ['a b']", ["a b"]),
        ("{{ 'a|b' | replace('a', 'c') }}", "loop: [x]", []),
        ("{{ item.g | default(omit) }}", "loop: [{q: B}]", []),
        ("{{ g | default('x') }}", "loop: [1]", ["far"]),
        ("{{ none | default('x') }}", "loop: [1]", []),
        ("{{ item.key }}{{ item.value.n }}", "with_dict: {a: {n: 1}, b: {n: 2}}", ["a1", "b2"]),
        ("{{ q.g }}", "loop: [{g: one}]\n      loop_control: {loop_var: q}", ["one"]),
        ("{{ item }}", "with_items: [A, [B, C]]", ["A", "B", "C"]),
        ("{{ item }}", "with_list: [A, [B, C]]", ["A"]),
        ("{{ item.1 }}", "with_list: [[B, C]]", ["C"]),
        ("{{ item }}", "with_random_choice: [A, B]", []),
        ("{{ item }}", "loop: ['{{ g }}', '{{ x }}']", ["far"]),
        ("{{ item.g | default('x') }}", "loop: ['{{ x }}']", []),
    ],
)
def test_items_and_filters(insert: str, loop: str, taken: list[str]) -> None:
    text = f"""\
- hosts: mq
  vars: {{g: far, key: no, depth: no}}
  tasks:
    - shell: |
        setmqaut -m QM1 -t q -n A -g {insert} +get
      {loop}
"""
    script = read(text)
    assert names(script) == [f"A/q/{group}/" for group in taken]
    assert len(script.definitions) > len(taken) or not unknown(script)


LOOPED = """\
- vars:
    queues: [{{name: A, group: one}}, {{name: B, group: "{{{{ other }}}}"}}]
    app: {{queues: [{{name: C, group: two}}], by_name: {{D: three, E: four}}}}
    rest: "{{{{ queues }}}}"
    none: []
    other: far
  tasks:
    - {grant}
      {loop}
"""


@pytest.mark.parametrize(
    ("loop", "taken"),
    [
        ('loop: "{{ queues }}"', ["A/q/one/", "B/q/far/"]),
        ('with_items: "{{ queues | default([]) }}"', ["A/q/one/", "B/q/far/"]),
        ("loop: \"{{ app['queues'] | list }}\"", ["C/q/two/"]),
        ('loop: "{{ none }}"', []),
        ('loop: "{{ rest }}"', None),
        ('loop: "{{ queues | reverse }}"', None),
        ('loop: "{{ elsewhere | default([]) }}"', None),
        ('loop: "{{ queues + app.queues }}"', None),
    ],
)
def test_a_loop_over_the_list_of_a_variable(loop: str, taken: list[str] | None) -> None:
    grant = GRANT.format("{{ item.name }}", "{{ item.group }}")
    text = LOOPED.format(grant=grant, loop=loop)
    assert names(read(text)) == (taken or [])
    assert bool(unknown(read(text))) is (taken is None)
    # One that is given, or set as the playbook runs, is not what the file says.
    if taken:
        again = f"{text}    - set_fact: {{queues: [], app: []}}\n"
        for script in (read(text, QUEUES="x", APP="x"), read(again)):
            assert (names(script), bool(unknown(script))) == ([], True)


@pytest.mark.parametrize(
    "loop", ['with_dict: "{{ app.by_name }}"', 'loop: "{{ app.by_name | dict2items }}"']
)
def test_a_loop_over_the_mapping_of_a_variable(loop: str) -> None:
    grant = GRANT.format("{{ item.key }}", "{{ item.value }}")
    assert names(read(LOOPED.format(grant=grant, loop=loop))) == ["D/q/three/", "E/q/four/"]


def test_values_of_values_end() -> None:
    grow = "".join(f"    a{n}: '{f'{{{{ a{n + 1} }}}}' * 40}'\n" for n in range(30))
    loop = f"    b: '{'{{ b }}' * 40}'\n    c: '{'{{ g }}-' * 3}'\n    g: x\n"
    text = f"- hosts: mq\n  vars:\n{grow}{loop}    a30: x\n  tasks:\n"
    for name in ("a0", "b", "c"):
        text += f"  - {GRANT.format(name.upper(), f'{{{{ {name} }}}}')}\n"
    assert names(read(text)) == ["C/q/x-x-x-/"]


@pytest.mark.parametrize("insert", ["{{ g' }}", "{{ ' }}", "{{ }}", "{{ | upper }}", "{{ g | }}"])
def test_an_insert_that_cannot_be_read(insert: str) -> None:
    text = f"- hosts: mq\n  vars: {{g: x}}\n  tasks:\n  - {GRANT.format('A', insert)}\n"
    assert names(read(text)) == []


def test_a_value_that_is_given_does_not_take_the_place_of_an_item() -> None:
    task = f"- {GRANT.format('A', '{{ q.g }}')}\n  loop_control: {{loop_var: q}}\n  loop: "
    known = read(task + "[{g: a}]", **{"Q.G": "x"})
    assert (names(known), known.unused) == (["A/q/a/"], {"Q.G"})
    assert names(read(task + "'{{ all }}'", **{"Q.G": "x"})) == ["A/q/x/"]


def test_a_path_of_a_chart() -> None:
    text = """\
kind: ConfigMap
data:
  a.mqsc: |
    DEFINE QLOCAL('{{ .Values.in.name }}') DESCR('{{ .Values.who | default "us" }}')
"""
    assert names(read(text, NAME="A", WHO="")) == ["A"]
    [queue] = read(text, NAME="A", WHO="").definitions
    assert queue.values["queue_description"] == "us"
    both = text + "    DEFINE QLOCAL('{{ .Values.out.name }}')\n"
    assert names(read(both, NAME="A", WHO="x")) == []
    assert names(read(both, WHO="x", **{"IN.NAME": "A", "OUT.NAME": "B"})) == ["A", "B"]
    assert read(both, NAME="A").unused == {"NAME"}


MAPS = """\
kind: ConfigMap
data: {a: DEFINE QLOCAL(A)}
---
containers:
- command: [setmqaut, -m, QM1, -n, X, -t, q, -g, app, +put]
"""
ROLES = """\
- hosts: localhost
  roles:
    - role: runMQCmds
      qmgr_name: MQ07
      mq_commands: [{command: define, qualifier: qlocal, name: A}]
    - {role: runMQCmds, qmgr_name: MQ08, mq_commands: [{command: define, qualifier: ql, name: B}]}
  tasks:
    - include_role: {name: runMQCmds}
      vars:
        mq_commands: [{command: define, qualifier: qlocal, name: C}]
        qmgr_name: MQ08
    - include_role: {name: runMQCmds}
      vars: {mq_commands: [{command: define, qualifier: qlocal, name: D}]}
"""


def test_a_text_that_names_no_queue_manager_in_a_file_for_several() -> None:
    assert names(read(MAPS)) == ["A", "X/q/app/"]
    both = MAPS + "- command: [setmqaut, -m, QM2, -n, X, -t, q, -g, app, +get]\n"
    script = read(both, "QM1")
    assert names(script) == ["X/q/app/"]
    [problem] = [p for e in script.entries for p in e.problems]
    assert (problem.code, problem.line) == ("no-queue-manager", 2)
    assert problem.text == (
        "the text does not say which queue manager it is for, in a file for several: nothing of it "
        "is taken for QM1; import it as a file of its own, SYSTEM=FILE"
    )


def test_requests_for_several_queue_managers() -> None:
    assert read(ROLES).facts.named == ("MQ07", "MQ08")
    first, second = read(ROLES, "MQ07"), read(ROLES, "MQ08")
    assert (names(first), names(second)) == (["A"], ["B", "C"])
    problems = [(p.code, p.line) for e in first.entries for p in e.problems]
    assert problems == [("no-queue-manager", 13)]
    one = "qmgr_name: MQ07\n" + "mq_commands: [{command: define, qualifier: qlocal, name: A}]\n"
    assert read(one).facts.named == ("MQ07",)
    given = read("mq_commands: [{command: define, qualifier: qlocal, name: A}]\n", QMGR_NAME="QM1")
    assert (given.facts.named, given.unused) == (("QM1",), frozenset())


URI = """\
- ansible.builtin.uri:
    url: "https://h:9443/ibmmq/rest/v2/admin/action/qmgr/{{ one }}/mqsc"
    body: {type: runCommand, parameters: {command: "DEFINE QLOCAL({{ q }})"}}
  vars: {one: QM1, q: raw}
- uri:
    url: https://h:9443/ibmmq/rest/v2/admin/action/qmgr/QM2/mqsc
    body: {type: runCommandJSON, command: define, qualifier: qlocal, name: B}
"""


def test_requests_in_plain_text_and_by_their_address() -> None:
    assert read(URI).facts.named == ("QM1", "QM2")
    assert [names(read(URI, each)) for each in ("QM1", "QM2")] == [["RAW"], ["B"]]
    assert read(URI, QMGR="QM3").unused == {"QMGR"}
    role = """\
mq_commands:
- {type: runCommand, parameters: {command: DEFINE QLOCAL(A)}}
- {type: runCommand, parameters: {cmd: DEFINE QLOCAL(B)}}
- {command: define, parameters: {}}
- type: runCommand
  parameters:
    command: |
      DEFINE QLOCAL(C) +
        MAXDEPTH(5)
"""
    script = read(role)
    assert [(d.name, d.line) for d in script.definitions] == [("A", 2), ("C", 8)]
    problems = [(p.line, p.code) for e in script.entries for p in e.problems]
    assert problems == [(3, "type"), (4, "missing")]
