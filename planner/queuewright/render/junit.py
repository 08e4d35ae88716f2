"""A plan as JUnit XML: a case a risk, then a case a step, failed where it is blocked. Findings of
lint: a case each."""

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from queuewright.catalogue.diagnostic import Diagnostic, Severity, one_line
from queuewright.engine.risks import risks_of
from queuewright.engine.steps import Plan
from queuewright.lint.check import Finding
from queuewright.lint.rulebook import OWN

from .words import lines, shown_steps, target, verb


def plan_junit(plan: Plan) -> str:
    """A suite for the plan; risks and rules of the shop are cases of their own."""
    name = one_line(f"{plan.project}/{plan.stack}")
    suites = ET.Element("testsuites")
    suite = ET.SubElement(suites, "testsuite", name=name)
    for risk in risks_of(plan):
        case = ET.SubElement(suite, "testcase", classname="risk", name=risk.headline)
        ET.SubElement(case, "system-out").text = "\n".join(map(str, risk.subjects))
    steps = shown_steps(plan, show_sames=False)
    for step in steps:
        system, name = one_line(step.key.system), f"{target(step)} {verb(step)}"
        case = ET.SubElement(suite, "testcase", classname=system, name=name)
        place, _, line = (step.declared.place if step.declared is not None else "").rpartition(":")
        if place:
            case.set("file", one_line(place))
            case.set("line", line)
        _failures(case, step.blocked)
        text = "\n".join(statement.text for statement in lines(step, plan.impacts.get(step.key)))
        ET.SubElement(case, "system-out").text = text
    for problem in plan.policy:
        case = ET.SubElement(suite, "testcase", classname="policy", name=problem.code)
        if problem.is_error:
            _failures(case, [problem])
        else:
            ET.SubElement(case, "system-out").text = str(problem)
    _cases(suite, plan.findings)
    return _text(suites, suite)


def lint_junit(findings: Sequence[Finding]) -> str:
    """A suite for lint: a failed case a finding; one that passes where there is none."""
    suites = ET.Element("testsuites")
    suite = ET.SubElement(suites, "testsuite", name="queuewright lint")
    _cases(suite, findings)
    if not findings:
        ET.SubElement(suite, "testcase", classname="lint", name="nothing was found")
    return _text(suites, suite)


def _cases(suite: ET.Element, findings: Sequence[Finding]) -> None:
    """A case a finding; one that is a note does not fail."""
    for finding in findings:
        diagnostic, (file, line) = finding.diagnostic, finding.place
        name = one_line(f"{finding.code} {diagnostic.object or file}")
        case = ET.SubElement(suite, "testcase", classname=_system(finding), name=name)
        if file:
            case.set("file", one_line(file))
            case.set("line", str(line))
        if diagnostic.severity is Severity.NOTE:
            ET.SubElement(case, "system-out").text = diagnostic.message
        else:
            _failures(case, [diagnostic])


def _system(finding: Finding) -> str:
    return one_line(finding.key.system) if finding.key is not None else "lint"


def _text(suites: ET.Element, suite: ET.Element) -> str:
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(len(suite.findall("testcase/failure/.."))))
    ET.indent(suites)
    return ET.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _failures(case: ET.Element, problems: Sequence[Diagnostic]) -> None:
    if not problems:
        return
    known = OWN.page_of(problems[0])
    code = problems[0].code if known is None else known.code
    failure = ET.SubElement(case, "failure", type=code, message=str(problems[0]))
    failure.text = "\n".join(map(str, problems))
