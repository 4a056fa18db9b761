"""Fits a layout to each subject of a table on Dask: python fit_subjects.py LAYOUT.ml TABLE.csv --by COLUMN"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import tempfile
import warnings
from pathlib import Path

import pandas as pd
import theodolite as th
from dask.distributed import Client, LocalCluster, as_completed


def build(layout: str) -> bytes:
    """The compiled module of a layout. Who has it needs no compiler."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "layout.wasm"
        th.command(["build", layout, "-o", str(path)])
        return path.read_bytes()


def fit_subject(model: th.Model, subject: str, rows: pd.DataFrame, outcome: str | None) -> tuple[str, int]:
    """A task: the profile of a subject as CSV, a row per parameter, and the number of the process that made it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", th.FitWarning)  # The column `status` says it.
        fit = model.fit(rows, outcome=outcome, workers=1, progress=False)
    profile = fit.summary().reset_index()
    profile.insert(0, "subject", subject)
    profile.insert(1, "status", fit.status)
    return profile.to_csv(index=False), os.getpid()


def write(path: Path, text: str) -> None:
    """Writes a file so that it is there in whole or not at all."""
    unfinished = path.with_suffix(".part")
    unfinished.write_text(text)
    os.replace(unfinished, path)


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit a layout to each subject of a table on Dask.")
    parser.add_argument("layout", help="a layout (.ml)")
    parser.add_argument("table", help="a table (CSV) with a row for each task of each subject")
    parser.add_argument("--by", required=True, metavar="COLUMN", help="the column that names the subject")
    parser.add_argument("--outcome", metavar="COLUMN", help="the column of the outcome")
    parser.add_argument("--out", default="results", type=Path, metavar="DIR", help="where the profiles go")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a cluster that is running; else one is started here")
    parser.add_argument("--workers", type=int, default=2, help="how many workers are started here")
    given = parser.parse_args()

    module = build(given.layout)
    model = th.Model(module)
    subjects = {str(name): rows for name, rows in pd.read_csv(given.table).groupby(given.by)}
    # A profile is kept under a digest of all that it depends on, so that a second run makes only what is missing.
    fits = given.out / "fits"
    fits.mkdir(parents=True, exist_ok=True)
    paths = {}
    for subject, rows in subjects.items():
        parts = (th.__version__, subject, given.outcome, rows.to_csv())
        paths[subject] = fits / f"{hashlib.sha256(module + repr(parts).encode()).hexdigest()}.csv"
    missing = [subject for subject, path in paths.items() if not path.exists()]
    print(f"{len(missing)} of {len(subjects)} subjects are to be fitted.", file=sys.stderr, flush=True)

    cluster = given.scheduler or LocalCluster(n_workers=given.workers, threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client:
        tasks = {client.submit(fit_subject, model, each, subjects[each], given.outcome): each for each in missing}
        for task in as_completed(tasks):
            profile, process = task.result()
            write(paths[tasks[task]], profile)
            print(f"{tasks[task]}: fitted by process {process}", file=sys.stderr, flush=True)
            task.release()

    profiles = [path.read_text().partition("\n") for path in paths.values()]
    write(given.out / "summary.csv", profiles[0][0] + "\n" + "".join(rows for _, _, rows in profiles))


if __name__ == "__main__":
    main()
