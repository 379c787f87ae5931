"""Tasks with placet.spark. Type-checked against the stubs where PySpark is installed."""

from __future__ import annotations

from pyspark.sql import DataFrame, SparkSession

import placet.spark


# 12. Spark -------------------------------------------------------------------------------------------
def audit_warc_files(spark: SparkSession, paths: DataFrame, out: str) -> list[tuple[str, int]]:
    files = placet.spark.read_warc(paths.repartition(max(1, paths.count())), path="warc").persist()
    frames = placet.spark.audit(files, agents=["GPTBot", "ClaudeBot"], tables=["sites", "access"]).persist()
    for name, frame in frames._asdict().items():
        if frame is not None:
            frame.write.mode("overwrite").parquet(f"{out}/{name}")
    frames.unpersist()

    placet.spark.register(spark)
    files.createOrReplaceTempView("files")
    rows = spark.sql("select placet_closed(robots, 'GPTBot') closed, count(*) n from files group by 1 order by 1").collect()
    files.unpersist()
    return [(row["closed"], row["n"]) for row in rows]
