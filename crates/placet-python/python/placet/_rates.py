"""``Request-rate`` and ``Visit-time`` records."""

import re

from ._values import RequestRate

_RATE = re.compile(
    r"\s*([0-9]{1,9})\s*/\s*([0-9]{1,9})\s*([smhd]?)[a-z]*(?:\s+(\S.*))?\s*", re.I | re.A
)
_TIMES = re.compile(r"([0-9]{2}):?([0-9]{2})\s*-\s*([0-9]{2}):?([0-9]{2})", re.A)
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}


def rate(text):
    """``(requests, seconds, start, end)`` of ``30/1m 0800-1200``; None if it is not a rate."""
    found = _RATE.fullmatch(text)
    if not found:
        return None
    requests, number, unit, rest = found.groups()
    start, end = hours(rest or "") or (None, None)
    return int(requests), int(number) * _UNITS[unit.lower()], start, end


def hours(text):
    """The times of ``0800-1200``; None if they are not such."""
    from datetime import time

    found = _TIMES.fullmatch(text.strip())
    if not found:
        return None
    try:
        first, second, third, fourth = map(int, found.groups())
        return time(first, second), time(third, fourth)
    except ValueError:
        return None


def of_records(records):
    """The slowest ``Request-rate`` among the records of a crawler; None if there is none."""
    texts = (it.value for it in records if it.key.lower() == "request-rate")
    rates = [found for text in texts if (found := rate(text))]
    if not rates:
        return None
    slowest = max(rates, key=lambda it: it[1] / it[0] if it[0] else float("inf"))
    return RequestRate._make(*slowest)
