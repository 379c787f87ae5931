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

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Literal, final

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
Detail: TypeAlias = Literal["verdict", "reason", "full"]

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

    Questions come from columns of these names, or from arguments, which go before columns:

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

    :param columns: other names of columns: ``{"url": "URL", "robots": "body"}``.
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
