"""Clients for live sites. The documentation is in ``client.pyi``."""

import logging
from os import fspath

from ._native import NativeClient, Site
from ._values import Value
from .errors import FetchError, PlacetError

__all__ = ["AsyncClient", "Client", "FetchedPage", "Site"]

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


def _decide(make, url, agent, page, usages, at):
    """``make(bot, page)`` with the page, if it is needed and may be crawled."""
    site = yield "site", url, agent
    bot = site.for_agent(agent)
    without = make(bot, None)
    if not page or usages == {"crawl"} or not bot.allows(url):
        return without
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
    return make(bot, fetched.policy)


def _check(url, usage, agent, page, element, at):
    def make(bot, policy):
        return bot.may(usage, url, page=policy, element=element if policy else None, at=at)

    return _decide(make, url, agent, page or element is not None, {str(usage)}, at)


def _matrix(url, usages, agent, page, at):
    usages = None if usages is None else list(usages)

    def make(bot, policy):
        return bot.matrix(url, usages=usages, page=policy, at=at)

    wanted = {"other"} if usages is None else set(map(str, usages))
    return _decide(make, url, agent, page, wanted, at)


def _fetch_page(url, agent):
    site = yield "site", url, agent
    site.for_agent(agent).may("crawl", url).raise_if_prohibited()
    return FetchedPage._make(*(yield "page", url, agent))


def _turn(url, agent):
    return (yield "turn", url, agent)


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

    def _note(self, kind, answer):
        """Logs what a person should know. Query strings are not in it."""
        if kind == "site" and not answer.from_store:
            level = logging.WARNING if answer.failure == "address" else logging.DEBUG
            _log.log(level, "%s: %s, %s", answer.origin, answer.standing, answer.cause)
        if trouble := self._native.store_error():
            _log.warning("the store fails; answers are kept in memory: %s", trouble)
        return answer


class Client(_Base):
    def _run(self, steps):
        answer, error = None, None
        try:
            while True:
                ask = steps.throw(error) if error else steps.send(answer)
                answer, error = None, None
                try:
                    answer = self._note(ask[0], self._native.run(*ask))
                except FetchError as failed:
                    error = failed
        except StopIteration as end:
            return end.value

    def site(self, url, *, agent=None):
        return self._run(_site(url, agent))

    def sites(self, urls, *, agent=None):
        from concurrent.futures import Future
        from itertools import islice

        def begin(url):
            future = Future()

            def done(answer, error):
                if error is None:
                    future.set_result(answer)
                else:
                    future.set_exception(error)

            try:
                self._native.start(done, "site", url, agent)
            except PlacetError as error:
                future.set_exception(error)
            return future

        urls = iter(urls)
        under_way = [begin(url) for url in islice(urls, self._window)]
        while under_way:
            future = under_way.pop(0)
            try:
                answer = self._note("site", future.result())
            except PlacetError as error:
                answer = error
            under_way.extend(begin(url) for url in islice(urls, 1))
            yield answer

    def check(self, url, usage="crawl", *, agent=None, page=False, element=None, at=None):
        return self._run(_check(url, usage, agent, page, element, at))

    def matrix(self, url, *, usages=None, agent=None, page=False, at=None):
        return self._run(_matrix(url, usages, agent, page, at))

    def fetch_page(self, url, *, agent=None):
        return self._run(_fetch_page(url, agent))

    def _get_page(self, url):
        return FetchedPage._make(*self._native.run("page", url))

    def reserve_turn(self, url, *, agent=None):
        return self._run(_turn(url, agent))

    def wait_turn(self, url, *, agent=None):
        from time import sleep

        seconds = self.reserve_turn(url, agent=agent)
        sleep(seconds)
        return seconds

    def purge(self, url=None):
        return self._run(_purge(url))

    def close(self):
        self._native.close()

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc, traceback, /):
        self.close()


class AsyncClient(_Base):
    async def _await(self, ask):
        import asyncio

        loop = asyncio.get_running_loop()
        future = loop.create_future()

        def settle(answer, error):
            if not future.done():
                if error is None:
                    future.set_result(answer)
                else:
                    future.set_exception(error)

        def done(answer, error):
            try:
                loop.call_soon_threadsafe(settle, answer, error)
            except RuntimeError:
                # The loop was closed while the request was under way.
                pass

        kind, url, agent = ask
        self._native.start(done, kind, url, agent)
        return self._note(kind, await future)

    async def _run(self, steps):
        answer, error = None, None
        try:
            while True:
                ask = steps.throw(error) if error else steps.send(answer)
                answer, error = None, None
                try:
                    answer = await self._await(ask)
                except FetchError as failed:
                    error = failed
        except StopIteration as end:
            return end.value

    async def site(self, url, *, agent=None):
        return await self._run(_site(url, agent))

    async def sites(self, urls, *, agent=None):
        import asyncio

        async def one(url):
            try:
                return await self.site(url, agent=agent)
            except PlacetError as error:
                return error

        under_way = []
        try:
            async for url in _async_iter(urls):
                under_way.append(asyncio.ensure_future(one(url)))
                if len(under_way) >= self._window:
                    yield await under_way.pop(0)
            while under_way:
                yield await under_way.pop(0)
        finally:
            for task in under_way:
                task.cancel()

    async def check(self, url, usage="crawl", *, agent=None, page=False, element=None, at=None):
        return await self._run(_check(url, usage, agent, page, element, at))

    async def matrix(self, url, *, usages=None, agent=None, page=False, at=None):
        return await self._run(_matrix(url, usages, agent, page, at))

    async def fetch_page(self, url, *, agent=None):
        return await self._run(_fetch_page(url, agent))

    async def reserve_turn(self, url, *, agent=None):
        return await self._run(_turn(url, agent))

    async def wait_turn(self, url, *, agent=None):
        import asyncio

        seconds = await self.reserve_turn(url, agent=agent)
        await asyncio.sleep(seconds)
        return seconds

    async def purge(self, url=None):
        return await self._run(_purge(url))

    async def aclose(self):
        import asyncio

        await asyncio.get_running_loop().run_in_executor(None, self._native.close)

    async def __aenter__(self):
        return self

    async def __aexit__(self, exc_type, exc, traceback, /):
        await self.aclose()


async def _async_iter(urls):
    if hasattr(urls, "__aiter__"):
        async for url in urls:
            yield url
    else:
        for url in urls:
            yield url
