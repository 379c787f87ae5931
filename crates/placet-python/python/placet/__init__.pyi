"""May this crawler make this use of this URL, on what conditions, and which words of the site say so?

>>> import placet
>>> site = placet.parse("User-agent: *\\nDisallow: /drafts/\\nCrawl-delay: 5\\n")
>>> bot = site.for_agent("ExampleBot")
>>> bot.allows("https://example.com/drafts/42")
False
>>> decision = bot.may("crawl", "https://example.com/drafts/42")
>>> decision.permitted
False
>>> print(decision)
robots.txt:2 Disallow: /drafts/

What to use:

==========================================  ======================================================
you have a robots.txt                       :func:`parse`, then ``for_agent`` and ``allows``/``may``
you fetched it with your own HTTP client    :meth:`Site.from_response`, :meth:`Site.from_failure`
placet should fetch and cache it            :class:`Client`, :class:`AsyncClient`
you have the page or its headers            :class:`PagePolicy`, passed as ``page=``
you have a table of URLs                    :func:`decide` (Arrow: pyarrow, polars, pandas, DuckDB)
you publish a robots.txt                    :func:`lint`, :func:`diff`
you use urllib.robotparser or Protego       :mod:`placet.robotparser`, :mod:`placet.protego`
you have a table of robots.txt files        :func:`audit`
you use Scrapy or Spark                     :mod:`placet.scrapy`, :mod:`placet.spark`
==========================================  ======================================================

Three promises:

* Parsing never fails and never raises for what a file contains. Read ``problems``.
* A failure never becomes a permission. A robots.txt that cannot be fetched prohibits; it is not an
  exception, so ``except Exception: pass`` cannot open a site.
* Objects are immutable. Share them between threads, processes and free-threaded interpreters.

Exceptions mean that the *question* is wrong (:class:`InvalidUrlError`, :class:`UnknownNameError`) or
that your own machine failed (:class:`StoreError`). All derive from :class:`PlacetError`.
"""

import os
from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import Enum
from typing import Any, Final, NoReturn, final

from typing_extensions import Self

from . import types as types
from ._base import Answer, Received
from .arrow import audit as audit
from .arrow import decide as decide
from .client import AsyncClient as AsyncClient
from .client import Client as Client
from .client import FetchedPage as FetchedPage
from .client import Site as Site
from .errors import ClosedError as ClosedError
from .errors import ConfigError as ConfigError
from .errors import FetchError as FetchError
from .errors import InvalidUrlError as InvalidUrlError
from .errors import OriginMismatchError as OriginMismatchError
from .errors import PlacetError as PlacetError
from .errors import ProhibitedError as ProhibitedError
from .errors import StoreError as StoreError
from .errors import TableError as TableError
from .errors import UnknownNameError as UnknownNameError
from .types import (
    Addressed,
    AgentLike,
    Availability,
    Condition,
    ConditionKind,
    ConditionName,
    Contradiction,
    Diff,
    Evidence,
    Explanation,
    Extent,
    Extract,
    Group,
    HeaderLines,
    KnownCrawler,
    LintReport,
    LintRule,
    Matrix,
    NeededDocument,
    NotApplied,
    PageStatement,
    Problem,
    ProfileName,
    Reason,
    Record,
    RequestRate,
    RobotsSource,
    Rule,
    Severity,
    SeverityName,
    Signal,
    SignalFamily,
    SignalFamilyName,
    SignalReport,
    Step,
    UsageName,
)

__all__ = [
    "Agent",
    "AgentPolicy",
    "AskedAt",
    "AsyncClient",
    "Client",
    "ClosedError",
    "ConfigError",
    "Crawler",
    "Decision",
    "FetchError",
    "FetchedPage",
    "InvalidUrlError",
    "OriginMismatchError",
    "PagePolicy",
    "PageReader",
    "PlacetError",
    "Profile",
    "ProhibitedError",
    "RobotsPolicy",
    "Site",
    "StoreError",
    "TableError",
    "UnknownNameError",
    "Usage",
    "Verdict",
    "__version__",
    "audit",
    "decide",
    "diff",
    "explain",
    "known_crawlers",
    "lint",
    "lint_rules",
    "parse",
]

__version__: Final[str]

# --- Enums ---------------------------------------------------------------------------------------

@final
class Verdict(str, Enum):
    """Whether a use is permitted. There is no third verdict.

    A verdict has no truth value: ``if verdict:`` raises ``TypeError``, because every non-empty
    string is true and ``Verdict.PROHIBIT`` would pass for a yes. Write ``verdict is Verdict.PERMIT``
    or ``decision.permitted``.
    """

    PERMIT = "permit"
    PROHIBIT = "prohibit"

    def __bool__(self) -> NoReturn: ...

@final
class Usage(str, Enum):
    """What a crawler wants to do with a resource. Open: minor releases add members.

    ``Usage("train-ai") is Usage.TRAIN_AI`` and ``Usage.TRAIN_AI == "train-ai"``. An unknown name
    raises :class:`UnknownNameError` (a ``ValueError``) that suggests the nearest known one.
    """

    CRAWL = "crawl"
    """Fetch it."""
    FOLLOW = "follow"
    """Follow the links in it."""
    INDEX = "index"
    """Put it into an index."""
    PRESERVE = "preserve"
    """Keep a copy of it."""
    PRESENT = "present"
    """Present it, in any way."""
    PRESENT_ORIGINAL = "present-original"
    PRESENT_CURRENTCOPY = "present-currentcopy"
    PRESENT_OLDCOPY = "present-oldcopy"
    PRESENT_SNIPPET = "present-snippet"
    PRESENT_THUMBNAIL = "present-thumbnail"
    PRESENT_OLDSNIPPET = "present-oldsnippet"
    PRESENT_OLDTHUMBNAIL = "present-oldthumbnail"
    PRESENT_LINK = "present-link"
    PRESENT_EXTRACT = "present-extract"
    PRESENT_OLDEXTRACT = "present-oldextract"
    MINE = "mine"
    """Analyse text and data automatically."""
    TRAIN_AI = "train-ai"
    """Train a model with it."""
    AI_INPUT = "ai-input"
    """Give it to a model as input."""
    OTHER = "other"

@final
class Profile(str, Enum):
    """Whose rules are followed. Open."""

    FULL = "full"
    """RFC 9309, ACAP and the usage signals. The default."""
    RFC9309 = "rfc9309"
    """RFC 9309 alone: a plain conforming crawler."""
    GOOGLE = "google"
    """What Google's published matcher answers, its peculiarities included."""

# --- Who asks, and when --------------------------------------------------------------------------

@final
class Agent:
    """The name a crawler goes by. You may create one; a ``str`` does where an agent is expected.

    Text with a product and version (``ExampleBot/2.1``) or a comment in parentheses is read as a
    whole User-Agent value, and its product token is the name::

        >>> placet.Agent("Mozilla/5.0 (compatible; ExampleBot/2.1; +https://example.com/bot)").name
        'ExampleBot'

    ``exact=True`` takes the text as the name, whatever it looks like. Agents compare and hash
    without regard to case. ``str(agent)`` is the name.
    """

    def __init__(self, text: str, /, *, exact: bool = False) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def user_agent(self) -> str | None:
        """The whole User-Agent value, if one was given."""
    @property
    def problem(self) -> str | None:
        """Why groups can hardly address this name: it is empty, or is not a product token."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Crawler:
    """An agent with its purposes and with what it can honour. You may create one.

    :param agent: a product token, a User-Agent value or an :class:`Agent`.
    :param purposes: what it crawls for (ACAP); the strictest answer of several binds.
    :param can_honour: kinds of conditions it declares to honour beyond the default ones, such as
        ``"license"`` or ``"attribution"``.
    :param cannot_honour: kinds it cannot honour: a permission with one of them is a prohibition.
    :param elements: whether it works on elements of pages. If not, a statement about one element
        counts for the page.

    Raises :class:`UnknownNameError` for an unknown kind of condition, ``ValueError`` for a kind that
    is in both lists.

    Example::

        licensed = placet.Crawler("ExampleBot", can_honour=["license", "attribution"])
        site.for_agent(licensed).may("train-ai", url)
    """

    def __init__(
        self,
        agent: str | Agent,
        /,
        *,
        purposes: Iterable[str] = (),
        can_honour: Iterable[ConditionKind | ConditionName] = (),
        cannot_honour: Iterable[ConditionKind | ConditionName] = (),
        elements: bool = True,
    ) -> None: ...
    @classmethod
    def plain(cls, agent: str | Agent, /) -> Self:
        """A crawler that honours no condition and does not work on elements: the cautious choice."""
    @property
    def agent(self) -> Agent: ...
    @property
    def purposes(self) -> tuple[str, ...]: ...
    @property
    def elements(self) -> bool: ...
    def honours(self, kind: ConditionKind | ConditionName, /) -> bool: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class AskedAt:
    """When a use is made, for time limits that depend on more than the present. You may create one.

    :param now: the time of the use; the present if None.
    :param first_used: when the resource was first indexed, copied or presented.
    :param recrawled: whether it has been crawled again since.

    Naive datetimes raise ``ValueError``.
    """

    def __init__(
        self,
        now: datetime | None = None,
        *,
        first_used: datetime | None = None,
        recrawled: bool = False,
    ) -> None: ...
    @property
    def now(self) -> datetime | None:
        """None in the decisions of :func:`diff`, which do not depend on the time."""
    @property
    def first_used(self) -> datetime | None: ...
    @property
    def recrawled(self) -> bool: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

# --- robots.txt ----------------------------------------------------------------------------------

def parse(
    robots: RobotsSource,
    /,
    *,
    profile: Profile | ProfileName = "full",
    origin: str | None = None,
    max_bytes: int = 512_000,
    signals: Iterable[SignalFamily | SignalFamilyName] | None = None,
) -> RobotsPolicy:
    """Parse a robots.txt for every crawler at once.

    :param robots: the content as ``bytes`` (best: nothing is copied or guessed) or ``str``, or a
        path object to read. UTF-8 and UTF-16 are recognised.
    :param profile: whose rules to follow.
    :param origin: the site it belongs to, ``"https://example.com"``. If given, questions about
        another origin raise :class:`OriginMismatchError` instead of being decided by their path.
    :param max_bytes: how much to read; at least 512,000 (RFC 9309 section 2.5).
    :param signals: the families of signals to read; None for all, ``()`` for none.

    Never raises for what the content says. Raises

    * ``OSError`` if a path cannot be read,
    * ``ValueError`` if ``max_bytes`` is too small, or if a ``str`` is a single line that is a file
      name or a URL (``parse("robots.txt")``): such text holds no record and would permit everything,
    * :class:`UnknownNameError` for an unknown profile or family.

    >>> site = placet.parse(b"User-agent: GPTBot\\nDisallow: /\\n")
    >>> site.for_agent("GPTBot").allows("https://example.com/")
    False

    Holds the GIL: the largest file takes 0.2 ms, less than getting the GIL back from a busy thread.
    """

@final
class RobotsPolicy(Received):
    """What a robots.txt says to every crawler. Comes from :func:`parse`, :class:`Site` or the
    constructors for a missing file.

    Equal if the bytes, the settings and the documents are. Pickles as those and is parsed again.
    ``repr`` is ``<RobotsPolicy full: 3 groups, 8 rules, 412 bytes>``.
    """

    @classmethod
    def unavailable(cls, *, profile: Profile | ProfileName = "full") -> Self:
        """There is no robots.txt: it says nothing, and silence permits (RFC 9309 section 2.3.1.3)."""
    @classmethod
    def unreachable(cls, *, profile: Profile | ProfileName = "full") -> Self:
        """robots.txt cannot be fetched: everything is prohibited (RFC 9309 section 2.3.1.4)."""
    def for_agent(self, agent: AgentLike) -> AgentPolicy:
        """What the file says to one crawler. Chooses the group once; keep the result.

        Costs 1 µs for ten rules and 0.1 ms for a thousand: call it once, not for each URL.
        """
    def needs(self, agent: AgentLike, usage: Usage | UsageName = "crawl") -> tuple[NeededDocument, ...]:
        """The documents that a question depends on and that were not supplied.

        Until they are, the question is answered on the safe side. :class:`Client` supplies them.
        """
    def with_documents(
        self,
        *,
        tdmrep: RobotsSource | None = None,
        trust_txt: RobotsSource | None = None,
        ai_txt: RobotsSource | None = None,
        rsl: Mapping[str, RobotsSource | None] | None = None,
        references: Mapping[str, RobotsSource | None] | None = None,
    ) -> RobotsPolicy:
        """The same policy with other documents of the site. Those given before are kept.

        :param rsl: licence documents by URL. None as a value: it cannot be fetched.
        :param references: files that ACAP records refer to, by path or URL.

        Raises as :func:`parse` does for paths. Never raises for what the documents contain.

        >>> site = placet.parse(b"").with_documents(trust_txt="datatrainingallowed=no\\n")
        >>> print(site.for_agent("ExampleBot").may("train-ai", "/"))
        trust.txt:1 datatrainingallowed=no
        """
    @property
    def source(self) -> bytes:
        """The bytes that were read."""
    @property
    def digest(self) -> str:
        """``"sha256:…"`` of ``source``."""
    @property
    def truncated(self) -> bool:
        """Whether the file is longer than ``max_bytes``: what follows was not read."""
    @property
    def profile(self) -> Profile: ...
    @property
    def origin(self) -> str | None: ...
    @property
    def availability(self) -> Availability: ...
    @property
    def agents(self) -> tuple[str, ...]:
        """The crawlers it addresses, each once, ``*`` included, in the order of the file."""
    @property
    def groups(self) -> tuple[Group, ...]: ...
    @property
    def records(self) -> tuple[Record, ...]:
        """Every record that is neither a rule nor ``User-agent``."""
    @property
    def sitemaps(self) -> tuple[str, ...]: ...
    @property
    def acap_version(self) -> str | None: ...
    @property
    def problems(self) -> tuple[Problem, ...]:
        """What could not be read as intended; at most 4,096."""
    @property
    def problems_unlisted(self) -> int: ...
    def to_dict(self) -> dict[str, Any]:
        """The same object as ``placet records --json``."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_html_(self) -> str: ...

@final
class AgentPolicy(Received):
    """What a robots.txt says to one crawler. Comes from ``for_agent``."""

    def allows(self, url: str) -> bool:
        """Whether the crawler may crawl this URL. The fast way: a bool, nothing else is built.

        Exactly ``may("crawl", url).permitted``; permissions to crawl carry no conditions.

        :param url: an absolute URL, or a path that begins with ``/``.

        Raises :class:`InvalidUrlError` for other text, :class:`OriginMismatchError` for a URL of
        another origin where the policy knows its own.

        >>> site = placet.parse("User-agent: *\\nDisallow: /drafts/\\n")
        >>> site.for_agent("ExampleBot").allows("/drafts/42")
        False
        """
    def allows_many(self, urls: Iterable[str], *, invalid: bool | None = None) -> list[bool]:
        """``allows`` for many URLs, in order. Releases the GIL for more than 50,000.

        :param invalid: the answer for text that is not a URL of this site. None, the default,
            raises as ``allows`` does and names the position.
        """
    def may(
        self,
        usage: Usage | UsageName,
        url: str,
        *,
        page: PagePolicy | None = None,
        element: str | None = None,
        at: datetime | AskedAt | None = None,
    ) -> Decision:
        """Whether the crawler may make this use of this URL, with everything that led to the answer.

        :param page: what the page and its headers say.
        :param element: the id of an element of the page, to ask about that element alone.
        :param at: when the use is made; the present if None. Expired permissions prohibit.

        Raises :class:`UnknownNameError` for an unknown usage (with a hint if the arguments look
        swapped), :class:`InvalidUrlError`, :class:`OriginMismatchError`, ``ValueError`` for a naive
        datetime or an ``element`` without a ``page``.

        >>> site = placet.parse(b"ACAP-crawler: *\\nACAP-allow-index: /news/ time-limit=30-days\\n")
        >>> decision = site.for_agent("ExampleBot").may("index", "https://example.com/news/1")
        >>> decision.permitted, [str(c) for c in decision.conditions]
        (True, ['time-limit=30-days'])
        """
    def matrix(
        self,
        url: str,
        *,
        usages: Iterable[Usage | UsageName] | None = None,
        page: PagePolicy | None = None,
        element: str | None = None,
        at: datetime | AskedAt | None = None,
    ) -> Matrix:
        """The decisions on all usages of one URL, or on some, from one pass. Raises as ``may``."""
    def signals(
        self,
        url: str,
        *,
        usages: Iterable[Usage | UsageName] | None = None,
        page: PagePolicy | None = None,
    ) -> SignalReport:
        """What each family of signals tells the crawler about this URL, contradictions first.

        Empty in the profiles ``rfc9309`` and ``google``, which read no signals. Raises as ``may``.

        >>> site = placet.parse(b"User-agent: *\\nContent-Signal: ai-train=no\\n")
        >>> [str(row) for row in site.for_agent("ExampleBot").signals("/", usages=["train-ai"])]
        ['content-signal train-ai: disallow']
        """
    def extent(self) -> Extent:
        """How much of the site is closed to the crawler, and by which lines: exact, no URL needed.

        >>> placet.parse("User-agent: *\\nDisallow: /\\n").for_agent("x").extent().closed
        <Closed.EVERYTHING: 'everything'>
        """
    def extract(
        self,
        usage: Usage | UsageName,
        url: str,
        html: bytes | str,
        *,
        page: PagePolicy | None = None,
        at: datetime | AskedAt | None = None,
    ) -> Extract:
        """The part of a page that a usage may touch: closed elements and hidden snippets left out.

        :param page: what ``html`` and its headers say; read from ``html`` if None. Raises as ``may``.
        """
    @property
    def policy(self) -> RobotsPolicy: ...
    @property
    def crawler(self) -> Crawler: ...
    @property
    def agent(self) -> Agent: ...
    @property
    def addressed(self) -> Addressed:
        """By name, by ``*``, or not at all."""
    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups that apply; together they are the crawler's group."""
    @property
    def rules(self) -> tuple[Rule, ...]: ...
    @property
    def records(self) -> tuple[Record, ...]:
        """``Crawl-delay`` and the other records of these groups."""
    @property
    def crawl_delay(self) -> float | None:
        """``Crawl-delay`` in seconds, the longest of several; None if there is none."""
    @property
    def request_rate(self) -> RequestRate | None: ...
    @property
    def min_interval(self) -> float:
        """Seconds to leave between two requests: the slower of both; 0.0 if nothing is asked."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

# --- The page ------------------------------------------------------------------------------------

@final
class PagePolicy:
    """What a page says: its response headers, META elements and class attributes. You may create one.

    :param headers: the response headers, see ``placet.types.HeaderLines``. ``Content-Type`` gives the
        encoding; a type that is not HTML means that ``html`` is not read.
    :param html: the page as it was sent. ``bytes`` are decoded as a browser does; a ``str`` is taken
        as decoded, and encodings it declares are ignored.
    :param rendered: the page after scripts ran; a crawler that runs scripts is bound by both.
    :param head_only: read no further than the head: faster, but class attributes are not seen.

    Keeps the bytes too, so that it can be compared, hashed and pickled. Never raises for content; ``TypeError`` for other types.

    >>> page = placet.PagePolicy(headers={"X-Robots-Tag": "noindex"}, html=b"<p>text")
    >>> [str(s) for s in page.statements]
    ['noindex']

    Releases the GIL for pages over 4 MiB.
    """

    def __init__(
        self,
        *,
        headers: HeaderLines | None = None,
        html: bytes | bytearray | memoryview | str | None = None,
        rendered: bytes | str | None = None,
        head_only: bool = False,
    ) -> None: ...
    @staticmethod
    def stream(*, headers: HeaderLines | None = None, head_only: bool = False) -> PageReader:
        """A reader to feed with chunks as they arrive."""
    @property
    def statements(self) -> tuple[PageStatement, ...]: ...
    @property
    def problems(self) -> tuple[Problem, ...]: ...
    @property
    def encoding(self) -> str | None:
        """The encoding the HTML was read in: ``"UTF-8"``."""
    @property
    def acap_version(self) -> str | None: ...
    def expires(self, received_at: datetime | None = None, /) -> datetime | None:
        """Until when the response is fresh (RFC 9111); None if it does not say."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class PageReader(Received):
    """Reads a page in chunks. The one mutable value: do not share it between threads.

    >>> reader = placet.PagePolicy.stream(head_only=True)
    >>> for chunk in [b"<head><meta name=robots", b" content=noindex>", b"</head><body>"]:
    ...     if reader.feed(chunk):
    ...         break
    >>> [str(statement) for statement in reader.finish().statements]
    ['noindex']
    """

    def feed(self, chunk: bytes, /) -> bool:
        """Take the next chunk. True if nothing that follows can matter: stop downloading."""
    def finish(self) -> PagePolicy:
        """The page is complete. Later calls of either method raise :class:`ClosedError`."""

# --- Decisions -----------------------------------------------------------------------------------

@final
class Decision(Received, Answer):
    """The verdict with everything that led to it.

    ``str(decision)`` is the deciding statement, ``robots.txt:4 Disallow: /drafts/``.
    ``repr(decision)`` is ``<Decision prohibit: SomeBot may not crawl /drafts/42 (robots.txt:4
    Disallow: /drafts/)>``. A notebook shows the verdict, the excerpt of the file with the deciding
    line marked, conditions and notes: static HTML, escaped, light and dark, no script.

    A decision has no truth value: ``if decision:`` raises ``TypeError``, because a permission can
    depend on conditions. Say what you mean::

        if decision.permitted: ...                # yes, perhaps on conditions
        if decision.unconditional: ...            # yes, without any condition
        decision.raise_if_prohibited()            # or an exception

    Equal and hashed by question and answer. Pickles as its question, which includes the time asked
    at, and is evaluated again; ``pickle.UnpicklingError`` if another version of placet answers it
    differently. For records that must outlive versions use ``to_json`` and ``evidence``.
    """

    @property
    def verdict(self) -> Verdict: ...
    @property
    def permitted(self) -> bool:
        """Whether the use is permitted, perhaps on ``conditions``."""
    @property
    def unconditional(self) -> bool:
        """Whether the use is permitted for the whole resource and without conditions."""
    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions of the permission; empty if prohibited."""
    @property
    def partial(self) -> bool:
        """Whether the permission holds for a part of the page only: some elements are closed."""
    @property
    def expires(self) -> datetime | None:
        """When the first time limit among the conditions ends, if that is known."""
    @property
    def reason(self) -> Reason:
        """The statement, or the rule of law, that settled it."""
    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Everything that took part, in order, each with its outcome."""
    @property
    def signals(self) -> tuple[Signal, ...]:
        """The families that found statements, with their outcomes for this usage."""
    @property
    def contradictions(self) -> tuple[Contradiction, ...]: ...
    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know: truncated files, expired copies, elements that are closed."""
    @property
    def steps(self) -> tuple[Step, ...]:
        """Each law in order, with its ruling. Computed when first read."""
    @property
    def not_applied(self) -> tuple[NotApplied, ...]:
        """The statements that did not apply. Computed when first read."""
    @property
    def usage(self) -> Usage: ...
    @property
    def url(self) -> str:
        """As it was asked."""
    @property
    def target(self) -> str:
        """The path and query that rules were matched with."""
    @property
    def element(self) -> str | None:
        """The element that was asked about; None for the whole page."""
    @property
    def agent(self) -> Agent: ...
    @property
    def profile(self) -> Profile: ...
    @property
    def asked_at(self) -> AskedAt: ...
    @property
    def crawl_delay(self) -> float | None: ...
    @property
    def policy(self) -> RobotsPolicy: ...
    @property
    def page(self) -> PagePolicy | None: ...
    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """What was fetched to decide; empty for policies that you parsed yourself."""
    def explain(self) -> Explanation:
        """The decision step by step, to print or to show in a notebook."""
    def raise_if_prohibited(self) -> Self:
        """Raise :class:`ProhibitedError` if the use is prohibited; otherwise return the decision."""
    def to_dict(self) -> dict[str, Any]:
        """The same object as ``placet check --json``."""
    def to_json(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_html_(self) -> str: ...

# --- Functions -----------------------------------------------------------------------------------

def explain(
    robots: RobotsSource | RobotsPolicy,
    url: str,
    *,
    agent: AgentLike,
    usage: Usage | UsageName = "crawl",
    page: PagePolicy | None = None,
    at: datetime | AskedAt | None = None,
    profile: Profile | ProfileName = "full",
) -> Explanation:
    """Explain one decision step by step. Raises as :func:`parse` and ``AgentPolicy.may`` do.

    >>> explanation = placet.explain("User-agent: *\\nDisallow: /x\\n", "/x", agent="ExampleBot")
    >>> str(explanation).splitlines()[0]
    'prohibited: ExampleBot may not crawl /x'
    """

def lint(
    robots: RobotsSource | RobotsPolicy | None = None,
    /,
    *,
    headers: HeaderLines | None = None,
    html: bytes | str | None = None,
    url: str | None = None,
    name: str | None = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    severity: Mapping[str, Severity | SeverityName] | None = None,
    config: str | os.PathLike[str] | None = None,
) -> LintReport:
    """Find what the author of a robots.txt, of response headers or of a page most likely did not mean.

    :param url: lint what is given together, as a crawler meets it at this URL.
    :param name: what findings call the robots.txt; the path, or ``robots.txt``.
    :param select: rules to run: codes, beginnings of codes, names; all if empty.
    :param severity: other severities, by selector.
    :param config: a ``placet.toml`` to take settings from. By default no file is read.

    Raises :class:`ConfigError` for selectors that fit no rule and for an unreadable ``config``,
    ``ValueError`` if nothing to lint is given.

    >>> report = placet.lint("Disallow: /private/\\nUser-agent: *\\nDisallow: /x\\n")
    >>> [f.code for f in report]
    ['ROB101']

    Releases the GIL.
    """

def lint_rules() -> tuple[LintRule, ...]:
    """Every rule of the linter, with its manual page."""

def diff(
    old: RobotsSource | RobotsPolicy,
    new: RobotsSource | RobotsPolicy,
    /,
    *,
    agents: Iterable[AgentLike] = (),
    usages: Iterable[Usage | UsageName] = (),
    profile: Profile | ProfileName = "full",
) -> Diff:
    """What changes in effect between two robots.txt: what closes, what opens, for whom.

    Exact, not sampled; ``Diff.complete`` says so. Empty ``agents`` and ``usages`` mean all.
    Raises as :func:`parse` does, and ``ValueError`` for policies of different profiles.

    >>> d = placet.diff("User-agent: *\\nDisallow: /drafts/\\n", "User-agent: *\\nDisallow: /drafts\\n")
    >>> [(c.effect.value, c.path) for c in d.changes]
    [('closes', '/drafts')]

    Releases the GIL.
    """

def known_crawlers() -> tuple[KnownCrawler, ...]:
    """The crawlers that placet knows: token, operator, purpose, control token, documentation."""
