"""Compares the speed with Protego, urllib.robotparser and other parsers that are installed, in one run.

python bench.py [FOLDER]     FOLDER has robots.txt files; without it, files are generated

Install a release build first: maturin develop --release. Times are the best of several runs, and
those of placet and of another parser are measured in turns. The exit status is 1 if a bar is missed.
"""

import subprocess
import sys
import time
import urllib.robotparser
from pathlib import Path

import placet
import placet.protego
import placet.robotparser

missed = []


def best(functions, runs=5):
    """The shortest time of each function; they run in turns, so that all meet the same noise."""
    times = [float("inf")] * len(functions)
    for _ in range(runs):
        for number, function in enumerate(functions):
            start = time.perf_counter()
            function()
            times[number] = min(times[number], time.perf_counter() - start)
    return times


def generated(rules):
    lines = ["User-agent: *"]
    for number in range(rules):
        # A quarter of the rules of real files has wildcards.
        star = "*" if number % 4 == 0 else ""
        lines.append(f"{'Allow' if number % 7 == 0 else 'Disallow'}: /section{number}/{star}page{number % 13}")
    return "\n".join(lines) + "\n"


def report(text, is_met=True, bar=""):
    if not is_met:
        missed.append(text)
    print(text if is_met else f"{text}   MISSED: {bar}", flush=True)


def row(name, ours, others, bar=None):
    """One line; the bar is the ratio to Protego that must be reached."""
    shown = ", ".join(f"{who} {time / ours:.0f}x" for who, time in others.items())
    is_met = not bar or "protego" not in others or others["protego"] / ours >= bar
    report(f"{name:<44} {ours * 1e9:>9.0f} ns   {shown}", is_met, f"{bar}x")


def others():
    """Parsers by name: how to parse a text, and the method that answers, with the agent first or not."""

    def original(text):
        parser = urllib.robotparser.RobotFileParser()
        parser.parse(text.splitlines())
        return parser

    found = {"robotparser": (original, "can_fetch", True)}
    try:
        from protego import Protego

        found["protego"] = Protego.parse, "can_fetch", False
    except ImportError:
        pass
    try:
        from robots import RobotsParser

        found["robotspy"] = RobotsParser.from_string, "can_fetch", True
    except ImportError:
        pass
    try:
        from robotexclusionrulesparser import RobotExclusionRulesParser

        def exclusion(text):
            parser = RobotExclusionRulesParser()
            parser.parse(text)
            return parser

        found["robotexclusionrulesparser"] = exclusion, "is_allowed", True
    except ImportError:
        pass
    return found


def drop_in(text):
    parser = placet.robotparser.RobotFileParser()
    parser.parse(text.splitlines())
    return parser


def parsing(files):
    content = [text.encode() for text in files]
    found = others()
    ours = {
        "parse": lambda: [placet.parse(text) for text in content],
        "Protego.parse (drop-in)": lambda: [placet.protego.Protego.parse(text) for text in files],
        "RobotFileParser.parse (drop-in)": lambda: [drop_in(text) for text in files],
    }
    theirs = [lambda parse=parse: [parse(text) for text in files] for parse, _, _ in found.values()]
    times = [it / len(files) for it in best([*ours.values(), *theirs], 3)]
    their_times = dict(zip(found, times[len(ours):]))
    for name, taken in zip(ours, times):
        row(f"{name}, {len(files)} files", taken, their_times, None if "Robot" in name else 50)


def questions(rules, bar):
    text = generated(rules)
    urls = [f"https://example.com/section{number * 37 % (rules + 9)}/x/page{number % 13}" for number in range(50)]

    def each(ask, is_agent_first):
        if is_agent_first:
            return lambda: [ask("ExampleBot", url) for url in urls]
        return lambda: [ask(url, "ExampleBot") for url in urls]

    found = others()
    bot = placet.parse(text).for_agent("ExampleBot")
    ours = {
        "allows": lambda: [bot.allows(url) for url in urls],
        "Protego.can_fetch (drop-in)": each(placet.protego.Protego.parse(text).can_fetch, False),
        "RobotFileParser.can_fetch (drop-in)": each(drop_in(text).can_fetch, True),
        "may and str": lambda: [str(bot.may("crawl", url)) for url in urls],
    }
    theirs = [each(getattr(parse(text), method), first) for parse, method, first in found.values()]
    many = [lambda once=once: [once() for _ in range(40)] for once in ours.values()]
    times = [it / len(urls) for it in best([*many, *theirs], 15)]
    their_times = dict(zip(found, times[len(ours):]))
    for name, taken in zip(ours, times):
        row(f"{name}, {rules} rules", taken / 40, their_times, bar if name != "may and str" else None)


def batches(rows=1_000_000):
    try:
        import pyarrow as pa
    except ImportError:
        print("batches: pyarrow is not installed")
        return
    files = [generated(number % 40 + 1) for number in range(1000)]
    table = pa.table({
        "url": [f"https://example.com/section{number % 50}/page{number % 13}" for number in range(rows)],
        "robots": pa.array([files[number // 1000] for number in range(rows)]),
    })
    for detail in ("verdict", "reason", "full"):
        (seconds,) = best([lambda: placet.decide(table, agent="ExampleBot", detail=detail, keep=False)], 5)  # noqa: B023
        is_met = rows / seconds >= 1e6 or detail == "full"
        report(f"decide, detail={detail}: {rows / seconds / 1e6:.2f} million rows/s", is_met, "1 million")


def auditing(files):
    """As on Spark: one thread a task, the tables of the default audit."""
    try:
        import pyarrow as pa
    except ImportError:
        return
    origins = [f"https://site{number}.example" for number in range(len(files))]
    table = pa.table({"origin": origins, "robots": pa.array([text.encode() for text in files], pa.binary())})
    for threads in (1, None):
        (seconds,) = best([lambda: placet.audit(table, threads=threads)], 3)  # noqa: B023
        print(f"audit, {'one thread' if threads else 'all cores'}: {len(files) / seconds:.0f} files/s")


def importing():
    def start(code):
        return lambda: subprocess.run([sys.executable, "-c", code], check=True)

    with_it, bare = best([start("import placet"), start("pass")], 10)
    taken = (with_it - bare) * 1e3
    report(f"import placet: {taken:.1f} ms over a bare interpreter", taken <= 50, "50 ms")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        found = sorted(path for path in Path(sys.argv[1]).rglob("*") if path.is_file())
        files = [path.read_bytes().decode("utf-8", "replace") for path in found]
    else:
        files = [generated(number % 60 + 1) for number in range(300)]
    parsing(files)
    questions(10, 5)
    questions(1000, 100)
    batches()
    auditing(files)
    importing()
    sys.exit(bool(missed))
