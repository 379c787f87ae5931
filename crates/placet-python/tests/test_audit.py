"""Audits of tables and of WARC files."""

import gzip
import io
import pickle
import subprocess

import placet
import placet.arrow
import pytest
from conftest import warc

pa = pytest.importorskip("pyarrow")

AGENTS = ["GPTBot", "Googlebot", "CCBot"]
EVERY = ("sites", "access", "signals", "records", "findings")
FILES = {
    "origin": ["example.com", "https://example.org", "http://example.net:8080/robots.txt", "ftp://example.com", "example.edu"],
    "robots": ["User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nCrawl-delay: 2\nDisallow: /a\n", "", None, "", None],
    "status": [200, 404, 503, 200, None],
}


@pytest.fixture
def files():
    return pa.table(FILES)


def test_rows_are_what_is_asked_one_by_one(real_files):
    """Every row of ``access`` equals what the other functions of the package answer."""
    tables = placet.audit(real_files, agents=AGENTS, usages=["crawl", "train-ai"], tables=EVERY)
    sites = tables.sites.to_pylist()
    assert [row["source"] for row in sites] == real_files["source"].to_pylist()
    access = {(row["source"], row["agent"]): row for row in tables.access.to_pylist()}
    records, findings = {}, {}
    for row in tables.records.to_pylist():
        records.setdefault(row["source"], []).append((row["line"], row["key"], row["value"]))
    for row in tables.findings.to_pylist():
        findings.setdefault(row["source"], {})[row["rule"]] = row["count"]
    checked = 0
    for site, row in zip(sites, real_files.to_pylist()):
        if site["outcome"] not in ("available", "unavailable", "unreachable"):
            assert (row["source"], "GPTBot") not in access
            continue
        response = placet.Site.from_response(row["origin"] + "/robots.txt", row["status"] or 200, row["robots"])
        policy = response.policy
        for agent in AGENTS:
            bot, found = policy.for_agent(agent), access[row["source"], agent]
            assert found["may_crawl"] == bot.allows(row["origin"] + "/"), row["source"]
            assert found["may_train_ai"] == bot.may("train-ai", row["origin"] + "/").permitted, row["source"]
            assert found["crawl_delay"] == bot.crawl_delay, row["source"]
            if found["extent"] != "undetermined":
                extent = bot.extent()
                assert found["extent"] == extent.closed.value, row["source"]
                assert found["lines"] == [it.line for it in extent.lines][:16], row["source"]
            checked += 1
        if site["outcome"] == "available":
            assert site["rules"] == sum(len(group.rules) for group in policy.groups)
            own = [(it.line, it.key, it.value) for it in policy.records]
            assert records.get(row["source"], []) == own, row["source"]
            counted = {}
            for finding in placet.lint(row["robots"]):
                counted[finding.code] = counted.get(finding.code, 0) + 1
            assert findings.get(row["source"], {}) == counted, row["source"]
    assert checked > 1000


def test_tables_are_those_of_the_command(command, real_files, tmp_path):
    """The command ``placet audit`` gives the same tables for the same files, in a WARC file and in Parquet."""
    import pyarrow.parquet as pq

    packed, table = tmp_path / "robots.warc.gz", tmp_path / "robots.parquet"
    packed.write_bytes(warc(real_files))
    pq.write_table(real_files, table)
    # The command identifies a row of a Parquet file by its number.
    numbers = [f"{table}:{number}" for number in range(real_files.num_rows)]
    numbered = real_files.set_column(real_files.column_names.index("source"), "source", pa.array(numbers))
    questions = {"agents": AGENTS, "usages": ["crawl", "train-ai"], "paths": ["/a"], "tables": EVERY}
    asked = ["--agent", ",".join(AGENTS), "--usage", "crawl,train-ai", "--paths", "/a", "--tables", ",".join(EVERY)]
    for path, files in ((packed, placet.arrow.read_warc(packed)), (table, numbered)):
        out = tmp_path / path.stem
        ran = subprocess.run([command, "audit", str(path), "--output", str(out), *asked], capture_output=True, text=True, check=False)
        assert ran.returncode in (0, 1), ran.stderr
        for name, own in placet.audit(files, **questions):
            written = pa.concat_tables(pq.read_table(it) for it in sorted((out / name).glob("*.parquet")))
            assert written.schema.names == own.column_names, name
            assert written.to_pylist() == own.to_pylist(), (path.name, name)


def test_rows_do_not_depend_on_threads_and_batches(real_files):
    whole = placet.audit(real_files, agents=AGENTS, tables=EVERY)
    small = pa.Table.from_batches(real_files.to_batches(max_chunksize=7))
    for table, threads in ((real_files, 1), (small, 3)):
        for (name, one), (_, other) in zip(whole, placet.audit(table, agents=AGENTS, tables=EVERY, threads=threads), strict=True):
            assert pa.table(one).combine_chunks() == pa.table(other).combine_chunks(), name


def test_outcomes(files):
    tables = placet.audit(files, agents=["GPTBot"], paths=["/a"])
    rows = tables.sites.to_pylist()
    assert [row["outcome"] for row in rows] == ["available", "unavailable", "unreachable", "error", "unreachable"]
    assert [row["origin"] for row in rows][:3] == ["https://example.com", "https://example.org", "http://example.net:8080"]
    assert rows[0]["source"] == "https://example.com/robots.txt" and "ftp://" in rows[3]["error"]
    access = {row["origin"]: row for row in tables.access.to_pylist()}
    assert [access[row["origin"]]["extent"] for row in rows[:3]] == ["everything", "nothing", "everything"]
    assert access["https://example.org"]["may_crawl /a"] is True


def test_tables(files):
    tables = placet.audit(files, tables=["sites"])
    assert [name for name, _ in tables] == ["sites"] and "sites: 5 rows" in repr(tables)
    with pytest.raises(AttributeError, match="tables="):
        tables.access  # noqa: B018
    assert pickle.loads(pickle.dumps(tables)) == tables
    import polars as pl

    named = pl.DataFrame(FILES).rename({"robots": "body"})
    assert placet.audit(named, columns={"robots": "body"}, tables=["sites"]).sites.to_polars()["outcome"][0] == "available"


@pytest.mark.parametrize(("settings", "error"), [
    ({"columns": {"robots": "none"}}, placet.TableError),
    ({"columns": {"body": "robots"}}, placet.UnknownNameError),
    ({"tables": ["site"]}, placet.UnknownNameError),
    ({"usages": ["crwal"]}, placet.UnknownNameError),
    ({"signals": ["none"]}, placet.UnknownNameError),
    ({"paths": ["a"]}, placet.ConfigError),
    ({"agents": [""]}, placet.ConfigError),
    ({"agents": "GPTBot"}, TypeError),
])
def test_mistakes(files, settings, error):
    with pytest.raises(error):
        placet.audit(files, **settings)
    with pytest.raises(placet.TableError, match="robots"):
        placet.audit(files.drop_columns(["robots"]))
    with pytest.raises(placet.TableError, match="status"):
        placet.audit(files.set_column(2, "status", pa.array(["200"] * 5)))


def test_warc(real_files, tmp_path):
    """A WARC file gives the same rows as a table of the same answers."""
    content = warc(real_files)
    path = tmp_path / "robots.warc.gz"
    path.write_bytes(content)
    table = placet.arrow.read_warc(path, batch_rows=100).read_all()
    rows = pa.table(table)
    assert rows["robots"].to_pylist() == [it[:512_001] for it in real_files["robots"].to_pylist()]
    assert rows["source"][0].as_py() == f"{path}@0"
    opened = placet.arrow.read_warc(io.BytesIO(content), name=str(path)).read_all()
    assert pa.table(opened).combine_chunks() == rows.combine_chunks()
    read = placet.audit(placet.arrow.read_warc(path), agents=AGENTS, tables=EVERY)
    same = rows.set_column(2, "status", pa.array([it or 200 for it in real_files["status"].to_pylist()], pa.int32()))
    for (name, one), (_, other) in zip(read, placet.audit(same, agents=AGENTS, tables=EVERY), strict=True):
        assert pa.table(one).combine_chunks() == pa.table(other).combine_chunks(), name
    assert table.to_pylist()[0]["headers"] == [{"name": "Content-Type", "value": "text/plain"}]


def test_damaged_warc(files, tmp_path):
    content = warc(pa.table({**FILES, "robots": [it.encode() if it else b"" for it in FILES["robots"]]}))
    rows = placet.arrow.read_warc(io.BytesIO(content[:-20]), name="cut").read_all().to_pylist()
    assert len(rows) >= 3 and "cut" in rows[-1]["error"] and rows[-1]["robots"] is None
    outcome = placet.audit(placet.arrow.read_warc(io.BytesIO(content[:-20]), name="cut"), tables=["sites"]).sites.to_pylist()
    assert outcome[-1]["outcome"] == "error"
    with pytest.raises(FileNotFoundError):
        placet.arrow.read_warc(tmp_path / "none.warc.gz")

    class Broken(io.BytesIO):
        def read(self, size=-1):
            raise OSError("the connection was lost")

    (row,) = placet.arrow.read_warc(Broken(), name="remote").read_all().to_pylist()
    assert "the connection was lost" in row["error"]
    plain = gzip.decompress(content)
    assert len(placet.arrow.read_warc(io.BytesIO(plain)).read_all()) == len(placet.arrow.read_warc(io.BytesIO(content)).read_all())
