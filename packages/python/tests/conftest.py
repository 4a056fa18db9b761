"""What the tests share: the clone, the command, and worked layouts with their tables."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from theodolite.node import companion

ROOT = Path(__file__).resolve().parents[3]
LAYOUTS = ROOT / "stdlib-layouts"
os.environ.setdefault("THEODOLITE_PACKAGE", str(ROOT))

ALL = os.environ.get("THEODOLITE_CASES") == "all"
"""Whether all cases are tried; otherwise the few that cover most."""

only_in_all = pytest.mark.skipif(not ALL, reason="tried with THEODOLITE_CASES=all")

SHORT: dict[str, Any] = {"chains": 2, "warmup": 150, "draws": 100, "seed": 7}

READING = """layout Reading

unit px

demand height_px : px in [1, 200]
demand blur_px   : px in [0, 20]

capability acuity        : 1 / px ~ uniform(0, 0.25)
capability blurTolerance : px ~ half_normal(2 * sd(blur_px))
robustness slip          : probability ~ beta(1, 9)

let sees    = log_margin(acuity, 1 / height_px, steepness = 6)
let unblurs = margin(blurTolerance, blur_px, steepness = 2.5)

observe read ~ bernoulli(downscale(slip, sees and unblurs))
"""


def command(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the command of the clone, as its users do."""
    line = ["node", str(ROOT / "dist" / "cli" / "main.js"), *map(str, arguments)]
    return subprocess.run(line, capture_output=True, encoding="utf-8", cwd=cwd)


def options(settings: dict[str, Any]) -> list[str]:
    """Settings as options of the command."""
    return [part for name, value in settings.items() for part in (f"--{name.replace('_', '-')}", str(value))]


def read_csv(path: Path) -> dict[str, list[Any]]:
    """The columns of a table, as pandas reads them: numbers where all cells are."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {name: _column([row[name] for row in rows]) for name in rows[0]}


def _column(cells: list[str]) -> list[Any]:
    try:
        return [None if cell == "" else float(cell) for cell in cells]
    except ValueError:
        return [None if cell == "" else cell for cell in cells]


def write_jsonl(path: Path, data: dict[str, list[Any]]) -> None:
    """A table whose cells have types, for the command."""
    lines = (json.dumps(dict(zip(data, row)), allow_nan=False) for row in zip(*data.values()))
    path.write_text("\n".join(lines) + "\n", "utf-8")


@pytest.fixture(scope="session")
def words() -> dict[str, list[Any]]:
    """Readings of 3000 images of words."""
    return read_csv(LAYOUTS / "ocr" / "words.csv")


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compiled modules are kept for these tests alone."""
    os.environ["THEODOLITE_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Short chains do not converge, and that is no concern of most tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.fixture
def without_node(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Called, it takes Node away until the end of the test."""

    def take_away() -> None:
        companion.close()
        monkeypatch.setenv("THEODOLITE_NODE", "")

    return take_away
