"""The suites of CPython's robotparser and of Protego, run against the drop-ins.

A test that fails must be in the list below, and a test in the list must fail.
"""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PROTEGO = Path(os.environ.get("PLACET_PROTEGO", HERE.parents[2] / "target/sdists/protego-0.7.0"))

RECORDS = "Crawl-delay, Request-rate, Visit-time and unknown records do not end a group (RFC 9309 2.2.4)"
WHOLE = "a name matches whole, not as a part (RFC 9309 2.2.1)"
SPELLING = "only a closed list of misspellings is read"
GOOGLE = "a habit of Google's matcher, which RFC 9309 does not have"

ROBOTPARSER = {
    "test.test_robotparser.UseFirstUserAgentWildcardTest.test_good_urls": "all * groups count (RFC 9309 2.2.1)",
    "test.test_robotparser.UserAgentGoogleMobileTest.test_bad_urls": WHOLE,
}
PROTEGO_DIFFERENCES = {
    "test_protego.py::TestProtego::test_request_rate": RECORDS,
    "test_protego.py::TestProtego::test_request_rate_bare_number": RECORDS,
    "test_protego.py::TestProtego::test_no_request_rate": RECORDS,
    "test_protego.py::TestProtego::test_visit_time": RECORDS,
    "test_protego.py::TestProtego::test_grouping_unknown_keys": RECORDS,
    "test_protego.py::TestProtego::test_empty_user_agent_line": "a User-agent line without a name starts no group of its own",
    "test_protego.py::TestProtego::test_generosity": SPELLING,
    "test_protego.py::TestProtego::test_generosity_visit_time": SPELLING,
    "test_protego.py::TestProtego::test_generosity_sitemap": SPELLING,
    "test_protego.py::TestProtego::test_line_endings": "the test reads private attributes of the original",
    "test_protego.py::TestProtego::test_bytestrings": "bytes are read; the original refuses them",
    "test_protego.py::TestProtego::test_index_html_is_directory": GOOGLE,
    "test_protego.py::TestProtego::test_special_symbols_dual_behaviour": GOOGLE,
    "test_protego.py::TestProtego::test_with_absolute_urls": GOOGLE,
    "test_on_google_spec.py::test_user_agent_precedence[/group1-hedwig-news2]": WHOLE,
    "test_on_google_spec.py::test_user_agent_precedence[/group3-hedwig-new]": WHOLE,
    "test_on_google_spec.py::test_user_agent_precedence[/group3-hedwig-images]": WHOLE,
    "test_on_google_spec.py::test_user_agent_boundary_matching[googlebot-googlebot-news-True]": WHOLE,
    "test_on_google_spec.py::test_user_agent_boundary_matching[google-googlebot-mobile-True]": WHOLE,
}


def outcomes(*args):
    command = [sys.executable, HERE / "foreign.py", *map(str, args)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)
    assert run.returncode == 0, run.stderr[-2000:]
    return json.loads(run.stdout)


def compare(found, differences):
    failed = {name for name, outcome in found.items() if outcome == "failed"}
    passed = {name for name, outcome in found.items() if outcome == "passed"}
    assert not failed - differences.keys(), "these fail without a reason"
    assert not passed & differences.keys(), "these pass, but are listed as differences"


def test_robotparser():
    if importlib.util.find_spec("test.test_robotparser") is None:
        pytest.skip("this interpreter has no test.test_robotparser")
    found = outcomes("robotparser")
    assert len(found) > 40
    compare(found, ROBOTPARSER)


def test_protego():
    if importlib.util.find_spec("protego") is None or not (PROTEGO / "tests").exists():
        pytest.skip("the source distribution of Protego cannot be downloaded")
    found = outcomes("protego", PROTEGO)
    assert len(found) > 160
    compare(found, PROTEGO_DIFFERENCES)
