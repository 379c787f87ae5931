"""Values: equality, pickling, enums, exceptions, notebooks."""

import copy
import pickle

import placet
import placet.types
import pytest
from conftest import FILE
from placet import _enums, _native


def test_answers_have_no_truth_value(site):
    bot = site.for_agent("x")
    explanation = placet.explain(site, "/a", agent="x")
    answers = [
        bot.may("crawl", "/a"),
        placet.Verdict.PERMIT,
        bot.extent(),
        bot.extent().closed,
        placet.diff(b"", b""),
        explanation,
    ]
    for answer in answers:
        with pytest.raises(TypeError, match="truth value"):
            bool(answer)


def test_only_placet_creates_answers(site):
    for made in (placet.Decision, placet.RobotsPolicy, placet.AgentPolicy, placet.types.Reason):
        with pytest.raises(TypeError):
            made()
    reason = site.for_agent("x").may("crawl", "/").reason
    with pytest.raises(AttributeError):
        reason.line = 3
    with pytest.raises(AttributeError):
        site.for_agent("x").may("crawl", "/").permitted = True


def test_exceptions_pickle(site):
    errors = []
    for question in (
        lambda: site.for_agent("x").may("crwal", "/"),
        lambda: site.for_agent("x").allows("x"),
        lambda: site.for_agent("x").may("crawl", "/drafts/").raise_if_prohibited(),
    ):
        with pytest.raises(placet.PlacetError) as caught:
            question()
        errors.append(caught.value)
    errors.append(placet.FetchError("m", "u", placet.types.Failure.DNS, None, None))
    for error in errors:
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and str(again) == str(error)
        assert again.__dict__ == error.__dict__


def test_values_are_values(site):
    bot = site.for_agent(placet.Crawler("x", purposes=["a"], cannot_honour=["ref"], elements=False))
    page = placet.PagePolicy(headers={"X-Robots-Tag": "noindex"}, html="<p>é")
    decision = bot.may("index", "/a", page=page)
    values = [
        placet.Agent("Mozilla/5.0 (compatible; ExampleBot/2.1; +https://example.com/bot)"),
        bot.crawler,
        decision.asked_at,
        site,
        bot,
        page,
        decision,
        decision.reason,
        decision.explain(),
        bot.extent(),
        placet.diff(FILE, b""),
        placet.diff(FILE, b"").changes[0],
        *site.groups,
        *placet.lint(b"Disallow: /\n"),
    ]
    for value in values:
        again = pickle.loads(pickle.dumps(value))
        assert again == value and not again != value, value
        assert hash(again) == hash(value), value
        assert repr(again) == repr(value) and repr(value).startswith("<"), value
        assert copy.copy(value) == value and copy.deepcopy(value) == value
        assert value != "something else" and value in {value: 1}
    matrix = bot.matrix("/")
    assert pickle.loads(pickle.dumps(matrix)) == matrix
    agent = values[0]
    assert agent.name == "ExampleBot" == str(agent) and "Mozilla" in agent.user_agent
    assert placet.Agent("googlebot") == placet.Agent("GoogleBot")
    assert placet.Agent("a b", exact=True).problem is not None
    tampered = list(decision.__reduce__())
    tampered[1] = (*tampered[1][:6], "index permit ", tampered[1][7])
    with pytest.raises(pickle.UnpicklingError, match="otherwise"):
        tampered[0](*tampered[1])


def test_enums_are_those_of_the_engine():
    for name in ("Usage", "Profile", "ConditionKind", "Law", "ReasonCode", "Failure", "Standing", "Effect",
                 "SignalFamily", "SignalOutcome"):
        own = [member.value for member in getattr(_enums, name)]
        assert own == _native.names(name), name
    for law in _enums.Law:
        assert law.heading and law.section
    for code in _enums.ReasonCode:
        assert code.message and code.section and isinstance(code.law, _enums.Law)
    usage = placet.Usage.TRAIN_AI
    assert usage == "train-ai" == str(usage) == f"{usage}" and placet.Usage("train-ai") is usage
    severity = placet.types.Severity
    assert severity.NOTE < severity.WARNING < severity.ERROR >= severity.NOTE
    with pytest.raises(TypeError):
        severity.NOTE < "warning"  # noqa: B015
    assert _enums.ConditionKind.TIME_LIMIT.honoured_by_default


def test_notebooks_are_safe():
    site = placet.parse("User-agent: *\nDisallow: /<script>alert(1)</script>\n")
    decision = site.for_agent("<b>x").may("crawl", "/<script>alert(1)</script>")
    for shown in (decision._repr_html_(), site._repr_html_(), decision.explain()._repr_html_()):
        assert "<script" not in shown and "<b>x" not in shown
