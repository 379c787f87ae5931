"""Answers that consist of several values: extents, explanations, matrices, reports."""

from . import _native
from ._enums import Severity, Usage
from ._value import Value, _restore


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


class _Sequence(Value):
    """A sequence of the values in its first field."""

    __slots__ = ()

    def _items(self):
        return getattr(self, self.__slots__[0])

    def __len__(self):
        return len(self._items())

    def __getitem__(self, index):
        return self._items()[index]

    def __iter__(self):
        return iter(self._items())

    def __reversed__(self):
        return reversed(self._items())

    def __contains__(self, item):
        return item in self._items()

    def index(self, item, *args):
        return self._items().index(item, *args)

    def count(self, item):
        return self._items().count(item)


class LintReport(_Sequence):
    __slots__ = ("_findings", "_question")

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


class SignalReport(_Sequence):
    __slots__ = ("_rows", "contradictions", "problems", "_json")

    def to_dict(self):
        import json

        return json.loads(self._json)

    def __repr__(self):
        many = len(self.contradictions)
        about = f", {many} contradiction{'s' if many != 1 else ''}" if many else ""
        return f"<SignalReport: {len(self)} row{'s' if len(self) != 1 else ''}{about}>"

    def _repr_html_(self):
        from ._html import signals

        return signals(self)
