"""Fits a layout to each subject of a large table on Dask: python fit_groups.py LAYOUT.ml 'runs/*.csv' --by COLUMN"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import dask
import dask.dataframe as dd
import pandas as pd
import theodolite as th
from dask.distributed import Client, LocalCluster
from fit_subjects import build

NUMBERS = ("mean", "sd", "q5", "q50", "q95", "hdi95_lower", "hdi95_upper", "mcse", "ess_bulk", "ess_tail", "rhat")
EMPTY = pd.DataFrame({name: pd.Series(dtype=str) for name in ("subject", "status", "parameter", "unit")}).assign(
    **{name: pd.Series(dtype=float) for name in NUMBERS}
)


def fit_groups(part: pd.DataFrame, model: th.Model, by: str, outcome: str | None) -> pd.DataFrame:
    """The profiles of all subjects in a part of the table: a row per parameter."""
    profiles = [EMPTY]
    for subject, rows in part.groupby(by):
        # Parts come together in any order, and the draws depend on the order of the rows.
        fit = model.fit(rows.sort_values(list(rows.columns)), outcome=outcome, workers=1, progress=False)
        print(f"{subject}: fitted by process {os.getpid()}", file=sys.stderr, flush=True)
        profiles.append(fit.summary().reset_index().assign(subject=str(subject), status=fit.status)[list(EMPTY)])
    return pd.concat(profiles[1:] or profiles)


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit a layout to each subject of a large table on Dask.")
    parser.add_argument("layout", help="a layout (.ml)")
    parser.add_argument("table", help="tables (CSV) with a row for each task of each subject, such as 'runs/*.csv'")
    parser.add_argument("--by", required=True, metavar="COLUMN", help="the column that names the subject")
    parser.add_argument("--outcome", metavar="COLUMN", help="the column of the outcome")
    parser.add_argument("--out", default="results", type=Path, metavar="DIR", help="where the profiles go")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a cluster that is running; else one is started here")
    parser.add_argument("--parts", type=int, default=16, help="in how many parts the subjects are divided")
    given = parser.parse_args()

    # A worker that dies ends the exchange of rows, which then counts as a failure of all parts.
    dask.config.set({"distributed.scheduler.allowed-failures": 20})
    model = th.Model(build(given.layout))
    cluster = given.scheduler or LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with Client(cluster):
        # All rows of a subject come into one part.
        parts = dd.read_csv(given.table).shuffle(on=given.by, npartitions=given.parts)
        fits = parts.map_partitions(fit_groups, model, given.by, given.outcome, meta=EMPTY)
        summary = fits.compute().sort_values("subject", kind="stable")

    given.out.mkdir(parents=True, exist_ok=True)
    summary.to_csv(given.out / "summary.csv", index=False)


if __name__ == "__main__":
    main()
