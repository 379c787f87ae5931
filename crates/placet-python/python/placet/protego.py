"""A drop-in for Protego. The documentation is in ``protego.pyi``."""

from collections import namedtuple

from ._native import Bots, parse, parse_text
from ._rates import hours, rate
from .errors import InvalidUrlError

__all__ = ["Protego", "RequestRate", "VisitTime"]

RequestRate = namedtuple("RequestRate", "requests seconds start_time end_time")
VisitTime = namedtuple("VisitTime", "start_time end_time")

# How many agents a parsed file keeps ready. Crawlers have one; this bounds what untrusted agents use.
AGENTS = 256


class Protego(Bots):
    def __init__(self):
        self._policy = None

    @classmethod
    def parse(cls, content, *, profile="rfc9309"):
        if not isinstance(content, (str, bytes)):
            raise TypeError(f"Protego.parse expects str or bytes, got {type(content).__name__}")
        self = cls()
        if isinstance(content, str):
            self._policy = parse_text(content, profile)
        else:
            self._policy = parse(content, profile=profile)
        return self

    @property
    def policy(self):
        if self._policy is None:
            self._policy = parse(b"", profile="rfc9309")
        return self._policy

    def _bot(self, user_agent):
        if len(self._bots) >= AGENTS:
            self._bots.clear()
        bot = self._bots[user_agent] = self.policy.for_agent(user_agent)
        return bot

    def __getstate__(self):
        return self.__dict__

    def _can_fetch(self, url, user_agent):
        # For an agent that asks for the first time, and for text that is no URL.
        bot = self._bots.get(user_agent) or self._bot(user_agent)
        try:
            return bot.allows(url)
        except InvalidUrlError:
            path = as_path(url, user_agent, "Protego.can_fetch takes the URL first, then the agent")
            return path is not None and bot.allows(path)

    def decision(self, url, user_agent):
        bot = self._bots.get(user_agent) or self._bot(user_agent)
        try:
            return bot.may("crawl", url)
        except InvalidUrlError:
            path = as_path(url, user_agent, "Protego.decision takes the URL first, then the agent")
            if path is None:
                raise
            return bot.may("crawl", path)

    def crawl_delay(self, user_agent):
        return (self._bots.get(user_agent) or self._bot(user_agent)).crawl_delay

    def _records(self, user_agent, key):
        bot = self._bots.get(user_agent) or self._bot(user_agent)
        return [record.value for record in bot.records if record.key.lower() == key]

    def request_rate(self, user_agent):
        for text in self._records(user_agent, "request-rate"):
            found = rate(text)
            # As the original: a rate of nothing is none, and neither is one with malformed hours.
            if found and found[0] and found[1] and (found[2] or len(text.split(None, 1)) == 1):
                return RequestRate(*found)
        return None

    def visit_time(self, user_agent):
        for text in self._records(user_agent, "visit-time"):
            if found := hours(text):
                return VisitTime(*found)
        return None

    @property
    def sitemaps(self):
        return iter(self.policy.sitemaps)

    @property
    def preferred_host(self):
        hosts = (record.value for record in self.policy.records if record.key.lower() == "host")
        return next(hosts, None)


def as_path(url, agent, order):
    """Text without a scheme as a path; None if it is a malformed URL."""
    if not isinstance(agent, str):
        raise TypeError(f"an agent must be a str, not {type(agent).__name__}")
    if "://" in agent.split(" ", 1)[0] or agent.startswith("/"):
        raise ValueError(f"{order}; the arguments look swapped")
    return None if "://" in url or url.startswith("//") else "/" + url
