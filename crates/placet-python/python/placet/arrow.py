"""Batches over Arrow data. The documentation is in ``arrow.pyi``."""

from ._native import Array, Stream, Table
from ._native import decide_stream as _decide_stream
from ._native import permitted as _permitted

__all__ = ["Array", "Stream", "Table", "decide", "decide_stream", "permitted"]


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
    if not hasattr(table, "__arrow_c_stream__") and hasattr(table, "fetch_arrow_reader"):
        table = table.fetch_arrow_reader()
    if client is not None:
        if robots is not None:
            raise TypeError("give robots or client, not both")
        client = getattr(client, "_native", client)
    return _decide_stream(
        table, agent, usage, robots, client, named, kept, prefix, detail, profile, at, threads
    )


def decide(table, /, **settings):
    return decide_stream(table, **settings).read_all()


def permitted(url, /, *, robots, agent, usage="crawl", profile="full"):
    return _permitted(url, robots, agent, usage, profile)


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
