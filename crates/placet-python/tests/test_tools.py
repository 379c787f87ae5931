"""The linter, the comparison of files, extents and explanations."""

import placet
import placet.types
import pytest
from conftest import FILE


def test_lint():
    report = placet.lint("Disallow: /private/\nUser-agent: *\nDisallow: /x\n")
    (finding,) = report
    assert (finding.code, finding.rule, finding.line, finding.column) == (
        "ROB101",
        "rule-outside-group",
        1,
        1,
    )
    assert report.failed() and report.worst == "error"
    assert finding in report and report[0] == finding and report[:1] == (finding,)
    for style in ("full", "concise", "json", "jsonl", "sarif", "github"):
        assert report.render(style)
    with pytest.raises(placet.UnknownNameError):
        report.render("xml")
    assert placet.lint(b"User-agent: *\nDissalow: /a\n").fixed() == b"User-agent: *\nDisallow: /a\n"
    assert not placet.lint("User-agent: *\nDisallow: /x\n")
    assert not placet.lint("Disallow: /private/\nUser-agent: *\n", ignore=["ROB"])
    changed = placet.lint("Disallow: /private/\nUser-agent: *\nDisallow: /x\n", severity={"ROB101": "note"})
    assert changed.worst == "note" and not changed.failed()
    with pytest.raises(placet.ConfigError):
        placet.lint(b"", select=["NO123"])
    with pytest.raises(ValueError, match="nothing to lint"):
        placet.lint()
    together = placet.lint(
        b"User-agent: *\nDisallow: /drafts/\n",
        headers={"X-Robots-Tag": "noindex"},
        html="<p>",
        url="https://example.com/drafts/1",
    )
    assert any(finding.rule == "noindex-unread" for finding in together)
    assert len(placet.lint_rules()) > 50 and all(rule.manual for rule in placet.lint_rules())
    assert any(it.token == "GPTBot" for it in placet.known_crawlers())
    assert "ROB101" in report._repr_html_() and report.to_dict()["findings"]


def test_lint_reads_files(tmp_path):
    path = tmp_path / "robots.txt"
    path.write_text("Disallow: /\n")
    (finding,) = placet.lint(path)
    assert finding.source == str(path)
    config = tmp_path / "placet.toml"
    config.write_text("[lint]\nignore = ['ROB101']\n")
    assert not placet.lint(path, config=config)
    with pytest.raises(placet.ConfigError):
        placet.lint(path, config=tmp_path / "none.toml")


def test_diff():
    old, new = b"User-agent: *\nDisallow: /drafts/\n", b"User-agent: *\nDisallow: /drafts\n"
    diff = placet.diff(old, new, usages=["crawl"])
    (change,) = diff.changes
    assert (change.effect, change.path) == ("closes", "/drafts") and diff.closes == diff.changes
    assert change.before.permitted and not change.after.permitted
    assert str(change.after) == "robots.txt:2 Disallow: /drafts" and diff.opens == ()
    assert diff.complete and not diff.same and diff.unfinished == ()
    assert diff.count(["/drafts", "/drafts/1", "/x"])[placet.types.Effect.CLOSES] == 1
    with pytest.raises(placet.InvalidUrlError):
        diff.count(["x"])
    assert placet.diff(old, old).same
    assert "/drafts" in str(diff) and "/drafts" in diff._repr_html_()
    assert diff.to_dict()["closes"] == 1
    named = placet.diff(b"", b"User-agent: a\nDisallow: /\n", agents=["a"])
    assert {it for change in named.changes for it in change.crawlers} == {"a"}
    with pytest.raises(ValueError, match="profile"):
        placet.diff(placet.parse(old), placet.parse(new, profile="rfc9309"))


def test_extent():
    site = placet.parse("User-agent: *\nDisallow: /\nAllow: /open/\n")
    extent = site.for_agent("x").extent()
    assert extent.closed == "part" and extent.complete
    assert [(line.line, line.allow) for line in extent.lines] == [(2, False), (3, True)]
    assert placet.parse("User-agent: *\nDisallow: /\n").for_agent("x").extent().closed == "everything"


def test_explain():
    explanation = placet.explain(FILE, "/drafts/1", agent="ExampleBot", usage="train-ai")
    assert str(explanation).startswith("prohibited: ExampleBot may not use /drafts/1 to train AI")
    assert explanation.sources[0][0] == "robots.txt" and explanation.decision.usage == "train-ai"
    assert explanation.to_dict()["laws"] and "<div" in explanation._repr_html_()
    assert explanation.steps == explanation.decision.steps
