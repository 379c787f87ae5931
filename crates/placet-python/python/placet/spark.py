"""placet for PySpark. The documentation is in ``spark.pyi``."""

from collections import namedtuple
from functools import partial
from io import BytesIO
from itertools import chain

try:
    import pyarrow as pa
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
except ImportError:
    raise ImportError("placet.spark needs PySpark and pyarrow: pip install placet[spark]") from None

from . import arrow

__all__ = ["AuditFrames", "audit", "audit_schema", "decide", "decide_schema", "read_warc", "register"]

_TABLES = ("sites", "access", "signals", "records", "findings")


def decide(df, /, *, at=None, **settings):
    from datetime import datetime, timezone

    _refuse(settings, "client", "threads")
    # Fixed now, so that a task that is run again gives the same rows.
    settings["at"] = at or datetime.now(timezone.utc)
    # Without rows: finds mistakes here instead of on the executors.
    schema = _plain(arrow.decide(_empty(df), **settings).to_pyarrow().schema)
    return df.mapInArrow(partial(_decide, schema, settings), from_arrow_schema(schema))


def _decide(schema, settings, batches):
    reader = _reader(batches)
    if reader is not None:
        decided = arrow.decide_stream(reader, threads=1, **settings)
        for part in decided:
            yield from part.to_pyarrow().cast(schema).to_batches()


def decide_schema(detail="reason", *, prefix=""):
    questions = pa.table({"url": pa.array([], pa.string())})
    decided = arrow.decide(questions, agent="-", robots=b"", detail=detail, keep=False, prefix=prefix)
    return from_arrow_schema(_plain(decided.to_pyarrow().schema))


class AuditFrames(namedtuple("AuditFrames", _TABLES)):
    # No __slots__: the frame that all tables are taken from is an attribute.
    def persist(self):
        self._all.persist()
        return self

    def unpersist(self):
        self._all.unpersist()
        return self


def audit(df, /, **settings):
    _refuse(settings, "threads")
    for name, names in settings.items():
        if name != "columns" and names is not None and not isinstance(names, str):
            # An iterator ends after it was read here, and the executors read it, too.
            settings[name] = list(names)
    schemas = {name: _plain(table.to_pyarrow().schema) for name, table in arrow.audit(_empty(df), **settings)}
    # One column for each table, so that one pass makes all of them; each row has one value.
    schema = pa.schema([(name, pa.struct(list(it))) for name, it in schemas.items()])
    together = df.mapInArrow(partial(_audit, schema, settings), from_arrow_schema(schema))

    def frame(name):
        if name in schemas:
            return together.where(together[name].isNotNull()).select(f"{name}.*")
        return None

    frames = AuditFrames(*map(frame, _TABLES))
    frames._all = together
    return frames


def _audit(schema, settings, batches):
    for batch in batches:
        for name, table in arrow.audit(batch, threads=1, **settings):
            for part in table.to_pyarrow().to_batches(max_chunksize=10_000):
                fields = list(schema.field(name).type)
                columns = [column.cast(field.type) for column, field in zip(part.columns, fields)]
                rows = pa.StructArray.from_arrays(columns, fields=fields)
                others = [rows if it.name == name else pa.nulls(len(part), it.type) for it in schema]
                yield pa.RecordBatch.from_arrays(others, schema=schema)


def audit_schema(table, /, **questions):
    files = pa.table({"origin": pa.array([], pa.string()), "robots": pa.array([], pa.binary())})
    tables = arrow.audit(files, agents=[], tables=[table], **questions)
    return from_arrow_schema(_plain(getattr(tables, table).to_pyarrow().schema))


def read_warc(df, /, *, path="path", open=None):
    if path not in df.columns:
        from .errors import TableError

        raise TableError(f"the table has no column {path!r}; see path=")
    schema = _plain(pa.schema(arrow.read_warc(BytesIO(), name="")))
    return df.select(path).mapInArrow(partial(_read_warc, schema, open), from_arrow_schema(schema))


def _read_warc(schema, open, batches):
    for batch in batches:
        for path in batch.column(0).to_pylist():
            try:
                with _opened(path, open) as file:
                    for part in arrow.read_warc(file, name=str(path)):
                        yield from part.to_pyarrow().cast(schema).to_batches()
            except Exception as error:
                # The rows before it are kept.
                row = {"source": str(path), "error": f"{type(error).__name__}: {error}"}
                yield pa.RecordBatch.from_pylist([row], schema=schema)


def _opened(path, open):
    if open is not None:
        return open(path)
    try:
        import fsspec
    except ImportError:
        import builtins

        return builtins.open(path, "rb")
    return fsspec.open(path, "rb")


def register(spark, /, *, prefix="placet_"):
    import pandas as pd
    from pyspark.sql.functions import pandas_udf

    def permitted(robots: pd.Series, agent: pd.Series, usage: pd.Series, url: pd.Series) -> pd.Series:
        return pd.Series([it and it == "permit" for it in _decided("verdict", robots, agent, usage, url)], dtype=object)

    def reason(robots: pd.Series, agent: pd.Series, usage: pd.Series, url: pd.Series) -> pd.Series:
        return pd.Series(_decided("reason", robots, agent, usage, url), dtype=object)

    def closed(robots: pd.Series, agent: pd.Series) -> pd.Series:
        asked = list(zip(robots, agent))
        found = {it: _closed(*it) for it in set(asked)}
        return pd.Series([found[it] for it in asked], dtype=object)

    for function, kind in ((permitted, "boolean"), (reason, "string"), (closed, "string")):
        spark.udf.register(prefix + function.__name__, pandas_udf(function, kind))
    return [prefix + name for name in ("permitted", "reason", "closed")]


def _decided(column, robots, agent, usage, url):
    asked = {"robots": robots, "agent": agent, "usage": usage, "url": url}
    table = pa.table({name: pa.Array.from_pandas(it) for name, it in asked.items()})
    return arrow.decide(table, detail=column, keep=False, threads=1).to_pyarrow()[column].to_pylist()


def _closed(robots, agent):
    from . import Agent, parse

    if robots is None or agent is None:
        return None
    content = robots.encode() if isinstance(robots, str) else bytes(robots)
    return parse(content).for_agent(Agent(agent)).extent().closed.value


def _refuse(settings, *names):
    """Other settings are those of ``placet.arrow``, which refuses what it does not know."""
    for name in names:
        if name in settings:
            raise TypeError(f"{name} is not an argument on Spark: executors share no client, and a task has one thread")


def _empty(df):
    try:
        schema = to_arrow_schema(df.schema, timezone="UTC")
    except TypeError:
        # Versions before 4.3 take UTC without being asked.
        schema = to_arrow_schema(df.schema)
    return schema.empty_table()


def _reader(batches):
    """The batches of a task as a stream; None if there are none."""
    first = next(batches, None)
    if first is None:
        return None
    return pa.RecordBatchReader.from_batches(first.schema, chain([first], batches))


def _plain(schema):
    """The schema with types that Spark has: text for dictionaries, signed numbers for unsigned ones."""

    def kind(it):
        if pa.types.is_dictionary(it):
            return it.value_type
        if pa.types.is_unsigned_integer(it):
            return pa.int64()
        return it

    return pa.schema([pa.field(field.name, kind(field.type)) for field in schema])
