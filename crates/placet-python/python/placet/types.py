"""Names for annotations, and the values that placet returns. Documented in ``types.pyi``."""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Protocol, Union

from . import _values
from ._enums import (
    Addressed,
    Availability,
    Closed,
    ConditionKind,
    Effect,
    Failure,
    Law,
    NotAppliedReason,
    Outcome,
    ReasonCode,
    ReasonKind,
    Severity,
    SignalFamily,
    SignalOutcome,
    Standing,
    Usage,
)
from ._native import Agent, Crawler, Diff
from ._values import (
    Change,
    Condition,
    Contradiction,
    Edit,
    Evidence,
    Explanation,
    Extent,
    ExtentLine,
    Extract,
    Finding,
    Fix,
    Group,
    KnownCrawler,
    LintReport,
    LintRule,
    Matrix,
    NeededDocument,
    NotApplied,
    PageStatement,
    Problem,
    Reason,
    Record,
    Redirect,
    RequestRate,
    Rule,
    Ruling,
    Signal,
    SignalReport,
    SignalRow,
    Step,
)

UsageName = Literal[tuple(it.value for it in Usage)]
ProfileName = Literal["full", "rfc9309", "google"]
ConditionName = Literal[tuple(it.value for it in ConditionKind)]
SignalFamilyName = Literal[tuple(it.value for it in SignalFamily)]
FailureName = Literal[tuple(it.value for it in Failure)]
SeverityName = Literal["note", "warning", "error"]
LintFormat = Literal["full", "concise", "json", "jsonl", "sarif", "github"]
AgentLike = Union[str, Agent, Crawler]
RobotsSource = Union[str, bytes, bytearray, memoryview, "os.PathLike[str]"]
HeaderLines = Union[
    Mapping[str, str],
    Mapping[bytes, Sequence[bytes]],
    Iterable[tuple[str, str]],
    Iterable[tuple[bytes, bytes]],
]


class ArrowStreamExportable(Protocol):
    def __arrow_c_stream__(self, requested_schema=None): ...


class ArrowArrayExportable(Protocol):
    def __arrow_c_array__(self, requested_schema=None): ...


Mapping.register(_values.Matrix)
Sequence.register(_values.LintReport)
Sequence.register(_values.SignalReport)
