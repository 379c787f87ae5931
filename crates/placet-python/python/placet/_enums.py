"""The enums. All are ``str``: ``Usage.TRAIN_AI == "train-ai"``. Documented in the stubs."""

from enum import Enum

from . import _native
from .errors import _unknown


class _Name(str, Enum):
    # As ``str`` has them, so that f-strings give the value in every version of Python.
    __str__ = str.__str__
    __format__ = str.__format__

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, str):
            raise TypeError(f"a {cls._kind()} must be a str, not {type(value).__name__}")
        raise _unknown(cls._kind(), value, [member.value for member in cls])

    @classmethod
    def _kind(cls):
        return cls.__name__.lower()


class _Answer(_Name):
    def __bool__(self):
        name = type(self).__name__
        raise TypeError(f"a {name} has no truth value; compare it: `it is {name}.{self.name}`")


class Verdict(_Answer):
    PERMIT = "permit"
    PROHIBIT = "prohibit"


class Usage(_Name):
    CRAWL = "crawl"
    FOLLOW = "follow"
    INDEX = "index"
    PRESERVE = "preserve"
    PRESENT = "present"
    PRESENT_ORIGINAL = "present-original"
    PRESENT_CURRENTCOPY = "present-currentcopy"
    PRESENT_OLDCOPY = "present-oldcopy"
    PRESENT_SNIPPET = "present-snippet"
    PRESENT_THUMBNAIL = "present-thumbnail"
    PRESENT_OLDSNIPPET = "present-oldsnippet"
    PRESENT_OLDTHUMBNAIL = "present-oldthumbnail"
    PRESENT_LINK = "present-link"
    PRESENT_EXTRACT = "present-extract"
    PRESENT_OLDEXTRACT = "present-oldextract"
    MINE = "mine"
    TRAIN_AI = "train-ai"
    AI_INPUT = "ai-input"
    OTHER = "other"


class Profile(_Name):
    FULL = "full"
    RFC9309 = "rfc9309"
    GOOGLE = "google"


class Law(_Name):
    AVAILABILITY = "availability"
    ACCESS = "access"
    ACAP = "acap"
    CRAWL = "crawl"
    PAGE = "page"
    RESTRICTIONS = "restrictions"
    SIGNALS = "signals"
    FACTS = "facts"
    DEPENDENCE = "dependence"

    @property
    def number(self):
        return _native.law(self.value)[0]

    @property
    def heading(self):
        return _native.law(self.value)[1]

    @property
    def section(self):
        return _native.law(self.value)[2]


class ReasonCode(_Name):
    UNREACHABLE = "unreachable"
    UNAVAILABLE = "unavailable"
    LONGEST = "longest"
    ALLOW_ON_TIE = "allow-on-tie"
    NOTHING_MATCHED = "nothing-matched"
    NO_GROUP = "no-group"
    ROBOTS_TXT = "robots-txt"
    NARROWEST = "narrowest"
    UNDETERMINED = "undetermined"
    NOT_UNDERSTOOD = "not-understood"
    SILENCE = "silence"
    UNREAD = "unread"
    EXPIRED = "expired"
    NOT_HONOURED = "not-honoured"
    PAGE = "page"
    PAGE_CONFLICT = "page-conflict"
    ELEMENT = "element"
    ELEMENT_LEVEL = "element-level"
    ELSEWHERE = "elsewhere"
    RESOURCE_CLOSED = "resource-closed"
    RESTRICTED = "restricted"
    NO_CRAWL = "no-crawl"
    NO_PRESERVE = "no-preserve"
    CONDITIONED = "conditioned"
    SIGNAL = "signal"
    NO_MINE = "no-mine"
    OTHER_SITE = "other-site"
    NO_URL = "no-url"

    @property
    def law(self):
        return Law(_native.reason_code(self.value)[0])

    @property
    def section(self):
        return _native.reason_code(self.value)[1]

    @property
    def message(self):
        return _native.reason_code(self.value)[2]


class ReasonKind(_Name):
    GROUP = "group"
    RULE = "rule"
    ACAP = "acap"
    ELEMENT = "element"
    PAGE_RULE = "page-rule"
    REFERENCE = "reference"
    DIRECTIVE = "directive"
    SILENCE = "silence"
    SIGNAL = "signal"
    OTHER = "other"


class Outcome(_Name):
    DECIDED = "decided"
    APPLIED = "applied"
    SHORTER = "shorter"
    LOST_TIE = "lost-tie"
    REPEATS = "repeats"
    MOOT = "moot"
    CONTRADICTED = "contradicted"
    UNDETERMINED = "undetermined"
    BROADER = "broader"
    OVERRIDDEN_BY_NAME = "overridden-by-name"
    OVERRIDDEN_BY_PAGE = "overridden-by-page"
    OVERRIDDEN_BY_LEVEL = "overridden-by-level"
    ELSEWHERE = "elsewhere"
    OTHER_PURPOSE = "other-purpose"


class NotAppliedReason(_Name):
    OTHER_CRAWLER = "other-crawler"
    NAMED = "named"
    OTHER_RESOURCE = "other-resource"
    OTHER_USAGE = "other-usage"
    OTHER_ELEMENT = "other-element"
    SETTLED = "settled"
    OTHER_PROFILE = "other-profile"
    SIGNAL = "signal"


class ConditionKind(_Name):
    TIME_LIMIT = "time-limit"
    MUST_USE_RESOURCE = "must-use-resource"
    MAX_LENGTH = "max-length"
    PROHIBITED_MODIFICATION = "prohibited-modification"
    MUST_INCLUDE_RESOURCE = "must-include-resource"
    PROHIBITED_CONTEXT = "prohibited-context"
    REQUIRED_CONTEXT = "required-context"
    LOCATION = "location"
    TARGET_CONDITION = "target-condition"
    REF = "ref"
    USED_RESOURCE = "used-resource"
    CONTEXT = "context"
    NO_IMAGES = "no-images"
    MAX_IMAGE_PREVIEW = "max-image-preview"
    MAX_VIDEO_PREVIEW = "max-video-preview"
    LICENSE = "license"
    PAYMENT = "payment"
    ATTRIBUTION = "attribution"
    REPORTING = "reporting"
    TOKEN = "token"
    USER = "user"
    NOT_USER = "not-user"
    GEO = "geo"
    NOT_GEO = "not-geo"
    LEGAL = "legal"
    TERMS = "terms"
    NO_AI_INDEX = "no-ai-index"
    MAX_USE = "max-use"

    @classmethod
    def _kind(cls):
        return "condition"

    @property
    def honoured_by_default(self):
        return _native.condition_honoured(self)


class SignalFamily(_Name):
    AIPREF = "aipref"
    CONTENT_SIGNAL = "content-signal"
    TDMREP = "tdmrep"
    RSL = "rsl"
    NOAI = "noai"
    AI_TRAINING = "ai-training"
    CONTROL_TOKEN = "control-token"
    TRUST_TXT = "trust-txt"
    AI_TXT = "ai-txt"

    @classmethod
    def _kind(cls):
        return "family of signals"


class SignalOutcome(_Answer):
    ALLOW = "allow"
    DISALLOW = "disallow"
    SILENT = "silent"


class Closed(_Answer):
    NOTHING = "nothing"
    PART = "part"
    EVERYTHING = "everything"
    UNDETERMINED = "undetermined"


class Addressed(_Name):
    NAMED = "named"
    GLOBAL = "global"
    NONE = "none"


class Availability(_Name):
    READ = "read"
    UNAVAILABLE = "unavailable"
    UNREACHABLE = "unreachable"


class Standing(_Name):
    FETCHED = "fetched"
    UNAVAILABLE = "unavailable"
    UNREACHABLE = "unreachable"
    STALE = "stale"


class Failure(_Name):
    DNS = "dns"
    REFUSED = "refused"
    RESET = "reset"
    CONNECT_TIMEOUT = "connect-timeout"
    FIRST_BYTE_TIMEOUT = "first-byte-timeout"
    TOTAL_TIMEOUT = "total-timeout"
    TLS = "tls"
    ADDRESS = "address"
    REDIRECT = "redirect"
    BODY = "body"
    PARTIAL = "partial"
    TOO_MUCH = "too-much"
    PROTOCOL = "protocol"
    OTHER = "other"


class Effect(_Name):
    CLOSES = "closes"
    OPENS = "opens"
    CONDITIONS = "conditions"


class Severity(_Name):
    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"

    def _rank(self, other):
        # Not NotImplemented: ``str`` would then compare by the alphabet.
        if not isinstance(other, Severity):
            raise TypeError(f"cannot compare the order of a Severity with {type(other).__name__}")
        order = list(Severity)
        return order.index(self) - order.index(other)

    def __lt__(self, other):
        return self._rank(other) < 0

    def __le__(self, other):
        return self._rank(other) <= 0

    def __gt__(self, other):
        return self._rank(other) > 0

    def __ge__(self, other):
        return self._rank(other) >= 0
