"""What both clients have in common."""

import logging
from os import fspath

from ._native import NativeClient
from ._value import Value
from .errors import FetchError

_log = logging.getLogger("placet.client")
_log.addHandler(logging.NullHandler())


class FetchedPage(Value):
    __slots__ = ("url", "status", "headers", "body", "truncated", "redirect", "policy")

    def __repr__(self):
        return f"<FetchedPage {self.url}: {self.status}, {len(self.body)} bytes>"


# What both clients do is written once, as generators: they yield what to ask of the native client, and
# are sent the answer. ``Client`` waits for it, ``AsyncClient`` awaits it.


def _site(url, agent):
    site = yield "site", url, agent
    return site


def _decide(make, url, agent, page, usages):
    """``make(bot, page)`` with the page and the files with signals, if they matter."""
    site = yield "site", url, agent
    bot = site.for_agent(agent)
    without = make(bot, None)
    # Signals and pages are not about crawling, and nothing else is permitted where that is not.
    if usages == {"crawl"} or not bot.allows(url):
        return without
    policy = None
    if page:
        policy = yield from _page(url, agent, without)
    if files := bot._signal_files(url, list(usages), policy):
        bot = (yield "signals", url, agent, (site, files)).for_agent(agent)
    return make(bot, policy)


def _page(url, agent, without):
    decision = without if hasattr(without, "permitted") else None
    try:
        fetched = FetchedPage._make(*(yield "page", url, agent))
    except FetchError as error:
        error.decision = decision
        raise
    problem = None
    if fetched.redirect is not None:
        problem = f"it redirects to {fetched.redirect}; ask about that URL instead"
    elif not 200 <= fetched.status < 300:
        problem = f"the server answered {fetched.status}"
    if problem:
        message = f"{url} could not be read: {problem}"
        raise FetchError(message, url, None, fetched.status, decision)
    return fetched.policy


def _check(url, usage, agent, page, element, at):
    def make(bot, policy):
        return bot.may(usage, url, page=policy, element=element if policy else None, at=at)

    return _decide(make, url, agent, page or element is not None, {str(usage)})


def _matrix(url, usages, agent, page, at):
    usages = None if usages is None else list(usages)

    def make(bot, policy):
        return bot.matrix(url, usages=usages, page=policy, at=at)

    wanted = set() if usages is None else set(map(str, usages))
    return _decide(make, url, agent, page, wanted)


def _fetch_page(url, agent):
    site = yield "site", url, agent
    site.for_agent(agent).may("crawl", url).raise_if_prohibited()
    return FetchedPage._make(*(yield "page", url, agent))


def _turn(url, agent, timeout=None):
    return (yield "turn", url, agent, timeout)


def _replay(digest, url):
    return (yield "replay", url, None, digest)


def _purge(url):
    return (yield "purge", url, None)


class _Base:
    def __init__(
        self,
        user_agent,
        *,
        agent=None,
        store="memory",
        profile="full",
        timeout=60.0,
        connect_timeout=10.0,
        retries=2,
        max_connections=64,
        max_age=86_400.0,
        max_bytes=512_000,
        max_page_bytes=2_097_152,
        min_interval=0.0,
        allow_private=False,
        refuse_forbidden=False,
        trust=(),
        signals=None,
        clock=None,
    ):
        self._user_agent = user_agent
        self._window = max(1, max_connections)
        self._native = NativeClient(
            user_agent,
            agent,
            fspath(store),
            profile,
            timeout,
            connect_timeout,
            retries,
            max_connections,
            max_age,
            max_bytes,
            max_page_bytes,
            min_interval,
            allow_private,
            refuse_forbidden,
            [bytes(certificate) for certificate in trust],
            signals,
            clock,
        )

    @property
    def user_agent(self):
        return self._user_agent

    @property
    def agent(self):
        return self._native.agent

    @property
    def closed(self):
        return self._native.closed

    def __repr__(self):
        return f"<{type(self).__name__} {self._user_agent}{' (closed)' if self.closed else ''}>"

    def _at(self, at):
        return self._native.now() if at is None else at

    def _note(self, kind, answer):
        """Logs what a person should know. Query strings are not in it."""
        if kind == "site" and not answer.from_store:
            level = logging.WARNING if answer.failure == "address" else logging.DEBUG
            _log.log(level, "%s: %s, %s", answer.origin, answer.standing, answer.cause)
        if trouble := self._native.store_error():
            _log.warning("the store fails; answers are kept in memory: %s", trouble)
        return answer
