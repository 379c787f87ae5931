"""placet for Scrapy. The documentation is in ``scrapy.pyi``."""

import logging

try:
    from scrapy import signals
    from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
    from scrapy.exceptions import IgnoreRequest, NotConfigured
    from scrapy.http import Request
    from scrapy.http.request import NO_CALLBACK
    from scrapy.utils.defer import maybe_deferred_to_future
    from twisted.internet.defer import Deferred
except ImportError as error:
    raise ImportError("placet.scrapy needs Scrapy: pip install placet[scrapy]") from error

from ._enums import Usage
from ._native import Crawler, PagePolicy, Site, parse
from ._scrapy_parser import PlacetRobotParser, _text
from .errors import InvalidUrlError

_log = logging.getLogger("placet.scrapy")
_log.addHandler(logging.NullHandler())


class PlacetMiddleware:
    DOWNLOAD_PRIORITY = 1000

    def __init__(self, crawler):
        settings = crawler.settings
        if not settings.getbool("ROBOTSTXT_OBEY"):
            raise NotConfigured
        self.crawler = crawler
        self._stats = crawler.stats
        self._default_agent = settings["USER_AGENT"]
        self._agent = settings["ROBOTSTXT_USER_AGENT"]
        self._usages = [Usage(it) for it in settings.getlist("PLACET_USAGES", ["crawl"])]
        self._profile = settings.get("PLACET_PROFILE", "full")
        families = settings.get("PLACET_SIGNALS")
        self._signals = None if families is None else settings.getlist("PLACET_SIGNALS")
        self._can_honour = settings.getlist("PLACET_CAN_HONOUR", [])
        self._unconditional = settings.getbool("PLACET_UNCONDITIONAL", False)
        self._action = settings.get("PLACET_ON_PROHIBITED", "drop")
        if self._action not in ("drop", "flag"):
            raise ValueError("PLACET_ON_PROHIBITED must be 'drop' or 'flag'")
        self._keeps_pace = settings.getbool("PLACET_CRAWL_DELAY", True)
        self._max_delay = settings.getfloat("PLACET_MAX_CRAWL_DELAY", 180.0)
        # By origin: a site, or what waits for the request that is under way.
        self._sites = {}
        self._bots = {}
        Crawler("check", can_honour=self._can_honour)
        parse(b"", profile=self._profile, signals=self._signals)

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    def _count(self, key, by=1):
        self._stats.inc_value(key, by)

    def _asks(self, request):
        if request.meta.get("dont_obey_robotstxt"):
            return False
        return request.url.startswith(("http:", "https:"))

    def _bot(self, site, request):
        agent = self._agent or request.headers.get(b"User-Agent", self._default_agent)
        agent = _text(agent)
        key = (site.origin, agent)
        known = self._bots.get(key)
        if known is None or known[0] is not site:
            if len(self._bots) >= 4096:
                self._bots.clear()
            crawler = Crawler(agent, can_honour=self._can_honour)
            known = self._bots[key] = (site, site.for_agent(crawler))
        return known[1]

    async def process_request(self, request):
        if not self._asks(request):
            return
        try:
            site = await self._site(request)
            bot = self._bot(site, request)
            allowed = bot.allows(request.url)
        except InvalidUrlError as error:
            self._forbid(request, "crawl", str(error), "url")
        if not allowed:
            reason = bot.may("crawl", request.url)
            self._forbid(request, "crawl", str(reason), reason.reason.source)
        self._pace(bot, request)

    def _forbid(self, request, usage, reason, source):
        self._count("robotstxt/forbidden")
        self._count(f"placet/prohibited/{usage}")
        self._count(f"placet/prohibited_by/{source}")
        args = {"request": request, "reason": reason}
        extra = {"spider": self.crawler.spider}
        _log.debug("Forbidden by robots.txt: %(request)s (%(reason)s)", args, extra=extra)
        raise IgnoreRequest(f"Forbidden by robots.txt ({reason})")

    def _pace(self, bot, request):
        delay = bot.min_interval
        if not self._keeps_pace or not delay:
            return
        self._stats.max_value("placet/crawl_delay_max", delay)
        if delay > self._max_delay:
            self._count("placet/crawl_delay_exceeded")
            raise IgnoreRequest(f"the site asks for {delay} seconds between requests")
        # Before each request, because AutoThrottle lowers the delay again after a response.
        _, slot = self.crawler.engine.downloader._get_slot(request)
        if slot.delay < delay or getattr(slot, "jitter", 0):
            slot.delay = max(slot.delay, delay)
            slot.concurrency = 1
            if hasattr(slot, "jitter"):
                slot.jitter = 0
            else:
                slot.randomize_delay = False

    async def _site(self, request):
        scheme, _, rest = request.url.partition("://")
        origin = f"{scheme}://{rest.partition('/')[0].partition('?')[0].partition('#')[0]}"
        found = self._sites.get(origin)
        if isinstance(found, Deferred):
            return await maybe_deferred_to_future(_waiting(found))
        if found is not None and found.is_fresh():
            return found
        under_way = self._sites[origin] = Deferred()
        site = None
        try:
            site = await self._fetch(origin + "/robots.txt", request, found)
        finally:
            if site is None:
                self._sites.pop(origin, None)
                under_way.callback(self._failed(origin, None))
        self._sites[origin] = site
        under_way.callback(site)
        return site

    def _failed(self, url, previous):
        return Site.from_failure(
            url, previous=previous, profile=self._profile, signals=self._signals
        )

    async def _fetch(self, url, request, previous):
        asked = Request(
            url,
            priority=self.DOWNLOAD_PRIORITY,
            meta={"dont_obey_robotstxt": True},
            callback=NO_CALLBACK,
        )
        self._count("robotstxt/request_count")
        try:
            response = await self.crawler.engine.download_async(asked)
        except Exception as error:
            if not isinstance(error, IgnoreRequest):
                self._count(f"robotstxt/exception_count/{type(error)}")
            args = {"url": url, "error": error}
            extra = {"spider": self.crawler.spider}
            _log.warning("%(url)s is unreachable: %(error)s", args, extra=extra)
            site = self._failed(url, previous)
        else:
            self._count("robotstxt/response_count")
            self._count(f"robotstxt/response_status_count/{response.status}")
            site = Site.from_response(
                url,
                response.status,
                response.body,
                headers=response.headers,
                previous=previous,
                profile=self._profile,
                signals=self._signals,
            )
            if hasattr(signals, "robots_parsed"):
                await self.crawler.signals.send_catch_log_async(
                    signal=signals.robots_parsed,
                    robotparser=PlacetRobotParser._of(site.policy),
                    request=request,
                )
        if site.standing in ("unreachable", "stale"):
            self._count("placet/unreachable")
        return site

    async def process_response(self, request, response):
        if not self._asks(request):
            return response
        site = await self._site(request)
        page = PagePolicy(headers=response.headers, html=response.body)
        usages = self._usages
        matrix = self._bot(site, request).matrix(response.url, page=page)
        request.meta["placet_decisions"] = matrix
        for usage in usages:
            decision = matrix[usage]
            if decision.contradictions:
                self._count("placet/contradictions", len(decision.contradictions))
            if not decision.permitted:
                source = decision.reason.source
                self._count(f"placet/prohibited/{usage}")
                self._count(f"placet/prohibited_by/{source}")
                self._drop(response, usage, decision)
            elif not decision.unconditional:
                self._count(f"placet/conditional/{usage}")
                if self._unconditional:
                    self._drop(response, usage, decision)
        return response

    def _drop(self, response, usage, decision):
        if self._action == "flag":
            response.flags.append(f"placet-prohibited:{usage}")
            return
        args = {"usage": usage, "response": response, "decision": decision}
        extra = {"spider": self.crawler.spider}
        _log.debug("Prohibited to %(usage)s %(response)s (%(decision)s)", args, extra=extra)
        raise IgnoreRequest(f"prohibited to {usage}: {decision}")


def _waiting(deferred):
    """A Deferred of its own for each that waits."""
    waiting = Deferred()

    def done(result):
        waiting.callback(result)
        return result

    deferred.addCallback(done)
    return waiting


class PlacetSpiderMiddleware:
    def __init__(self, crawler):
        self._stats = crawler.stats

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    def _drops(self, response, item):
        if not isinstance(item, Request):
            return False
        found = decisions(response)
        if found is None or found["follow"].permitted:
            return False
        self._stats.inc_value("placet/nofollow_dropped")
        return True

    def process_spider_output(self, response, result):
        return (item for item in result if not self._drops(response, item))

    async def process_spider_output_async(self, response, result):
        async for item in result:
            if not self._drops(response, item):
                yield item


class PlacetAddon:
    def update_settings(self, settings):
        name = "DOWNLOADER_MIDDLEWARES"
        try:
            settings.replace_in_component_priority_dict(
                name, RobotsTxtMiddleware, PlacetMiddleware, 100
            )
        except KeyError:
            # Scrapy has its own among the base settings.
            settings.setdefault_in_component_priority_dict(name, RobotsTxtMiddleware, None)
            settings.setdefault_in_component_priority_dict(name, PlacetMiddleware, 100)
        settings.setdefault_in_component_priority_dict(
            "SPIDER_MIDDLEWARES", PlacetSpiderMiddleware, 50
        )
        parser = "placet.scrapy.PlacetRobotParser"
        settings.set("ROBOTSTXT_PARSER", parser, priority="addon")


def decisions(response, /):
    request = response.request
    return None if request is None else request.meta.get("placet_decisions")


def decision(response, usage, /):
    found = decisions(response)
    if found is None:
        raise LookupError("the response did not pass placet.scrapy.PlacetMiddleware")
    return found[usage]
