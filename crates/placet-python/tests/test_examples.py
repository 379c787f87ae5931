"""The examples run."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import placet
import pytest

pytest.importorskip("pyarrow")
for library in ("aiohttp", "duckdb", "polars", "requests", "scrapy"):
    pytest.importorskip(library)

import examples  # noqa: E402

ROBOTS = b"User-agent: *\nDisallow: /drafts/\nCrawl-delay: 0.1\n\nUser-agent: GPTBot\nDisallow: /\n"


@pytest.fixture
def site(pages):
    pages.pages["/robots.txt"] = (200, {}, ROBOTS)
    pages.pages["/"] = (200, {"Content-Type": "text/html"}, b"<p>text")
    pages.pages["/short"] = (200, {"X-Robots-Tag": "max-snippet:5"}, b"<p>some text")
    pages.pages["/hidden"] = (200, {"X-Robots-Tag": "noindex, nosnippet"}, b"<p>text")
    return pages


def test_one_url(tmp_path, site, capsys):
    path = tmp_path / "robots.txt"
    path.write_text("User-agent: *\nDisallow: /drafts/\nCrawl-delay: 4\n")
    assert examples.check_one(path) == [
        "go ahead",
        "prohibit - robots.txt:2 Disallow: /drafts/",
        "robots.txt:2: longest match, 8 bytes (RFC 9309 section 2.2.2)",
    ]
    assert examples.check_with_requests(site.url + "/a")
    assert not examples.check_with_requests(site.url + "/drafts/1")
    assert not examples.check_with_requests("http://127.0.0.1:1/a")
    import requests

    found = placet.Site.from_response(site.url, 200, ROBOTS)
    for page, text in (("/", "text"), ("/short", "some"), ("/hidden", None)):
        assert examples.check_with_page(found, site.url + page, requests.get(site.url + page)) == text
    assert "max-length 5 chars" in capsys.readouterr().out
    policy = placet.parse(path)
    assert "crawl" in examples.matrix(policy, "/a")
    explanation = examples.explain_in_a_notebook(b"User-agent: *\nContent-Signal: ai-train=no\n", "/a")
    assert "prohibited" in explanation._repr_html_() and "content-signal disallow" in capsys.readouterr().out
    assert examples.lint_in_ci(path) == 0
    lines = examples.guard_a_change(path.read_bytes(), b"User-agent: *\nDisallow: /\n", ["/a", "/drafts/1"])
    assert lines[0].startswith("closes / to ") and lines[-1] == "1 of our URLs close"
    tdmrep = b'[{"location": "/", "tdm-reservation": 1}]'
    assert "mine tdmrep disallow" in examples.what_it_says_about_ai(policy, "/a", tdmrep)


def test_live(site, tmp_path):
    live = examples.check_live(site.url + "/", tmp_path / "robots.redb", allow_private=True)
    assert live.startswith("True ") and "sha256:" in live
    assert examples.check_live(site.url + "/none", tmp_path / "b.redb", True).startswith("open question: ")
    urls = [site.url + path for path in ("/", "/hidden", "/drafts/1")]
    assert asyncio.run(examples.crawl(urls, allow_private=True)) == {site.url + "/": b"<p>text"}
    # Its client refuses addresses of this machine, which makes the site unreachable.
    assert examples.replace_robotparser(site.url + "/robots.txt", site.url + "/") == (False, None)
    assert examples.replace_protego(ROBOTS, "/a") == 0.1 and examples.replace_protego(ROBOTS, "/drafts/") is None


def test_batches(tmp_path):
    import polars as pl
    import pyarrow as pa
    import pyarrow.parquet as pq

    files = [ROBOTS.decode(), "", None]
    frame = pl.DataFrame({"URL": ["/a", "/b", "/c"], "robots_txt": files, "robots_status": [200, 200, 404], "TEXT": ["x", "y", "z"]})
    assert examples.batch_polars(frame)["TEXT"].to_list() == ["y", "z"]
    frame = pl.DataFrame({"url": ["/a", "/b", "/c"], "robots": files})
    assert examples.batch_expression(frame)["ok"].to_list() == [False, True, None]
    questions = pa.table({"url": ["/drafts/1", "/a", "/b"], "robots": files, "status": [200, 200, 404]})
    pq.write_table(questions, tmp_path / "questions.parquet")
    counted = examples.batch_duckdb(str(tmp_path / "questions.parquet"))
    assert ("prohibit", "longest", "robots.txt", 1) in counted and len(counted) == 3
    examples.batch_bigger_than_memory(str(tmp_path / "questions.parquet"), str(tmp_path / "decided.parquet"))
    assert pq.read_table(tmp_path / "decided.parquet")["verdict"].to_pylist() == ["prohibit", "permit", "permit"]


def test_audit(tmp_path):
    import pyarrow as pa
    from conftest import warc

    rows = {"origin": ["https://a.example", "https://b.example"], "robots": [ROBOTS, b""], "status": [200, 200]}
    (tmp_path / "a.warc.gz").write_bytes(warc(pa.table(rows)))
    assert examples.audit_with_duckdb(tmp_path / "a.warc.gz") == [
        ("CCBot", "global", "part", 1),
        ("CCBot", "none", "nothing", 1),
        ("GPTBot", "named", "everything", 1),
        ("GPTBot", "none", "nothing", 1),
    ]


def test_spider(site, tmp_path):
    code = (
        "import json, sys; sys.path.insert(0, sys.argv[1]); import examples; from scrapy.crawler import CrawlerProcess;"
        "process = CrawlerProcess({'FEEDS': {sys.argv[3]: {'format': 'json'}}, 'LOG_LEVEL': 'ERROR'});"
        "examples.NewsSpider.start_urls = json.loads(sys.argv[2]); process.crawl(examples.NewsSpider); process.start()"
    )
    urls = json.dumps([site.url + path for path in ("/", "/short", "/hidden", "/drafts/1")])
    out = tmp_path / "items.json"
    command = [sys.executable, "-c", code, str(Path(__file__).parent), urls, str(out)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert run.returncode == 0, run.stderr
    assert {it["url"] for it in json.loads(out.read_text())} == {site.url + "/", site.url + "/short"}, run.stderr
