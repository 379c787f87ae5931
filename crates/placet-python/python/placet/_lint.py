"""``placet.lint``, documented in ``__init__.pyi``."""

from os import fspath

from . import _native
from ._enums import Severity
from ._headers import Lines, lines
from ._values import LintReport
from .errors import ConfigError


def lint(
    robots=None,
    /,
    *,
    headers=None,
    html=None,
    url=None,
    name=None,
    select=(),
    ignore=(),
    severity=None,
    config=None,
):
    if robots is None and headers is None and html is None:
        raise ValueError("nothing to lint: pass a robots.txt, headers= or html=")
    if isinstance(robots, _native.RobotsPolicy):
        robots = robots.source
    elif hasattr(robots, "__fspath__"):
        name = name or str(fspath(robots))
        with open(robots, "rb") as file:
            robots = file.read()
    elif isinstance(robots, str):
        # Raises for text that is a file name or a URL.
        _native.parse(robots)
        robots = robots.encode("utf-8", "surrogatepass")
    elif robots is not None:
        robots = _bytes(robots, "robots")
    for words, argument in ((select, "select"), (ignore, "ignore")):
        if isinstance(words, str):
            raise TypeError(f"{argument} must be a list of rules, not a str")
    question = (
        robots,
        name or "robots.txt",
        None if headers is None else Lines(*lines(headers)),
        None if html is None else _bytes(html, "html"),
        url,
        list(select),
        list(ignore),
        {key: str(Severity(level)) for key, level in (severity or {}).items()},
        _config(config),
    )
    return LintReport._make(_native.Lint(*question).findings(), question)


def _bytes(source, argument):
    if isinstance(source, str):
        return source.encode("utf-8", "surrogatepass")
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    raise TypeError(f"{argument} must be bytes or str, not {type(source).__name__}")


def _config(path):
    if path is None:
        return None
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{fspath(path)} cannot be read: {error}") from error
