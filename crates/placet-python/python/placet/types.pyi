"""Names for annotations, and the values that placet hands out.

You call functions and create objects from :mod:`placet`. You *receive* the objects of this module,
and import them only to annotate your own code::

    from placet.types import Finding, Reason, UsageName

Importing this module costs about 10 ms (it needs :mod:`typing`); ``import placet`` does not load it.

Rules for every class here:

* Values are immutable and safe to share between threads, with or without the GIL.
* They compare by value, hash, pickle and copy. Exceptions are marked "not hashable".
* Calling the class raises ``TypeError``, unless its text says that you may create one.
* Text that is not UTF-8 appears with U+FFFD. The bytes themselves are in ``RobotsPolicy.source``.
* Lines and columns count from 1. Columns and spans count bytes.
* Times are aware ``datetime`` objects in UTC. Durations are ``float`` seconds.
* Enums marked "open" gain members in minor releases: keep a default branch when you match on them.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, time
from enum import Enum
from typing import Any, Literal, NoReturn, Protocol, final, overload

from typing_extensions import TypeAlias

from . import Agent, Crawler, Decision, Usage, Verdict
from ._base import Answer, Received

# --- Names for arguments ------------------------------------------------------------------------

UsageName: TypeAlias = Literal[
    "crawl",
    "follow",
    "index",
    "preserve",
    "present",
    "present-original",
    "present-currentcopy",
    "present-oldcopy",
    "present-snippet",
    "present-thumbnail",
    "present-oldsnippet",
    "present-oldthumbnail",
    "present-link",
    "present-extract",
    "present-oldextract",
    "mine",
    "train-ai",
    "ai-input",
    "other",
]
"""The usages by name. A type checker reports a misspelt one; turn other text into ``Usage(text)``."""

ProfileName: TypeAlias = Literal["full", "rfc9309", "google"]

AgentLike: TypeAlias = str | Agent | Crawler
"""A product token (``"GPTBot"``), a whole User-Agent value, an :class:`Agent` or a :class:`Crawler`."""

RobotsSource: TypeAlias = str | bytes | bytearray | memoryview | os.PathLike[str]
"""The content of a file as text or bytes, or a path object. A plain ``str`` is always content."""

HeaderLines: TypeAlias = (
    Mapping[str, str]
    | Mapping[bytes, Sequence[bytes]]
    | Iterable[tuple[str, str]]
    | Iterable[tuple[bytes, bytes]]
)
"""Response headers as HTTP libraries have them.

Pairs keep repeated lines apart: ``httpx``: ``response.headers.multi_items()``; ``requests``:
``response.raw.headers.items()``; ``aiohttp``: ``response.headers.items()``; ``urllib``:
``response.getheaders()``; Scrapy: ``response.headers``. A plain mapping of ``str`` to ``str``
(``requests``' ``response.headers``) has joined repeated lines; placet then reads ``X-Robots-Tag``
in the strict way that covers both meanings.
"""

LintFormat: TypeAlias = Literal["full", "concise", "json", "jsonl", "sarif", "github"]
SeverityName: TypeAlias = Literal["note", "warning", "error"]

class ArrowStreamExportable(Protocol):
    """Anything that exports an Arrow stream: pyarrow, polars, pandas 2.2+, DuckDB relations, …"""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class ArrowArrayExportable(Protocol):
    """Anything that exports one Arrow array, or a record batch as a struct array."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

# --- Enums ---------------------------------------------------------------------------------------
# All are str enums: Law.PAGE == "page", json.dumps works, str() gives the value.

@final
class Law(str, Enum):
    """A step of an evaluation, in this order (docs/decision.md). Open."""

    AVAILABILITY = "availability"
    ACCESS = "access"
    ACAP = "acap"
    CRAWL = "crawl"
    PAGE = "page"
    RESTRICTIONS = "restrictions"
    SIGNALS = "signals"
    FACTS = "facts"
    DEPENDENCE = "dependence"

    @property
    def number(self) -> int:
        """Position in the order, from 0."""
    @property
    def heading(self) -> str:
        """What the step is about, in a few words. (Not ``title``: that is a method of ``str``.)"""
    @property
    def section(self) -> str:
        """The sections it follows: ``"RFC 9309 section 2.2"``."""

@final
class ReasonCode(str, Enum):
    """Why a question was settled: the ``by`` of placet's JSON. Open."""

    UNREACHABLE = "unreachable"
    UNAVAILABLE = "unavailable"
    LONGEST = "longest"
    ALLOW_ON_TIE = "allow-on-tie"
    NOTHING_MATCHED = "nothing-matched"
    NO_GROUP = "no-group"
    ROBOTS_TXT = "robots-txt"
    NARROWEST = "narrowest"
    UNDETERMINED = "undetermined"
    NOT_UNDERSTOOD = "not-understood"
    SILENCE = "silence"
    UNREAD = "unread"
    EXPIRED = "expired"
    NOT_HONOURED = "not-honoured"
    PAGE = "page"
    PAGE_CONFLICT = "page-conflict"
    ELEMENT = "element"
    ELEMENT_LEVEL = "element-level"
    ELSEWHERE = "elsewhere"
    RESOURCE_CLOSED = "resource-closed"
    RESTRICTED = "restricted"
    NO_CRAWL = "no-crawl"
    NO_PRESERVE = "no-preserve"
    CONDITIONED = "conditioned"
    SIGNAL = "signal"
    NO_MINE = "no-mine"
    OTHER_SITE = "other-site"
    NO_URL = "no-url"

    @property
    def law(self) -> Law:
        """The step that decides for this reason."""
    @property
    def section(self) -> str:
        """The section that says so."""
    @property
    def message(self) -> str:
        """What the section says: ``"the longest match wins; on a tie, allow wins"``."""

@final
class Outcome(str, Enum):
    """What became of a statement in an evaluation. Open."""

    DECIDED = "decided"
    APPLIED = "applied"
    SHORTER = "shorter"
    LOST_TIE = "lost-tie"
    REPEATS = "repeats"
    MOOT = "moot"
    CONTRADICTED = "contradicted"
    UNDETERMINED = "undetermined"
    BROADER = "broader"
    OVERRIDDEN_BY_NAME = "overridden-by-name"
    OVERRIDDEN_BY_PAGE = "overridden-by-page"
    OVERRIDDEN_BY_LEVEL = "overridden-by-level"
    ELSEWHERE = "elsewhere"
    OTHER_PURPOSE = "other-purpose"

@final
class ReasonKind(str, Enum):
    """What sort of statement a reason is. Open."""

    GROUP = "group"
    RULE = "rule"
    ACAP = "acap"
    ELEMENT = "element"
    PAGE_RULE = "page-rule"
    REFERENCE = "reference"
    DIRECTIVE = "directive"
    SILENCE = "silence"
    """No statement: the law for the case that no statement decides."""
    OTHER = "other"

@final
class NotAppliedReason(str, Enum):
    """Why a statement did not apply to a question. Open."""

    OTHER_CRAWLER = "other-crawler"
    NAMED = "named"
    OTHER_RESOURCE = "other-resource"
    OTHER_USAGE = "other-usage"
    OTHER_ELEMENT = "other-element"
    SETTLED = "settled"
    OTHER_PROFILE = "other-profile"
    SIGNAL = "signal"

@final
class ConditionKind(str, Enum):
    """The kind of a condition on a permission. Open."""

    TIME_LIMIT = "time-limit"
    MUST_USE_RESOURCE = "must-use-resource"
    MAX_LENGTH = "max-length"
    PROHIBITED_MODIFICATION = "prohibited-modification"
    MUST_INCLUDE_RESOURCE = "must-include-resource"
    PROHIBITED_CONTEXT = "prohibited-context"
    REQUIRED_CONTEXT = "required-context"
    LOCATION = "location"
    TARGET_CONDITION = "target-condition"
    REF = "ref"
    USED_RESOURCE = "used-resource"
    CONTEXT = "context"
    NO_IMAGES = "no-images"
    MAX_IMAGE_PREVIEW = "max-image-preview"
    MAX_VIDEO_PREVIEW = "max-video-preview"
    LICENSE = "license"
    PAYMENT = "payment"
    ATTRIBUTION = "attribution"
    REPORTING = "reporting"
    TOKEN = "token"
    USER = "user"
    NOT_USER = "not-user"
    GEO = "geo"
    NOT_GEO = "not-geo"
    LEGAL = "legal"
    TERMS = "terms"
    NO_AI_INDEX = "no-ai-index"
    MAX_USE = "max-use"

    @property
    def honoured_by_default(self) -> bool:
        """Whether a crawler is taken to honour it without declaring so.

        False for the kinds that need an agreement (``license``, ``payment``, ``token``, …): a
        permission with one of them is a prohibition for a crawler that does not declare it.
        """

ConditionName: TypeAlias = Literal[
    "time-limit",
    "must-use-resource",
    "max-length",
    "prohibited-modification",
    "must-include-resource",
    "prohibited-context",
    "required-context",
    "location",
    "target-condition",
    "ref",
    "used-resource",
    "context",
    "no-images",
    "max-image-preview",
    "max-video-preview",
    "license",
    "payment",
    "attribution",
    "reporting",
    "token",
    "user",
    "not-user",
    "geo",
    "not-geo",
    "legal",
    "terms",
    "no-ai-index",
    "max-use",
]

SignalFamilyName: TypeAlias = Literal[
    "aipref",
    "content-signal",
    "tdmrep",
    "rsl",
    "noai",
    "ai-training",
    "control-token",
    "trust-txt",
    "ai-txt",
]



@final
class SignalFamily(str, Enum):
    """A family of signals about the use of content, in placet's fixed order. Open."""

    AIPREF = "aipref"
    CONTENT_SIGNAL = "content-signal"
    TDMREP = "tdmrep"
    RSL = "rsl"
    NOAI = "noai"
    AI_TRAINING = "ai-training"
    CONTROL_TOKEN = "control-token"
    TRUST_TXT = "trust-txt"
    AI_TXT = "ai-txt"

@final
class SignalOutcome(str, Enum):
    """What one family says about one usage. Has no truth value."""

    ALLOW = "allow"
    DISALLOW = "disallow"
    SILENT = "silent"

    def __bool__(self) -> NoReturn: ...

@final
class Closed(str, Enum):
    """How much of a site is closed to a crawler. Has no truth value."""

    NOTHING = "nothing"
    PART = "part"
    EVERYTHING = "everything"
    UNDETERMINED = "undetermined"
    """The exact search ran out of steps. Never a guess."""

    def __bool__(self) -> NoReturn: ...

@final
class Addressed(str, Enum):
    """How a robots.txt addresses a crawler (RFC 9309 section 2.2.1)."""

    NAMED = "named"
    """One or more groups name it; together they are its group."""
    GLOBAL = "global"
    """No group names it, so the ``*`` groups apply."""
    NONE = "none"
    """No group applies: everything may be crawled."""

@final
class Availability(str, Enum):
    """Whether there is a robots.txt (RFC 9309 section 2.3.1)."""

    READ = "read"
    UNAVAILABLE = "unavailable"
    """There is none (4xx): it says nothing, and silence permits."""
    UNREACHABLE = "unreachable"
    """It could not be fetched (5xx, 429, network): everything is prohibited."""

@final
class Standing(str, Enum):
    """What holds for a fetched robots.txt (RFC 9309 sections 2.3.1 and 2.4)."""

    FETCHED = "fetched"
    UNAVAILABLE = "unavailable"
    UNREACHABLE = "unreachable"
    STALE = "stale"
    """Unreachable now; the last good copy is used."""

@final
class Failure(str, Enum):
    """Why a request got no readable response. Open."""

    DNS = "dns"
    REFUSED = "refused"
    RESET = "reset"
    CONNECT_TIMEOUT = "connect-timeout"
    FIRST_BYTE_TIMEOUT = "first-byte-timeout"
    TOTAL_TIMEOUT = "total-timeout"
    TLS = "tls"
    ADDRESS = "address"
    """The address is private; see ``allow_private``."""
    REDIRECT = "redirect"
    BODY = "body"
    PARTIAL = "partial"
    TOO_MUCH = "too-much"
    PROTOCOL = "protocol"
    OTHER = "other"

FailureName: TypeAlias = Literal[
    "dns",
    "refused",
    "reset",
    "connect-timeout",
    "first-byte-timeout",
    "total-timeout",
    "tls",
    "address",
    "redirect",
    "body",
    "partial",
    "too-much",
    "protocol",
    "other",
]

@final
class Effect(str, Enum):
    """What becomes of a use between two versions of a file."""

    CLOSES = "closes"
    OPENS = "opens"
    CONDITIONS = "conditions"

@final
class Severity(str, Enum):
    """How much a finding matters: ``NOTE < WARNING < ERROR``.

    The comparison operators use this order, not the alphabet. Comparing the order with a plain
    ``str`` raises ``TypeError``; ``==`` with a ``str`` works.
    """

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"

    def __lt__(self, other: Severity) -> bool: ...  # type: ignore[override]
    def __le__(self, other: Severity) -> bool: ...  # type: ignore[override]
    def __gt__(self, other: Severity) -> bool: ...  # type: ignore[override]
    def __ge__(self, other: Severity) -> bool: ...  # type: ignore[override]

# --- What a robots.txt contains ------------------------------------------------------------------

@final
class Rule(Received):
    """An ``Allow`` or ``Disallow`` record. ``str(rule)`` is the record as written."""

    @property
    def allow(self) -> bool:
        """True for ``Allow``."""
    @property
    def pattern(self) -> str:
        """The pattern as written."""
    @property
    def normal_form(self) -> str:
        """The pattern as it is matched: percent-encoding normalised, ASCII."""
    @property
    def length(self) -> int:
        """The bytes that count when rules are compared (RFC 9309 section 2.2.2)."""
    @property
    def line(self) -> int: ...
    @property
    def span(self) -> tuple[int, int]:
        """Start and end of the record in ``RobotsPolicy.source``."""

@final
class Record(Received):
    """A record that is neither a rule nor ``User-agent``. ``str(record)`` is ``Key: value``."""

    @property
    def key(self) -> str:
        """The key as written."""
    @property
    def value(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def span(self) -> tuple[int, int]: ...
    @property
    def group(self) -> int | None:
        """Index of its group; None before the first."""

@final
class Group(Received):
    """``User-agent`` lines with their rules."""

    @property
    def index(self) -> int: ...
    @property
    def agents(self) -> tuple[str, ...]:
        """The values of its ``User-agent`` lines, as written."""
    @property
    def rules(self) -> tuple[Rule, ...]: ...
    @property
    def records(self) -> tuple[Record, ...]:
        """``Crawl-delay`` and other records inside the group."""
    @property
    def line(self) -> int:
        """The line of its first ``User-agent``."""

@final
class RequestRate(Received):
    """A ``Request-rate`` record: so many requests in so many seconds, at certain hours."""

    @property
    def requests(self) -> int: ...
    @property
    def seconds(self) -> int: ...
    @property
    def start_time(self) -> time | None: ...
    @property
    def end_time(self) -> time | None: ...

@final
class Problem(Received):
    """Something that could not be read as intended. It was read anyway, as ``message`` says.

    ``str(problem)`` is ``line:column: message``.
    """

    @property
    def kind(self) -> str:
        """A stable name: ``"rule-outside-group"``, ``"signal-value"``, … Open."""
    @property
    def message(self) -> str: ...
    @property
    def source(self) -> str:
        """``robots.txt``, a header name, ``page``, ``tdmrep.json``, the URL of a licence, …"""
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def text(self) -> str:
        """The text concerned."""

@final
class NeededDocument(Received):
    """A document that a question depends on and that has not been supplied yet."""

    @property
    def kind(self) -> Literal["tdmrep", "rsl", "trust-txt", "ai-txt", "reference"]: ...
    @property
    def urls(self) -> tuple[str, ...]:
        """Where to get it: the first that exists counts. Paths if the origin is not known."""

@final
class KnownCrawler(Received):
    """An entry of placet's list of known crawlers."""

    @property
    def token(self) -> str: ...
    @property
    def operator(self) -> str: ...
    @property
    def purposes(self) -> tuple[str, ...]:
        """``search``, ``ai-training``, …"""
    @property
    def controls(self) -> tuple[str, ...]:
        """``Googlebot`` for ``Google-Extended``: the crawlers whose use of pages it controls."""
    @property
    def is_control_token(self) -> bool:
        """Whether it is no crawler, but a name in robots.txt that controls a use."""
    @property
    def documentation(self) -> str: ...

# --- What a decision is made of ------------------------------------------------------------------

@final
class Condition(Received):
    """A condition on a permission. ``str(condition)`` is ``max-length=40-words``.

    Equality and hash use ``kind`` and ``value`` only, so conditions of different sources compare.
    """

    @property
    def kind(self) -> ConditionKind: ...
    @property
    def value(self) -> str:
        """The text after ``=``, in one normal form; empty for kinds without a value."""
    @property
    def quantity(self) -> int | None:
        """The number in ``40-words``, ``30-days``, ``max-video-preview=10``."""
    @property
    def unit(self) -> Literal["days", "chars", "words", "seconds"] | None: ...
    @property
    def until(self) -> datetime | None:
        """The end of a time limit with a fixed date."""
    @property
    def url(self) -> str | None:
        """The URL of a licence, of terms, of a resource."""
    @property
    def reason(self) -> Reason | None:
        """The statement that set the condition."""

@final
class Reason(Received):
    """A statement, or a rule of law where there is none, that took part in a decision.

    ``str(reason)`` is ``robots.txt:4 Disallow: /drafts/``, or the message where there is no
    statement.
    """

    @property
    def kind(self) -> ReasonKind: ...
    @property
    def outcome(self) -> Outcome: ...
    @property
    def decides(self) -> bool:
        """Whether it settled the usage it is about."""
    @property
    def code(self) -> ReasonCode | None:
        """Why it settled it; None if it did not."""
    @property
    def law(self) -> Law: ...
    @property
    def section(self) -> str | None:
        """``"RFC 9309 section 2.2.2"``."""
    @property
    def usage(self) -> Usage:
        """The usage it is about: the one asked for, or one that it depends on."""
    @property
    def source(self) -> str:
        """``robots.txt``, a header name, ``page``, ``rendered page``, ``tdmrep.json``, a URL, …"""
    @property
    def line(self) -> int | None:
        """The line of the file or page, or the number of the header line; None without a statement."""
    @property
    def column(self) -> int | None: ...
    @property
    def span(self) -> tuple[int, int] | None: ...
    @property
    def text(self) -> str | None:
        """The statement as written."""
    @property
    def match_length(self) -> int | None:
        """The bytes that counted when rules were compared."""
    @property
    def message(self) -> str:
        """``"longest match, 8 bytes"``. For people; the wording may change."""

@final
class NotApplied(Received):
    """A statement that did not apply to a question."""

    @property
    def source(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def reason(self) -> NotAppliedReason: ...

@final
class Ruling(Received):
    """The result of one law for one usage."""

    @property
    def usage(self) -> Usage: ...
    @property
    def verdict(self) -> Verdict: ...
    @property
    def code(self) -> ReasonCode: ...
    @property
    def conditions(self) -> tuple[Condition, ...]: ...
    @property
    def reasons(self) -> tuple[Reason, ...]: ...

@final
class Step(Received):
    """One law, and what was ruled after it."""

    @property
    def law(self) -> Law: ...
    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """For the usages that the one asked for depends on, then for that one. May be empty."""





@final
class Explanation(Received, Answer):
    """A decision step by step.

    ``str(explanation)`` is the text of ``placet explain``; a notebook shows it as HTML.
    """

    @property
    def decision(self) -> Decision: ...
    @property
    def sources(self) -> tuple[tuple[str, str], ...]:
        """What was read: names with a summary, ``("robots.txt", "563 bytes, 1 group, …")``."""
    @property
    def steps(self) -> tuple[Step, ...]:
        """The laws in their order. Empty if robots.txt is unreachable."""
    @property
    def not_applied(self) -> tuple[NotApplied, ...]:
        """The statements that did not apply; at most 10,000."""
    @property
    def not_applied_unlisted(self) -> int: ...
    def to_dict(self) -> dict[str, Any]:
        """The same object as ``placet explain --json``."""
    def _repr_html_(self) -> str: ...

@final
class Matrix(Received, Mapping[Usage, Decision]):
    """The decisions on all usages of one URL. Keys are usages, or their names.

    Example::

        matrix = bot.matrix("https://example.com/news/1")
        matrix["train-ai"].permitted
        [usage for usage, decision in matrix.items() if decision.permitted]

    Iterates in the fixed order of usages. In a notebook it is a table. Not hashable.
    """

    @property
    def url(self) -> str: ...
    @property
    def agent(self) -> Agent: ...
    def __getitem__(self, usage: Usage | UsageName) -> Decision: ...
    def __iter__(self) -> Iterator[Usage]: ...
    def __len__(self) -> int: ...
    def to_dict(self) -> dict[str, Any]:
        """The same object as ``placet matrix --json``."""
    def _repr_html_(self) -> str: ...

@final
class Signal(Received):
    """What one family of signals says about the usage asked for."""

    @property
    def family(self) -> SignalFamily: ...
    @property
    def outcome(self) -> SignalOutcome: ...
    @property
    def conditions(self) -> tuple[Condition, ...]: ...
    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Its statements, the deciding one first."""
    @property
    def policy_url(self) -> str | None:
        """The TDM policy, where the family names one."""

@final
class Contradiction(Received):
    """Two families of which one allows and the other disallows the same use."""

    @property
    def usage(self) -> Usage: ...
    @property
    def allows(self) -> SignalFamily: ...
    @property
    def disallows(self) -> SignalFamily: ...

@final
class SignalRow(Received):
    """One family and one usage of a :class:`SignalReport`."""

    @property
    def family(self) -> SignalFamily: ...
    @property
    def usage(self) -> Usage: ...
    @property
    def outcome(self) -> SignalOutcome: ...
    @property
    def conditions(self) -> tuple[Condition, ...]: ...
    @property
    def reasons(self) -> tuple[Reason, ...]: ...

@final
class SignalReport(Received, Sequence[SignalRow]):
    """What a site tells one crawler about the use of one URL, family by family.

    A sequence of rows, families in their fixed order; families without statements have none.
    In a notebook it is a table with contradictions on top.
    """

    @property
    def contradictions(self) -> tuple[Contradiction, ...]: ...
    @property
    def problems(self) -> tuple[Problem, ...]: ...
    def to_dict(self) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: int) -> SignalRow: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SignalRow]: ...
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...

@final
class ExtentLine(Received):
    """A rule that decides about at least one URL, with an example."""

    @property
    def line(self) -> int: ...
    @property
    def allow(self) -> bool: ...
    @property
    def example(self) -> str:
        """A path that this line decides about."""
    @property
    def source(self) -> str:
        """``robots.txt``, or a file that it refers to."""

@final
class Extent(Received, Answer):
    """How much of a site is closed to a crawler, without trying URLs."""

    @property
    def closed(self) -> Closed: ...
    @property
    def lines(self) -> tuple[ExtentLine, ...]:
        """The lines that decide about at least one URL, in the order of the file."""
    @property
    def complete(self) -> bool:
        """Whether every line was examined, so that lines not listed are known to decide nothing."""
    def to_dict(self) -> dict[str, Any]: ...

@final
class Extract(Received):
    """The part of a page that a usage may touch."""

    @property
    def decision(self) -> Decision:
        """The decision on the page as a whole."""
    @property
    def text(self) -> str:
        """The text of the permitted parts: one line a block, cut to ``max-length`` if one is set."""
    @property
    def html(self) -> bytes:
        """The permitted parts as they stand in the page, in its encoding."""
    @property
    def ranges(self) -> tuple[tuple[int, int], ...]:
        """Byte ranges of the page; none touches the next."""
    @property
    def empty(self) -> bool:
        """Whether the usage may touch nothing."""
    @property
    def truncated(self) -> bool:
        """Whether a limit on pages was met; what follows is left out."""

@final
class PageStatement(Received):
    """Something that a page or its response headers say. ``str(statement)`` is ``noindex``."""

    @property
    def source(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def agent(self) -> str | None:
        """The crawler it addresses; None for all."""
    @property
    def element(self) -> tuple[str, str | None] | None:
        """Tag and id of the element it is about; None for the whole page."""

# --- What changes between two files --------------------------------------------------------------

@final
class Change(Received):
    """One change in effect, with a path that shows it."""

    @property
    def effect(self) -> Effect: ...
    @property
    def crawlers(self) -> tuple[str, ...]:
        """For whom: ``("GPTBot", "CCBot")`` or ``("every other crawler",)``."""
    @property
    def others(self) -> bool:
        """Whether it concerns every crawler that neither file names."""
    @property
    def usages(self) -> tuple[Usage, ...]: ...
    @property
    def pattern(self) -> str:
        """The change lies within what this pattern matches."""
    @property
    def entire(self) -> bool:
        """Whether everything that the pattern matches changes."""
    @property
    def path(self) -> str:
        """A path that shows the change."""
    @property
    def before(self) -> Decision: ...
    @property
    def after(self) -> Decision: ...

@final
class Diff(Received, Answer):
    """What changes in effect between two files: exact, or marked incomplete.

    ``str(diff)`` is the text of ``placet diff``; a notebook shows a table.
    """

    @property
    def changes(self) -> tuple[Change, ...]: ...
    @property
    def complete(self) -> bool:
        """Whether every change was found within the limits."""
    @property
    def same(self) -> bool:
        """Whether nothing changes. True only if the comparison is complete."""
    @property
    def unfinished(self) -> tuple[str, ...]:
        """Why the comparison is incomplete, as sentences."""
    @property
    def closes(self) -> tuple[Change, ...]: ...
    @property
    def opens(self) -> tuple[Change, ...]: ...
    def count(self, urls: Iterable[str]) -> dict[Effect, int]:
        """How many of these URLs close, open or get other conditions, for any crawler compared.

        Raises ``InvalidUrlError`` for text that is not a URL.
        """
    def to_dict(self) -> dict[str, Any]:
        """The same object as ``placet diff --json``."""
    def _repr_html_(self) -> str: ...

# --- What the linter finds -----------------------------------------------------------------------

@final
class Edit(Received):
    """Bytes that take the place of a span."""

    @property
    def span(self) -> tuple[int, int]: ...
    @property
    def content(self) -> bytes: ...

@final
class Fix(Received):
    """A change that removes a finding."""

    @property
    def title(self) -> str: ...
    @property
    def safe(self) -> bool:
        """Whether every crawler gets the same answers after it, in every profile."""
    @property
    def edits(self) -> tuple[Edit, ...]: ...

@final
class Finding(Received):
    """Something that the author most likely did not mean.

    ``str(finding)`` is ``robots.txt:1:1: error ROB101 rule-outside-group: …``.
    """

    @property
    def code(self) -> str:
        """Never changes: ``"ROB101"``."""
    @property
    def rule(self) -> str:
        """``"rule-outside-group"``."""
    @property
    def severity(self) -> Severity: ...
    @property
    def message(self) -> str: ...
    @property
    def help(self) -> str | None: ...
    @property
    def source(self) -> str:
        """The name given to ``lint``, or ``response`` or ``page``."""
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def span(self) -> tuple[int, int]: ...
    @property
    def text(self) -> str: ...
    @property
    def fix(self) -> Fix | None: ...

@final
class LintRule(Received):
    """A rule of the linter with its manual page."""

    @property
    def code(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def severity(self) -> Severity: ...
    @property
    def manual(self) -> str:
        """Markdown."""

@final
class LintReport(Received, Sequence[Finding]):
    """The findings, in the order of the sources. A sequence: empty, and so false, if all is well."""

    @property
    def worst(self) -> Severity | None:
        """The highest severity found."""
    def failed(self, fail_on: Severity | SeverityName = "warning") -> bool:
        """Whether something at least that severe was found: what a CI job asks."""
    def fixed(self, *, unsafe: bool = False) -> bytes:
        """The robots.txt with its fixes applied; unsafe ones only if you ask for them.

        Raises ``ValueError`` if no robots.txt was given to ``lint``.
        """
    def render(self, format: LintFormat = "full", *, color: bool = False) -> str:
        """The findings as text: for a terminal, for GitHub annotations, as SARIF, …"""
    def to_dict(self) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Finding]: ...
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...

# --- What was fetched ----------------------------------------------------------------------------

@final
class Redirect(Received):
    """A redirect that was followed."""

    @property
    def status(self) -> int: ...
    @property
    def url(self) -> str:
        """The URL that answered with this status."""

@final
class Evidence(Received):
    """What a decision was made from, so that it can be shown and repeated later.

    ``Client.replay(evidence.digest, url)`` gives the same site again.
    """

    @property
    def url(self) -> str: ...
    @property
    def standing(self) -> Standing: ...
    @property
    def cause(self) -> str:
        """``"the server answered 503"``."""
    @property
    def digest(self) -> str | None:
        """``"sha256:…"`` of the bytes used; None if there are none."""
    @property
    def size(self) -> int | None:
        """Bytes used."""
    @property
    def truncated(self) -> bool: ...
    @property
    def status(self) -> int | None: ...
    @property
    def fetched_at(self) -> datetime | None: ...
    @property
    def validated_at(self) -> datetime | None: ...
    @property
    def checked_at(self) -> datetime: ...
    @property
    def expires_at(self) -> datetime: ...
    @property
    def unreachable_since(self) -> datetime | None: ...
    @property
    def final_url(self) -> str: ...
    @property
    def redirects(self) -> tuple[Redirect, ...]: ...
    def to_dict(self) -> dict[str, Any]: ...
