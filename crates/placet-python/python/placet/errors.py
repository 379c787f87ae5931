"""The exceptions of placet. The documentation is in ``errors.pyi``."""

__all__ = [
    "ClosedError",
    "ConfigError",
    "FetchError",
    "InvalidUrlError",
    "OriginMismatchError",
    "PlacetError",
    "ProhibitedError",
    "StoreError",
    "TableError",
    "UnknownNameError",
]


class PlacetError(Exception):
    """The base of all exceptions that placet raises on purpose."""

    # The attributes after the message, in the order of the constructor.
    _fields = ()

    def __init__(self, message="", *fields):
        super().__init__(message)
        for name, value in zip(self._fields, (*fields, *[None] * len(self._fields))):
            setattr(self, name, value)

    def __str__(self):
        return str(self.args[0]) if self.args else ""

    def __reduce__(self):
        fields = tuple(getattr(self, name) for name in self._fields)
        return type(self), (str(self), *fields)


class InvalidUrlError(PlacetError, ValueError):
    """The text is neither an absolute URL nor a path that begins with ``/``."""

    _fields = ("url",)


class OriginMismatchError(InvalidUrlError):
    """The URL belongs to another scheme, host or port than the policy."""

    _fields = ("url", "origin")


class UnknownNameError(PlacetError, ValueError):
    """An unknown name. ``str(error)`` lists the known ones or suggests the nearest."""

    _fields = ("name", "suggestion")


class ConfigError(PlacetError, ValueError):
    """Settings that cannot be used."""


class TableError(PlacetError, ValueError):
    """A table that cannot be read: names the column, its type and the type expected."""


class StoreError(PlacetError, OSError):
    """The store could not be read or written. The message names it."""


class FetchError(PlacetError, OSError):
    """A page that a question needs could not be fetched, so the question stays open."""

    _fields = ("url", "failure", "status", "decision")


class ProhibitedError(PlacetError):
    """The site prohibits the use. ``str(error)`` names the crawler, the use, the URL and the line."""

    _fields = ("decision",)


class ClosedError(PlacetError, RuntimeError):
    """The client or reader is closed, or the client was created before the process forked."""


def _unknown(kind, name, known):
    from difflib import get_close_matches

    nearest = get_close_matches(name.lower().replace("_", "-"), known, n=1)
    if kind == "usage" and ("/" in name or name.startswith("http")):
        hint = "the usage comes first, then the URL"
    elif nearest:
        hint = f"did you mean {nearest[0]!r}?"
    else:
        hint = "expected one of " + ", ".join(known)
    message = f"unknown {kind} {name[:80]!r}; {hint}"
    return UnknownNameError(message, name, nearest[0] if nearest else None)
