"""Signals about the use of content: families, files that the caller supplies, contradictions."""

import pickle
from collections.abc import Sequence

import placet
import placet.types
import pytest

FILE = b"""User-agent: *
Content-Signal: ai-train=yes
Content-Usage: train-ai=n
License: https://example.com/license.xml
"""
LICENSE = """<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>
<permits type="usage">ai-train</permits><payment type="subscription"/></license></content></rsl>"""
TDMREP = '[{"location": "/", "tdm-reservation": 1, "tdm-policy": "https://example.com/tdm"}]'


def test_families_of_a_decision():
    decision = placet.parse(FILE).for_agent("ExampleBot").may("train-ai", "https://example.com/a")
    assert (decision.permitted, str(decision)) == (False, "robots.txt:3 Content-Usage: train-ai=n")
    assert decision.reason.kind == "signal" and decision.reason.code == "signal"
    found = {it.family.value: it.outcome.value for it in decision.signals}
    assert found["aipref"] == "disallow" and found["content-signal"] == "allow"
    (contradiction,) = decision.contradictions
    assert (contradiction.allows, contradiction.disallows) == ("content-signal", "aipref")
    assert str(contradiction) == "content-signal allows train-ai, aipref disallows it"
    aipref = decision.signals[0]
    assert str(aipref.reasons[0]) == "robots.txt:3 Content-Usage: train-ai=n" and aipref.reasons[0].decides
    with pytest.raises(TypeError, match="truth value"):
        bool(aipref.outcome)
    assert pickle.loads(pickle.dumps(decision)).signals == decision.signals
    assert placet.parse(FILE).for_agent("x").may("crawl", "/").signals == ()
    assert "aipref" in str(decision.explain())


def test_families_that_are_read():
    for signals, verdict in ((None, False), (["aipref"], False), (["content-signal"], True), ((), True)):
        policy = placet.parse(FILE, signals=signals)
        bot = policy.for_agent("ExampleBot")
        assert bot.may("train-ai", "/a").permitted is verdict
        assert pickle.loads(pickle.dumps(policy)) == policy
        assert bot.signals("/a").contradictions == () or signals is None
    assert placet.parse(FILE, signals=["aipref"]) != placet.parse(FILE)
    assert placet.parse(FILE, signals=[placet.types.SignalFamily.AIPREF]) == placet.parse(FILE, signals=["aipref"])
    with pytest.raises(placet.UnknownNameError, match="aipref"):
        placet.parse(FILE, signals=["aiperf"])
    with pytest.raises(TypeError, match="list"):
        placet.parse(FILE, signals="aipref")
    for profile in ("rfc9309", "google"):
        bot = placet.parse(FILE, profile=profile).for_agent("x")
        assert len(bot.signals("/")) == 0 and bot.may("train-ai", "/").permitted
    site = placet.Site.from_response("https://example.com/robots.txt", 200, FILE, signals=())
    assert site.for_agent("x").may("train-ai", "https://example.com/").permitted
    assert pickle.loads(pickle.dumps(site)) == site
    assert pickle.loads(pickle.dumps(site)).policy == site.policy


def test_documents(tmp_path):
    site = placet.parse(b"", origin="https://example.com")
    assert [(it.kind, it.urls) for it in site.needs("ExampleBot", "train-ai")] == [
        ("tdmrep", ("https://example.com/.well-known/tdmrep.json",)),
        ("trust-txt", ("https://example.com/trust.txt", "https://example.com/.well-known/trust.txt")),
        ("ai-txt", ("https://example.com/ai.txt",)),
    ]
    assert site.needs("ExampleBot") == ()
    path = tmp_path / "tdmrep.json"
    path.write_text(TDMREP)
    for tdmrep in (TDMREP, TDMREP.encode(), bytearray(TDMREP.encode()), path):
        reserved = site.with_documents(tdmrep=tdmrep)
        decision = reserved.for_agent("ExampleBot").may("mine", "https://example.com/a")
        assert not decision.permitted and decision.reason.source == "tdmrep.json"
        assert decision.signals[0].policy_url == "https://example.com/tdm"
    assert [it.kind for it in reserved.needs("ExampleBot", "train-ai")] == ["trust-txt", "ai-txt"]
    both = reserved.with_documents(trust_txt="datatrainingallowed=no")
    bot = both.for_agent("ExampleBot")
    assert {it.family for it in bot.may("train-ai", "https://example.com/a").signals} >= {"tdmrep", "trust-txt"}
    assert pickle.loads(pickle.dumps(both)) == both and hash(pickle.loads(pickle.dumps(both))) == hash(both)
    assert both != reserved and both.with_documents() == both
    last = both.with_documents(trust_txt="datatrainingallowed=yes\n", tdmrep="[]")
    assert last.for_agent("ExampleBot").may("train-ai", "https://example.com/a").permitted
    with pytest.raises(ValueError, match="Path"):
        site.with_documents(ai_txt="ai.txt")
    with pytest.raises(OSError):
        site.with_documents(ai_txt=tmp_path / "none")


def test_licences():
    url = "https://example.com/license.xml"
    site = placet.parse(f"License: {url}\n", origin="https://example.com")
    assert [(it.kind, it.urls) for it in site.needs("ExampleBot", "index")] == [("rsl", (url,))]
    unread = site.for_agent("ExampleBot").may("train-ai", "https://example.com/")
    assert not unread.permitted and unread.reason.code == "not-honoured"
    licensed = site.with_documents(rsl={url: LICENSE})
    assert not licensed.for_agent("ExampleBot").may("train-ai", "https://example.com/").permitted
    payer = placet.Crawler("ExampleBot", can_honour=["payment", "license"])
    decision = licensed.for_agent(payer).may("train-ai", "https://example.com/")
    assert decision.permitted and not decision.unconditional, str(decision)
    kinds = {it.kind: it for it in decision.conditions}
    assert kinds["payment"].value == "subscription"
    none = site.with_documents(rsl={url: None})
    assert none.needs("ExampleBot", "index") == () and pickle.loads(pickle.dumps(none)) == none
    condition = site.for_agent(payer).may("train-ai", "https://example.com/").conditions[0]
    assert (condition.kind, condition.url) == ("license", url)


def test_report():
    bot = placet.parse(FILE).with_documents(trust_txt="datatrainingallowed=perhaps\n").for_agent("ExampleBot")
    report = bot.signals("https://example.com/a")
    assert isinstance(report, Sequence) and report[0].family == "aipref" and len(report[:2]) == 2
    assert [it.family for it in report] == sorted((it.family for it in report), key=list(placet.types.SignalFamily).index)
    assert [str(it) for it in report.contradictions] == ["content-signal allows train-ai, aipref disallows it"]
    assert {it.source for it in report.problems} == {"trust.txt"}
    assert "contradiction" in repr(report) and "aipref disallows" in report._repr_html_()
    some = bot.signals("/a", usages=["index"])
    assert {it.usage for it in some} <= {"index"} and some.contradictions == ()
    page = placet.PagePolicy(headers={"tdm-reservation": "1"})
    assert "tdmrep" in {it.family for it in bot.signals("/a", page=page)}
    with pytest.raises(placet.InvalidUrlError):
        bot.signals("a")
    with pytest.raises(placet.UnknownNameError):
        bot.signals("/a", usages=["trian"])


def test_matrix_with_signals():
    bot = placet.parse(FILE).with_documents(tdmrep=TDMREP).for_agent("ExampleBot")
    matrix = bot.matrix("/a")
    assert matrix["crawl"].permitted and not matrix["mine"].permitted
    assert all(bot.may(usage, "/a", at=it.asked_at) == it for usage, it in matrix.items())
