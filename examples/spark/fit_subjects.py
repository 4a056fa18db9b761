"""Fits a layout to each subject of a table on Spark: python fit_subjects.py LAYOUT.ml TABLE.csv --by COLUMN"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import theodolite as th
from pyspark.sql import SparkSession

NUMBERS = ("mean", "sd", "q5", "q50", "q95", "hdi95_lower", "hdi95_upper", "mcse", "ess_bulk", "ess_tail", "rhat")
SCHEMA = "subject string, status string, parameter string, unit string, " + ", ".join(f"{n} double" for n in NUMBERS)


def build(layout: str) -> bytes:
    """The compiled module of a layout. Who has it needs no compiler."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "layout.wasm"
        th.command(["build", layout, "-o", str(path)])
        return path.read_bytes()


def fitting(model: th.Model, by: str, outcome: str | None) -> Callable[[pd.DataFrame], pd.DataFrame]:
    """What Spark does with the rows of each subject: it makes a row per parameter."""

    def fit_subject(rows: pd.DataFrame) -> pd.DataFrame:
        # Spark hands over the rows in any order, and the draws depend on it.
        rows = rows.sort_values(list(rows.columns))
        subject = str(rows[by].iloc[0])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", th.FitWarning)  # The column `status` says it.
            fit = model.fit(rows, outcome=outcome, workers=1, progress=False)
        print(f"{subject}: fitted by process {os.getpid()}", file=sys.stderr, flush=True)
        return fit.summary().reset_index().assign(subject=subject, status=fit.status)

    return fit_subject


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit a layout to each subject of a table on Spark.")
    parser.add_argument("layout", help="a layout (.ml)")
    parser.add_argument("table", help="tables (CSV) with a row for each task of each subject, such as 'runs/*.csv'")
    parser.add_argument("--by", required=True, metavar="COLUMN", help="the column that names the subject")
    parser.add_argument("--outcome", metavar="COLUMN", help="the column of the outcome")
    parser.add_argument("--out", default="results", type=Path, metavar="DIR", help="where the profiles go")
    parser.add_argument("--master", default="local[2,8]", help="the cluster; 2 workers here, and 8 tries of each task")
    given = parser.parse_args()

    if given.master.startswith("local"):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # Else Spark takes the `python3` on the path.
    model = th.Model(build(given.layout))
    spark = SparkSession.builder.master(given.master).appName("theodolite").getOrCreate()
    runs = spark.read.csv(given.table, header=True, inferSchema=True)
    # About one subject in each task. Without this, Spark puts a small table into one task.
    runs = runs.repartition(runs.select(given.by).distinct().count(), given.by)
    fits = runs.groupBy(given.by).applyInPandas(fitting(model, given.by, given.outcome), SCHEMA)
    summary = fits.toPandas().sort_values("subject", kind="stable")
    spark.stop()

    given.out.mkdir(parents=True, exist_ok=True)
    summary.to_csv(given.out / "summary.csv", index=False)


if __name__ == "__main__":
    main()
