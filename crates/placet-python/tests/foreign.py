"""Runs a foreign suite with placet's class in place of the original, and prints the outcome of each test.

python foreign.py robotparser          CPython's test_robotparser, of the running interpreter
python foreign.py protego FOLDER       the tests in an unpacked source distribution of Protego
"""

import contextlib
import json
import sys
import unittest


class Outcomes(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.outcomes = {}

    def startTest(self, test):
        super().startTest(test)
        self.outcomes[test.id()] = "passed"

    def addFailure(self, test, error):
        self.outcomes[test.id()] = "failed"

    def addError(self, test, error):
        self.outcomes[test.id()] = "failed"

    def addSkip(self, test, reason):
        self.outcomes[test.id()] = "skipped"

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.outcomes[test.id()] = "failed"


def robotparser():
    import urllib.robotparser
    from test import support

    import placet.client
    import placet.robotparser

    class Local(placet.client.Client):
        # The suite has its server on loopback.
        def __init__(self, user_agent):
            super().__init__(user_agent, allow_private=True, retries=0)

    placet.client.Client = Local
    for name in ("RobotFileParser", "RequestRate"):
        setattr(urllib.robotparser, name, getattr(placet.robotparser, name))
    # Tests that need the internet skip themselves.
    support.use_resources = []
    return unittest.defaultTestLoader.loadTestsFromName("test.test_robotparser")


def protego(folder):
    import protego
    import pytest

    import placet.protego

    outcomes = {}

    class Collector:
        def pytest_runtest_logreport(self, report):
            name = report.nodeid.partition("/")[2]
            if report.when == "call" or report.outcome != "passed":
                outcomes[name] = report.outcome

    # Other names of the package remain: some tests are about its helper functions.
    protego.Protego = placet.protego.Protego
    files = [f"{folder}/tests/test_protego.py", f"{folder}/tests/test_on_google_spec.py"]
    with contextlib.redirect_stdout(sys.stderr):
        pytest.main(["-q", "-p", "no:cacheprovider", f"--rootdir={folder}", *files], plugins=[Collector()])
    return outcomes


if __name__ == "__main__":
    if sys.argv[1] == "robotparser":
        results = Outcomes()
        robotparser().run(results)
        print(json.dumps(results.outcomes))
    else:
        print(json.dumps(protego(sys.argv[2])))
