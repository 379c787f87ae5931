"""The values that answers consist of. The extension module creates them; ``types.pyi`` documents them."""

from ._reports import Explanation, Extent, LintReport, Matrix, SignalReport
from ._value import Value

__all__ = ["Explanation", "Extent", "LintReport", "Matrix", "SignalReport"]


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


class Signal(Value):
    __slots__ = ("family", "outcome", "conditions", "reasons", "policy_url")

    def __str__(self):
        return f"{self.family}: {self.outcome}"


class Contradiction(Value):
    __slots__ = ("usage", "allows", "disallows")

    def __str__(self):
        return f"{self.allows} allows {self.usage}, {self.disallows} disallows it"


class SignalRow(Value):
    __slots__ = ("family", "usage", "outcome", "conditions", "reasons")

    def __str__(self):
        return f"{self.family} {self.usage}: {self.outcome}"


class ExtentLine(Value):
    __slots__ = ("line", "allow", "example", "source")


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
