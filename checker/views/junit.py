"""A result as JUnit XML: one test case for each promise, so that a CI server shows the verdicts."""

from xml.etree import ElementTree

from tidemark.checker.runs.results import Result
from tidemark.checker.runs.steps import numbered_steps
from tidemark.spec.errors import escaped


def report(result: Result) -> str:
    """The XML text."""
    violated = sum(v.verdict == "violated" for v in result.promises.values())
    suite = ElementTree.Element(
        "testsuite",
        name=f"tidemark {result.machine.name}",
        tests=str(len(result.promises)),
        failures=str(violated),
        skipped=str(len(result.undecided)),
        time=f"{result.seconds:.3f}",
    )
    for name, verdict in result.promises.items():
        case = ElementTree.SubElement(suite, "testcase", classname=result.machine.name, name=name)
        if verdict.verdict == "violated":
            failure = ElementTree.SubElement(
                case, "failure", message=f"violated after {verdict.length} states"
            )
            failure.text = numbered_steps(verdict.run) if verdict.run else ""
        elif verdict.verdict == "unknown":
            ElementTree.SubElement(case, "skipped", message=result.stopped or "not decided")
    ElementTree.indent(suite)
    return escaped(ElementTree.tostring(suite, encoding="unicode", xml_declaration=True)) + "\n"
