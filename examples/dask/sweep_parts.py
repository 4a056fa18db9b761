"""Makes the parts of a sweep on Dask: python sweep_parts.py --parts 20 --out results LAYOUT.ml TABLE.csv [OPTIONS]"""

from __future__ import annotations

import argparse
import subprocess
import sys

import dask
from dask.distributed import Client, LocalCluster, as_completed


def make_part(part: int, parts: int, sweep: list[str]) -> int:
    """A task: one part of the sweep, begun again if its process is killed. What was made before is kept."""
    command = ["theodolite", "sweep", *sweep, "--workers", "1", "--shard", f"{part}/{parts}"]
    while True:
        ended = subprocess.run(command, capture_output=True, text=True)
        # A killed process has a negative status, or from a shell one above 128.
        if 0 <= ended.returncode <= 128:
            break
    if ended.returncode != 0:
        raise RuntimeError(f"Part {part} of {parts}: {ended.stderr}")
    return part


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the parts of a sweep on Dask, and merge them.")
    parser.add_argument("--parts", type=int, default=8, help="in how many parts the fits are divided")
    parser.add_argument("--out", default="results", metavar="DIR", help="a folder that all workers have")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a cluster that is running; else one is started here")
    parser.add_argument("--workers", type=int, default=2, help="how many workers are started here")
    given, sweep = parser.parse_known_args()
    sweep += ["--out", given.out]

    # A worker that dies is no fault of its part, which goes on where it was.
    dask.config.set({"distributed.scheduler.allowed-failures": 1000})
    cluster = given.scheduler or LocalCluster(n_workers=given.workers, threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client:
        parts = range(1, given.parts + 1)
        for task in as_completed([client.submit(make_part, part, given.parts, sweep, pure=False) for part in parts]):
            print(f"Part {task.result()} of {given.parts} is made.", file=sys.stderr, flush=True)
    sys.exit(subprocess.run(["theodolite", "sweep", "--merge", given.out]).returncode)


if __name__ == "__main__":
    main()
