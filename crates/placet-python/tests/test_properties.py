"""Properties over random files, agents, usages, URLs and pages."""

import json
import os
import pickle
import random
import subprocess

import placet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from placet.protego import Protego
from placet.robotparser import RobotFileParser

WORDS = ["User-agent: ", "Disallow: ", "Allow: ", "Crawl-delay: ", "ACAP-crawler: ", "ACAP-disallow-index: ",
         "ACAP-allow-index: ", "*", "/", "/a", "/a*b$", "%41", "x", "ExampleBot", " time-limit=3-days", "\n", "\r", "\n\n",
         "#", ":", "\0", "é", "\ufeff", "Content-Signal: ai-train=no", "Content-Usage: /a train-ai=n, search=y",
         "License: https://example.com/l.xml", "DisallowAITraining: /"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=30).map("".join)
FILES = st.one_of(TEXTS, st.binary(max_size=200), TEXTS.map(str.encode))
URLS = st.one_of(
    st.lists(st.sampled_from(["/", "a", "b", "%41", "?", "*", "é", "x", "."]), max_size=8).map("".join).map("/".__add__),
    st.text(max_size=20),
)
AGENTS = st.one_of(st.sampled_from(["x", "ExampleBot", "ExampleBot/2.0", "*", ""]), st.text(max_size=10))
USAGES = st.sampled_from(list(placet.Usage))
PAGES = st.one_of(
    st.none(),
    st.builds(
        lambda html, tag: placet.PagePolicy(headers=[("X-Robots-Tag", tag)], html=html),
        st.one_of(st.binary(max_size=100), st.text(max_size=100)),
        st.sampled_from(["noindex", "x: none", "max-snippet:3", "", "unavailable_after: 2030-01-01"]),
    ),
)


@settings(max_examples=int(os.environ.get("PLACET_EXAMPLES", "150")), deadline=None)
@given(FILES, AGENTS, USAGES, URLS, PAGES, st.sampled_from(list(placet.Profile)))
def test_every_question_has_one_answer(robots, agent, usage, url, page, profile):
    try:
        policy = placet.parse(robots, profile=profile)
    except ValueError:
        # Text that is a file name.
        assert isinstance(robots, str)
        return
    bot = policy.for_agent(agent)
    try:
        decision = bot.may(usage, url, page=page)
    except placet.InvalidUrlError:
        with pytest.raises(placet.InvalidUrlError):
            bot.allows(url)
        return
    if page is None:
        assert bot.allows(url) == bot.may("crawl", url).permitted
    assert bot.matrix(url, page=page, at=decision.asked_at)[usage] == decision
    again = pickle.loads(pickle.dumps(decision))
    assert again == decision and hash(again) == hash(decision) and repr(again) == repr(decision)
    assert str(decision) and decision.reason.decides and decision._repr_html_()
    assert decision.explain().decision == decision
    assert policy.groups is not None and policy.records is not None and policy.problems is not None
    assert json.loads(decision.to_json())["verdict"] == decision.verdict


def pieces(*words):
    """Text of these words, or any bytes."""
    return st.one_of(st.none(), st.lists(st.sampled_from(words), max_size=12).map("".join).map(str.encode), st.binary(max_size=60))


RULES = st.lists(
    st.fixed_dictionaries({
        "location": st.sampled_from(["/", "/a", "*.b$", "", 7]),
        "tdm-reservation": st.sampled_from([0, 1, "1", None]),
        "tdm-policy": st.sampled_from(["https://example.com/p", "", 7]),
    }),
    max_size=3,
)
TDMREP = st.one_of(RULES.map(json.dumps).map(str.encode), pieces("[", "{", '"location"', ":", '"/"', ",", "1", "}", "]"))
TRUST_TXT = pieces("datatrainingallowed", "=", "no", "yes", "\n", "#", " ", "member=https://a.example/")
AI_TXT = pieces("User-Agent: *", "\n", "Disallow: ", "Allow: ", "/", "*.jpg", "ai.txt")
RSL = pieces('<rsl xmlns="https://rslstandard.org/rsl">', '<content url="/">', "<license>", '<permits type="usage">', "ai-train",
             "search", "all", "</permits>", '<payment type="free"/>', "</license>", "</content>", "</rsl>", "<!--", "&amp;", "]]>")


@settings(max_examples=int(os.environ.get("PLACET_EXAMPLES", "150")), deadline=None)
@given(TEXTS, USAGES, URLS, TDMREP, TRUST_TXT, AI_TXT, RSL)
def test_files_with_signals_only_close(robots, usage, url, tdmrep, trust_txt, ai_txt, rsl):
    policy = placet.parse(robots.encode())
    files = {"tdmrep": tdmrep, "trust_txt": trust_txt, "ai_txt": ai_txt}
    with_files = policy.with_documents(**files)
    bot = with_files.for_agent("ExampleBot")
    try:
        decision = bot.may(usage, url)
    except placet.InvalidUrlError:
        return
    at = decision.asked_at
    # No permission of these files lifts a prohibition.
    without = policy.for_agent("ExampleBot").may(usage, url, at=at)
    assert without.permitted or not decision.permitted
    refusing = {it.family for it in decision.signals if it.outcome == "disallow"}
    assert not (refusing and decision.permitted)
    allowing = {it.family for it in decision.signals if it.outcome == "allow"}
    assert all(it.allows in allowing and it.disallows in refusing for it in decision.contradictions)
    assert all(it.family in {row.family for row in bot.signals(url) if row.usage == usage} for it in decision.signals)
    licensed = with_files.with_documents(rsl={"https://example.com/l.xml": rsl})
    for one in (with_files, licensed):
        assert pickle.loads(pickle.dumps(one)) == one
        answer = one.for_agent("ExampleBot").may(usage, url, at=at)
        assert pickle.loads(pickle.dumps(answer)) == answer and answer.explain().decision == answer
    pa = pytest.importorskip("pyarrow")
    columns = {name: pa.array([text], pa.binary()) for name, text in files.items()}
    table = pa.table({"url": pa.array([url.encode("utf-8", "replace").decode()]), **columns})
    (row,) = placet.decide(table, robots=policy, agent="ExampleBot", usage=usage, at=at.now).to_pylist()
    assert (row["verdict"], row["reason"]) == (decision.verdict, str(decision))


@settings(max_examples=int(os.environ.get("PLACET_EXAMPLES", "150")), deadline=None)
@given(FILES, AGENTS, st.lists(URLS, max_size=5))
def test_drop_ins_agree_with_the_engine(robots, agent, urls):
    content = robots.encode("utf-8", "surrogatepass") if isinstance(robots, str) else robots
    bot = placet.parse(content, profile="rfc9309").for_agent(agent)
    protego = Protego.parse(robots)
    for url in urls:
        try:
            expected = bot.allows(url)
        except placet.InvalidUrlError:
            continue
        assert protego.can_fetch(url, agent) == expected
    parser = RobotFileParser()
    parser.parse(content.decode("utf-8", "replace").split("\n"))
    assert parser.can_fetch(agent, "/robots.txt") in (True, False) and str(parser) is not None


@settings(max_examples=int(os.environ.get("PLACET_EXAMPLES", "150")) // 3, deadline=None)
@given(st.lists(st.tuples(FILES, AGENTS, USAGES, URLS), max_size=8))
def test_batches_agree_with_the_engine(questions):
    pa = pytest.importorskip("pyarrow")
    from datetime import datetime, timezone

    def clean(text):
        return text.encode("utf-8", "replace").decode() if isinstance(text, str) else text

    at = datetime.now(timezone.utc)
    questions = [(clean(f), clean(a), u, clean(url)) for f, a, u, url in questions]
    table = pa.table({
        "robots": pa.array([f.encode() if isinstance(f, str) else f for f, *_ in questions], pa.binary()),
        "agent": pa.array([a for _, a, *_ in questions], pa.string()),
        "usage": pa.array([u.value for *_, u, _ in questions], pa.string()),
        "url": pa.array([url for *_, url in questions], pa.string()),
    })
    found = placet.decide(table, keep=False, at=at).to_pylist()
    for row, (robots, agent, usage, url) in zip(found, questions, strict=True):
        content = robots.encode() if isinstance(robots, str) else robots
        try:
            decision = placet.parse(content).for_agent(agent).may(usage, url, at=at)
        except placet.InvalidUrlError:
            assert row["verdict"] is None and row["error"]
            continue
        assert row["verdict"] == decision.verdict and row["reason"] == str(decision)
        assert row["line"] == decision.reason.line
        assert row["conditions"] == [str(condition) for condition in decision.conditions]


@given(FILES)
@settings(max_examples=60, deadline=None)
def test_tools_take_any_file(robots):
    content = robots.encode("utf-8", "surrogatepass") if isinstance(robots, str) else robots
    report = placet.lint(content)
    assert report.render("json") and isinstance(report.fixed(), bytes)
    assert placet.diff(content, content).same or not placet.diff(content, content).complete
    assert placet.parse(content).for_agent("x").extent().closed in list(placet.types.Closed)


def test_large_files():
    large = b"User-agent: *\n" + b"Disallow: /a*b\n" * 700_000
    policy = placet.parse(large, max_bytes=11_000_000)
    assert not policy.for_agent("x").allows("/a/b")
    assert placet.PagePolicy(html=b"<p>" * 2_000_000).statements == ()


def test_the_command_line_gives_the_same_answers(command):
    """Random questions to ``placet decide``, in one run."""
    chance = random.Random(9309)
    questions = []
    for number in range(2000):
        robots = "".join(chance.choice(WORDS) for _ in range(chance.randrange(30)))
        url = "/" + "".join(chance.choice("ab/%41*?") for _ in range(chance.randrange(6)))
        question = {"id": number, "robots": robots.replace("\0", ""), "agent": chance.choice(["x", "ExampleBot"]),
                    "usage": chance.choice(list(placet.Usage)).value, "url": url, "now": "2026-01-01T00:00:00Z"}
        if chance.random() < 0.3:
            question["headers"] = [["X-Robots-Tag", chance.choice(["noindex", "x: none", "max-snippet:3"])]]
        questions.append(question)
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    run = subprocess.run([command, "decide"], input=lines, capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(questions), run.stderr
    from datetime import datetime, timezone

    now = datetime(2026, 1, 1, tzinfo=timezone.utc)
    for question, answer in zip(questions, answers, strict=True):
        page = placet.PagePolicy(headers=question["headers"]) if "headers" in question else None
        bot = placet.parse(question["robots"].encode()).for_agent(question["agent"])
        decision = bot.may(question["usage"], question["url"], page=page, at=now)
        assert decision.verdict == answer["verdict"], question
        assert [str(condition) for condition in decision.conditions] == answer["conditions"], question
        if "reasons" in answer:
            assert decision.to_dict()["reasons"] == answer["reasons"], question
