"""Fetching with care: robots.txt and what it refers to, cached, paced, safe from private addresses.

:class:`Client` for threads, :class:`AsyncClient` for asyncio, :class:`Site` for those who bring their
own HTTP client. All three names are also in :mod:`placet`.
"""

import os
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from datetime import datetime
from types import TracebackType
from typing import Any, final

from typing_extensions import Self

from . import Agent, AgentPolicy, AskedAt, Decision, PagePolicy, Profile, RobotsPolicy, Usage
from ._base import Received
from .errors import PlacetError
from .types import (
    AgentLike,
    Evidence,
    Failure,
    FailureName,
    HeaderLines,
    Matrix,
    ProfileName,
    Redirect,
    SignalFamily,
    SignalFamilyName,
    Standing,
    UsageName,
)

@final
class Site(Received):
    """A site: what holds for its robots.txt, why, and until when.

    Comes from a client, or from a response that you fetched yourself::

        asked = "https://example.com/robots.txt"
        try:
            r = httpx.get(asked, follow_redirects=True)
        except httpx.HTTPError:
            site = placet.Site.from_failure(asked)
        else:
            site = placet.Site.from_response(asked, r.status_code, r.content, headers=r.headers)
        site.for_agent("ExampleBot").allows("https://example.com/a")

    The whole ladder of RFC 9309 section 2.3.1 is inside: 2xx is parsed, 4xx permits, 429, 5xx and
    failures prohibit, a last good copy bridges an outage, nothing holds for more than a day.
    """

    @classmethod
    def from_response(
        cls,
        url: str,
        status: int,
        body: bytes | bytearray | memoryview = b"",
        *,
        headers: HeaderLines = (),
        previous: Site | None = None,
        received_at: datetime | None = None,
        profile: Profile | ProfileName = "full",
        max_bytes: int = 512_000,
        refuse_forbidden: bool = False,
        signals: Iterable[SignalFamily | SignalFamilyName] | None = None,
    ) -> Site:
        """What a response to the request for a robots.txt means.

        :param url: the URL that was *asked for*, not the one that redirects led to: the answer
            speaks for the site that was asked.
        :param status: of the final response, after redirects (follow at least five). A 3xx status
            counts as unreachable, except 304, which confirms ``previous``.
        :param body: after decompression.
        :param headers: for ``Cache-Control``, ``Expires``, ``Content-Type``, ``ETag``.
        :param previous: what held before: its copy is used while the site is unreachable.
        :param refuse_forbidden: 401 and 403 prohibit everything instead of meaning "no file".

        Raises :class:`InvalidUrlError` if ``url`` is not http or https.
        """
    @classmethod
    def from_failure(
        cls,
        url: str,
        failure: Failure | FailureName = "other",
        *,
        previous: Site | None = None,
        received_at: datetime | None = None,
        profile: Profile | ProfileName = "full",
        signals: Iterable[SignalFamily | SignalFamilyName] | None = None,
    ) -> Site:
        """What it means that there was no response: the last good copy, else everything prohibited."""
    def for_agent(self, agent: AgentLike | None = None) -> AgentPolicy:
        """What the site says to a crawler.

        :param agent: None for the client's own. ``TypeError`` if there is no client to ask.
        """
    @property
    def origin(self) -> str:
        """``"https://example.com"``."""
    @property
    def policy(self) -> RobotsPolicy: ...
    @property
    def standing(self) -> Standing: ...
    @property
    def cause(self) -> str:
        """Why, for people: ``"the server answered 503"``."""
    @property
    def status(self) -> int | None: ...
    @property
    def failure(self) -> Failure | None: ...
    @property
    def checked_at(self) -> datetime: ...
    @property
    def expires_at(self) -> datetime:
        """When to ask again; at most a day after ``checked_at``."""
    def is_fresh(self, at: datetime | None = None) -> bool: ...
    @property
    def from_store(self) -> bool:
        """Whether a client answered from its store, without a request."""
    @property
    def final_url(self) -> str: ...
    @property
    def redirects(self) -> tuple[Redirect, ...]: ...
    @property
    def warnings(self) -> tuple[str, ...]:
        """What makes the body doubtful: HTML, a wrong encoding, truncated, …"""
    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """robots.txt first, then the other documents that were read."""
    def to_dict(self) -> dict[str, Any]:
        """The same object as a line of ``placet fetch``."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class FetchedPage(Received):
    """A page that a client fetched."""

    @property
    def url(self) -> str: ...
    @property
    def status(self) -> int: ...
    @property
    def headers(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def body(self) -> bytes: ...
    @property
    def truncated(self) -> bool: ...
    @property
    def redirect(self) -> str | None:
        """Where it redirects to. Another URL: ask about it before you follow."""
    @property
    def policy(self) -> PagePolicy: ...

class Client:
    """Answers questions about live sites. Thread-safe: share one among all threads of a process.

    :param user_agent: the User-Agent to send. Name your crawler and a contact:
        ``"ExampleBot/1.0 (+https://example.com/bot)"``.
    :param agent: who asks; by default the product token of ``user_agent``.
    :param store: ``"memory"``, a file to share between processes and runs, or
        ``"redis://host:6379/0"`` to share between machines.
    :param timeout: seconds for one answer, redirects and retries included.
    :param max_connections: origins asked at the same time.
    :param max_age: seconds after which a stored answer is not used; never more than a day counts.
    :param min_interval: seconds that ``wait_turn`` leaves at least between requests to one site.
    :param allow_private: also connect to loopback and private addresses. Off, so that no site can
        point you at your own network.
    :param refuse_forbidden: 401 and 403 for robots.txt prohibit instead of permitting.
    :param trust: certificates (DER) to trust in addition to the system's.
    :param signals: the families of signals to read; None for all. Their documents are fetched only
        when ``check``, ``matrix`` or :func:`placet.decide` needs them.
    :param clock: for tests.

    Raises :class:`ConfigError` for settings that cannot be used, :class:`StoreError` if the store
    cannot be opened.

    Example::

        with placet.Client("ExampleBot/1.0 (+https://example.com/bot)") as client:
            decision = client.check("https://example.com/news/1", "train-ai", page=True)
            print(decision.verdict, decision)

    Calls block, with the GIL released, and Ctrl-C interrupts them. A client does not survive
    ``fork``: in the child its methods raise :class:`ClosedError`; create one per process. It does not
    pickle. Logs to ``placet.client``: requests at DEBUG, refused addresses and failing stores at
    WARNING. ``close`` gives up requests under way; ``with`` and garbage collection close too.
    """

    def __init__(
        self,
        user_agent: str,
        *,
        agent: AgentLike | None = None,
        store: str | os.PathLike[str] = "memory",
        profile: Profile | ProfileName = "full",
        timeout: float = 60.0,
        connect_timeout: float = 10.0,
        retries: int = 2,
        max_connections: int = 64,
        max_age: float = 86_400.0,
        max_bytes: int = 512_000,
        max_page_bytes: int = 2_097_152,
        min_interval: float = 0.0,
        allow_private: bool = False,
        refuse_forbidden: bool = False,
        trust: Iterable[bytes] = (),
        signals: Iterable[SignalFamily | SignalFamilyName] | None = None,
        clock: Callable[[], datetime] | None = None,
    ) -> None: ...
    @property
    def user_agent(self) -> str: ...
    @property
    def agent(self) -> Agent: ...
    @property
    def closed(self) -> bool: ...
    def site(self, url: str, *, agent: AgentLike | None = None) -> Site:
        """What holds for the site of a URL: from the store, or fetched.

        Never raises because of the site: unreachable is an answer. Raises :class:`InvalidUrlError`,
        :class:`StoreError`, :class:`ClosedError`. One request per origin is under way, however many
        threads ask.
        """
    def sites(
        self, urls: Iterable[str], *, agent: AgentLike | None = None
    ) -> Iterator[Site | PlacetError]:
        """The sites of many URLs, in order, fetched at the same time. Errors are values, not raised.

        ``urls`` is read as needed, so it may be endless.
        """
    def check(
        self,
        url: str,
        usage: Usage | UsageName = "crawl",
        *,
        agent: AgentLike | None = None,
        page: bool = False,
        element: str | None = None,
        at: datetime | AskedAt | None = None,
    ) -> Decision:
        """Whether a crawler may make this use of this URL, now.

        :param page: also read the page and its headers, if crawling is permitted and the usage is
            more than crawling. One request; redirects are not followed.

        Raises as ``site`` and ``AgentPolicy.may`` do, and :class:`FetchError` if the page is needed
        and cannot be fetched, or redirects: then the question is open, not answered.
        """
    def matrix(
        self,
        url: str,
        *,
        usages: Iterable[Usage | UsageName] | None = None,
        agent: AgentLike | None = None,
        page: bool = False,
        at: datetime | AskedAt | None = None,
    ) -> Matrix:
        """The decisions on all usages of a URL. Raises as ``check``."""
    def fetch_page(self, url: str, *, agent: AgentLike | None = None) -> FetchedPage:
        """Fetch a page, if the crawler may crawl it. Waits for no turn; see ``wait_turn``.

        Raises :class:`ProhibitedError` if it may not, :class:`FetchError` if there is no response.
        A status such as 404 is a response.
        """
    def reserve_turn(self, url: str, *, agent: AgentLike | None = None) -> float:
        """Reserve the next request to the site of a URL: seconds to wait before making it.

        Honours ``Crawl-delay``, ``Request-rate`` and ``min_interval``. Reservations are given in the
        order of the calls, and shared by all who share a Redis store or a store file. A reservation
        that is not used is lost. Raises as ``site``.
        """
    def wait_turn(
        self, url: str, *, agent: AgentLike | None = None, timeout: float | None = None
    ) -> float:
        """Reserve a turn and wait for it. Returns the seconds waited.

        Raises ``TimeoutError``, and reserves nothing, if the wait would exceed ``timeout``.
        """
    def replay(self, digest: str, url: str) -> Site:
        """The site of a URL as it was when ``Evidence.digest`` was recorded, from the store.

        Raises ``KeyError`` if the store no longer has these bytes.
        """
    def purge(self, url: str | None = None) -> int:
        """Forget what the store holds about the site of a URL, or everything. Returns how many."""
    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> None: ...

class AsyncClient:
    """:class:`Client` for asyncio: the same arguments, answers and exceptions.

    Example::

        async with placet.AsyncClient("ExampleBot/1.0 (+https://example.com/bot)") as robots:
            site = await robots.site("https://example.com/")
            if site.for_agent().allows("https://example.com/a"):
                await robots.wait_turn("https://example.com/a")
                ...

    Network work runs on placet's own threads; results reach the loop by ``call_soon_threadsafe``, so
    the event loop is never blocked and any number of loops and threads may share a client. Cancelling
    a task stops its waiting; a request under way that others wait for goes on. Works with asyncio and
    uvloop, with anyio on asyncio, and with Twisted's asyncio reactor; not with trio.
    """

    def __init__(
        self,
        user_agent: str,
        *,
        agent: AgentLike | None = None,
        store: str | os.PathLike[str] = "memory",
        profile: Profile | ProfileName = "full",
        timeout: float = 60.0,
        connect_timeout: float = 10.0,
        retries: int = 2,
        max_connections: int = 64,
        max_age: float = 86_400.0,
        max_bytes: int = 512_000,
        max_page_bytes: int = 2_097_152,
        min_interval: float = 0.0,
        allow_private: bool = False,
        refuse_forbidden: bool = False,
        trust: Iterable[bytes] = (),
        signals: Iterable[SignalFamily | SignalFamilyName] | None = None,
        clock: Callable[[], datetime] | None = None,
    ) -> None: ...
    @property
    def user_agent(self) -> str: ...
    @property
    def agent(self) -> Agent: ...
    @property
    def closed(self) -> bool: ...
    async def site(self, url: str, *, agent: AgentLike | None = None) -> Site: ...
    def sites(
        self, urls: Iterable[str] | AsyncIterable[str], *, agent: AgentLike | None = None
    ) -> AsyncIterator[Site | PlacetError]:
        """``async for site in client.sites(urls)``."""
    async def check(
        self,
        url: str,
        usage: Usage | UsageName = "crawl",
        *,
        agent: AgentLike | None = None,
        page: bool = False,
        element: str | None = None,
        at: datetime | AskedAt | None = None,
    ) -> Decision: ...
    async def matrix(
        self,
        url: str,
        *,
        usages: Iterable[Usage | UsageName] | None = None,
        agent: AgentLike | None = None,
        page: bool = False,
        at: datetime | AskedAt | None = None,
    ) -> Matrix: ...
    async def fetch_page(self, url: str, *, agent: AgentLike | None = None) -> FetchedPage: ...
    async def reserve_turn(self, url: str, *, agent: AgentLike | None = None) -> float: ...
    async def wait_turn(
        self, url: str, *, agent: AgentLike | None = None, timeout: float | None = None
    ) -> float:
        """A task that is cancelled while it waits loses its turn."""
    async def replay(self, digest: str, url: str) -> Site: ...
    async def purge(self, url: str | None = None) -> int: ...
    async def aclose(self) -> None: ...
    async def __aenter__(self) -> Self: ...
    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> None: ...
