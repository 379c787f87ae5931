"""Tasks with placet, as people would write them. test_examples.py runs them, test_types.py checks their types."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import aiohttp
import duckdb
import polars as pl
import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]
import pyarrow.parquet as pq  # type: ignore[import-untyped,unused-ignore]
import requests
import scrapy
from scrapy.http import Response

import placet
import placet.arrow
import placet.scrapy
from placet.types import Effect, Explanation, Finding, Severity

USER_AGENT = "ExampleBot/1.0 (+https://example.com/bot)"


# 1. Check one URL
def check_one(path: Path) -> list[str]:
    site = placet.parse(path)
    bot = site.for_agent("ExampleBot")
    lines = []
    if bot.allows("https://example.com/news/1"):  # a bool: the fast way
        lines.append("go ahead")
    decision = bot.may("train-ai", "https://example.com/drafts/42")
    lines.append(f"{decision.verdict} - {decision}")
    if not decision.permitted:
        reason = decision.reason
        lines.append(f"{reason.source}:{reason.line}: {reason.message} ({reason.section})")
    return lines


# 1b. The same with your own HTTP client: the status decides too, and a failure prohibits
def check_with_requests(url: str) -> bool:
    robots_url = urljoin(url, "/robots.txt")
    try:
        r = requests.get(robots_url, headers={"User-Agent": USER_AGENT}, timeout=20)
    except requests.RequestException:
        site = placet.Site.from_failure(robots_url)
    else:
        site = placet.Site.from_response(robots_url, r.status_code, r.content, headers=r.headers)
    return site.for_agent("ExampleBot").allows(url)


# 2. Check with the page
def check_with_page(site: placet.Site, url: str, r: requests.Response) -> str | None:
    page = placet.PagePolicy(headers=r.headers, html=r.content)
    bot = site.for_agent(placet.Crawler("ExampleBot", can_honour=["attribution"]))

    decision = bot.may("present-snippet", url, page=page)
    if not decision.permitted:
        return None
    for condition in decision.conditions:  # max-length=40-words
        print(condition.kind, condition.quantity, condition.unit)
    return bot.extract("present-snippet", url, r.content, page=page).text


def check_live(url: str, store: Path, allow_private: bool = False) -> str:
    with placet.Client(USER_AGENT, store=store, allow_private=allow_private) as client:
        try:
            decision = client.check(url, "index", page=True)
        except placet.FetchError as error:
            return f"open question: {error}"  # neither yes nor no
        return f"{decision.permitted} {decision} {decision.evidence[0].digest}"


# 3. Every usage of one URL
def matrix(site: placet.RobotsPolicy, url: str) -> dict[str, list[str]]:
    rows = site.for_agent("ExampleBot").matrix(url)
    assert rows["crawl"].permitted
    return {
        usage.value: [str(condition) for condition in decision.conditions]
        for usage, decision in rows.items()
        if decision.permitted
    }


# 4. Explain in a notebook: the last expression of a cell shows itself
def explain_in_a_notebook(robots: bytes, url: str) -> Explanation:
    explanation = placet.explain(robots, url, agent="GPTBot", usage="train-ai")
    for step in explanation.steps:
        for ruling in step.rulings:
            print(step.law.number, step.law.heading, ruling.usage, ruling.verdict.value)
    for signal in explanation.decision.signals:
        print(signal.family, signal.outcome.value, [str(r) for r in signal.reasons])
    return explanation


# 5. Lint in CI
def lint_in_ci(path: Path) -> int:
    report = placet.lint(path, ignore=["ROB309"], severity={"ROB304": "note"})
    print(report.render("github"))
    errors: list[Finding] = [f for f in report if f.severity >= Severity.ERROR]
    for finding in errors:
        print(f"{finding.code} line {finding.line}: {finding.message}", file=sys.stderr)
    return 1 if report.failed(fail_on="warning") else 0


# 6. Diff two files: does this change close something to a search engine?
def guard_a_change(old: bytes, new: bytes, urls: Iterable[str]) -> list[str]:
    diff = placet.diff(old, new, agents=["Googlebot", "Bingbot"], usages=["crawl", "index"])
    lines = []
    for change in diff.closes:
        lines.append(f"closes {change.pattern} to {', '.join(change.crawlers)}, such as {change.path}")
        lines.append(f"  - {change.before}\n  + {change.after}")
    if not diff.complete:
        raise SystemExit(f"cannot tell: {'; '.join(diff.unfinished)}")
    return [*lines, f"{diff.count(urls)[Effect.CLOSES]} of our URLs close"]


# 7. Scrapy
class NewsSpider(scrapy.Spider):
    name = "news"
    start_urls = ["https://example.com/"]
    custom_settings = {
        "ADDONS": {"placet.scrapy.PlacetAddon": 300},
        "ROBOTSTXT_OBEY": True,
        "ROBOTSTXT_USER_AGENT": "ExampleBot",
        "PLACET_USAGES": ["index", "train-ai"],
        "PLACET_ON_PROHIBITED": "flag",
    }

    def parse(self, response: Response, **kwargs: Any) -> Iterator[dict[str, Any]]:
        index = placet.scrapy.decision(response, "index")
        if index.permitted:
            yield {"url": response.url, "conditions": [str(c) for c in index.conditions]}


# 8. Replace urllib.robotparser: one import changes
def replace_robotparser(robots_url: str, url: str) -> tuple[bool, float | None]:
    from placet.robotparser import RobotFileParser

    rp = RobotFileParser()
    rp.set_url(robots_url)
    rp.read()  # never raises, never hangs; unreachable means disallow_all
    if not rp.can_fetch("ExampleBot", url):
        print(rp.decision("ExampleBot", url))  # new: why
        return False, rp.crawl_delay("ExampleBot")
    return True, rp.crawl_delay("ExampleBot")


# 9. Replace Protego: one import changes
def replace_protego(body: bytes, url: str) -> float | None:
    from placet.protego import Protego

    rp = Protego.parse(body)  # bytes need no decoding
    rate = rp.request_rate("ExampleBot")
    delay = rp.crawl_delay("ExampleBot") or (rate.seconds / rate.requests if rate else 0.0)
    return delay if rp.can_fetch(url, "ExampleBot") else None


# 10. An async crawler that keeps the pace
async def crawl(urls: list[str], store: str = "memory", allow_private: bool = False) -> dict[str, bytes]:
    pages: dict[str, bytes] = {}
    async with (
        placet.AsyncClient(USER_AGENT, store=store, allow_private=allow_private) as robots,
        aiohttp.ClientSession(headers={"User-Agent": USER_AGENT}) as http,
    ):

        async def visit(url: str) -> None:
            site = await robots.site(url)
            bot = site.for_agent()
            if not bot.allows(url):
                print(url, "->", bot.may("crawl", url))
                return
            await robots.wait_turn(url)  # Crawl-delay and Request-rate, shared by all that use the store
            async with http.get(url, allow_redirects=False) as r:
                reader = placet.PagePolicy.stream(headers=r.headers.items())
                body = bytearray()
                async for chunk in r.content.iter_chunked(65_536):
                    reader.feed(chunk)
                    body += chunk
            if bot.may("index", url, page=reader.finish()).unconditional:
                pages[url] = bytes(body)

        await asyncio.gather(*(visit(url) for url in urls))
    return pages


# 11. Batches: polars, pyarrow, DuckDB
def batch_polars(df: pl.DataFrame) -> pl.DataFrame:
    table = placet.decide(
        df,
        columns={"url": "URL", "robots": "robots_txt", "status": "robots_status"},
        agent="GPTBot",
        usage="train-ai",
        keep=["URL", "TEXT"],
    )
    return table.to_polars().filter(pl.col("verdict") == "permit")


def batch_expression(df: pl.DataFrame) -> pl.DataFrame:
    permitted = placet.arrow.permitted(df["url"], robots=df["robots"], agent="GPTBot", usage="train-ai")
    return df.with_columns(ok=pl.Series(permitted))


def batch_duckdb(parquet: str) -> list[tuple[Any, ...]]:
    questions = duckdb.read_parquet(parquet).project("url, robots, status")
    decided = placet.decide(questions, agent="CCBot", keep=["url"])
    # In a script, SQL finds the variable by itself: duckdb.sql("select … from decided").
    return duckdb.from_arrow(decided).aggregate('verdict, "by", source, count(*)').fetchall()


def batch_bigger_than_memory(src: str, dst: str) -> None:
    file = pq.ParquetFile(src)
    batches = pa.RecordBatchReader.from_batches(file.schema_arrow, file.iter_batches())
    stream = placet.arrow.decide_stream(batches, agent="GPTBot", keep=["url"])
    reader = pa.RecordBatchReader.from_stream(stream)
    with pq.ParquetWriter(dst, reader.schema) as writer:
        for batch in reader:
            writer.write_batch(batch)


def audit_with_duckdb(warc: Path) -> list[tuple[Any, ...]]:
    tables = placet.audit(placet.arrow.read_warc(warc), agents=["GPTBot", "CCBot"])
    access = duckdb.from_arrow(tables.access)
    return access.aggregate("agent, addressed, extent, count(*)").order("agent, addressed").fetchall()


# 12. AI: what does the site say, family by family?
def what_it_says_about_ai(site: placet.RobotsPolicy, url: str, tdmrep: bytes) -> list[str]:
    report = site.with_documents(tdmrep=tdmrep).for_agent("ExampleBot").signals(url, usages=["train-ai", "mine"])
    lines = [f"contradiction: {it}" for it in report.contradictions]
    return lines + [f"{row.usage} {row.family} {row.outcome.value}" for row in report]
