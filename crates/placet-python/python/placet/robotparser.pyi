"""A drop-in for :mod:`urllib.robotparser`::

    from placet.robotparser import RobotFileParser      # instead of urllib.robotparser

Same class, same methods, same attributes, RFC 9309 answers. What differs, and why, is in
docs/src/guide/python.md; in short: groups with the same agent merge, names match whole and not as substrings,
an unreachable robots.txt prohibits instead of raising, fractions of ``Crawl-delay`` are kept.
"""

from collections.abc import Iterable
from typing import NamedTuple
from urllib.request import Request

from . import Decision, Profile, RobotsPolicy
from .client import Client
from .types import ProfileName

__all__ = ["RobotFileParser"]

class RequestRate(NamedTuple):
    """As in the original."""

    requests: int
    seconds: int

class RuleLine:
    """A rule, for code that looks inside."""

    path: str
    allowance: bool
    def __init__(self, path: str, allowance: bool) -> None: ...
    def applies_to(self, filename: str) -> bool: ...

class Entry:
    """A group, for code that looks inside. Changing it changes no answer."""

    useragents: list[str]
    rulelines: list[RuleLine]
    delay: int | float | None
    req_rate: RequestRate | None
    def applies_to(self, useragent: str) -> bool: ...
    def allowance(self, filename: str) -> bool: ...

class RobotFileParser:
    """Reads, parses and answers questions about one robots.txt.

    :param url: of the robots.txt, for ``read``.
    :param client: fetches for ``read``; by default one client a process, named
        ``python-placet/<version>``. Pass your own to send your own User-Agent, to share a store, or
        to allow private addresses.
    :param profile: ``"rfc9309"`` answers what :mod:`urllib.robotparser` is meant to answer.

    Not thread-safe while ``read`` or ``parse`` runs, like the original; questions are.

    >>> from placet.robotparser import RobotFileParser
    >>> rp = RobotFileParser()
    >>> rp.parse(["User-agent: *", "Disallow: /private"])
    >>> rp.can_fetch("ExampleBot", "https://example.com/private/1")
    False
    """

    entries: list[Entry]
    """The groups without ``*``, in the order of the file. Changing the list changes no answer."""
    default_entry: Entry | None
    """The ``*`` groups, merged; None if there are none.

    CPython's RFC 9309 version (gh-138907, 2026) leaves it None always, so that the common test
    ``if rp.default_entry is None: return True`` permits everything there. Here it keeps its meaning.
    """
    sitemaps: list[str]
    disallow_all: bool
    """Set it, or find it set, to prohibit everything: as in the original."""
    allow_all: bool
    """Set it, or find it set, to permit everything. ``disallow_all`` goes before it."""
    url: str | Request
    host: str
    path: str
    last_checked: float

    def __init__(
        self,
        url: str | Request = "",
        *,
        client: Client | None = None,
        profile: Profile | ProfileName = "rfc9309",
    ) -> None: ...
    def set_url(self, url: str | Request) -> None: ...
    def read(self) -> None:
        """Fetch and parse. Never raises because of the network.

        2xx: parsed. 401, 403: ``disallow_all``. Other 4xx: ``allow_all``. 429, 5xx, timeouts, DNS,
        TLS, refused private addresses: ``disallow_all``, and one WARNING to ``placet.robotparser``
        that says why. The timeout is the client's (60 seconds), not endless. A file at another
        path than ``/robots.txt`` is read too, but its redirects are not followed.

        Raises ``ValueError`` without a URL.
        """
    def parse(self, lines: Iterable[str]) -> None:
        """Parse the lines of a file. A single ``str`` raises ``TypeError``: it would be taken apart
        into characters; write ``text.splitlines()``.
        """
    def can_fetch(self, useragent: str, url: str) -> bool:
        """Whether the agent may fetch the URL. False before ``read`` or ``parse``, as in the original.

        The host is not compared, as in the original. Text without scheme and leading ``/`` is taken
        as a path. A malformed URL is not permitted.
        Raises ``ValueError`` if the arguments look swapped (Protego has them the other way round).
        """
    def crawl_delay(self, useragent: str) -> int | float | None: ...
    def request_rate(self, useragent: str) -> RequestRate | None: ...
    def site_maps(self) -> list[str] | None: ...
    def mtime(self) -> float: ...
    def modified(self) -> None: ...
    policy: RobotsPolicy
    """Not in the original: the parsed file."""
    def decision(self, useragent: str, url: str) -> Decision:
        """Not in the original: why ``can_fetch`` says what it says."""
