"""Clients for live sites. The documentation is in ``client.pyi``."""

from ._client import FetchedPage, _Base, _check, _fetch_page, _matrix, _purge, _replay, _site, _turn
from ._native import Site
from .errors import FetchError, PlacetError

__all__ = ["AsyncClient", "Client", "FetchedPage", "Site"]


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
        return self._run(_check(url, usage, agent, page, element, self._at(at)))

    def matrix(self, url, *, usages=None, agent=None, page=False, at=None):
        return self._run(_matrix(url, usages, agent, page, self._at(at)))

    def fetch_page(self, url, *, agent=None):
        return self._run(_fetch_page(url, agent))

    def _get_page(self, url):
        return FetchedPage._make(*self._native.run("page", url))

    def reserve_turn(self, url, *, agent=None):
        return self._run(_turn(url, agent))

    def wait_turn(self, url, *, agent=None, timeout=None):
        from time import sleep

        seconds = self._run(_turn(url, agent, timeout))
        sleep(seconds)
        return seconds

    def replay(self, digest, url):
        return self._run(_replay(digest, url))

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

        self._native.start(done, *ask)
        return self._note(ask[0], await future)

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
        return await self._run(_check(url, usage, agent, page, element, self._at(at)))

    async def matrix(self, url, *, usages=None, agent=None, page=False, at=None):
        return await self._run(_matrix(url, usages, agent, page, self._at(at)))

    async def fetch_page(self, url, *, agent=None):
        return await self._run(_fetch_page(url, agent))

    async def reserve_turn(self, url, *, agent=None):
        return await self._run(_turn(url, agent))

    async def wait_turn(self, url, *, agent=None, timeout=None):
        import asyncio

        seconds = await self._run(_turn(url, agent, timeout))
        await asyncio.sleep(seconds)
        return seconds

    async def replay(self, digest, url):
        return await self._run(_replay(digest, url))

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
