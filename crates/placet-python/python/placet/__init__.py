"""May this crawler make this use of this URL, on what conditions, and which words of the site say so?

The documentation of every name is in ``__init__.pyi``, and in docs/src/guide/python.md.
"""

from ._enums import Profile, Usage, Verdict
from ._native import (
    Agent,
    AgentPolicy,
    AskedAt,
    Crawler,
    Decision,
    PagePolicy,
    PageReader,
    RobotsPolicy,
    Site,
    __version__,
    diff,
    explain,
    known_crawlers,
    lint_rules,
    parse,
)
from .errors import (
    ClosedError,
    ConfigError,
    FetchError,
    InvalidUrlError,
    OriginMismatchError,
    PlacetError,
    ProhibitedError,
    StoreError,
    TableError,
    UnknownNameError,
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

# Where names live that are loaded when they are first used, so that ``import placet`` stays fast.
_LAZY = {
    "AsyncClient": "client",
    "Client": "client",
    "FetchedPage": "client",
    "audit": "arrow",
    "decide": "arrow",
    "lint": "_lint",
}
_MODULES = ("arrow", "client", "errors", "protego", "robotparser", "scrapy", "spark", "types")


def __getattr__(name):
    from importlib import import_module

    if name in _LAZY:
        value = getattr(import_module("." + _LAZY[name], __name__), name)
    elif name in _MODULES:
        value = import_module("." + name, __name__)
    else:
        raise AttributeError(f"module 'placet' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__():
    return sorted({*__all__, *_MODULES})
