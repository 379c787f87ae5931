"""Audits the robots.txt responses of WARC files on Spark.

    spark-submit spark_audit.py PATHS OUT [COLUMN]

PATHS is a table (Parquet) with a column of paths of WARC files, ``path`` if not named. OUT gets a folder of
Parquet files for each table of the audit, and each WARC file is read once.
"""

import sys

from pyspark.sql import SparkSession

import placet.spark


def run(paths, out, column="path", **settings):
    """Audits the files that a frame of paths names, and writes the tables."""
    # One file a task: a WARC file of a crawl takes seconds, and Spark repeats what fails.
    files = placet.spark.read_warc(paths.repartition(max(1, paths.count())), path=column)
    frames = placet.spark.audit(files, **settings).persist()
    for name, frame in frames._asdict().items():
        if frame is not None:
            frame.write.mode("overwrite").parquet(f"{out}/{name}")
    frames.unpersist()


if __name__ == "__main__":
    spark = SparkSession.builder.appName("placet audit").getOrCreate()
    run(spark.read.parquet(sys.argv[1]), *sys.argv[2:])
