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
        star = "*" if number % 10 == 0 else ""
        lines.append(f"{'Allow' if number % 7 == 0 else 'Disallow'}: /section{number}/{star}page{number % 13}")
    return "\n".join(lines) + "\n"


def row(name, ours, others):
    shown = ", ".join(f"{who} {time / ours:.0f}x" for who, time in others.items())
    print(f"{name:<44} {ours * 1e9:>12.0f} ns   {shown}")


def others():
    """Parsers by name: how to parse a text, and how to ask what was parsed."""

    def original(text):
        parser = urllib.robotparser.RobotFileParser()
        parser.parse(text.splitlines())
        return parser

    found = {"robotparser": (original, lambda it, url: it.can_fetch("ExampleBot", url))}
    try:
        from protego import Protego

        found["protego"] = Protego.parse, lambda it, url: it.can_fetch(url, "ExampleBot")
    except ImportError:
        pass
    try:
        from robots import RobotsParser

        found["robotspy"] = RobotsParser.from_string, lambda it, url: it.can_fetch("ExampleBot", url)
    except ImportError:
        pass
    return found


def parsing(files):
    count = len(files)
    times = {
        name: best(lambda: [parse(text) for text in files], 2) / count  # noqa: B023
        for name, (parse, _) in others().items()
    }
    content = [text.encode() for text in files]
    row(f"parse, {count} files", best(lambda: [placet.parse(text) for text in content]) / count, times)
    row("Protego.parse (drop-in)", best(lambda: [placet.protego.Protego.parse(text) for text in files]) / count, times)


def questions(rules):
    text = generated(rules)
    urls = [f"https://example.com/section{number * 37 % (rules + 9)}/x/page{number % 13}" for number in range(50)]

    def each(function, rounds=40):
        return best(lambda: [function(url) for _ in range(rounds) for url in urls]) / (rounds * len(urls))

    times = {}
    for name, (parse, ask) in others().items():
        parsed = parse(text)
        times[name] = each(lambda url: ask(parsed, url), 2)  # noqa: B023
    bot = placet.parse(text).for_agent("ExampleBot")
    drop_in = placet.protego.Protego.parse(text)
    row(f"allows, {rules} rules", each(bot.allows), times)
    row(f"Protego.can_fetch (drop-in), {rules} rules", each(lambda url: drop_in.can_fetch(url, "ExampleBot")), times)
    row(f"may and str, {rules} rules", each(lambda url: str(bot.may("crawl", url)), 4), times)


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
        print(f"decide, detail={detail}: {rows / seconds / 1e6:.2f} million rows/s")


def importing():
    def start(code):
        return best(lambda: subprocess.run([sys.executable, "-c", code], check=True), 7)

    print(f"import placet: {(start('import placet') - start('pass')) * 1e3:.1f} ms")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        found = sorted(path for path in Path(sys.argv[1]).rglob("*") if path.is_file())
        parsing([path.read_bytes().decode("utf-8", "replace") for path in found])
    else:
        parsing([generated(number % 60 + 1) for number in range(300)])
    for rules in (10, 1000):
        questions(rules)
    batches()
    importing()
