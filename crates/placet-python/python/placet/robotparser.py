"""A drop-in for ``urllib.robotparser``. The documentation is in ``robotparser.pyi``."""

import os
import threading
import time
import urllib.parse
from collections import namedtuple

from ._native import Bots, Site, __version__, parse
from .errors import FetchError, InvalidUrlError
from .protego import AGENTS, as_path

__all__ = ["RobotFileParser"]

RequestRate = namedtuple("RequestRate", "requests seconds")

_default = (None, None)
_lock = threading.Lock()


def _client():
    """One client a process."""
    global _default
    with _lock:
        process, client = _default
        if process != os.getpid() or client.closed:
            from .client import Client

            client = Client(f"python-placet/{__version__}")
            _default = (os.getpid(), client)
        return client


def _number(seconds):
    return int(seconds) if seconds is not None and seconds == seconds // 1 else seconds


def _rate(records):
    for record in records:
        if record.key.lower() == "request-rate":
            numbers = [number.strip() for number in record.value.split("/")]
            if len(numbers) == 2 and all(it.isascii() and it.isdigit() for it in numbers):
                return RequestRate(int(numbers[0]), int(numbers[1]))
    return None


class RuleLine:
    def __init__(self, path, allowance):
        self.path = path
        self.allowance = allowance

    def applies_to(self, filename):
        if not self.path:
            return True
        file = f"User-agent: *\n{self}".encode("utf-8", "surrogatepass")
        try:
            return parse(file, profile="rfc9309").for_agent("*").may("crawl", filename).reason.kind == "rule"
        except InvalidUrlError:
            return False

    def __str__(self):
        return ("Allow" if self.allowance else "Disallow") + ": " + self.path


class Entry:
    def __init__(self, groups, policy):
        self.useragents = [agent for group in groups for agent in group.agents]
        rules = [rule for group in groups for rule in group.rules]
        # An empty Disallow allows everything, as in the original.
        self.rulelines = [
            RuleLine(rule.pattern, rule.allow or not rule.pattern) for rule in rules
        ]
        bot = policy.for_agent(self.useragents[0]) if self.useragents else None
        self.delay = _number(bot.crawl_delay) if bot else None
        self.req_rate = _rate(record for group in groups for record in group.records)
        self._bot = bot

    def applies_to(self, useragent):
        name = useragent.split("/")[0].lower()
        return any(it == "*" or it.lower() == name for it in self.useragents)

    def allowance(self, filename):
        try:
            return self._bot is None or self._bot.allows(filename)
        except InvalidUrlError:
            return False

    def __str__(self):
        lines = [f"User-agent: {agent}" for agent in self.useragents]
        if self.delay is not None:
            lines.append(f"Crawl-delay: {self.delay}")
        if self.req_rate is not None:
            lines.append(f"Request-rate: {self.req_rate.requests}/{self.req_rate.seconds}")
        return "\n".join([*lines, *map(str, self.rulelines)])


class RobotFileParser(Bots):
    def __init__(self, url="", *, client=None, profile="rfc9309"):
        self.disallow_all = False
        self.allow_all = False
        self.last_checked = 0
        self._client = client
        self._profile = profile
        self._text = b""
        self._replace(parse(b"", profile=profile))
        self.set_url(url)

    def _replace(self, policy):
        self.policy = policy
        self.sitemaps = list(policy.sitemaps)
        self.__dict__.pop("entries", None)
        self.__dict__.pop("default_entry", None)

    def __setattr__(self, name, value):
        # What is kept in _bots answers without looking at attributes again.
        object.__setattr__(self, name, value)
        self._bots.clear()

    def __getstate__(self):
        return self.__dict__

    def __getattr__(self, name):
        # Answers do not need the groups as objects, so these are made when they are looked at.
        if name == "entries":
            self.entries = [Entry([it], self.policy) for it in self.policy.groups if "*" not in it.agents]
            return self.entries
        if name == "default_entry":
            of_all = [it for it in self.policy.groups if "*" in it.agents]
            self.default_entry = Entry(of_all, self.policy) if of_all else None
            return self.default_entry
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def mtime(self):
        return self.last_checked

    def modified(self):
        self.last_checked = time.time()

    def set_url(self, url):
        self.url = url
        address = url if isinstance(url, str) else url.full_url
        self.host, self.path = urllib.parse.urlparse(address)[1:3]

    def read(self):
        url = self.url if isinstance(self.url, str) else self.url.full_url
        if not url:
            raise ValueError("there is no URL to read; use set_url")
        client = self._client or _client()
        if urllib.parse.urlparse(url).path == "/robots.txt":
            site = client.site(url)
        else:
            site = _file(client, url)
        self.modified()
        if site.standing in ("fetched", "stale"):
            self._replace(parse(site.policy.source, profile=self._profile))
        elif site.status in (401, 403) or site.standing == "unreachable":
            self.disallow_all = True
            if site.standing == "unreachable":
                from logging import getLogger

                message = "%s is unreachable, so everything is prohibited: %s"
                getLogger("placet.robotparser").warning(message, url, site.cause)
        else:
            self.allow_all = True

    def parse(self, lines):
        if isinstance(lines, (str, bytes)):
            raise TypeError("parse takes lines, not text; use text.splitlines()")
        text = "\n".join(line.rstrip("\r\n") for line in lines) + "\n"
        self._text += text.encode("utf-8", "surrogatepass")
        self.modified()
        self._replace(parse(self._text, profile=self._profile))

    def _bot(self, useragent):
        bot = self._bots.get(useragent)
        return self.policy.for_agent(useragent) if bot is None else bot

    can_fetch = Bots._can_fetch_by_agent

    def _can_fetch(self, url, useragent):
        # For an agent that asks for the first time, for text that is no URL, and where the file does not decide.
        if self.disallow_all:
            return False
        if self.allow_all:
            return True
        if not self.last_checked:
            return False
        bot = self._bot(useragent)
        if len(self._bots) >= AGENTS:
            self._bots.clear()
        self._bots[useragent] = bot
        try:
            return bot.allows(url)
        except InvalidUrlError:
            path = as_path(url, useragent, "can_fetch takes the agent first, then the URL")
            return path is not None and bot.allows(path)

    def decision(self, useragent, url):
        bot = self._bot(useragent)
        try:
            return bot.may("crawl", url)
        except InvalidUrlError:
            path = as_path(url, useragent, "decision takes the agent first, then the URL")
            if path is None:
                raise
            return bot.may("crawl", path)

    def crawl_delay(self, useragent):
        return _number(self._bot(useragent).crawl_delay) if self.mtime() else None

    def request_rate(self, useragent):
        return _rate(self._bot(useragent).records) if self.mtime() else None

    def site_maps(self):
        return self.sitemaps or None

    def __str__(self):
        entries = [*self.entries, *([self.default_entry] if self.default_entry else [])]
        return "\n\n".join(map(str, entries))


def _file(client, url):
    """A file at another place than /robots.txt. Its redirects are not followed."""
    try:
        page = client._get_page(url)
    except FetchError as error:
        return Site.from_failure(url, error.failure or "other")
    return Site.from_response(url, page.status, page.body, headers=page.headers)
