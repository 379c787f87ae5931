"""How values look in a notebook: static HTML, escaped, light and dark, without scripts."""

from html import escape

_PERMIT, _PROHIBIT = "#2e7d32", "#c62828"
_LINES = 20


def _box(*parts):
    style = "border-left:3px solid #8888;padding:.2em .8em;font-family:monospace;white-space:pre-wrap"
    return f'<div style="{style}">{"".join(parts)}</div>'


def _verdict(decision):
    color, word = (_PERMIT, "permitted") if decision.permitted else (_PROHIBIT, "prohibited")
    return f'<b style="color:{color}">{word}</b>'


def _text(text):
    return escape(str(text).encode("utf-8", "replace").decode())


def _lines(text):
    lines = str(text).splitlines()
    shown = "\n".join(line[:200] for line in lines[:_LINES])
    more = f"\n… {len(lines) - _LINES} more lines" if len(lines) > _LINES else ""
    return _text(shown + more)


def _table(head, rows):
    cell = 'style="text-align:left;padding:.1em .8em .1em 0;font-family:monospace"'
    heads = "".join(f"<th {cell}>{_text(name)}</th>" for name in head)
    body = "".join(
        "<tr>" + "".join(f"<td {cell}>{one}</td>" for one in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{heads}</tr>{body}</table>"


def _excerpt(decision):
    """The lines around the deciding one, which is marked."""
    reason = decision.reason
    if reason.source != "robots.txt" or reason.line is None:
        return _text(decision)
    lines = decision.policy.source.decode("utf-8", "replace").splitlines()
    first = max(0, reason.line - 1 - _LINES // 2)
    parts = []
    for number, line in enumerate(lines[first : first + _LINES], first + 1):
        shown = f"{number:>5} {_text(line[:200])}"
        parts.append(f"<b>{shown}</b>" if number == reason.line else shown)
    return "\n".join(parts)


def decision(it):
    verb = "may" if it.permitted else "may not"
    title = f"{_verdict(it)}: {_text(it.agent)} {verb} {_text(it.usage)} {_text(it.target)}\n"
    conditions = "".join(f"\non condition: {_text(one)}" for one in it.conditions)
    notes = "".join(f"\nnote: {_text(one)}" for one in it.notes[:_LINES])
    section = f"\n{_text(it.reason.message)} ({_text(it.reason.section or '')})"
    return _box(title, _excerpt(it), section, conditions, notes)


def explanation(it):
    return _box(_verdict(it.decision), "\n", _text(it))


def policy(it):
    return _box(_text(repr(it)), "\n", _lines(it.source.decode("utf-8", "replace")))


def signals(it):
    rows = [
        (
            _text(one.family),
            _text(one.usage),
            _text(one.outcome),
            _text(", ".join(map(str, one.conditions))),
            _text("; ".join(map(str, one.reasons))),
        )
        for one in it
    ]
    contradictions = "".join(f"<div><b>{_text(one)}</b></div>" for one in it.contradictions)
    return contradictions + _table(("family", "usage", "outcome", "conditions", "statements"), rows)


def matrix(it):
    rows = [
        (_text(usage), _verdict(one), _text(", ".join(map(str, one.conditions))), _text(one))
        for usage, one in it.items()
    ]
    return _table(("usage", "verdict", "conditions", "reason"), rows)


def diff(it):
    rows = [
        (
            _text(one.effect),
            _text(one.pattern),
            _text(", ".join(one.crawlers)),
            _text(one.before),
            _text(one.after),
        )
        for one in it.changes[:_LINES]
    ]
    incomplete = "" if it.complete else _text("incomplete: " + "; ".join(it.unfinished))
    return _table(("effect", "pattern", "for", "before", "after"), rows) + incomplete


def report(it):
    rows = [
        (_text(f"{one.source}:{one.line}"), _text(one.severity), _text(one.code), _text(one.message))
        for one in it[:_LINES]
    ]
    more = _text(f"… {len(it) - _LINES} more") if len(it) > _LINES else ""
    return _table(("place", "severity", "rule", "finding"), rows) + more


def table(names, rows, count):
    shown = [[_text("" if row[name] is None else row[name])[:200] for name in names] for row in rows]
    return _table(names, shown) + _text(f"{count} rows")
