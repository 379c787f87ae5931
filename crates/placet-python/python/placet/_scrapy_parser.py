"""The parser for Scrapy; ``placet.scrapy`` exports it."""

from scrapy.robotstxt import RobotParser

from ._native import parse
from .errors import InvalidUrlError


def _text(value):
    return value.decode("latin-1") if isinstance(value, bytes) else value


class PlacetRobotParser(RobotParser):
    def __init__(self, robotstxt_body, spider=None):
        self.policy = parse(bytes(robotstxt_body))
        self._bots = {}

    @classmethod
    def _of(cls, policy):
        self = cls(b"")
        self.policy = policy
        return self

    @classmethod
    def from_crawler(cls, crawler, robotstxt_body):
        return cls(robotstxt_body, crawler.spider)

    def _bot(self, user_agent):
        user_agent = _text(user_agent)
        bot = self._bots.get(user_agent)
        if bot is None:
            if len(self._bots) >= 256:
                self._bots.clear()
            bot = self._bots[user_agent] = self.policy.for_agent(user_agent)
        return bot

    def allowed(self, url, user_agent):
        try:
            url = url.decode() if isinstance(url, bytes) else url
            return self._bot(user_agent).allows(url)
        except (InvalidUrlError, UnicodeDecodeError):
            return False

    def crawl_delay(self, user_agent):
        return self._bot(user_agent).crawl_delay

    def sitemaps(self):
        return self.policy.sitemaps
