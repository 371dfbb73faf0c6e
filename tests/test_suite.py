"""What `make test` promises of the suite itself, tried on small suites under the same conftest.py."""

import re
import sys
from pathlib import Path

import pytest

MARKERS = """
import os
import pathlib
import time

import pytest

pytestmark = pytest.mark.spark
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    pytester.makeconftest(Path(__file__).with_name("conftest.py").read_text(encoding="utf-8"))
    pytester.makeini("[pytest]\nmarkers = spark")
    return pytester


@pytest.mark.parametrize(
    "body",
    [
        "def test_spark():\n    pytest.skip('no Java')",
        "@pytest.mark.skip(reason='no Java')\ndef test_spark():\n    pass",
        "@pytest.fixture\ndef session():\n    pytest.skip('no Java')\n\ndef test_spark(session):\n    pass",
    ],
    ids=["in the test", "by a mark", "in a fixture"],
)
def test_a_skipped_spark_test_fails_the_run(suite: pytest.Pytester, body: str) -> None:
    suite.makepyfile(MARKERS + body)
    result = suite.runpytest_subprocess()
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*a Spark test may not be skipped*no Java*"])


def test_a_skipped_file_of_spark_tests_fails_the_run(suite: pytest.Pytester) -> None:
    suite.makepyfile(MARKERS + "pytest.skip('no Java', allow_module_level=True)")
    result = suite.runpytest_subprocess()
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*a Spark test may not be skipped*no Java*"])


def test_another_skipped_test_is_only_reported(suite: pytest.Pytester) -> None:
    suite.makepyfile("import pytest\n\ndef test_other():\n    pytest.skip('no such tool')")
    suite.runpytest_subprocess().assert_outcomes(skipped=1)


def test_spark_tests_of_all_files_share_one_process(suite: pytest.Pytester) -> None:
    body = """
@pytest.mark.parametrize("i", range(3))
def test_spark(i):
    time.sleep(0.05)
    pathlib.Path(f"worker-{os.environ['PYTEST_XDIST_WORKER']}").touch()
"""
    suite.makepyfile(test_one=MARKERS + body, test_two=MARKERS + body)
    suite.runpytest_subprocess("-n", "2", "--dist", "loadgroup").assert_outcomes(passed=6)
    assert len(list(suite.path.glob("worker-*"))) == 1


@pytest.mark.optimized  # so that it finds nothing left out already
def test_the_optimizer_is_left_out_unless_a_test_asks_for_it(suite: pytest.Pytester) -> None:
    suite.makeini("[pytest]\nmarkers = optimized")
    suite.makepyfile(
        """
import pytest
from tidemark.checker.engines.native.compilation import EFFORTS, FULL, LEAST

@pytest.fixture(scope="module")
def early():
    return EFFORTS["full"]

def test_as_most(early):
    assert early == EFFORTS["full"] == EFFORTS["less"] == LEAST

@pytest.mark.optimized
def test_as_a_user_has_it():
    assert EFFORTS["full"] == FULL
"""
    )
    suite.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=2)


PATCH_THROUGH_A_MODULE = re.compile(r"""setattr\(\s*\w+\.(\w+),\s*["']""")
"""`setattr(gateway.time, "sleep", …)`: it looks like a change of `gateway`, and changes `time` for every thread."""


def test_no_test_replaces_a_function_of_the_standard_library_through_a_module_of_ours() -> None:
    assert PATCH_THROUGH_A_MODULE.findall('patch.setattr(gateway.time, "sleep", no_wait)') == ["time"]
    for path in Path(__file__).parent.rglob("*.py"):
        if path != Path(__file__):
            libraries = set(PATCH_THROUGH_A_MODULE.findall(path.read_text(encoding="utf-8")))
            assert not libraries & sys.stdlib_module_names, f"{path}: use tests.support.standard_library"
