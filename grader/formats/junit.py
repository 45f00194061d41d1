"""JUnit XML: one testsuite a lab, one testcase a check.

Format: junit-10.xsd, which Jenkins's xUnit plugin holds reports to
(https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd).
Points are properties of the testsuite, since JUnit knows none; a lab that is to be graded again has no
property `points`, and one <error> at least.
"""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from grader.core.wording import first_sentence
from grader.formats.exported import REGRADE, CheckRecord, LabRecord, Record, one_line
from grader.formats.registry import StudentExport
from grader.schema.results import Status

ELEMENTS = {Status.FAILED: "failure", Status.ERROR: "error", Status.SKIPPED: "skipped"}
# The testcase that is added where grading failed, yet no check is in error.
GRADING = "grading"


def junit_xml(record: Record) -> str:
    """The report as XML text that ends in a newline. Its encoding is UTF-8."""
    suites = [_suite(lab) for lab in record.labs]
    total = {
        name: str(sum(int(suite.get(name, "0")) for suite in suites))
        for name in ("tests", "failures", "errors")
    }
    root = Xml.Element(
        "testsuites", {"name": one_line(record.student.name), **total, **_time(record.seconds)}
    )
    root.extend(suites)
    Xml.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{Xml.tostring(root, encoding="unicode")}\n'


def _suite(lab: LabRecord) -> Xml.Element:
    cases = [_case(check) for check in lab.checks]
    if lab.regrade and not any(case.find("error") is not None for case in cases):
        cases.append(_grading_case(lab))
    suite = Xml.Element(
        "testsuite",
        {
            "name": lab.id,
            "tests": str(len(cases)),
            "failures": _count(cases, "failure"),
            "errors": _count(cases, "error"),
            "skipped": _count(cases, "skipped"),
            **_time(lab.seconds),
        },
    )
    suite.append(_properties(lab))
    suite.extend(cases)
    return suite


def _properties(lab: LabRecord) -> Xml.Element:
    properties = Xml.Element("properties")
    values = {"title": lab.title, "max_points": str(lab.max_points)}
    if lab.points is not None:
        values["points"] = str(lab.points)
    for name, value in values.items():
        Xml.SubElement(properties, "property", {"name": name, "value": one_line(value)})
    return properties


def _case(check: CheckRecord) -> Xml.Element:
    case = Xml.Element(
        "testcase", {"name": check.title, "classname": f"{check.lab}.{check.id}", **_time(check.seconds)}
    )
    element = ELEMENTS.get(check.status)
    if element:
        inner = Xml.SubElement(case, element, {"message": one_line(first_sentence(check.message))})
        if element != "skipped":
            inner.set("type", check.status.value)
        place = f"{check.file}:{check.line}" if check.file and check.line else check.file
        inner.text = "\n".join(part for part in (check.message, place) if part)
    return case


def _grading_case(lab: LabRecord) -> Xml.Element:
    case = Xml.Element("testcase", {"name": GRADING, "classname": f"{lab.id}.{GRADING}"})
    error = Xml.SubElement(case, "error", {"message": REGRADE, "type": "error"})
    error.text = lab.trouble
    return case


def _count(cases: list[Xml.Element], element: str) -> str:
    return str(len([case for case in cases if case.find(element) is not None]))


def _time(seconds: float | None) -> dict[str, str]:
    return {} if seconds is None else {"time": f"{seconds:.3f}"}


EXPORTS = (StudentExport("junit", "junit.xml", "Jenkins, GitLab and other CI services", junit_xml),)
