"""The drop-ins for urllib.robotparser and Protego: what the foreign suites do not cover."""

import pickle

import pytest
from placet import Client
from placet.protego import Protego
from placet.robotparser import RobotFileParser

TEXT = "User-agent: *\nDisallow: /private\nCrawl-delay: 1.5\nRequest-rate: 3/15\nVisit-time: 0800-1700\nHost: example.com\nSitemap: https://example.com/m.xml\n"


def test_protego():
    for content in (TEXT, TEXT.encode(), TEXT.encode("utf-16")):
        rp = Protego.parse(content)
        assert rp.can_fetch("https://example.com/a", "bot")
        assert not rp.can_fetch("https://example.com/private/1", "bot")
        assert not rp.can_fetch("private/1", "bot") and rp.can_fetch("", "bot")
        assert rp.crawl_delay("bot") == 1.5
        assert rp.request_rate("bot")[:2] == (3, 15)
        assert rp.visit_time("bot").start_time.hour == 8
        assert list(rp.sitemaps) == ["https://example.com/m.xml"]
        assert rp.preferred_host == "example.com"
        assert str(rp.decision("/private", "bot")) == "robots.txt:2 Disallow: /private"
    with pytest.raises(ValueError, match="swapped"):
        rp.can_fetch("GPTBot", "https://example.com/a")
    # A malformed URL is not permitted.
    assert not rp.can_fetch("http://[/a", "bot")
    with pytest.raises(TypeError):
        Protego.parse(None)
    for number in range(1000):
        assert not rp.can_fetch("/private", f"bot{number}")
    assert len(rp._bots) <= 256


def test_attributes_count_at_once():
    """Programs set them after a failed request of their own, also after questions."""
    rp = RobotFileParser()
    rp.parse(TEXT.splitlines())
    for _ in range(3):
        assert rp.can_fetch("bot", "/a") and not rp.can_fetch(useragent="bot", url="/private")
        rp.disallow_all = True
        assert not rp.can_fetch("bot", "/a")
        rp.disallow_all, rp.allow_all = False, True
        assert rp.can_fetch("bot", "/private")
        rp.allow_all = False
    for number in range(1000):
        assert not rp.can_fetch(f"bot{number}", "/private")
    assert len(rp._bots) <= 256
    again = pickle.loads(pickle.dumps(rp))
    assert not again.can_fetch("bot", "/private") and str(again) == str(rp) and again.default_entry.delay == 1.5
    rp.parse(["User-agent: bot", "Disallow: /"])
    assert not rp.can_fetch("bot", "/a") and [it.useragents for it in rp.entries] == [["bot"]]
    with pytest.raises(AttributeError):
        rp.nothing  # noqa: B018


def test_robotparser():
    rp = RobotFileParser("https://example.com/robots.txt")
    assert (rp.host, rp.path) == ("example.com", "/robots.txt")
    assert not rp.can_fetch("bot", "/a") and rp.crawl_delay("bot") is None and not rp.mtime()
    rp.parse(TEXT.splitlines())
    assert rp.can_fetch("bot", "https://example.com/a") and rp.mtime() > 0
    assert not rp.can_fetch("bot", "/private/1") and not rp.can_fetch("bot", "private")
    assert rp.crawl_delay("bot") == 1.5 and rp.request_rate("bot") == (3, 15)
    assert rp.site_maps() == ["https://example.com/m.xml"]
    assert rp.default_entry.delay == 1.5 and rp.entries == []
    assert not rp.default_entry.allowance("/private") and rp.default_entry.rulelines[0].path == "/private"
    assert rp.default_entry.rulelines[0].applies_to("/private/2")
    assert "Disallow: /private" in str(rp)
    assert str(rp.decision("bot", "/private")) == "robots.txt:2 Disallow: /private"
    with pytest.raises(ValueError, match="swapped"):
        rp.can_fetch("https://example.com/a", "bot")
    with pytest.raises(TypeError, match="splitlines"):
        rp.parse(TEXT)
    with pytest.raises(ValueError, match="set_url"):
        RobotFileParser().read()
    whole = RobotFileParser()
    whole.parse(["User-agent: a", "Crawl-delay: 3"])
    assert whole.crawl_delay("a") == 3 and isinstance(whole.crawl_delay("a"), int)


@pytest.mark.parametrize(
    ("status", "state"),
    [(200, "read"), (401, "closed"), (403, "closed"), (404, "open"), (429, "closed"), (503, "closed")],
)
def test_reading(pages, status, state, caplog):
    pages.pages["/robots.txt"] = (status, {}, b"User-agent: *\nDisallow: /x\n")
    pages.pages["/other.txt"] = pages.pages["/robots.txt"]
    with Client("ExampleBot/1.0", allow_private=True, retries=0) as client:
        for path in ("/robots.txt", "/other.txt"):
            rp = RobotFileParser(pages.url + path, client=client)
            rp.read()
            assert rp.disallow_all == (state == "closed") and rp.allow_all == (state == "open")
            assert rp.can_fetch("a", "/x") == (state == "open")
            assert rp.can_fetch("a", "/y") == (state != "closed")
    assert ("unreachable" in caplog.text) == (status in (429, 503))


def test_reading_never_raises(pages):
    rp = RobotFileParser(pages.url + "/robots.txt")
    rp.read()  # a private address
    assert rp.disallow_all and not rp.can_fetch("a", "/")
    assert pages.asked == []


def test_protego_can_be_pickled_and_derived_from():
    import copy
    import pickle

    class Named(Protego):
        def __init__(self, name=""):
            super().__init__()
            self.name = name

    parsed = Protego.parse("User-agent: *\nDisallow: /a\n")
    assert not parsed.can_fetch("/a", "x") and not parsed.can_fetch("/a", "x") and parsed.can_fetch("/b", "x")
    for same in (pickle.loads(pickle.dumps(parsed)), copy.copy(parsed)):
        assert not same.can_fetch("/a", "x") and same.can_fetch("/b", "x")
    assert Named("n").name == "n" and Named("n").can_fetch("/a", "x")
