"""Batches: many questions at once, over Arrow data, on all cores.

Every function takes anything that exports Arrow through the PyCapsule interface: pyarrow tables,
batches, readers and arrays, polars frames, pandas 2.2+ frames, DuckDB relations, arro3, nanoarrow,
Hugging Face datasets (``ds.with_format("arrow")[:]``). Text is read in place, whatever its layout
(``string``, ``large_string``, ``string_view``, the binary kinds, dictionaries); nothing is copied.
Results come back as :class:`Table`, which every one of these libraries takes without a copy. pyarrow
is not needed.

Rules for rows:

* As many rows out as in, in the same order.
* A row that cannot be answered has a null ``verdict`` and says why in ``error``. It is never dropped
  and never permitted. A null ``robots`` is such a row, unless ``status`` says that there is no file;
  an empty one is a file that says nothing, and permits.
* The same input gives the same output, whatever the number of threads.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, BinaryIO, ClassVar, Literal, final

import pandas as pd  # type: ignore[import-untyped,import-not-found,unused-ignore]
import polars as pl  # type: ignore[import-untyped,import-not-found,unused-ignore]
import pyarrow as pa  # type: ignore[import-untyped,import-not-found,unused-ignore]
from typing_extensions import TypeAlias

from . import Profile, RobotsPolicy, Usage
from ._base import Received
from .client import Client
from .types import (
    AgentLike,
    ArrowArrayExportable,
    ArrowStreamExportable,
    ProfileName,
    RobotsSource,
    SignalFamily,
    SignalFamilyName,
    UsageName,
)

ArrowTable: TypeAlias = ArrowStreamExportable | ArrowArrayExportable

QuestionColumn: TypeAlias = Literal[
    "url",
    "robots",
    "status",
    "origin",
    "agent",
    "usage",
    "headers",
    "html",
    "tdmrep",
    "trust_txt",
    "ai_txt",
    "at",
]
SiteColumn: TypeAlias = Literal["origin", "robots", "status", "headers", "time", "source", "size", "error"]
Detail: TypeAlias = Literal["verdict", "reason", "full"]
AuditTableName: TypeAlias = Literal["sites", "access", "signals", "records", "findings"]

@final
class Table(Received):
    """A table of results: immutable Arrow data that any Arrow library takes without a copy.

    ::

        pl.DataFrame(table)         pa.table(table)         table.to_pandas()
        duckdb.sql("select verdict, count(*) from table group by all")

    ``to_*`` do the same and name the missing package if there is one. Pickles as Arrow IPC.
    ``repr`` gives the schema and the number of rows; a notebook shows the first ten rows.
    """

    @property
    def num_rows(self) -> int: ...
    @property
    def column_names(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def to_pyarrow(self) -> pa.Table: ...
    def to_polars(self) -> pl.DataFrame: ...
    def to_pandas(self) -> pd.DataFrame: ...
    def to_pylist(self) -> list[dict[str, Any]]:
        """Rows as dictionaries. Needs no other package; for small tables."""
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def _repr_html_(self) -> str: ...

@final
class Stream(Received):
    """A stream of results that is computed while it is read. It can be read once.

    ``pa.RecordBatchReader.from_stream(stream)``, ``pl.scan_arrow_c_stream(stream)`` and DuckDB read
    it in bounded memory. Reading it a second time raises ``ValueError``. Errors of the input surface
    in the reader.
    """

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def __iter__(self) -> Iterator[Table]:
        """One small table a batch."""
    def __next__(self) -> Table: ...
    def read_all(self) -> Table: ...

@final
class Array(Received):
    """One column of results. ``pa.array(array)``, ``pl.Series(array)``."""

    def __len__(self) -> int: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_schema__(self) -> object: ...
    def to_pyarrow(self) -> pa.Array[Any]: ...
    def to_pylist(self) -> list[Any]: ...

def decide(
    table: ArrowTable,
    /,
    *,
    agent: AgentLike | None = None,
    usage: Usage | UsageName | None = None,
    robots: RobotsSource | RobotsPolicy | None = None,
    client: Client | None = None,
    columns: Mapping[QuestionColumn, str] | None = None,
    keep: bool | Sequence[str] = True,
    prefix: str = "",
    detail: Detail = "reason",
    profile: Profile | ProfileName = "full",
    at: datetime | None = None,
    threads: int | None = None,
) -> Table:
    """Decide about every row of a table.

    Questions come from columns of these names, or from arguments, which take precedence:

    ==========  ======================  ==========================================================
    column      type                    meaning
    ==========  ======================  ==========================================================
    url         text                    required: absolute URL, or path
    robots      text or binary          the robots.txt; or give ``robots=`` or ``client=``
    status      integer                 HTTP status it was fetched with; without it, 200
    origin      text                    the site, where URLs are paths and ``client=`` fetches
    agent       text                    product token or User-Agent; or ``agent=``
    usage       text                    ``crawl`` without it; or ``usage=``
    headers     map, list of structs,   response headers of the page; text has a line for each
                or text
    html        text or binary          the page
    tdmrep      text or binary          ``/.well-known/tdmrep.json``; also trust_txt, ai_txt
    at          timestamp               when the use is made; or ``at=``; the present, once a call
    ==========  ======================  ==========================================================

    :param client: fetch the robots.txt of each URL's site with this client. Its agent asks where no
        other is given.
    :param columns: other names of columns: ``{"url": "URL", "robots": "body"}``.
    :param keep: return the columns of the input too (True), only the results (False), or some.
    :param prefix: put before the names of result columns, where they collide with kept ones.
    :param detail: how much to return. ``"verdict"`` is the fastest.
    :param threads: all cores if None.

    Results:

    ==============  ====================  ========  ==============================================
    column          type                  detail
    ==============  ====================  ========  ==============================================
    verdict         dictionary of string  verdict   ``permit``, ``prohibit`` or null
    error           string                verdict   why there is no verdict
    reason          string                reason    ``robots.txt:4 Disallow: /drafts/``
    by              dictionary of string  reason    the code: ``longest``, ``signal``, …
    source          dictionary of string  reason    ``robots.txt``, ``X-Robots-Tag``, …
    line            uint32                reason    null without a statement
    conditions      list of string        reason    ``["max-length=40-words"]``
    section         dictionary of string  full      ``RFC 9309 section 2.2.2``
    contradictions  list of string        full      ``["content-signal allows, aipref disallows"]``
    crawl_delay     double                full      seconds
    ==============  ====================  ========  ==============================================

    Equal files and agents that follow each other, or repeat within 4,096 files, are parsed once.

    Raises :class:`placet.TableError` if a needed column is missing, has a wrong type or collides, and
    :class:`placet.UnknownNameError` for arguments. Rows never raise.

    >>> import pyarrow as pa  # type: ignore[import-untyped,import-not-found,unused-ignore]
    >>> table = pa.table({"url": ["/a", "/b", None]})
    >>> robots = b"User-agent: *\\nDisallow: /a\\n"
    >>> decided = placet.decide(table, robots=robots, agent="ExampleBot", detail="verdict")
    >>> [(row["verdict"], row["error"]) for row in decided.to_pylist()]
    [('prohibit', None), ('permit', None), (None, 'url is null')]

    Releases the GIL.
    """

def decide_stream(
    table: ArrowTable,
    /,
    *,
    agent: AgentLike | None = None,
    usage: Usage | UsageName | None = None,
    robots: RobotsSource | RobotsPolicy | None = None,
    client: Client | None = None,
    columns: Mapping[QuestionColumn, str] | None = None,
    keep: bool | Sequence[str] = True,
    prefix: str = "",
    detail: Detail = "reason",
    profile: Profile | ProfileName = "full",
    at: datetime | None = None,
    threads: int | None = None,
) -> Stream:
    """:func:`decide` for more rows than fit into memory: batches out as batches come in."""

def permitted(
    url: ArrowArrayExportable | ArrowStreamExportable | str,
    /,
    *,
    robots: ArrowArrayExportable | ArrowStreamExportable | RobotsSource | RobotsPolicy,
    agent: ArrowArrayExportable | ArrowStreamExportable | AgentLike,
    usage: ArrowArrayExportable | ArrowStreamExportable | Usage | UsageName = "crawl",
    profile: Profile | ProfileName = "full",
) -> Array:
    """A column of booleans, for expressions and SQL functions. Null where there is no answer.

    At least one argument is an array; the others may be scalars. Arrays must have one length.

    ::

        df.with_columns(ok=pl.Series(placet.arrow.permitted(
            df["url"], robots=df["robots"], agent="GPTBot", usage="train-ai")))

    A boolean cannot carry conditions: use :func:`decide` where they matter.
    """

@final
class AuditTables(Received):
    """The tables of an audit. A table that was not asked for raises ``AttributeError``.

    Columns and types are in docs/src/reference/audit.md; they are the same as those of ``placet audit``.
    """

    @property
    def sites(self) -> Table:
        """One row for each file: outcome, size, digest, groups, rules, problems, families of signals."""
    @property
    def access(self) -> Table:
        """One row for each file and agent: how it is addressed, what is closed, by which lines, verdicts."""
    @property
    def signals(self) -> Table:
        """One row for each file, agent, path, usage and family of signals with a statement."""
    @property
    def records(self) -> Table:
        """One row for each record that is neither a rule nor a ``User-agent`` line: key, value, line."""
    @property
    def findings(self) -> Table:
        """One row for each file and lint rule that found something."""
    def __iter__(self) -> Iterator[tuple[AuditTableName, Table]]: ...
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

def audit(
    table: ArrowTable,
    /,
    *,
    agents: Iterable[str] | None = None,
    usages: Iterable[Usage | UsageName] = ("crawl", "train-ai", "ai-input"),
    paths: Iterable[str] = ("/",),
    tables: Iterable[AuditTableName] = ("sites", "access", "signals"),
    columns: Mapping[SiteColumn, str] | None = None,
    signals: Iterable[SignalFamily | SignalFamilyName] | None = None,
    threads: int | None = None,
) -> AuditTables:
    """Who closes what to whom, over a table of robots.txt files.

    Each row is one answer of one site. Columns:

    =======  ======================  =============================================================
    column   type                    meaning
    =======  ======================  =============================================================
    origin   text                    required: the site; a host name or a URL of it will do
    robots   text or binary          required: the file
    status   integer                 HTTP status it was fetched with; null: it was read
    headers  map or list of structs  response headers; ``Location`` is shown for redirects
    time     timestamp               when it was fetched
    source   text                    where it is from; ``https://example.com/robots.txt`` without it
    size     integer                 the size of the whole file, if ``robots`` is only its beginning
    error    text                    why nothing is known: becomes a row with this error
    =======  ======================  =============================================================

    :func:`read_warc` gives such tables. A row without status and file is a site that did not answer.

    :param agents: product tokens; the known crawlers if None.
    :param usages: the usages that ``access`` has a column of verdicts for.
    :param paths: where these verdicts are asked, in addition to ``/``.
    :param tables: the tables to make; ``findings`` takes the most time.
    :param columns: other names of columns: ``{"robots": "body"}``.
    :param signals: the families of signals to read; all if None.
    :param threads: all cores if None. The result does not depend on it.

    >>> import pyarrow as pa  # type: ignore[import-untyped,import-not-found,unused-ignore]
    >>> files = pa.table({"origin": ["example.com"], "robots": ["User-agent: GPTBot\\nDisallow: /\\n"]})
    >>> access = placet.audit(files, agents=["GPTBot", "CCBot"]).access
    >>> [(row["agent"], row["addressed"], row["extent"]) for row in access.to_pylist()]
    [('GPTBot', 'named', 'everything'), ('CCBot', 'none', 'nothing')]

    Raises :class:`placet.TableError` for columns, :class:`placet.ConfigError` for agents and paths, and
    :class:`placet.UnknownNameError` for names. Rows never raise: what is wrong with one is its ``error``
    in ``sites``. Releases the GIL.
    """

def read_warc(
    source: str | os.PathLike[str] | BinaryIO,
    /,
    *,
    name: str | None = None,
    batch_rows: int = 1_024,
) -> Stream:
    """The robots.txt responses of a WARC or WARC.gz file, as :func:`audit` takes them.

    :param source: a path, or a binary file object (``fsspec``, ``boto3``, ``smart_open``).
    :param name: what ``source`` begins with in the rows, before the offset; the path without it.

    Other responses are skipped. A damaged record is a row with an ``error`` that names the offset; reading
    goes on after it. Raises ``OSError`` if the file cannot be opened.
    """
