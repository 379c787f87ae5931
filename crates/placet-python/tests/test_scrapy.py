"""A real crawl with Scrapy against a server on loopback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("scrapy")

from placet.scrapy import PlacetRobotParser  # noqa: E402

HERE = Path(__file__).parent


def crawl(urls, **settings):
    run = subprocess.run(
        [sys.executable, HERE / "spider.py", json.dumps(urls), json.dumps(settings)],
        capture_output=True, text=True, check=False, timeout=120,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    return json.loads(run.stdout.splitlines()[-1])


@pytest.fixture
def site(pages):
    html = {"Content-Type": "text/html"}
    pages.pages.update({
        "/robots.txt": (200, {}, b"User-agent: *\nDisallow: /closed\nCrawl-delay: 0.05\n"),
        "/": (200, html, b"<a href=/closed>1</a><a href=/header>2</a><a href=/meta>3</a><a href=/open>4</a><a href=/nofollow>5</a>"),
        "/closed": (200, html, b"closed"),
        "/header": (200, {**html, "X-Robots-Tag": "noindex"}, b"header"),
        "/meta": (200, html, b"<meta name=robots content=noindex>meta"),
        "/open": (200, html, b"open"),
        "/nofollow": (200, html, b"<meta name=robots content=nofollow><a href=/hidden>x</a>"),
        "/hidden": (200, html, b"hidden"),
    })
    return pages


def test_a_crawl_skips_what_is_closed_and_counts_it(site):
    found = crawl([site.url + "/"], PLACET_USAGES=["index"])
    assert sorted(found["seen"]) == [site.url + path for path in ("/", "/nofollow", "/open")]
    assert "/closed" not in site.asked and "/hidden" not in site.asked
    assert site.asked.count("/robots.txt") == 1
    stats = found["stats"]
    assert stats["robotstxt/forbidden"] == 1 and stats["placet/prohibited/crawl"] == 1
    assert stats["placet/prohibited/index"] == 2
    assert stats["placet/prohibited_by/X-Robots-Tag"] == 1 and stats["placet/prohibited_by/page"] == 1
    assert stats["placet/nofollow_dropped"] == 1 and stats["placet/crawl_delay_max"] == 0.05
    assert stats["robotstxt/response_status_count/200"] == 1
    assert stats["robotstxt/request_count"] == 1


def test_flags_instead_of_dropping(site):
    found = crawl([site.url + "/header"], PLACET_USAGES=["index"], PLACET_ON_PROHIBITED="flag")
    assert found["seen"] == [site.url + "/header"] and found["flags"] == ["placet-prohibited:index"]
    assert found["decisions"] == ["prohibit"]


def test_an_unreachable_file_prohibits(site):
    site.pages["/robots.txt"] = (503, {}, b"")
    found = crawl([site.url + "/open"])
    assert found["seen"] == [] and found["stats"]["placet/unreachable"] == 1
    assert "/open" not in site.asked


def test_a_missing_file_permits(site):
    del site.pages["/robots.txt"]
    assert crawl([site.url + "/closed"])["seen"] == [site.url + "/closed"]


def test_a_long_delay_is_refused(site):
    site.pages["/robots.txt"] = (200, {}, b"User-agent: *\nCrawl-delay: 1000\n")
    found = crawl([site.url + "/open"])
    assert found["seen"] == [] and found["stats"]["placet/crawl_delay_exceeded"] == 1


def test_the_parser():
    parser = PlacetRobotParser("User-agent: *\nDisallow: /é\nCrawl-delay: 2\nSitemap: /m\n".encode("utf-16"))
    assert not parser.allowed("https://example.com/é", b"x") and parser.allowed(b"https://example.com/", "x")
    assert not parser.allowed("no url", "x") and not parser.allowed(b"\xff", "x")
    assert parser.crawl_delay("x") == 2.0 and list(parser.sitemaps()) == ["/m"]


def test_scrapys_own_middleware_takes_the_parser(site):
    parser = "placet.scrapy.PlacetRobotParser"
    found = crawl([site.url + "/closed", site.url + "/open"], ADDONS={}, ROBOTSTXT_PARSER=parser)
    assert "/open" in site.asked and "/closed" not in site.asked
    assert found["stats"]["robotstxt/forbidden"] == 1
