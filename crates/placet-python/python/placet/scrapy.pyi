"""placet for Scrapy 2.14 and later (``pip install placet[scrapy]``); the parser alone works with 2.0.

The short way, in settings.py::

    ADDONS = {"placet.scrapy.PlacetAddon": 300}
    ROBOTSTXT_OBEY = True
    ROBOTSTXT_USER_AGENT = "ExampleBot"
    PLACET_USAGES = ["index", "train-ai"]       # what you will do with the pages

Or only the parser, with Scrapy's own middleware::

    ROBOTSTXT_PARSER = "placet.scrapy.PlacetRobotParser"

Scrapy's own middleware hands a parser the body of any response, so it takes a 503 page for an empty
robots.txt and permits everything. The add-on replaces it by :class:`PlacetMiddleware`, which goes by
the status.

Settings (all optional):

=========================  ==================  =====================================================
setting                    default
=========================  ==================  =====================================================
PLACET_USAGES              ``["crawl"]``       usages that must be permitted; names
PLACET_PROFILE             ``"full"``          whose rules
PLACET_SIGNALS             all                 families of signals to read; ``[]`` for none
PLACET_CAN_HONOUR          ``[]``              kinds of conditions the project honours
PLACET_UNCONDITIONAL       ``False``           drop pages that are permitted on conditions only
PLACET_ON_PROHIBITED       ``"drop"``          ``"drop"`` raises IgnoreRequest, ``"flag"`` only marks
PLACET_CRAWL_DELAY         ``True``            slow the slot to what the site asks, AutoThrottle or not
PLACET_MAX_CRAWL_DELAY     ``180``             seconds; sites that ask for more are skipped
=========================  ==================  =====================================================

``ROBOTSTXT_OBEY``, ``ROBOTSTXT_USER_AGENT``, ``USER_AGENT`` and ``dont_obey_robotstxt`` keep their
meaning. Everything is downloaded by Scrapy, so proxies, cache, retries and limits apply.

Stats: Scrapy's own ``robotstxt/request_count``, ``robotstxt/response_count``,
``robotstxt/response_status_count/<status>``, ``robotstxt/forbidden``; and
``placet/unreachable``, ``placet/prohibited/<usage>``, ``placet/prohibited_by/<source>``,
``placet/conditional/<usage>``, ``placet/contradictions``, ``placet/nofollow_dropped``,
``placet/crawl_delay_max``, ``placet/crawl_delay_exceeded``.

Logs to ``placet.scrapy``, with Scrapy's ``spider`` extra, at DEBUG: ``Forbidden by robots.txt: <GET
https://…> (robots.txt:4 Disallow: /drafts/)``.
"""

from collections.abc import AsyncIterator, Iterable
from typing import Any

from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.http import Request, Response
from scrapy.robotstxt import RobotParser
from scrapy.settings import BaseSettings
from typing_extensions import Self

from . import Decision, RobotsPolicy, Usage
from .types import Matrix, UsageName

class PlacetRobotParser(RobotParser):
    """For ``ROBOTSTXT_PARSER``. Takes bytes as they came: no lossy decoding, BOM and UTF-16 included."""

    def __init__(self, robotstxt_body: bytes, spider: Spider | None = None) -> None: ...
    @classmethod
    def from_crawler(cls, crawler: Crawler, robotstxt_body: bytes) -> Self: ...
    def allowed(self, url: str | bytes, user_agent: str | bytes) -> bool:
        """Whether the agent may crawl the URL. False for text that is not a URL; never raises."""
    def crawl_delay(self, user_agent: str | bytes) -> float | None: ...
    def sitemaps(self) -> Iterable[str]: ...
    policy: RobotsPolicy

class PlacetMiddleware:
    """A downloader middleware in place of Scrapy's ``RobotsTxtMiddleware``, at the same order (100).

    Before a request: fetches the site's robots.txt (once, again when it expires) and drops requests
    that may not be crawled. A robots.txt that is unreachable prohibits (RFC 9309 section 2.3.1.4), and
    is asked for again later. Keys by scheme, host and port; Scrapy leaves the scheme out.

    After a response: decides about ``PLACET_USAGES`` with the headers (``X-Robots-Tag``,
    ``Content-Usage``, …) and the HTML. A prohibited use drops the response or marks it.

    Sends Scrapy's ``robots_parsed`` signal (2.18+) with a :class:`PlacetRobotParser`; the setting
    ``ROBOTSTXT_PARSER`` is not used. Needs no particular reactor. Raises ``NotConfigured`` unless
    ``ROBOTSTXT_OBEY``.
    """

    def __init__(self, crawler: Crawler) -> None: ...
    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self: ...
    async def process_request(self, request: Request) -> None: ...
    async def process_response(self, request: Request, response: Response) -> Response: ...

class PlacetSpiderMiddleware:
    """Drops requests that a spider makes from a page whose links may not be followed (``nofollow``)."""

    def __init__(self, crawler: Crawler) -> None: ...
    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self: ...
    def process_spider_output(self, response: Response, result: Iterable[Any]) -> Iterable[Any]: ...
    def process_spider_output_async(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]: ...

class PlacetAddon:
    """Sets the parser and both middlewares. Changes nothing that the project has set itself."""

    def update_settings(self, settings: BaseSettings) -> None: ...

def decisions(response: Response, /) -> Matrix | None:
    """What :class:`PlacetMiddleware` decided about a response; None if it did not see it.

    ::

        def parse(self, response):
            if (matrix := placet.scrapy.decisions(response)) is not None:
                yield {"url": response.url, "permitted": [u for u, d in matrix.items() if d.permitted]}
    """

def decision(response: Response, usage: Usage | UsageName, /) -> Decision:
    """The decision about one usage.

    Raises ``LookupError`` if the response did not pass :class:`PlacetMiddleware`.
    """
