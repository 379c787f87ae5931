"""Compares the speed with Protego and urllib.robotparser, in one run.

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


def parsing(files):
    ours = best(lambda: [placet.parse(text.encode()) for text in files])
    drop_in = best(lambda: [placet.protego.Protego.parse(text) for text in files])
    others = {}
    try:
        from protego import Protego

        others["protego"] = best(lambda: [Protego.parse(text) for text in files], 2)
    except ImportError:
        pass

    def original():
        for text in files:
            parser = urllib.robotparser.RobotFileParser()
            parser.parse(text.splitlines())

    others["robotparser"] = best(original, 2)
    count = len(files)
    row(f"parse, of {count} files each", ours / count, {k: v / count for k, v in others.items()})
    row("the same, drop-in for Protego", drop_in / count, {k: v / count for k, v in others.items()})


def questions(rules):
    text = generated(rules)
    urls = [f"https://example.com/section{number * 37 % (rules + 9)}/x/page{number % 13}" for number in range(50)]
    rounds = 40

    def times(function, many=rounds):
        return best(lambda: [function(url) for _ in range(many) for url in urls]) / (many * len(urls))

    bot = placet.parse(text).for_agent("ExampleBot")
    drop_in = placet.protego.Protego.parse(text)
    others = {}
    try:
        from protego import Protego

        other = Protego.parse(text)
        others["protego"] = times(lambda url: other.can_fetch(url, "ExampleBot"), 2)
    except ImportError:
        pass
    parser = urllib.robotparser.RobotFileParser()
    parser.parse(text.splitlines())
    others["robotparser"] = times(lambda url: parser.can_fetch("ExampleBot", url), 2)
    row(f"allows, {rules} rules", times(bot.allows), others)
    row(f"can_fetch (drop-in), {rules} rules", times(lambda url: drop_in.can_fetch(url, "ExampleBot")), others)
    row(f"may and str, {rules} rules", times(lambda url: str(bot.may("crawl", url)), 4), others)


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
