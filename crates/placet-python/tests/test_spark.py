"""Spark gives the same rows as the local run."""

import importlib.util
import os
import shutil
import sys
from datetime import datetime, timezone
from pathlib import Path

import placet
import placet.arrow
import pytest
from conftest import warc

pa = pytest.importorskip("pyarrow")

AGENTS = ["GPTBot", "Googlebot"]
EVERY = ["sites", "access", "signals", "records", "findings"]
AT = datetime(2026, 1, 1, tzinfo=timezone.utc)


@pytest.fixture(scope="module")
def spark():
    if importlib.util.find_spec("pyspark") is None:
        pytest.skip("PySpark is not installed")
    if shutil.which("java") is None:
        pytest.skip("Java is not installed")
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.session.timeZone": "UTC",
        # Generating code for a query takes longer than these queries.
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    }
    builder = SparkSession.builder.master("local[2]").appName("placet")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


def frame_of(spark, table, tmp_path, files=4):
    """The table as a frame, in its order: read from Parquet files, a partition each."""
    import pyarrow.parquet as pq

    folder = tmp_path / "input"
    folder.mkdir()
    share = -(-table.num_rows // files)
    for number in range(files):
        pq.write_table(table.slice(number * share, share), folder / f"{number}.parquet")
    frames = [spark.read.parquet(str(path)).coalesce(1) for path in sorted(folder.iterdir())]
    whole = frames[0]
    for frame in frames[1:]:
        whole = whole.unionAll(frame)
    return whole


def plain(table):
    """A local table with the types that Spark has."""
    import placet.spark

    table = pa.table(table)
    return table.cast(placet.spark._plain(table.schema)).to_pylist()


def test_audit_equals_the_local_run(spark, real_files, tmp_path):
    import placet.spark

    frame = frame_of(spark, real_files, tmp_path)
    local = placet.audit(real_files, agents=AGENTS, tables=EVERY)
    frames = placet.spark.audit(frame, agents=AGENTS, tables=EVERY).persist()
    for name, table in local:
        found = getattr(frames, name).toArrow()
        assert found.column_names == table.column_names
        assert found.to_pylist() == plain(table), name
        assert getattr(frames, name).schema == placet.spark.audit_schema(name), name
    frames.unpersist()


def test_job_that_reads_warc_files(spark, real_files, tmp_path):
    import pyarrow.parquet as pq

    sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
    import spark_audit

    share = real_files.num_rows // 3
    paths = [str(tmp_path / f"{number}.warc.gz") for number in range(3)]
    for number, path in enumerate(paths):
        Path(path).write_bytes(warc(real_files.slice(number * share, share)))
    missing = str(tmp_path / "missing.warc.gz")
    pq.write_table(pa.table({"warc": [*paths, missing]}), tmp_path / "paths.parquet")
    out = tmp_path / "out"
    spark_audit.run(spark.read.parquet(str(tmp_path / "paths.parquet")), str(out), "warc", agents=AGENTS)
    for name in ("sites", "access", "signals"):
        found = spark.read.parquet(str(out / name)).toArrow().to_pylist()
        wanted = []
        for path in paths:
            wanted += plain(getattr(placet.audit(placet.arrow.read_warc(path), agents=AGENTS), name))
        if name == "sites":
            (failed,) = [row for row in found if row["source"] == missing]
            assert failed["outcome"] == "error" and "FileNotFoundError" in failed["error"]
            found.remove(failed)

        def order(row):
            return row["source"], row.get("agent"), row.get("path"), row.get("usage"), row.get("family")

        assert sorted(found, key=order) == sorted(wanted, key=order), name


def test_example(spark, tmp_path):
    import examples_spark

    robots = [b"User-agent: GPTBot\nDisallow: /\n", b"", b"User-agent: *\nDisallow: /a\n"]
    rows = {"origin": [f"https://site{it}.example" for it in range(3)], "robots": robots, "status": [200] * 3}
    (tmp_path / "a.warc.gz").write_bytes(warc(pa.table(rows)))
    paths = spark.createDataFrame([(str(tmp_path / "a.warc.gz"),)], "warc string")
    counted = examples_spark.audit_warc_files(spark, paths, str(tmp_path / "out"))
    assert counted == [("everything", 1), ("nothing", 1), ("part", 1)]
    assert spark.read.parquet(str(tmp_path / "out/access")).count() == 6


def test_decide_and_sql(spark, tmp_path):
    import placet.spark

    robots = ["User-agent: *\nDisallow: /a\n", "", None, "User-agent: GPTBot\nDisallow: /\n"]
    table = pa.table({"url": ["/a", "/a", "/a", "no url"], "robots": robots})
    frame = frame_of(spark, table, tmp_path, 2)
    for detail in ("verdict", "reason", "full"):
        found = placet.spark.decide(frame, agent="GPTBot", detail=detail, keep=["url"], at=AT)
        local = placet.decide(table, agent="GPTBot", detail=detail, keep=["url"], at=AT)
        assert found.toArrow().to_pylist() == plain(local)
        assert found.schema.fields[1:] == placet.spark.decide_schema(detail).fields
    with pytest.raises(placet.TableError, match="agent"):
        placet.spark.decide(frame)
    with pytest.raises(TypeError, match="client"):
        placet.spark.decide(frame, client=None)
    with pytest.raises(TypeError, match="agnet"):
        placet.spark.decide(frame, agnet="GPTBot")
    with pytest.raises(placet.TableError, match="origin"):
        placet.spark.audit(frame)
    with pytest.raises(placet.TableError, match="path"):
        placet.spark.read_warc(frame)
    assert placet.spark.register(spark) == ["placet_permitted", "placet_reason", "placet_closed"]
    frame.createOrReplaceTempView("files")
    rows = spark.sql(
        "select placet_permitted(robots, 'GPTBot', 'crawl', url) permitted, "
        "placet_reason(robots, 'GPTBot', 'crawl', url) reason, placet_closed(robots, 'GPTBot') closed from files"
    ).toArrow().to_pylist()
    assert [row["permitted"] for row in rows] == [False, True, None, None]
    assert rows[0]["reason"] == "robots.txt:2 Disallow: /a" and rows[2]["reason"] is None
    assert [row["closed"] for row in rows] == ["part", "nothing", None, "everything"]
