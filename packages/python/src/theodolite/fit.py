"""A fit: the draws of a posterior, what they say, and whether they may be used."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .columns import Cells, Doubles, cell_text, make_table, open_table, plain
from .errors import DataError, MissingProgram, SettingError, TheodoliteError
from .figures import Figure, Plots, options_of
from .filters import RowFilter, Rows, read_filters
from .instance import SAMPLER_COLUMNS
from .levels import called_name
from .module import Manifest
from .node import as_arguments, companion, find_node, run_command
from .profile import HEADS, html_profile, profile_row, shown_places, text_table
from .row_tables import main_part
from .sampling import Chain, Sampled, Settings
from .statistics import energy_information, summarise
from .table import LayoutTable, Subject, read_table

_STATS = ("lp", "acceptance_rate", "step_size", "tree_depth", "n_steps", "diverging", "energy")
"""The sampler's columns by ArviZ's names, in their order in a draw."""


@dataclass(frozen=True)
class Finding:
    """Something about a fit that its user should know."""

    weight: str
    """``fatal``: do not use the numbers; ``caution``: use them with care; ``note``."""
    message: str
    remedy: str
    kind: str = ""


@dataclass(frozen=True)
class Parameter:
    """One number of a draw."""

    name: str
    """``theta[Ada]`` for the level ``Ada`` of the latent ``theta``."""
    latent: Mapping[str, Any]
    """Its latent or report in the manifest."""
    level: str | None


@dataclass
class Origin:
    """What was fitted, and how: everything that the companion needs to judge and store it."""

    binary: bytes
    layout: bytes
    """The file: the text of the layout, or the module that was built before."""
    layout_name: str
    layout_text: str | None
    table: LayoutTable
    subject: Subject
    cells: Mapping[str, Cells] | None
    """The cells of the fitted rows, by the table's own names; None for a fit that was opened from a folder."""
    table_name: str
    tables: Mapping[str, str]
    """By the name of each table beside the main one, what it was given as."""
    kind: str
    bind: Mapping[str, str]
    filters: tuple[RowFilter, ...]
    success: tuple[str, ...] | None
    weight: Mapping[str, str] | None
    settings: Settings
    compile_seconds: float
    hints: list[dict[str, Any]]


class Fit:
    """The posterior of a layout given a table. ``Model.fit`` makes it; ``print(fit)`` shows its profile."""

    name: str
    """The column of the outcome."""
    manifest: Manifest
    parameters: tuple[Parameter, ...]
    """One for each number of a draw, in order."""

    def __init__(self, manifest: Manifest, origin: Origin, sampled: Sampled) -> None:
        self.name = origin.subject.name
        self.manifest = manifest
        self._origin = origin
        self._sampled = sampled
        self.parameters = tuple(_parameters_of(manifest, origin.table.levels))
        self._summary: dict[str, Any] | None = None
        self._text: str | None = None
        self._folder: Path | None = None

    def __getstate__(self) -> dict[str, Any]:
        # A folder is of one process.
        return {name: each for name, each in self.__dict__.items() if name not in ("_folder", "plot")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._folder = None

    def restore(self, folder: Path, summary: dict[str, Any], chains: tuple[Chain, ...]) -> None:
        """Makes it the fit that is stored in a folder."""
        self._sampled = replace(self._sampled, chains=chains, every=chains)
        self._folder = folder
        self._summary = summary

    # Draws.

    @cached_property
    def draws(self) -> Mapping[str, Doubles]:
        """By latent or report, an array of shape (chains, draws), or (chains, draws, levels) if it is indexed."""
        rows = np.stack([chain.rows for chain in self._sampled.chains])
        found: dict[str, Doubles] = {}
        at = SAMPLER_COLUMNS
        for latent in quantities_of(self.manifest):
            if "index" in latent:
                count = len(self.levels[latent["index"]])
                found[latent["name"]] = rows[:, :, at : at + count]
            else:
                count = 1
                found[latent["name"]] = rows[:, :, at]
            at += count
        return found

    @cached_property
    def sample_stats(self) -> Mapping[str, npt.NDArray[Any]]:
        """The sampler's numbers by ArviZ's names, each of shape (chains, draws)."""
        rows = np.stack([chain.rows for chain in self._sampled.chains])
        found: dict[str, npt.NDArray[Any]] = {name: rows[:, :, at] for at, name in enumerate(_STATS)}
        for name in ("tree_depth", "n_steps"):
            found[name] = found[name].astype(np.int64)
        found["diverging"] = found["diverging"] != 0
        return found

    @property
    def levels(self) -> Mapping[str, tuple[str, ...]]:
        """The names of each category's levels, in the order of the draws."""
        return self._origin.table.levels

    @property
    def settings(self) -> Settings:
        """How it was sampled."""
        return self._origin.settings

    @property
    def seconds(self) -> float:
        """Wall time of sampling, scouts included."""
        return self._sampled.seconds

    # What they say.

    def judge(self) -> Fit:
        """Has the draws judged by the companion if that has not been done; needs Node.

        A fit by a module is not judged where there is no Node; after unpickling it where there is one, this does it.
        """
        if self._summary is None:
            answer = companion.ask("describe", self._request(), self._buffers())
            self._summary, self._text = answer.head["summary"], answer.head["text"]
        return self

    @property
    def is_judged(self) -> bool:
        """Whether the draws were judged, so that ``status`` and ``findings`` say what the command says."""
        return self._summary is not None

    @cached_property
    def _own_summary(self) -> dict[str, Any]:
        """What can be said without Node."""
        columns = np.stack([chain.rows for chain in self._sampled.chains])
        parameters = {
            parameter.name: summarise(columns[:, :, SAMPLER_COLUMNS + at])
            for at, parameter in enumerate(self.parameters)
        }
        return {
            "parameters": parameters,
            "sampler": {
                "divergences": int(self.sample_stats["diverging"].sum()),
                "gradients": sum(chain.gradients for chain in self._sampled.chains),
                "bfmi": [energy_information(chain.rows[:, 6]) for chain in self._sampled.chains],
                "samplingSeconds": self.seconds,
            },
        }

    @property
    def info(self) -> Mapping[str, Any]:
        """Everything about the fit as plain data: the contents of ``summary.json`` (docs/explanation/sampler.md).

        Without a judgement it has ``parameters`` and a part of ``sampler`` only.
        """
        return self._summary if self._summary is not None else self._own_summary

    @property
    def status(self) -> str:
        """``converged``; ``usable``: with care; ``failed``: do not use; or ``unjudged`` where there is no Node."""
        return "unjudged" if self._summary is None else str(self._summary["status"])

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the chains show, the gravest first; empty for a fit that was not judged."""
        told = [] if self._summary is None else self._summary["findings"]
        return tuple(
            Finding(each["weight"], as_arguments(each["message"]), as_arguments(each["remedy"]), each["kind"])
            for each in told
        )

    @property
    def hints(self) -> tuple[Finding, ...]:
        """What the data cannot determine, found before sampling."""
        return tuple(
            Finding("note", each["message"], as_arguments(each["remedy"]), each["kind"]) for each in self._origin.hints
        )

    def summary(self) -> Any:
        """One row per parameter, as a table of the kind that was fitted.

        Columns: ``parameter``, ``unit``, ``mean``, ``sd``, ``q5``, ``q50``, ``q95``, ``hdi95_lower``, ``hdi95_upper``,
        ``mcse``, ``ess_bulk``, ``ess_tail``, ``rhat``. All but the last three are in the parameter's unit. NaN stands
        for a number that the draws do not define. With pandas the parameters are the index.
        """
        rows = [self.info["parameters"][parameter.name] for parameter in self.parameters]

        def column(name: str) -> Doubles:
            return np.array([np.nan if row[name] is None else row[name] for row in rows], dtype=np.float64)

        def end(place: int) -> Doubles:
            return np.array([np.nan if row["hdi95"] is None else row["hdi95"][place] for row in rows])

        names = [parameter.name for parameter in self.parameters]
        found = {
            "unit": [parameter.latent["unit"] for parameter in self.parameters],
            **{name: column(name) for name in ("mean", "sd", "q5", "q50", "q95")},
            **{"hdi95_lower": end(0), "hdi95_upper": end(1), "mcse": column("mcse")},
            **{"ess_bulk": column("essBulk"), "ess_tail": column("essTail"), "rhat": column("rhat")},
        }
        if self._origin.kind == "pandas":
            import pandas

            return make_table("pandas", found, pandas.Index(names, name="parameter"))
        return make_table(self._origin.kind, {"parameter": names, **found})

    def to_arviz(self) -> Any:
        """The draws as ArviZ's InferenceData (a DataTree from ArviZ 1 on): posterior, sample_stats, observed_data."""
        try:
            import arviz
        except ImportError:
            raise _absent("arviz") from None
        columns = {} if self._origin.cells is None else self._origin.table.columns_of(self._origin.subject)
        # Outcomes of the main table: rows of different tables are of no one dimension.
        main = main_part(self.manifest)["columns"]
        outcomes = [each["name"] for each in main if each["role"] == "outcome" and columns]
        indexed = [each for each in quantities_of(self.manifest) if "index" in each]
        groups = {
            "posterior": {_in_draws(name): draws for name, draws in self.draws.items()},
            "sample_stats": dict(self.sample_stats),
            **({"observed_data": {name: columns[name] for name in outcomes}} if outcomes else {}),
        }
        labels = {
            "coords": {each["index"]: list(self.levels[each["index"]]) for each in indexed},
            "dims": {
                **{_in_draws(each["name"]): [each["index"]] for each in indexed},
                **{name: ["row"] for name in outcomes},
            },
        }
        if int(arviz.__version__.split(".")[0]) >= 1:
            return arviz.from_dict(groups, **labels)
        return arviz.from_dict(**groups, **labels)

    def __repr__(self) -> str:
        return self._profile()

    def _profile(self) -> str:
        if self._text is not None:
            hints = [f"hint: {hint.message} {hint.remedy}" for hint in self.hints]
            return "\n".join([*hints, as_arguments(self._text).rstrip()])
        notes = [f"{_SEVERITIES[each.weight]}: {each.message}\n  = help: {each.remedy}" for each in self.findings]
        judged = _judged(self.info.get("checks"))
        notes += [f"warning: {message}\n  = help: {remedy}" for weight, message, remedy in judged if weight == "caution"]
        notes += [f"hint: {hint.message} {hint.remedy}" for hint in self.hints]
        notes += [message for weight, message, _ in judged if weight == "note"]
        if self._summary is None:
            notes.append(self._caption())
        return "\n".join([self._title(), "", text_table(self._rows()), *([""] if notes else []), *notes])

    def _title(self) -> str:
        divergences = self.info["sampler"]["divergences"]
        return (
            f"{self.name}: {self._origin.table.rows} rows, {len(self._sampled.chains)} chains of "
            f"{self.settings.draws} draws, {divergences} divergences, sampled in {self.seconds:.1f} s"
        )

    def _caption(self) -> str:
        return "Not judged: that needs Node (`pip install 'theodolite[compiler]'`). R-hat should be at most 1.01."

    def _rows(self) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = [("", *HEADS)]
        begin = 0
        for latent in quantities_of(self.manifest):
            count = len(self.levels[latent["index"]]) if "index" in latent else 1
            first, last = shown_places(count)
            for place in first:
                rows.append(self._row(self.parameters[begin + place]))
            if last:
                rows.append(
                    (f"  … {count - len(first) - len(last)} levels of {latent['name']} between", *[""] * len(HEADS))
                )
            for place in last:
                rows.append(self._row(self.parameters[begin + place]))
            begin += count
        return rows

    def _row(self, parameter: Parameter) -> tuple[str, ...]:
        failed = self.status == "failed"
        row = profile_row(parameter.latent["unit"], self.info["parameters"][parameter.name])
        return (f"! {parameter.name}" if failed else parameter.name, *row)

    def _repr_html_(self) -> str:
        notes = [(each.weight, each.message, each.remedy) for each in self.findings]
        notes += [("note", each.message, each.remedy) for each in self.hints]
        if self._summary is None:
            notes.append(("caution", self._caption(), ""))
        else:
            notes += _judged(self._summary.get("checks"))
        title = self._title() if self._text is None else self._text.splitlines()[0]
        return html_profile(title, self.status, notes, self._rows(), self._forest)

    @cached_property
    def _forest(self) -> str | None:
        """The profile as a figure; None for a fit that must not be used, for many parameters, and without Node."""
        is_shown = self._summary is not None and self.status != "failed" and len(self.parameters) <= _MOST_IN_FIGURE
        return self.plot.forest().svg if is_shown and has_node() else None

    @cached_property
    def plot(self) -> Plots:
        """Figures: ``fit.plot.forest()``, or ``fit.plot("density", only="slip")``. Needs Node."""
        return Plots(self)

    # What the command does with a stored fit.

    def folder(self) -> Path:
        """The folder in which the fit is stored for the command: one that goes with the fit, unless it was saved."""
        if self._folder is None:
            base = Path(tempfile.mkdtemp(prefix="theodolite-"))
            weakref.finalize(self, shutil.rmtree, base, ignore_errors=True)
            self._folder = self._store(base / (re.sub(r"[^\w. -]", "_", self.name).strip(". ") or "fit"))
        return self._folder

    def save(self, path: str | Path) -> Path:
        """Stores the fit in a folder as ``theodolite fit --out`` does, and returns the folder.

        The command takes it (``python -m theodolite report FOLDER``), and ``theodolite.open`` reads it. Needs Node.
        """
        return self._store(Path(path))

    def _store(self, path: Path) -> Path:
        # The companion may have another working directory.
        if self._origin.cells is None:
            shutil.copytree(self.folder(), path, dirs_exist_ok=True)
            return path
        companion.ask("store", {**self._request(), "folder": str(path.absolute())}, self._buffers())
        return path

    def predict(
        self,
        data: Any,
        *,
        bind: Mapping[str, str] | None = None,
        rows: Rows = None,
        interval: float = 0.9,
        hdi: bool = False,
        derived: Sequence[str] | str | None = None,
        seed: int | None = None,
        every: int = 1,
    ) -> Any:
        """Predicts rows, as a table of the kind given, with one row for each of them (docs/guides/prediction.md).

        For each outcome NAME: ``NAME mean``, the posterior mean of its mean (for 0 and 1, the probability of 1),
        ``NAME sd``, and ``NAME lower`` and ``NAME upper``, the ends of the interval that holds the share ``interval``.
        Ratings and choices have the same for the probability of each value, as ``NAME = VALUE mean``; choices have
        nothing else, since the mean of values without an order says nothing.
        The same for each ``let`` of the layout in ``derived``. ``every`` uses only every n-th draw of each chain.
        Values of levels that the fit did not have are drawn from their populations, with ``seed``. Needs Node.
        Raises DataError for rows that the layout cannot take.
        """
        table = open_table(data)
        main = main_part(self.manifest)["columns"]
        columns = [each for each in main if each["role"] != "outcome" and not _is_weight(each)]
        manifest = {**main_part(self.manifest), "columns": [_without_order(each) for each in columns]}
        read = read_table(table, manifest, bind=bind, filters=read_filters(rows))
        labels = dict(bind or {})
        cells = {
            each["name"]: table.cells(labels.get(each["name"], each["name"])).take(read.numbers)
            for each in columns
            if "pairOf" not in each
        }
        if self._origin.weight is not None:
            cells["rowWeight"] = Cells(np.ones(read.rows))
        with tempfile.TemporaryDirectory(prefix="theodolite-") as folder:
            path = Path(folder) / "rows.jsonl"
            _write_rows(path, cells, read.rows)
            options = options_of(
                {"interval": interval, "hdi": hdi, "derived": derived, "seed": seed, "every": every, "json": True}
            )
            if self._origin.cells is not None and any(
                len(group["classes"]) > 1 for group in self.manifest.get("classes", [])
            ):
                # Several classes that outcomes read together are known from the fitted rows.
                fitted = Path(folder) / "fitted.jsonl"
                self.write_rows(fitted)
                options += ["--fitted", str(fitted)]
            ran = run_command(["predict", str(self.folder()), str(path), *options])
        told = json.loads(ran.output)
        summaries: dict[str, Any] = {}
        for group in ("outcomes", "derived"):
            for name, each in told[group].items():
                summaries[name] = each
                for value, of_value in each.get("probabilities", {}).items():
                    summaries[f"{name} = {value}"] = of_value
        found = {
            f"{name} {part}": np.array([np.nan if value is None else float(value) for value in values])
            for name, each in summaries.items()
            for part, values in each.items()
            if part in ("mean", "sd", "lower", "upper") and isinstance(values, list) and len(values) == read.rows
        }
        index = None
        if table.kind == "pandas":
            index = data.index[read.numbers]
        return make_table(table.kind, found, index)

    def report(self, path: str | Path, *, title: str | None = None) -> Path:
        """Writes a report as one HTML page (docs/guides/report.md), and returns its path. Needs Node."""
        return report([self], path, title=title)

    def predictive_check(
        self, data: Any = None, *, bind: Mapping[str, str] | None = None, **options: Any
    ) -> dict[str, Any]:
        """Where predicted and observed outcomes differ (docs/guides/evaluation.md), as plain data.

        ``data`` is the fitted table if none is given. ``options`` are those of ``theodolite predictive-check``.
        """
        return self._of_rows(["predictive-check", str(self.folder())], [], data, bind, options)

    def _of_rows(
        self,
        before: Sequence[str],
        option: Sequence[str],
        data: Any,
        bind: Mapping[str, str] | None,
        options: dict[str, Any],
    ) -> dict[str, Any]:
        with tempfile.TemporaryDirectory(prefix="theodolite-") as folder:
            path = Path(folder) / "rows.jsonl"
            if data is None:
                self.write_rows(path)
            else:
                table = open_table(data)
                _write_rows(path, {name: table.cells(name) for name in table.names}, table.rows)
            asked = options_of({"bind": dict(bind or {}), **options, "json": True})
            found: dict[str, Any] = json.loads(run_command([*before, *option, str(path), *asked]).output)
            return found

    def write_rows(self, path: Path) -> None:
        """Writes the fitted rows as JSON lines, under the names of the layout and under those of the table."""
        _write_rows(path, self._rows_of_layout(), self._origin.table.rows)

    def _rows_of_layout(self) -> dict[str, Cells]:
        origin = self._origin
        if origin.cells is None:
            raise DataError.of("The fitted rows are not stored with a fit.", "Give the table that was fitted.")
        columns = origin.table.columns_of(origin.subject)
        cells: dict[str, Cells] = {}
        for each in main_part(self.manifest)["columns"]:
            name = each["name"]
            if "pairOf" in each:
                continue
            if each["role"] == "category":
                names = origin.table.levels[name]
                cells[name] = Cells(None, [names[int(code)] for code in columns[name].tolist()])
            elif "values" in each:
                # NaN is a missing outcome.
                values = [None if np.isnan(value) else each["values"][int(value) - 1] for value in columns[name]]
                cells[name] = Cells(None, values)
            else:
                cells[name] = Cells(columns[name])
        for outcome, column in origin.subject.columns.items():
            cells.setdefault(column, cells[outcome])
        # A stored fit reads what was bound from the table's own column.
        for name, column in origin.bind.items():
            if name in cells:
                cells.setdefault(column, cells[name])
        return cells

    # For the companion.

    def _request(self) -> dict[str, Any]:
        origin, sampled = self._origin, self._sampled
        columns = origin.table.stacked_columns_of(origin.subject)
        csv = sum(chain.rows.size for chain in sampled.chains) <= 1_000_000
        return {
            "columns": list(columns),
            "levels": {name: list(levels) for name, levels in origin.table.levels.items()},
            "name": self.name,
            "outcomes": dict(origin.subject.columns),
            "replaced": dict(origin.table.replaced),
            "settings": origin.settings.as_json(),
            "drawsAs": ["csv" if csv else "parquet"],
            "chains": [
                {
                    "chain": chain.number,
                    "gradients": chain.gradients,
                    "statistics": chain.statistics,
                    **({} if chain.warmup is None else {"warmup": chain.warmup}),
                    **({} if chain.particles is None else {"particles": chain.particles}),
                }
                for chain in sampled.every
            ],
            "scouts": [
                {"index": scout.index, "gradients": scout.gradients, "arrived": scout.maximum is not None}
                for scout in sampled.scouts
            ],
            "hints": origin.hints,
            "compileSeconds": origin.compile_seconds,
            "samplingSeconds": sampled.seconds,
            "layout": {"path": origin.layout_name, "text": origin.layout_text},
            "data": {
                "path": origin.table_name,
                "tables": dict(origin.tables),
                "filters": [each.as_json() for each in origin.filters],
                "bind": {name: column for name, column in origin.bind.items() if name != "rowWeight"},
                "successes": None if origin.success is None else list(origin.success),
                "weight": None if origin.weight is None else dict(origin.weight),
            },
        }

    def _buffers(self) -> list[bytes]:
        origin, sampled = self._origin, self._sampled
        columns = origin.table.stacked_columns_of(origin.subject)
        maxima = [scout.maximum for scout in sampled.scouts if scout.maximum is not None]
        return [
            origin.binary,
            origin.layout,
            *(_bytes(column) for column in columns.values()),
            *(_bytes(part) for chain in sampled.every for part in (chain.rows, chain.end, chain.centrings)),
            _bytes(np.concatenate(maxima) if maxima else np.empty(0)),
        ]


class Fits(Mapping[str, Fit]):
    """Several fits of one layout, by the column of the outcome."""

    def __init__(self, fits: Sequence[Fit]) -> None:
        self._fits = {fit.name: fit for fit in fits}

    def __getitem__(self, name: str) -> Fit:
        return self._fits[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fits)

    def __len__(self) -> int:
        return len(self._fits)

    def __repr__(self) -> str:
        return "\n\n".join(map(repr, self._fits.values()))

    def _repr_html_(self) -> str:
        return "".join(fit._repr_html_() for fit in self._fits.values())

    def report(self, path: str | Path, *, title: str | None = None) -> Path:
        """One report on all of them; see ``Fit.report``."""
        return report(list(self._fits.values()), path, title=title)


def report(fits: Sequence[Fit], path: str | Path, *, title: str | None = None) -> Path:
    """One report on several fits of one layout and table."""
    with tempfile.TemporaryDirectory(prefix="theodolite-") as folder:
        rows = Path(folder) / "rows.jsonl"
        cells = {name: each for fit in fits for name, each in (fit._origin.cells or {}).items()}
        if cells:
            _write_rows(rows, cells, fits[0]._origin.table.rows)
        options = options_of({"title": title, "data": str(rows) if cells else None, "output": str(path)})
        run_command(["report", *(str(fit.folder()) for fit in fits), *options])
    return Path(path)


def compare(fits: Mapping[str, Fit] | Sequence[Fit], **options: Any) -> dict[str, Any]:
    """Compares fits of the same rows by different layouts, leaving out row after row (docs/guides/evaluation.md).

    Returns plain data, as ``theodolite compare --json`` prints it. A mapping names the fits. Needs Node.
    """
    if not isinstance(fits, (Mapping, Sequence)):
        raise SettingError.of(
            f"A value of type `{type(fits).__name__}` is given where fits are wanted.",
            'Give several, such as th.compare({"small": fit, "large": other}).',
        )
    named = dict(fits) if isinstance(fits, Mapping) else {f"{number}": fit for number, fit in enumerate(fits, 1)}
    with tempfile.TemporaryDirectory(prefix="theodolite-") as folder:
        path = Path(folder) / "rows.jsonl"
        cells: dict[str, Cells] = {}
        for fit in named.values():
            cells.update(fit._rows_of_layout())
        rows = max(fit._origin.table.rows for fit in named.values())
        _write_rows(path, cells, rows)
        places = {str(fit.save(Path(folder) / str(number))): name for number, (name, fit) in enumerate(named.items())}
        asked = options_of({**options, "data": str(path), "json": True})
        found: dict[str, Any] = _renamed(json.loads(run_command(["compare", *places, *asked]).output), places)
        return found


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Plain data with the folders of fits called by the names of these."""
    if isinstance(value, dict):
        return {names.get(name, name): _renamed(each, names) for name, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def quantities_of(manifest: Manifest) -> list[Mapping[str, Any]]:
    """What a draw holds, in its order: the latents, and then the reports."""
    return [*manifest["latents"], *manifest.get("reports", ())]


def _parameters_of(manifest: Manifest, levels: Mapping[str, Sequence[str]]) -> Iterator[Parameter]:
    for latent in quantities_of(manifest):
        for level in levels[latent["index"]] if "index" in latent else (None,):
            yield Parameter(called_name(latent["name"], level), latent, level)


_MOST_IN_FIGURE = 40
"""A profile of more parameters is shown without a figure."""

_SEVERITIES = {"fatal": "error", "caution": "warning", "note": "note"}


def _judged(checks: Mapping[str, Any] | None) -> list[tuple[str, str, str]]:
    """Whether the layout describes the rows, as the command says it: a caution for each outcome of which it does not."""
    if checks is None:
        return []
    if "unchecked" in checks:
        return [("note", f"Whether the layout describes these rows was not checked. {checks['unchecked']}", "")]
    found = []
    for name, each in checks["outcomes"].items():
        if each["findings"]:
            fail = "fails" if each["failed"] == 1 else "fail"
            count = f"{each['checks']} predictive check{'' if each['checks'] == 1 else 's'}"
            what = f"The layout does not describe `{name}`: {each['failed']} of {count} {fail}."
            found.append(("caution", f"{what} The worst: {each['worst']['message']}.", each["findings"][0]["remedy"]))
    if found:
        return found
    checked = sum(each["checks"] for each in checks["outcomes"].values())
    none = "The only predictive check passes" if checked == 1 else f"None of {checked} predictive checks fails"
    return [("note", f"{none}: by the columns that it reads, the layout describes these rows.", "")]


def _write_rows(path: Path, cells: Mapping[str, Cells], rows: int) -> None:
    names = list(cells)
    columns = [[_json_cell(plain(cell)) for cell in each.values()] for each in cells.values()]
    with path.open("w", encoding="utf-8") as file:
        for row in zip(*columns) if columns else ([] for _ in range(rows)):
            file.write(json.dumps(dict(zip(names, row)), ensure_ascii=False, allow_nan=False) + "\n")


def _json_cell(cell: Any) -> Any:
    if cell is None or isinstance(cell, (str, bool, int)):
        return cell
    if isinstance(cell, float):
        return int(cell) if cell.is_integer() and abs(cell) < 1 << 53 else cell
    return cell_text(cell)


def _without_order(column: Mapping[str, Any]) -> dict[str, Any]:
    """A column of rows to predict, which need not have every level, nor only those of the fit."""
    return {name: each for name, each in column.items() if name not in ("orderedBy", "within", "index")}


def _is_weight(column: Mapping[str, Any]) -> bool:
    return bool(column["name"] == "rowWeight")


def _in_draws(name: str) -> str:
    return name.replace(".", "_")


def _bytes(numbers: Doubles) -> bytes:
    return np.ascontiguousarray(numbers, dtype="<f8").tobytes()


def _absent(package: str) -> TheodoliteError:
    return MissingProgram.of(
        f"This needs the package {package}.", f"Install it: `pip install 'theodolite[{package}]'`."
    )


def has_node() -> bool:
    """Whether there is a Node that can run the companion."""
    return find_node() is not None


__all__ = ["Figure", "Finding", "Fit", "Fits", "Origin", "Parameter", "compare", "has_node", "report"]
