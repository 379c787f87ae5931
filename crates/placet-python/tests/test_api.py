"""The typed API without the network."""

import pickle
from datetime import datetime, timedelta, timezone

import placet
import placet.types
import pytest
from conftest import ACAP, FILE


def test_a_decision_has_everything(site):
    decision = site.for_agent("ExampleBot").may("crawl", "https://example.com/drafts/42")
    assert decision.verdict is placet.Verdict.PROHIBIT
    assert not decision.permitted and not decision.unconditional
    assert str(decision) == "robots.txt:5 Disallow: /drafts/"
    assert repr(decision) == (
        "<Decision prohibit: ExampleBot may not crawl /drafts/42 (robots.txt:5 Disallow: /drafts/)>"
    )
    reason = decision.reason
    assert (reason.source, reason.line, reason.column, reason.text) == (
        "robots.txt",
        5,
        1,
        "Disallow: /drafts/",
    )
    assert reason.code is placet.types.ReasonCode.LONGEST and reason.decides
    assert reason.code.law is placet.types.Law.ACCESS and "2.2.2" in reason.section
    assert reason.match_length == 8
    assert [step.law.number for step in decision.steps] == list(range(len(decision.steps)))
    assert any("GPTBot" in it.text for it in decision.not_applied)
    assert decision.crawl_delay == 2.5
    assert decision.to_dict()["verdict"] == "prohibit"
    assert "<b>" in decision._repr_html_() and "/drafts/" in decision._repr_html_()
    assert decision.policy is site and decision.page is None and decision.evidence == ()


def test_what_a_file_contains(site):
    assert site.agents == ("GPTBot", "*")
    assert [group.agents for group in site.groups] == [("GPTBot",), ("*",)]
    rule = site.groups[1].rules[0]
    assert (rule.allow, rule.pattern, rule.line, str(rule)) == (
        False,
        "/drafts/",
        5,
        "Disallow: /drafts/",
    )
    start, end = rule.span
    assert site.source[start:end] == b"Disallow: /drafts/"
    assert site.sitemaps == ("https://example.com/map.xml",)
    assert site.digest.startswith("sha256:") and not site.truncated
    assert repr(site) == f"<RobotsPolicy full: 2 groups, 2 rules, {len(FILE)} bytes>"
    bot = site.for_agent("ExampleBot")
    assert bot.addressed is placet.types.Addressed.GLOBAL
    rate = bot.request_rate
    assert (rate.requests, rate.seconds, rate.start_time.hour) == (1, 10, 8)
    assert (bot.crawl_delay, bot.min_interval) == (2.5, 10.0)
    assert site.to_dict()["groups"][1]["rules"][0]["value"] == "/drafts/"


def test_conditions_and_matrix():
    bot = placet.parse(ACAP).for_agent("ExampleBot")
    rows = bot.matrix("/news/1")
    assert list(rows) == list(placet.Usage) and len(rows) == len(placet.Usage)
    condition = rows["index"].conditions[0]
    assert (condition.kind, condition.value, condition.quantity, condition.unit) == (
        "time-limit",
        "30-days",
        30,
        "days",
    )
    assert condition.reason.line == 2 and str(condition) == "time-limit=30-days"
    assert not rows[placet.Usage.PRESERVE].permitted
    assert rows["preserve"] == bot.may("preserve", "/news/1", at=rows["preserve"].asked_at)
    some = bot.matrix("/news/1", usages=["crawl", "index"])
    assert [str(usage) for usage in some] == ["crawl", "index"]
    with pytest.raises(placet.UnknownNameError):
        some["preserve-it"]
    assert "time-limit" in rows._repr_html_()
    strict = placet.Crawler("ExampleBot", cannot_honour=["time-limit"])
    assert not placet.parse(ACAP).for_agent(strict).may("index", "/news/1").permitted


def test_the_time_counts():
    text = b"ACAP-crawler: *\nACAP-allow-index: / time-limit=until-2020-01-01\n"
    bot = placet.parse(text).for_agent("x")
    now = bot.may("index", "/")
    assert not now.permitted and now.reason.code == "expired"
    early = datetime(2019, 1, 1, tzinfo=timezone.utc)
    then = bot.may("index", "/", at=early)
    assert then.permitted and then.expires > early and then.asked_at.now == early
    with pytest.raises(ValueError, match="time zone"):
        bot.may("index", "/", at=datetime(2019, 1, 1))
    used = placet.AskedAt(first_used=early, recrawled=True)
    assert used.first_used == early and used.recrawled


def test_pages():
    page = placet.PagePolicy(headers={"X-Robots-Tag": "noindex"}, html=b"<p>text")
    assert [str(statement) for statement in page.statements] == ["noindex"]
    bot = placet.parse(b"").for_agent("x")
    decision = bot.may("index", "/a", page=page)
    assert not decision.permitted and decision.reason.source == "X-Robots-Tag"
    assert decision.page is page
    meta = "<meta name=robots content='nosnippet'><p>é"
    for html in (meta, meta.encode(), bytearray(meta.encode())):
        one = placet.PagePolicy(html=html)
        assert not bot.may("present-snippet", "/a", page=one).permitted
    reader = placet.PagePolicy.stream(head_only=True)
    assert not reader.feed(b"<head><meta name=robots content=noin")
    reader.feed(b"dex></head><body>")
    # The encoding may be declared in the first 1,024 bytes, so these are read in any case.
    assert reader.feed(b"<p>text" * 1024)
    assert not bot.may("index", "/a", page=reader.finish()).permitted
    with pytest.raises(placet.ClosedError):
        reader.feed(b"")
    with pytest.raises(ValueError, match="element"):
        bot.may("index", "/a", element="it")
    received = datetime(2025, 1, 1, tzinfo=timezone.utc)
    fresh = placet.PagePolicy(headers=[("Cache-Control", "max-age=60")])
    assert fresh.expires(received) == received + timedelta(seconds=60)
    assert placet.PagePolicy(html=b"").expires() is None
    html = b"<p>Free.</p><p class=the-acap:disallow-index>Not for indexes.</p>"
    part = bot.extract("index", "/", html)
    assert (part.text, part.ranges, part.html, part.empty) == ("Free.", ((0, 12),), html[:12], False)


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Robots-Tag": "a: noindex, nofollow"},
        {b"X-Robots-Tag": [b"a: noindex", b"nofollow"]},
        [("X-Robots-Tag", "a: noindex"), ("x-robots-tag", "nofollow")],
        [(b"X-Robots-Tag", b"a: noindex"), (b"X-Robots-Tag", b"nofollow")],
    ],
)
def test_headers_of_every_library(headers):
    page = placet.PagePolicy(headers=headers)
    bot = placet.parse(b"").for_agent("a")
    assert not bot.may("index", "/", page=page).permitted
    assert not bot.may("follow", "/", page=page).permitted
    with pytest.raises(TypeError):
        placet.PagePolicy(headers="X-Robots-Tag: noindex")
    with pytest.raises(TypeError):
        placet.PagePolicy(headers=[("X-Robots-Tag", 3)])


def test_the_ladder_of_statuses():
    url = "https://example.com/robots.txt"
    now = datetime(2025, 6, 1, tzinfo=timezone.utc)

    def of(status, body=b"User-agent: *\nDisallow: /x\n", **more):
        return placet.Site.from_response(url, status, body, received_at=now, **more)

    def open_to(site, path):
        return site.for_agent("a").allows("https://example.com" + path)

    good = of(200)
    assert good.standing == "fetched" and open_to(good, "/") and not open_to(good, "/x")
    assert good.expires_at == now + timedelta(days=1) and good.checked_at == now
    assert open_to(of(404), "/x") and of(404).standing == "unavailable"
    assert open_to(of(403), "/x") and not open_to(of(403, refuse_forbidden=True), "/")
    for status in (429, 500, 503, 301, 206):
        assert not open_to(of(status), "/"), status
        assert open_to(of(status, previous=good), "/"), status
        assert not open_to(of(status, previous=good), "/x"), status
        assert of(status, previous=good).standing == "stale"
    failed = placet.Site.from_failure(url, "dns", received_at=now)
    assert not open_to(failed, "/") and failed.failure is placet.types.Failure.DNS
    assert failed.for_agent("a").may("crawl", "/").reason.code == "unreachable"
    kept = of(200, headers={"Cache-Control": "max-age=600", "ETag": '"a"'})
    assert kept.expires_at == now + timedelta(minutes=10)
    assert kept.is_fresh(now) and not kept.is_fresh(now + timedelta(minutes=10))
    again = of(304, b"", previous=kept)
    assert again.standing == "fetched" and not open_to(again, "/x")
    evidence = good.evidence[0]
    assert evidence.digest == good.policy.digest and evidence.status == 200
    assert evidence.to_dict()["standing"] == "fetched"
    decision = good.for_agent("a").may("crawl", "https://example.com/x")
    assert decision.evidence[0] == evidence
    assert decision.to_dict()["evidence"][0]["digest"] == evidence.digest
    with pytest.raises(placet.OriginMismatchError) as caught:
        good.for_agent("a").allows("https://other.example/")
    assert caught.value.origin == "https://example.com"
    with pytest.raises(placet.InvalidUrlError):
        placet.Site.from_response("ftp://example.com/robots.txt", 200)
    with pytest.raises(TypeError, match="agent"):
        good.for_agent()
    assert pickle.loads(pickle.dumps(good)) == good
    assert pickle.loads(pickle.dumps(decision)) == decision


def test_sources(tmp_path):
    path = tmp_path / "robots.txt"
    path.write_bytes(FILE)
    assert placet.parse(path) == placet.parse(FILE) == placet.parse(FILE.decode())
    assert placet.parse(bytearray(FILE)) == placet.parse(memoryview(FILE)) == placet.parse(FILE)
    for text in ("robots.txt", "https://example.com/robots.txt", "a/b", "C:\\robots.txt"):
        with pytest.raises(ValueError, match="Path"):
            placet.parse(text)
    placet.parse("")
    placet.parse("User-agent: *")
    with pytest.raises(TypeError):
        placet.parse(3)
    with pytest.raises(FileNotFoundError):
        placet.parse(tmp_path / "none")
    with pytest.raises(ValueError, match="512000"):
        placet.parse(FILE, max_bytes=10)
    wide = FILE.decode().encode("utf-16")
    assert not placet.parse(wide).for_agent("x").allows("/drafts/")
    long = FILE + b"#" * 600_000 + b"\nUser-agent: x\nDisallow: /\n"
    cut = placet.parse(long)
    assert cut.truncated and cut.for_agent("x").allows("/")
    for policy in (placet.parse(wide), cut):
        assert pickle.loads(pickle.dumps(policy)) == policy
    known = placet.parse(FILE, origin="https://example.com/any")
    assert known.origin == "https://example.com"
    with pytest.raises(placet.OriginMismatchError):
        known.for_agent("x").allows("http://example.com/")
    assert placet.RobotsPolicy.unreachable().for_agent("x").allows("/") is False
    assert placet.RobotsPolicy.unavailable().for_agent("x").allows("/") is True


def test_documents():
    policy = placet.parse(b"ACAP-crawler: x\nACAP-permissions-reference: /x.txt\n")
    assert not policy.for_agent("x").allows("/a") and policy.for_agent("y").allows("/a")
    (needed,) = policy.needs("x")
    assert (needed.kind, needed.urls) == ("reference", ("/x.txt",)) and policy.needs("y") == ()
    more = {"/x.txt": b"ACAP-crawler: x\nACAP-disallow-crawl: /b\n"}
    whole = policy.with_documents(references=more)
    assert whole.needs("x") == ()
    assert whole.for_agent("x").allows("/a") and not whole.for_agent("x").allows("/b")
    assert pickle.loads(pickle.dumps(whole)) == whole != policy
    known = placet.parse(policy.source, origin="https://example.com")
    assert known.needs("x")[0].urls == ("https://example.com/x.txt",)
    by_url = known.with_documents(references={"https://example.com/x.txt": more["/x.txt"]})
    assert not by_url.for_agent("x").allows("/b") and by_url.for_agent("x").allows("/a")
    missing = policy.with_documents(references={"/x.txt": None})
    assert missing.needs("x") == () and not missing.for_agent("x").allows("/a")


def test_wrong_questions(site):
    bot = site.for_agent("x")
    with pytest.raises(placet.UnknownNameError, match="did you mean 'crawl'") as caught:
        bot.may("crwal", "/")
    assert caught.value.suggestion == "crawl"
    with pytest.raises(placet.UnknownNameError, match="usage comes first"):
        bot.may("/a", "crawl")
    for url in ("example.com", "", "\ud800", "https://"):
        with pytest.raises(placet.InvalidUrlError):
            bot.allows(url)
        with pytest.raises(placet.InvalidUrlError):
            bot.may("crawl", url)
    assert bot.allows_many(["/a", "/drafts/1", "x"], invalid=False) == [True, False, False]
    with pytest.raises(placet.InvalidUrlError):
        bot.allows_many(["/a", "x"])
    assert bot.allows_many(["/drafts/"] * 60_000) == [False] * 60_000
    with pytest.raises(TypeError):
        bot.allows_many("/a")
    with pytest.raises(TypeError):
        bot.allows(3)
    with pytest.raises(placet.UnknownNameError):
        placet.parse(b"", profile="bing")
    with pytest.raises(ValueError):
        placet.Crawler("x", can_honour=["ref"], cannot_honour=["ref"])
    with pytest.raises(placet.ProhibitedError) as prohibited:
        bot.may("crawl", "/drafts/").raise_if_prohibited()
    assert prohibited.value.decision.url == "/drafts/" and "robots.txt:5" in str(prohibited.value)
    assert not isinstance(prohibited.value, OSError)
    allowed = bot.may("crawl", "/")
    assert allowed.raise_if_prohibited() is allowed
