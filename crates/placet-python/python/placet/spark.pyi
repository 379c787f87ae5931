"""placet for PySpark 3.5 and later (``pip install placet[spark]``), through ``mapInArrow``.

The wheel must be on the executors, see docs/src/guide/spark.md. Executors share nothing; each Python
worker uses one thread, because Spark already runs one for each core. Columns and values are those of
:mod:`placet.arrow`, with types that Spark has: text for dictionaries, signed integers for unsigned ones.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import BinaryIO, NamedTuple

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StructType
from typing_extensions import Self

from . import Profile, Usage
from .arrow import AuditTableName, Detail, QuestionColumn, SiteColumn
from .types import ProfileName, SignalFamily, SignalFamilyName, UsageName

def decide(
    df: DataFrame,
    /,
    *,
    agent: str | None = None,
    usage: Usage | UsageName | None = None,
    robots: str | bytes | None = None,
    columns: Mapping[QuestionColumn, str] | None = None,
    keep: bool | Sequence[str] = True,
    prefix: str = "",
    detail: Detail = "reason",
    profile: Profile | ProfileName = "full",
    at: datetime | None = None,
) -> DataFrame:
    """:func:`placet.decide` over a Spark frame. Lazy; rows keep their partition and order.

    ``at`` is fixed when this function is called, so that retried tasks give the same rows.
    Raises :class:`placet.TableError` for missing columns at once, not on the executors.
    """

class AuditFrames(NamedTuple):
    """The tables of an audit as lazy frames; None for those not asked for.

    All are taken from one frame. ``persist`` makes it a single pass: the first table that is written
    computes all of them, and the others are read from the executors' storage::

        frames = placet.spark.audit(files).persist()
        frames.sites.write.parquet("sites")
        frames.access.write.parquet("access")
        frames.unpersist()
    """

    sites: DataFrame | None
    access: DataFrame | None
    signals: DataFrame | None
    records: DataFrame | None
    findings: DataFrame | None

    def persist(self) -> Self:
        """Keep the rows of all tables on the executors, in memory and on disk."""
    def unpersist(self) -> Self:
        """Free what ``persist`` kept."""

def audit(
    df: DataFrame,
    /,
    *,
    agents: Iterable[str] | None = None,
    usages: Iterable[Usage | UsageName] = ("crawl", "train-ai", "ai-input"),
    paths: Iterable[str] = ("/",),
    tables: Iterable[AuditTableName] = ("sites", "access", "signals"),
    columns: Mapping[SiteColumn, str] | None = None,
    signals: Iterable[SignalFamily | SignalFamilyName] | None = None,
) -> AuditFrames:
    """:func:`placet.audit` over a Spark frame: the same rows, in the order of the frame.

    Raises what :func:`placet.audit` raises, at once and not on the executors.
    """

def read_warc(
    df: DataFrame,
    /,
    *,
    path: str = "path",
    open: Callable[[str], BinaryIO] | None = None,
) -> DataFrame:
    """The robots.txt responses of the WARC files named in a column, as :func:`audit` takes them.

    :param open: opens a path on the executor; by default ``fsspec.open`` if it is installed, else
        local files. Must pickle.

    A file that cannot be opened is a row with an ``error``. Repartition ``df`` to one file a task.
    """

def register(spark: SparkSession, /, *, prefix: str = "placet_") -> list[str]:
    """Register SQL functions and return their names.

    ``placet_permitted(robots, agent, usage, url)`` is a boolean,
    ``placet_reason(robots, agent, usage, url)`` a string,
    ``placet_closed(robots, agent)`` one of ``nothing``, ``part``, ``everything``, ``undetermined``.
    Null where there is no answer.
    """

def decide_schema(detail: Detail = "reason", *, prefix: str = "") -> StructType:
    """The result columns of :func:`decide`."""

def audit_schema(
    table: AuditTableName,
    /,
    *,
    usages: Iterable[Usage | UsageName] = ("crawl", "train-ai", "ai-input"),
    paths: Iterable[str] = ("/",),
) -> StructType:
    """The columns of one table of :func:`audit`; those of ``access`` depend on usages and paths."""
