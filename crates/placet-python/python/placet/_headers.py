"""Response headers as HTTP libraries have them."""


class Lines:
    """Header lines that were read already."""

    __slots__ = ("joined", "lines")

    def __init__(self, lines, joined):
        self.lines = list(lines)
        self.joined = joined


def lines(headers):
    """The lines as pairs of ``str`` and ``bytes``, and whether lines of one name may be joined."""
    if isinstance(headers, Lines):
        return headers.lines, headers.joined
    if isinstance(headers, (str, bytes)):
        raise TypeError("headers must be a mapping or pairs of names and values, not text")
    if hasattr(headers, "multi_items"):  # httpx
        return _pairs(headers.multi_items()), False
    if not hasattr(headers, "items"):
        return _pairs(headers), False
    pairs = list(headers.items())
    if all(isinstance(value, (list, tuple)) for _, value in pairs):  # Scrapy
        return _pairs((name, one) for name, all_ in pairs for one in all_), False
    # A mapping has one value a name: several lines may have been joined with commas. Mappings that
    # repeat names, such as aiohttp's, keep lines apart.
    names = [name for name, _ in pairs]
    return _pairs(pairs), len(set(names)) == len(names)


def _pairs(pairs):
    read = []
    for pair in pairs:
        try:
            name, value = pair
        except (TypeError, ValueError):
            raise TypeError("headers must be a mapping or pairs of names and values") from None
        read.append((_text(name), _bytes(value)))
    return read


def _text(name):
    if isinstance(name, bytes):
        return name.decode("latin-1")
    if isinstance(name, str):
        return name.encode("utf-8", "replace").decode()
    raise TypeError(f"the name of a header must be str or bytes, not {type(name).__name__}")


def _bytes(value):
    if isinstance(value, bytes):
        return value
    if not isinstance(value, str):
        raise TypeError(f"the value of a header must be str or bytes, not {type(value).__name__}")
    try:
        return value.encode("latin-1")
    except UnicodeEncodeError:
        return value.encode("utf-8", "replace")
