"""Opens a fit that ``theodolite fit --out`` or ``Fit.save`` stored."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from .columns import Doubles, preferred_kind
from .errors import DataError, MissingProgram
from .fit import Fit, Origin, Parameter
from .instance import SAMPLER_COLUMNS
from .module import read_manifest
from .sampling import Chain, Sampled, Settings
from .table import LayoutTable, Subject

_AGAIN = "Copy the whole folder again from where it was written, or fit again and store the fit."
_SAMPLER = ("lp__", "accept_stat__", "stepsize__", "treedepth__", "n_leapfrog__", "divergent__", "energy__")


def open_fit(folder: str | Path) -> Fit:
    """The fit in a folder such as ``results/tesseract``, with its draws and what was found about it.

    It predicts, reports and draws figures as a fit that has just been made. The fitted rows are not stored: what needs
    them takes a table. Raises DataError if the folder holds no fit by sampling, or a file is absent or damaged.
    """
    path = Path(folder)
    summary = _summary_in(path)
    binary = _file(path, "model.wasm", summary)
    manifest = read_manifest(binary)
    made = summary.get("made", {})
    given = made.get("settings", {})
    sampler = summary["sampler"]
    settings = Settings(
        method=given.get("method", "nuts"),
        chains=sampler["chains"],
        warmup=given.get("warmup", sampler["warmup"]),
        draws=sampler["draws"],
        target_accept=given.get("targetAccept", 0.8),
        max_tree_depth=given.get("maxTreeDepth", 10),
        seed=int(given.get("seed", 1)),
        scouts=given.get("scouts", 32),
    )
    outcomes = {outcome: each["column"] for outcome, each in summary["outcomes"].items()}
    levels = {name: tuple(each) for name, each in summary["fitted"]["levels"].items()}
    subject = Subject(path.absolute().name, outcomes)
    table = LayoutTable(summary["rows"], np.arange(summary["rows"]), (subject,), {}, {}, levels)
    text = made.get("layout", {}).get("text")
    origin = Origin(
        binary=binary,
        layout=(text or "").encode(),
        layout_name=made.get("layout", {}).get("path", "the layout"),
        layout_text=text,
        table=table,
        subject=subject,
        cells=None,
        table_name=made.get("data", {}).get("path", "the table"),
        tables={},
        kind=preferred_kind(),
        bind={},
        filters=(),
        success=None,
        weight=made.get("data", {}).get("weight"),
        settings=settings,
        compile_seconds=sampler["compileSeconds"],
        hints=summary["hints"],
    )
    fit = Fit(manifest, origin, Sampled((), (), (), settings.scouts, sampler["samplingSeconds"]))
    rows = _draws_in(path, summary, fit.parameters).reshape(settings.chains, settings.draws, -1)
    none: Doubles = np.empty(0)
    chains = tuple(Chain(number, each, np.nan, None, none, none, {}) for number, each in enumerate(rows, 1))
    fit.restore(path.absolute(), summary, chains)
    return fit


def _summary_in(path: Path) -> dict[str, Any]:
    file = path / "summary.json"
    try:
        summary = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        inside = sorted(each.parent.name for each in path.glob("*/summary.json"))
        remedy = (
            f"Give one of the folders in it: {', '.join(inside)}."
            if inside
            else "Give the folder that `theodolite fit --out results` wrote for a column, such as results/tesseract."
        )
        raise DataError.of(f"There is no fit in {path}: it has no summary.json.", remedy) from None
    except (OSError, ValueError) as error:
        raise DataError.of(f"{file} cannot be read ({error}).", _AGAIN) from None
    if not isinstance(summary, dict) or "parameters" not in summary or "fitted" not in summary:
        raise DataError.of(f"{file} is no summary of a fit.", _AGAIN)
    if "method" in summary:
        raise DataError.of(
            f"{path} holds point estimates, and not draws.", "Read its summary.json, or fit by `nuts` or `smc`."
        )
    return summary


def _file(path: Path, name: str, summary: Mapping[str, Any]) -> bytes:
    """A file of the fit. Raises DataError unless it is as the fit wrote it."""
    file = path / name
    record = summary.get("files", {}).get(name)
    try:
        content = file.read_bytes()
    except OSError as error:
        what = error.strerror or type(error).__name__
        raise DataError.of(f"{file}, which belongs to the fit, cannot be read: {what}.", _AGAIN) from None
    if record is not None and hashlib.sha256(content).hexdigest() != record["sha256"]:
        raise DataError.of(f"{file} is not as the fit wrote it.", _AGAIN)
    return content


def _draws_in(path: Path, summary: Mapping[str, Any], parameters: tuple[Parameter, ...]) -> Doubles:
    """All draws, chain after chain, of shape (chains · draws, 7 + parameters)."""
    files = summary.get("files", {})
    expected = summary["sampler"]["chains"] * summary["sampler"]["draws"]
    if "draws.csv" in files:
        lines = [line for line in _file(path, "draws.csv", summary).decode().splitlines() if line[:1] != "#"]
        rows = np.loadtxt(lines[1:], delimiter=",", ndmin=2)
    elif "draws.parquet" in files:
        _file(path, "draws.parquet", summary)
        rows = _of_parquet(path / "draws.parquet", parameters)
    else:
        raise DataError.of(f"{path} holds no draws.", "Fit again with `--draws-as csv` or `--draws-as parquet`.")
    if rows.shape != (expected, SAMPLER_COLUMNS + len(parameters)):
        raise DataError.of(f"The draws in {path} are not those of its summary.", _AGAIN)
    return np.asarray(rows, dtype=np.float64)


def _of_parquet(path: Path, parameters: tuple[Parameter, ...]) -> Doubles:
    try:
        from pyarrow import parquet
    except ImportError:
        raise MissingProgram.of(
            "This needs the package pyarrow.", "Install it: `pip install 'theodolite[pyarrow]'`."
        ) from None
    names = [*_SAMPLER, *(parameter.name for parameter in parameters)]
    table = parquet.read_table(path, columns=names)
    return np.column_stack([np.asarray(table.column(name).to_numpy(), dtype=np.float64) for name in names])
