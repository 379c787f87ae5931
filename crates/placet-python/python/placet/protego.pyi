"""A drop-in for :mod:`protego`::

    from placet.protego import Protego                  # instead of protego

Same class, methods and properties. What differs, and why, is in docs/src/guide/python.md; in short: names match
whole, records such as ``Crawl-delay`` do not end a group, and Google's own habits (``index.html``, ``$``
in the middle, rules that are URLs) need ``profile="google"``.
"""

from collections.abc import Iterator
from datetime import time
from typing import NamedTuple

from typing_extensions import Self

from . import Decision, Profile, RobotsPolicy
from .types import ProfileName

__all__ = ["Protego", "RequestRate", "VisitTime"]

class RequestRate(NamedTuple):
    """As in Protego."""

    requests: int
    seconds: int
    start_time: time | None
    end_time: time | None

class VisitTime(NamedTuple):
    """As in Protego."""

    start_time: time
    end_time: time

class Protego:
    """Answers questions about one robots.txt.

    >>> from placet.protego import Protego
    >>> rp = Protego.parse("User-agent: *\\nDisallow: /account/*/profile\\nCrawl-delay: 4\\n")
    >>> rp.can_fetch("https://example.com/account/me/profile", "mybot")
    False
    >>> rp.crawl_delay("mybot")
    4.0
    """

    @classmethod
    def parse(cls, content: str | bytes, *, profile: Profile | ProfileName = "rfc9309") -> Self:
        """Parse a file. ``bytes`` are welcome too; Protego itself takes ``str`` only."""
    def can_fetch(self, url: str, user_agent: str) -> bool:
        """Whether the agent may fetch the URL.

        Text without scheme and leading ``/`` is taken as a path. A malformed URL is not permitted.
        Raises ``ValueError`` if the arguments look swapped (robotparser has them the other way round).
        """
    def crawl_delay(self, user_agent: str) -> float | None: ...
    def request_rate(self, user_agent: str) -> RequestRate | None: ...
    def visit_time(self, user_agent: str) -> VisitTime | None: ...
    @property
    def sitemaps(self) -> Iterator[str]: ...
    @property
    def preferred_host(self) -> str | None: ...
    @property
    def policy(self) -> RobotsPolicy:
        """Not in the original: the parsed file, with groups, rules and problems."""
    def decision(self, url: str, user_agent: str) -> Decision:
        """Not in the original: why ``can_fetch`` says what it says."""
