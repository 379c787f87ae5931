"""Tasks with placet, as people would write them. Type-checked by test_types.py; the first ones run there too."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import Request, urlopen

import placet
import placet.arrow
from placet.types import Effect, Finding, Severity

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


# 2. With an HTTP client of your own: the status decides too, and a failure prohibits
def check_with_urllib(url: str) -> bool:
    robots_url = urljoin(url, "/robots.txt")
    try:
        with urlopen(Request(robots_url, headers={"User-Agent": USER_AGENT}), timeout=20) as response:
            status, body, headers = response.status, response.read(), response.getheaders()
    except OSError as error:
        code = getattr(error, "code", None)
        if code is None:
            site = placet.Site.from_failure(robots_url)
        else:
            site = placet.Site.from_response(robots_url, code)
    else:
        site = placet.Site.from_response(robots_url, status, body, headers=headers)
    return site.for_agent("ExampleBot").allows(url)


# 3. With the page
def check_with_page(site: placet.RobotsPolicy, url: str, headers: list[tuple[str, str]], html: bytes) -> str | None:
    page = placet.PagePolicy(headers=headers, html=html)
    bot = site.for_agent(placet.Crawler("ExampleBot", can_honour=["max-length"]))
    decision = bot.may("present-snippet", url, page=page)
    if not decision.permitted:
        return None
    for condition in decision.conditions:
        print(condition.kind, condition.quantity, condition.unit)
    return bot.extract("present-snippet", url, html, page=page).text


# 4. Live
def check_live(url: str) -> None:
    with placet.Client(USER_AGENT, store=Path("robots.redb")) as client:
        try:
            decision = client.check(url, "index", page=True)
        except placet.FetchError as error:
            print("open question:", error)  # neither yes nor no
        else:
            print(decision.permitted, decision, decision.evidence[0].digest)


# 5. Every usage of one URL
def matrix(site: placet.RobotsPolicy, url: str) -> dict[str, list[str]]:
    rows = site.for_agent("ExampleBot").matrix(url)
    assert rows["crawl"].permitted
    return {
        usage.value: [str(condition) for condition in decision.conditions]
        for usage, decision in rows.items()
        if decision.permitted
    }


# 6. Lint in CI
def lint_in_ci(path: Path) -> int:
    report = placet.lint(path, ignore=["ROB309"], severity={"ROB304": "note"})
    print(report.render("github"))
    errors: list[Finding] = [finding for finding in report if finding.severity >= Severity.ERROR]
    for finding in errors:
        print(f"{finding.code} line {finding.line}: {finding.message}", file=sys.stderr)
    return 1 if report.failed(fail_on="warning") else 0


# 7. Does this change close something to a search engine?
def guard_a_change(old: bytes, new: bytes, urls: Iterable[str]) -> list[str]:
    diff = placet.diff(old, new, agents=["Googlebot", "Bingbot"], usages=["crawl", "index"])
    lines = [f"closes {it.pattern} to {', '.join(it.crawlers)}, such as {it.path}" for it in diff.closes]
    if not diff.complete:
        raise SystemExit(f"cannot tell: {'; '.join(diff.unfinished)}")
    lines.append(f"{diff.count(urls)[Effect.CLOSES]} of our URLs close")
    return lines


# 8. Replace urllib.robotparser, and Protego: one import changes
def replace(body: bytes, url: str) -> tuple[bool, float | None]:
    from placet.protego import Protego
    from placet.robotparser import RobotFileParser

    rp = RobotFileParser()
    rp.parse(body.decode().splitlines())
    other = Protego.parse(body)
    assert other.can_fetch(url, "ExampleBot") == rp.can_fetch("ExampleBot", url)
    return rp.can_fetch("ExampleBot", url), other.crawl_delay("ExampleBot")


# 9. An async crawler that keeps the pace
async def crawl(urls: list[str]) -> dict[str, bytes]:
    pages: dict[str, bytes] = {}
    async with placet.AsyncClient(USER_AGENT) as client:

        async def visit(url: str) -> None:
            site = await client.site(url)
            bot = site.for_agent()
            if not bot.allows(url):
                print(url, "->", bot.may("crawl", url))
                return
            await client.wait_turn(url)  # Crawl-delay and Request-rate
            page = await client.fetch_page(url)
            if bot.may("index", url, page=page.policy).unconditional:
                pages[url] = page.body

        await asyncio.gather(*(visit(url) for url in urls))
    return pages
