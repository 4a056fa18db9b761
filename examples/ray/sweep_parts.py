"""Makes the parts of a sweep on Ray: python sweep_parts.py --parts 20 --out results LAYOUT.ml TABLE.csv [OPTIONS]"""

from __future__ import annotations

import argparse
import subprocess
import sys

import ray


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
    parser = argparse.ArgumentParser(description="Make the parts of a sweep on Ray, and merge them.")
    parser.add_argument("--parts", type=int, default=8, help="in how many parts the fits are divided")
    parser.add_argument("--out", default="results", metavar="DIR", help="a folder that all workers have")
    parser.add_argument("--address", help="a cluster that is running; else one is started here")
    parser.add_argument("--workers", type=int, default=2, help="how many workers are started here")
    given, sweep = parser.parse_known_args()
    sweep += ["--out", given.out]

    if given.address:
        ray.init(address=given.address)
    else:
        ray.init(num_cpus=given.workers, include_dashboard=False)
    # A worker that dies is no fault of its part, which goes on where it was.
    task = ray.remote(num_cpus=1, max_retries=-1)(make_part)
    left = [task.remote(part, given.parts, sweep) for part in range(1, given.parts + 1)]
    while left:
        [made], left = ray.wait(left, num_returns=1)
        print(f"Part {ray.get(made)} of {given.parts} is made.", file=sys.stderr, flush=True)
    ray.shutdown()
    sys.exit(subprocess.run(["theodolite", "sweep", "--merge", given.out]).returncode)


if __name__ == "__main__":
    main()
