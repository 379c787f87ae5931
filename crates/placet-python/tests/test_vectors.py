"""All conformance vectors through Python, with every property of their decisions."""

import base64
import json
import pickle
from pathlib import Path

import placet
import pytest
from placet import _native

VECTORS = Path(__file__).parents[3] / "conformance"
FILES = sorted(VECTORS.glob("*/*.jsonl"))


def asked_at(vector):
    from datetime import datetime, timezone

    def moment(text):
        if text is None:
            return None
        text = text if "T" in text else text + "T00:00:00+00:00"
        return datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(timezone.utc)

    # Most vectors have no time, which a caller of the package cannot ask for.
    now, first_used = moment(vector.get("now")), moment(vector.get("crawled"))
    return _native.restore_asked_at(now, first_used, vector.get("recrawled", False))


def long_text(text):
    """A text, or ``[[text, repeat], …]``."""
    return text if isinstance(text, str) else "".join(part * times for part, times in text)


def documents(vector):
    """The files with signals of a vector."""
    found = {key: long_text(vector[key]).encode() for key in ("tdmrep", "trust_txt", "ai_txt") if key in vector}
    if "rsl" in vector:
        found["rsl"] = {url: long_text(text).encode() for url, text in vector["rsl"].items()}
    return found


def check_reports(vector, bot, decision):
    """What a decision reports about signals."""
    reports = vector.get("reports", {})
    families = {it.family: it for it in decision.signals}
    for family, outcome in reports.get("families", {}).items():
        assert (families[family].outcome if family in families else "silent") == outcome, vector["id"]
    if "contradictions" in reports:
        found = [[it.allows, it.disallows] for it in decision.contradictions]
        assert found == reports["contradictions"], vector["id"]
    refusing = [it for it in decision.signals if it.outcome == "disallow"]
    if "by" in reports and refusing:
        # Where there is none, a usage that this one depends on is refused.
        assert refusing[0].family == reports["by"]["family"], vector["id"]
        first = refusing[0].reasons[0]
        if first.source == reports["by"]["source"] and first.source in ("robots.txt", "tdmrep.json", "trust.txt", "ai.txt"):
            assert first.line == reports["by"]["line"], vector["id"]
    if "policy" in reports and refusing:
        assert reports["policy"] in {it.policy_url for it in refusing}, vector["id"]
    report = bot.signals(vector["url"], page=decision.page)
    assert {it.kind for it in report.problems} >= set(reports.get("problems", ())), vector["id"]
    rows = {it.family: it.outcome for it in report if it.usage == decision.usage}
    assert rows == {it.family: it.outcome for it in decision.signals}, vector["id"]
    assert report.to_dict()["agent"] == str(bot.agent) and repr(report) and report._repr_html_()
    assert pickle.loads(pickle.dumps(report)) == report


def decide(vector):
    robots = vector.get("robots", "").encode()
    if "robots_b64" in vector:
        robots = base64.b64decode(vector["robots_b64"])
    for text, times in vector.get("robots_parts", []):
        robots += text.encode() * times
    policy = placet.parse(robots, profile=vector.get("profile", "full"), signals=vector.get("signals"))
    if found := documents(vector):
        policy = policy.with_documents(**found)
    if "refs" in vector:
        policy = policy.with_documents(references={k: v.encode() for k, v in vector["refs"].items()})
    elif policy.needs(vector.get("agent", "x")):
        policy = policy.with_documents(references={"/none": None})
    agent = placet.Agent(vector.get("agent_exact", vector.get("agent")), exact="agent_exact" in vector)
    honours = vector.get("honours", [])
    honours = [honours] if isinstance(honours, str) else honours
    purpose = vector.get("purpose", [])
    crawler = placet.Crawler(
        agent,
        purposes=[purpose] if isinstance(purpose, str) else purpose,
        can_honour=[it for it in honours if not it.startswith("!")],
        cannot_honour=[it[1:] for it in honours if it.startswith("!")],
        elements=vector.get("element_level", True),
    )
    html = vector.get("html")
    html = base64.b64decode(vector["html_b64"]) if "html_b64" in vector else html and html.encode()
    page = None
    if html is not None or vector.get("headers") or "rendered" in vector:
        rendered = vector.get("rendered")
        page = placet.PagePolicy(
            headers=[(name, long_text(value)) for name, value in vector.get("headers", [])],
            html=html,
            rendered=rendered and rendered.encode(),
        )
    at = asked_at(vector)
    element = vector.get("element") if page is not None else None
    bot = policy.for_agent(crawler)
    return bot, bot.may(vector.get("usage", "crawl"), vector["url"], page=page, element=element, at=at)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_vectors(file):
    tested = 0
    for line in file.read_text().splitlines():
        vector = json.loads(line)
        expected = vector["expected"]
        try:
            bot, decision = decide(vector)
        except placet.InvalidUrlError:
            # A URL that is none is not permitted.
            assert expected["allowed"] is False, vector["id"]
            continue
        assert decision.permitted == expected["allowed"], vector["id"]
        if "qualifiers" in expected and decision.permitted:
            shown = sorted(str(condition) for condition in decision.conditions)
            assert shown == sorted(expected["qualifiers"]), vector["id"]
        by = expected.get("by")
        if by is None:
            check_reports(vector, bot, decision)
            by = {}
        deciding = [it for it in decision.reasons if it.decides]
        if "code" in by:
            assert by["code"] in {it.code for it in deciding}, vector["id"]
        if "line" in by:
            assert by["line"] in {it.line for it in deciding}, vector["id"]
        if decision.usage == "crawl" and decision.page is None:
            assert bot.allows(vector["url"]) == decision.permitted, vector["id"]
        assert decision.reasons and decision.steps is not None and decision.not_applied is not None
        assert decision.notes is not None and decision.expires is None or decision.permitted
        assert repr(decision) and decision._repr_html_() and str(decision.explain())
        assert pickle.loads(pickle.dumps(decision)) == decision, vector["id"]
        tested += 1
    assert tested > 3
