"""The values that answers consist of. The extension module creates them; ``types.pyi`` documents them."""

from . import _native
from ._enums import Severity, Usage

_set = object.__setattr__


class Value:
    """An immutable value: compared, hashed and pickled by its fields."""

    # Fields whose names begin with an underscore hold text for ``str`` and ``to_dict``.
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError(f"only placet creates a {cls.__name__}")

    @classmethod
    def _make(cls, *fields):
        self = object.__new__(cls)
        for name, field in zip(cls.__slots__, fields, strict=True):
            _set(self, name, field)
        return self

    def _key(self):
        return tuple(getattr(self, name) for name in self.__slots__)

    def __setattr__(self, name, value):
        raise AttributeError(f"a {type(self).__name__} is immutable")

    def __delattr__(self, name):
        raise AttributeError(f"a {type(self).__name__} is immutable")

    def __eq__(self, other):
        return self._key() == other._key() if type(other) is type(self) else NotImplemented

    def __hash__(self):
        return hash((type(self), self._key()))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return _restore, (type(self), *(getattr(self, name) for name in self.__slots__))

    def __repr__(self):
        shown = str(self) if type(self).__str__ is not object.__str__ else ""
        if not shown:
            names = [name for name in self.__slots__ if not name.startswith("_")][:4]
            shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"<{type(self).__name__} {shown.splitlines()[0] if shown else ''}>"


def _restore(cls, *fields):
    return cls._make(*fields)


class Rule(Value):
    __slots__ = ("allow", "pattern", "normal_form", "length", "line", "span", "_text")

    def __str__(self):
        return self._text


class Record(Value):
    __slots__ = ("key", "value", "line", "span", "group")

    def __str__(self):
        return f"{self.key}: {self.value}"


class Group(Value):
    __slots__ = ("index", "agents", "rules", "records", "line")


class RequestRate(Value):
    __slots__ = ("requests", "seconds", "start_time", "end_time")


class Problem(Value):
    __slots__ = ("kind", "message", "source", "line", "column", "text")

    def __str__(self):
        return f"{self.line}:{self.column}: {self.message}"


class NeededDocument(Value):
    __slots__ = ("kind", "urls")


class KnownCrawler(Value):
    __slots__ = ("token", "operator", "purposes", "controls", "is_control_token", "documentation")


class Condition(Value):
    __slots__ = ("kind", "value", "quantity", "unit", "until", "url", "reason", "_text")

    def _key(self):
        return self.kind, self.value

    def __str__(self):
        return self._text


class Reason(Value):
    __slots__ = (
        "kind",
        "outcome",
        "decides",
        "code",
        "law",
        "section",
        "usage",
        "source",
        "line",
        "column",
        "span",
        "text",
        "match_length",
        "message",
        "_text",
    )

    def __str__(self):
        return self._text


class NotApplied(Value):
    __slots__ = ("source", "line", "column", "text", "reason")

    def __str__(self):
        return f"{self.source}:{self.line} {self.text}"


class Ruling(Value):
    __slots__ = ("usage", "verdict", "code", "conditions", "reasons")


class Step(Value):
    __slots__ = ("law", "rulings")


class ExtentLine(Value):
    __slots__ = ("line", "allow", "example", "source")


class _Answer(Value):
    __slots__ = ()
    _instead = ""

    def __bool__(self):
        raise TypeError(f"an {type(self).__name__} has no truth value; use {self._instead}")


class Extent(_Answer):
    __slots__ = ("closed", "lines", "complete")
    _instead = ".closed"

    def __str__(self):
        return f"{self.closed} closed" if self.closed != "undetermined" else "undetermined"

    def to_dict(self):
        lines = [
            {"line": it.line, "allow": it.allow, "example": it.example, "source": it.source}
            for it in self.lines
        ]
        return {"closed": self.closed.value, "complete": self.complete, "lines": lines}


class Explanation(_Answer):
    __slots__ = (
        "decision",
        "sources",
        "steps",
        "not_applied",
        "not_applied_unlisted",
        "_text",
        "_json",
    )
    _instead = ".decision.permitted"

    def __str__(self):
        return self._text.rstrip("\n")

    def to_dict(self):
        import json

        return json.loads(self._json)

    def _repr_html_(self):
        from ._html import explanation

        return explanation(self)


class Extract(Value):
    __slots__ = ("decision", "text", "html", "ranges", "empty", "truncated")

    def __str__(self):
        return self.text


class PageStatement(Value):
    __slots__ = ("source", "line", "column", "text", "agent", "element", "_shown")

    def __str__(self):
        return self._shown


class Change(Value):
    __slots__ = (
        "effect",
        "crawlers",
        "others",
        "usages",
        "pattern",
        "entire",
        "path",
        "before",
        "after",
    )

    def __str__(self):
        return f"{self.effect} {self.pattern} to {', '.join(self.crawlers)}"


class Edit(Value):
    __slots__ = ("span", "content")


class Fix(Value):
    __slots__ = ("title", "safe", "edits")


class Finding(Value):
    __slots__ = (
        "code",
        "rule",
        "severity",
        "message",
        "help",
        "source",
        "line",
        "column",
        "span",
        "text",
        "fix",
    )

    def __str__(self):
        place = f"{self.source}:{self.line}:{self.column}"
        return f"{place}: {self.severity} {self.code} {self.rule}: {self.message}"


class LintRule(Value):
    __slots__ = ("code", "name", "severity", "manual")

    def __str__(self):
        return f"{self.code} {self.name}"


class Redirect(Value):
    __slots__ = ("status", "url")

    def __str__(self):
        return f"{self.status} {self.url}"


class Evidence(Value):
    __slots__ = (
        "url",
        "standing",
        "cause",
        "digest",
        "size",
        "truncated",
        "status",
        "fetched_at",
        "validated_at",
        "checked_at",
        "expires_at",
        "unreachable_since",
        "final_url",
        "redirects",
        "_json",
    )

    def __str__(self):
        return f"{self.url}: {self.standing}, {self.cause}"

    def to_dict(self):
        import json

        return json.loads(self._json)


class Matrix(Value):
    __slots__ = ("url", "agent", "_rows")
    __hash__ = None

    def __getitem__(self, usage):
        return self._rows[Usage(usage)]

    def __iter__(self):
        return iter(self._rows)

    def __len__(self):
        return len(self._rows)

    def __contains__(self, usage):
        return usage in self._rows

    def keys(self):
        return self._rows.keys()

    def values(self):
        return self._rows.values()

    def items(self):
        return self._rows.items()

    def get(self, usage, default=None):
        return self._rows.get(usage, default)

    def __reduce__(self):
        return _restore, (Matrix, self.url, self.agent, dict(self._rows))

    def __repr__(self):
        permitted = sum(it.permitted for it in self.values())
        return f"<Matrix {self.agent} {self.url}: {permitted} of {len(self)} usages permitted>"

    def to_dict(self):
        import json

        return json.loads(_native.matrix_json(list(self.values())))

    def _repr_html_(self):
        from ._html import matrix

        return matrix(self)


class LintReport(Value):
    __slots__ = ("_findings", "_question")

    def __len__(self):
        return len(self._findings)

    def __getitem__(self, index):
        return self._findings[index]

    def __iter__(self):
        return iter(self._findings)

    def __reversed__(self):
        return reversed(self._findings)

    def __contains__(self, finding):
        return finding in self._findings

    def index(self, finding, *args):
        return self._findings.index(finding, *args)

    def count(self, finding):
        return self._findings.count(finding)

    def _key(self):
        return self._findings

    @property
    def worst(self):
        return max((it.severity for it in self), default=None)

    def failed(self, fail_on="warning"):
        least = Severity(fail_on)
        return any(it.severity >= least for it in self)

    def _linted(self):
        return _native.Lint(*self._question)

    def fixed(self, *, unsafe=False):
        return self._linted().fixed(unsafe)

    def render(self, format="full", *, color=False):
        return self._linted().render(format, color)

    def to_dict(self):
        import json

        return {"findings": json.loads(self.render("json"))}

    def __str__(self):
        return self.render("concise").rstrip("\n")

    def __repr__(self):
        worst = f", worst {self.worst}" if self else ""
        return f"<LintReport: {len(self)} finding{'s' if len(self) != 1 else ''}{worst}>"

    def _repr_html_(self):
        from ._html import report

        return report(self)


def _restore_crawler(agent, purposes, can, cannot, elements):
    return _native.Crawler(
        agent, purposes=list(purposes), can_honour=can, cannot_honour=cannot, elements=elements
    )


def _restore_agent_policy(policy, site, crawler):
    return (policy if site is None else site).for_agent(crawler)


def _restore_page(lines, joined, html, rendered, head_only):
    from ._headers import Lines

    headers = Lines(lines, joined)
    return _native.PagePolicy(headers=headers, html=html, rendered=rendered, head_only=head_only)


def _restore_diff(old, new, agents, usages):
    return _native.diff(old, new, agents=agents, usages=usages)
