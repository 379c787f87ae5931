"""Compares the speed with Protego, urllib.robotparser and robotspy, in one run.

python bench.py [FOLDER]     FOLDER has robots.txt files; without it, files are generated

Install a release build first: maturin develop --release. Times are the best of several runs.
"""

import subprocess
import sys
import time
import urllib.robotparser
from pathlib import Path

import placet
import placet.protego
import placet.robotparser


def best(function, runs=5):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def generated(rules):
    lines = ["User-agent: *"]
    for number in range(rules):
        # A quarter of the rules of real files has wildcards.
        star = "*" if number % 4 == 0 else ""
        lines.append(f"{'Allow' if number % 7 == 0 else 'Disallow'}: /section{number}/{star}page{number % 13}")
    return "\n".join(lines) + "\n"


def row(name, ours, others, bar=None):
    """One line; the bar is the ratio to Protego that must be reached."""
    shown = ", ".join(f"{who} {time / ours:.0f}x" for who, time in others.items())
    missed = bar and "protego" in others and others["protego"] / ours < bar
    print(f"{name:<40} {ours * 1e9:>9.0f} ns   {shown}{f'   MISSED: {bar}x' if missed else ''}")


def others():
    """Parsers by name: how to parse a text, and how to ask what was parsed about some URLs."""

    def original(text):
        parser = urllib.robotparser.RobotFileParser()
        parser.parse(text.splitlines())
        return parser

    def agent_first(parsed, urls):
        ask = parsed.can_fetch
        return [ask("ExampleBot", url) for url in urls]

    def url_first(parsed, urls):
        ask = parsed.can_fetch
        return [ask(url, "ExampleBot") for url in urls]

    found = {"robotparser": (original, agent_first)}
    try:
        from protego import Protego

        found["protego"] = Protego.parse, url_first
    except ImportError:
        pass
    try:
        from robots import RobotsParser

        found["robotspy"] = RobotsParser.from_string, agent_first
    except ImportError:
        pass
    return found, url_first


def parsing(files):
    count = len(files)
    times = {
        name: best(lambda: [parse(text) for text in files], 2) / count  # noqa: B023
        for name, (parse, _) in others()[0].items()
    }
    content = [text.encode() for text in files]
    row(f"parse, {count} files", best(lambda: [placet.parse(text) for text in content]) / count, times, 50)
    row("Protego.parse (drop-in)", best(lambda: [placet.protego.Protego.parse(text) for text in files]) / count, times, 50)


def questions(rules, bar):
    text = generated(rules)
    urls = [f"https://example.com/section{number * 37 % (rules + 9)}/x/page{number % 13}" for number in range(50)]

    def each(ask, rounds=40):
        return best(lambda: [ask(urls) for _ in range(rounds)]) / (rounds * len(urls))

    found, url_first = others()
    times = {}
    for name, (parse, ask) in found.items():
        parsed = parse(text)
        times[name] = each(lambda urls: ask(parsed, urls), 2)  # noqa: B023
    bot = placet.parse(text).for_agent("ExampleBot")
    drop_in = placet.protego.Protego.parse(text)
    row(f"allows, {rules} rules", each(lambda urls: [bot.allows(url) for url in urls]), times, bar)
    row(f"Protego.can_fetch (drop-in), {rules} rules", each(lambda urls: url_first(drop_in, urls)), times, bar)
    row(f"may and str, {rules} rules", each(lambda urls: [str(bot.may("crawl", url)) for url in urls], 4), times)


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
    for detail in ("verdict", "reason"):
        seconds = best(lambda: placet.decide(table, agent="ExampleBot", detail=detail, keep=False), 3)  # noqa: B023
        missed = "   MISSED: 1 million" if rows / seconds < 1e6 else ""
        print(f"decide, detail={detail}: {rows / seconds / 1e6:.2f} million rows/s{missed}")


def auditing(files):
    """As on Spark: one thread a task, the tables of the default audit."""
    try:
        import pyarrow as pa
    except ImportError:
        return
    origins = [f"https://site{number}.example" for number in range(len(files))]
    table = pa.table({"origin": origins, "robots": pa.array([text.encode() for text in files], pa.binary())})
    for threads in (1, None):
        seconds = best(lambda: placet.audit(table, threads=threads), 2)  # noqa: B023
        print(f"audit, {'one thread' if threads else 'all cores'}: {len(files) / seconds:.0f} files/s")


def importing():
    def start(code):
        return best(lambda: subprocess.run([sys.executable, "-c", code], check=True), 7)

    taken = (start("import placet") - start("pass")) * 1e3
    print(f"import placet: {taken:.1f} ms{'   MISSED: 50 ms' if taken > 50 else ''}")


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
