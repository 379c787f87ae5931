"""Batches over Arrow data. The documentation is in ``arrow.pyi``."""

from ._native import Array, Stream, Table
from ._native import audit as _audit
from ._native import decide_stream as _decide_stream
from ._native import permitted as _permitted
from ._native import read_warc as _read_warc
from ._value import Value

__all__ = ["Array", "AuditTables", "Stream", "Table", "audit", "decide", "decide_stream", "permitted", "read_warc"]


def decide_stream(
    table,
    /,
    *,
    agent=None,
    usage=None,
    robots=None,
    client=None,
    columns=None,
    keep=True,
    prefix="",
    detail="reason",
    profile="full",
    at=None,
    threads=None,
):
    if isinstance(keep, str):
        raise TypeError("keep must be a list of columns, not a str")
    kept = None if keep is True else [] if keep is False else list(keep)
    named = list((columns or {}).items())
    if client is not None:
        if robots is not None:
            raise TypeError("give robots or client, not both")
        client = getattr(client, "_native", client)
    return _decide_stream(
        _stream(table), agent, usage, robots, client, named, kept, prefix, detail, profile, at, threads
    )


def decide(table, /, **settings):
    return decide_stream(table, **settings).read_all()


# Its signature, for help() and inspect.
decide.__wrapped__ = decide_stream


def permitted(url, /, *, robots, agent, usage="crawl", profile="full"):
    return _permitted(url, robots, agent, usage, profile)


def _table(name):
    def table(self):
        for own, table in self._tables:
            if own == name:
                return table
        raise AttributeError(f"the audit has no table {name!r}; name it in tables= to have it made")

    return property(table)


class AuditTables(Value):
    __slots__ = ("_tables",)
    __hash__ = None

    sites = _table("sites")
    access = _table("access")
    signals = _table("signals")
    records = _table("records")
    findings = _table("findings")

    def __iter__(self):
        return iter(self._tables)

    def __repr__(self):
        shown = ", ".join(f"{name}: {len(table)} rows" for name, table in self._tables)
        return f"<AuditTables {shown}>"


def audit(
    table,
    /,
    *,
    agents=None,
    usages=("crawl", "train-ai", "ai-input"),
    paths=("/",),
    tables=("sites", "access", "signals"),
    columns=None,
    signals=None,
    threads=None,
):
    for name, names in (("agents", agents), ("paths", paths), ("tables", tables)):
        if isinstance(names, str):
            raise TypeError(f"{name} must be a list, not a str")
    agents = None if agents is None else [str(agent) for agent in agents]
    named = list((columns or {}).items())
    made = _audit(
        _stream(table), agents, usages, list(paths), list(tables), named, signals, threads
    )
    return AuditTables._make(tuple(made))


def read_warc(source, /, *, name=None, batch_rows=1_024):
    if name is None:
        import os

        is_path = isinstance(source, (str, os.PathLike))
        name = os.fspath(source) if is_path else getattr(source, "name", "")
    return _read_warc(source, str(name), batch_rows)


def _stream(table):
    """The table, or the reader of a library without the PyCapsule interface."""
    if not hasattr(table, "__arrow_c_stream__") and hasattr(table, "fetch_arrow_reader"):
        return table.fetch_arrow_reader()
    return table


def _library(name, extra):
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        raise ImportError(f"this needs {name}: pip install {extra}") from None


def _to_pyarrow(table):
    return _library("pyarrow", "placet[arrow]").table(table)


def _to_pyarrow_array(array):
    return _library("pyarrow", "placet[arrow]").array(array)


def _to_polars(table):
    return _library("polars", "polars").DataFrame(table)


def _to_pandas(table):
    _library("pandas", "pandas")
    return _to_pyarrow(table).to_pandas()
