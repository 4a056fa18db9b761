"""A layout that can be fitted: compiled by the compiler in the wheel, or a module that was built before."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from .columns import Cells, Table, open_table
from .errors import (
    DataError,
    FitWarning,
    LayoutError,
    LayoutWarning,
    ModuleError,
    SamplingError,
    SettingError,
    TheodoliteError,
)
from .figures import options_of
from .filters import RowFilter, Rows, read_filters
from .fit import Fit, Fits, Origin, _write_rows, has_node
from .module import LoadedModule, Manifest, is_wasm, load
from .node import companion, diagnostics_told, run_command
from .row_tables import TABLE_COLUMN, add_tables, check_tables_given, main_part, table_part, tables_of
from .sampling import NoStart, Sampled, Settings, sample, threads
from .table import LayoutTable, Outcome, Subject, read_table, stack_columns
from .wide import MissingFacts, join_facts, open_facts
from .words import did_you_mean, list_names

Progress = bool | Callable[[int, int], None] | None

_WEIGHT = "rowWeight"
"""The demand that is added to a layout for the column by which rows count."""


class Model:
    """A measurement layout, checked and ready for data.

    ``layout`` is the path of a layout (.ml) or of a module that ``theodolite build`` made (.wasm), the bytes of a
    module, or the text of a layout, which has more than one line. ``choose`` gives the alternative that each
    ``choose`` of the layout takes. A layout needs Node, or the extra ``theodolite[compiler]``; a module needs neither.

    Raises LayoutError with every mistake in the layout, ModuleError, MissingProgram, or DataError if there is no file.
    """

    manifest: Manifest
    """What the layout needs and gives, as docs/reference/manifest.schema.json describes it."""

    def __init__(self, layout: str | os.PathLike[str] | bytes, *, choose: Mapping[str, str] | None = None) -> None:
        self.name, self._bytes = _read_layout(layout)
        self._choices = dict(choose or {})
        self._built: LoadedModule | None = None
        if is_wasm(self._bytes):
            if self._choices:
                raise SettingError.of(
                    f"{self.name} is a built module, and what can be chosen was when it was built.",
                    "Give the layout (.ml), or build it with the choices.",
                )
            self._built = load(self._bytes)
            self.manifest, self._text = self._built.manifest, None
        else:
            self.manifest, self._text = self._open(None)

    def __repr__(self) -> str:
        names = {
            role: [each["name"] for each in main_part(self.manifest)["columns"] if each["role"] == role]
            for role in ("demand", "category", "outcome")
        }
        names |= {f"table {each['name']}": [*each["shared"], *each["columns"]] for each in tables_of(self.manifest)}
        latents = [each["name"] for each in self.manifest["latents"]]
        lines = [f"layout {self.manifest['layout']}"]
        lines += [f"  {role}: {list_names(each)}" for role, each in names.items() if each]
        return "\n".join([*lines, f"  latents: {list_names(latents)}"])

    def fit(
        self,
        data: Any,
        outcome: Outcome = None,
        *,
        tables: Mapping[str, Any] | None = None,
        join: Any = None,
        stack: str | None = None,
        bind: Mapping[str, str] | None = None,
        rows: Rows = None,
        success: str | Sequence[str] | None = None,
        weight: str | None = None,
        count: str | None = None,
        method: str = "nuts",
        chains: int = 4,
        warmup: int = 1000,
        draws: int = 1000,
        target_accept: float = 0.8,
        max_tree_depth: int = 10,
        scouts: int = 32,
        seed: int = 1,
        workers: int | None = None,
        progress: Progress = None,
    ) -> Any:
        """Fits the layout to a table, and returns a Fit; with several columns of an outcome, Fits by column.

        ``data`` is a DataFrame of pandas or polars, a table of pyarrow, a dict of arrays, or a list of dicts. The
        other arguments are the options of ``theodolite fit``, with the same defaults:

        - ``outcome``: the column of the outcome, several columns, or patterns such as ``agent*``. With several
          outcomes a dict of them. By default the column with the outcome's name.
        - ``tables``: the rows of the tables that the layout declares beside its main one, as
          ``{"ratings": ratings}``. ``rows`` and ``join`` are for the main one.
        - ``join``: a table of facts, with one row for each level of a category, or a list of such tables.
        - ``stack``: makes one fit to all columns of the outcome, each of which is a level of this category.
        - ``bind``: ``{"minutes": "human_minutes"}`` reads a column for a name of the layout.
        - ``rows``: which rows to use, as ``"split=train"``, a list of such texts, or ``{"split": "train"}``.
        - ``success``: what stands for success in binary outcomes; anything else is a failure.
        - ``weight``, ``count``: the column that says how much a row counts, or for how many equal rows it stands.
        - ``method``: ``nuts``, or ``smc`` for posteriors with several modes and for the evidence.
        - ``workers``: the maximum number of threads. The draws do not depend on it.
        - ``progress``: whether to show progress (by default on a terminal or in a notebook, with tqdm if that is
          installed), or a function of the number of finished transitions and their total.

        The same module, rows, settings and seed give the same draws as the command, to the bit. Ctrl-C raises
        KeyboardInterrupt. Raises DataError, SettingError or SamplingError. Warns with FitWarning if a fit did not
        converge.
        """
        settings = Settings(method, chains, warmup, draws, target_accept, max_tree_depth, seed, scouts)
        if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or workers < 1):
            raise SettingError.of(f"The setting `workers` is {workers}.", "Give a whole number from 1.")
        table = open_table(data)
        bound = self._check_bind(bind)
        weighing = self._weighing(table, weight, count)
        manifest, text = self.manifest, self._text
        if weighing is not None:
            bound[_WEIGHT] = weighing["column"]
            manifest, text = self._open(weighing)
        filters = read_filters(rows)
        words = None if success is None else tuple([success] if isinstance(success, str) else success)
        check_tables_given(manifest, tables or {})
        others = {each["name"]: open_table((tables or {})[each["name"]]) for each in tables_of(manifest)}
        main = main_part(manifest)
        asked = _Asked(outcome, {name: column for name, column in bound.items() if _has(main, name)}, filters)
        table, asked, missing = _widened(table, main, asked, join, stack)
        read = read_table(
            table,
            main,
            outcome=asked.outcome,
            bind=asked.bind,
            filters=filters,
            success=words,
            missing=missing,
        )
        beside = [_read_beside(each, others, manifest, bound, words) for each in tables_of(manifest)]
        read = add_tables(manifest, read, beside)
        loaded, seconds = self._module(read, weighing)
        fits = []
        for number, subject in enumerate(read.subjects):
            title = (
                subject.name if len(read.subjects) == 1 else f"{subject.name} ({number + 1} of {len(read.subjects)})"
            )
            ordered = _ordered(loaded.manifest, read, subject)
            # The companion looks for hints while chains run.
            with _beside(partial(self._hints, loaded, read, subject)) as hints, _shown(progress, title) as show:
                sampled = self._sample(loaded, ordered, read, subject, settings, workers or threads(), show)
            origin = Origin(
                binary=loaded.binary,
                layout=self._bytes,
                layout_name=self.name,
                layout_text=text,
                table=read,
                subject=subject,
                cells=_fitted_cells(table, read, subject, main, asked.bind, filters),
                table_name=table.described,
                tables={name: each.described for name, each in others.items()},
                kind=table.kind,
                bind={**{name: column for name, column in bound.items() if not _has(main, name)}, **asked.bind},
                filters=filters,
                success=words,
                weight=weighing,
                settings=settings,
                compile_seconds=seconds,
                hints=hints.result(),
            )
            fit = Fit(loaded.manifest, origin, sampled)
            if has_node():
                fit.judge()
            if fit.status == "failed":
                warnings.warn(
                    f"{fit.name} did not converge: do not use its numbers. {fit.findings[0].message}",
                    FitWarning,
                    stacklevel=2,
                )
            fits.append(fit)
        return fits[0] if len(fits) == 1 else Fits(fits)

    def evaluate(self, data: Any, outcome: Outcome = None, **options: Any) -> dict[str, Any]:
        """Measures how well the layout predicts rows it was not fitted to (docs/guides/evaluation.md), as plain data.

        ``options`` are those of ``theodolite evaluate``, such as ``rows="split=train"``; ``tables`` are as in ``fit``.
        Needs a layout, and Node.
        """
        return self._run("evaluate", data, outcome, options)

    def estimate(self, data: Any, outcome: Outcome = None, *, method: str = "map", **options: Any) -> dict[str, Any]:
        """Point estimates with standard errors (docs/guides/estimates.md), as plain data by subject.

        ``method`` is ``map``, ``mle`` or ``laplace``. ``options`` are those of ``theodolite fit``. Needs Node.
        """
        if method not in ("map", "mle", "laplace"):
            raise SettingError.of(f"The setting `method` is {method!r}.", "Give one of 'map', 'mle', 'laplace'.")
        return self._run("fit", data, outcome, {"method": method, **options})

    def _run(self, command: str, data: Any, outcome: Outcome, options: dict[str, Any]) -> dict[str, Any]:
        table = open_table(data)
        asked = dict(options)
        if (isinstance(outcome, str) and "=" not in outcome) or isinstance(outcome, (list, tuple)):
            names = [each["name"] for each in main_part(self.manifest)["columns"] if each["role"] == "outcome"]
            asked["outcome"] = {names[0]: [outcome] if isinstance(outcome, str) else list(outcome)}
        elif outcome is not None:
            asked["outcome"] = outcome
        if isinstance(asked.get("rows"), Mapping):
            asked["rows"] = [str(each) for each in read_filters(asked["rows"])]
        if self._choices:
            asked["choose"] = self._choices
        tables = asked.pop("tables", None) or {}
        join = open_facts(asked.pop("join", None), {})
        check_tables_given(self.manifest, tables)
        with tempfile.TemporaryDirectory(prefix="theodolite-") as folder:
            path = Path(folder) / "rows.jsonl"
            _write_table(path, table)
            asked["table"] = {name: str(Path(folder) / f"{name}.jsonl") for name in tables}
            for name, file in asked["table"].items():
                _write_table(Path(file), open_table(tables[name]))
            asked["join"] = [str(Path(folder) / f"joined{number}.jsonl") for number in range(len(join))]
            for facts, file in zip(join, asked["join"]):
                _write_table(Path(file), facts.table)
            layout = Path(folder) / ("layout.wasm" if self._built is not None else "layout.ml")
            layout.write_bytes(self._bytes)
            arguments = [command, str(layout), str(path), *options_of({**asked, "json": True})]
            found: dict[str, Any] = json.loads(run_command(arguments).output)
            return found

    # The layout.

    def _request(self, weight: Mapping[str, str] | None) -> dict[str, Any]:
        return {"name": self.name, "choices": self._choices, "weight": None if weight is None else dict(weight)}

    def _open(self, weight: Mapping[str, str] | None) -> tuple[Manifest, str]:
        answer = companion.ask("open", self._request(weight), [self._bytes])
        for each in diagnostics_told(answer.head["diagnostics"]) if weight is None else ():
            place = f"{self.name}:{each.line}:{each.column}"
            warnings.warn(f"{place}: {each.message} {each.remedy}", LayoutWarning, stacklevel=3)
        return answer.head["manifest"], answer.head["source"]

    def _module(self, read: LayoutTable, weight: Mapping[str, str] | None) -> tuple[LoadedModule, float]:
        """The module, compiled for the rows, and the seconds that it took. A built module is as it is."""
        if self._built is not None:
            return self._built, 0.0
        columns = read.stacked_columns_of(read.subjects[0] if read.subjects else None)
        answer = companion.ask(
            "compile",
            {**self._request(weight), "columns": list(columns)},
            [self._bytes, *(column.astype("<f8").tobytes() for column in columns.values())],
        )
        return load(answer.buffers[0]), float(answer.head["seconds"])

    def _check_bind(self, bind: Mapping[str, str] | None) -> dict[str, str]:
        own = {TABLE_COLUMN} if tables_of(self.manifest) else set()
        names = [each["name"] for each in self.manifest["columns"] if each["name"] not in own]
        for name in bind or {}:
            if name not in names:
                raise SettingError.of(
                    f"The layout has no column called `{name}` to bind.{did_you_mean(name, names)}",
                    f"Its columns are {list_names(names)}.",
                )
        return dict(bind or {})

    def _weighing(self, table: Table, weight: str | None, count: str | None) -> dict[str, str] | None:
        if weight is not None and count is not None:
            raise SettingError.of("`weight` and `count` do not go together.", "Give one of them.")
        column = weight if weight is not None else count
        if column is None:
            return None
        kind = "weight" if weight is not None else "count"
        if self._built is not None:
            raise SettingError.of(
                f"{self.name} is a built module, and how rows count was said when it was built.",
                f"Give the layout (.ml), or write `{kind} COLUMN` in it before it is built.",
            )
        if column not in table.names:
            raise DataError.of(
                f"The table has no column called `{column}`.{did_you_mean(column, table.names)}",
                f"Its columns are {list_names(table.names)}.",
            )
        numbers = table.cells(column)
        found = [each for each in numbers.values() if each is not None]
        are_whole = all(
            isinstance(each, (int, float)) and each >= 0 and float(each).is_integer() for each in found
        ) and bool(found)
        if count is not None and not are_whole:
            raise DataError.of(
                f"The column `{column}` of the table does not say in each row for how many rows it stands: it has "
                "values that are no whole numbers from 0.",
                "Correct them, or use `weight`, which takes any numbers from 0.",
            )
        return {"kind": "count" if are_whole else "weight", "column": column}

    # The fit.

    def _rows_request(self, read: LayoutTable, subject: Subject) -> tuple[dict[str, Any], list[bytes]]:
        columns = read.stacked_columns_of(subject)
        head = {
            "columns": list(columns),
            "levels": {name: list(levels) for name, levels in read.levels.items()},
        }
        return head, [column.astype("<f8").tobytes() for column in columns.values()]

    def _hints(self, loaded: LoadedModule, read: LayoutTable, subject: Subject) -> list[dict[str, Any]]:
        if not has_node():
            return []
        head, columns = self._rows_request(read, subject)
        try:
            return list(companion.ask("hints", head, [loaded.binary, b"", *columns]).head["hints"])
        except TheodoliteError as error:
            raise error.about(subject.name) from None

    def _sample(
        self,
        loaded: LoadedModule,
        ordered: Sequence[Any],
        read: LayoutTable,
        subject: Subject,
        settings: Settings,
        workers: int,
        show: Callable[[int, int], None] | None,
    ) -> Sampled:
        try:
            return sample(loaded, ordered, read.levels, settings, workers=workers, progress=show)
        except (ModuleError, SamplingError) as error:
            if not isinstance(error, NoStart) or not has_node():
                raise error.about(subject.name) from None
            head, columns = self._rows_request(read, subject)
            told = {**head, "message": error.message, "remedy": error.remedy}
            try:
                companion.ask("explain", told, [loaded.binary, b"", *columns])
            except TheodoliteError as explained:
                raise explained.about(subject.name) from None
            raise


def _read_layout(layout: str | os.PathLike[str] | bytes) -> tuple[str, bytes]:
    if isinstance(layout, (bytes, bytearray, memoryview)):
        return "the module" if is_wasm(bytes(layout)) else "the layout", bytes(layout)
    if isinstance(layout, str) and "\n" in layout:
        return "the layout", layout.encode("utf-8")
    if not isinstance(layout, (str, os.PathLike)):
        raise SettingError.of(
            f"A value of type `{type(layout).__name__}` is no layout.",
            "Give the path of a layout (.ml) or of a module (.wasm), or the text of a layout.",
        )
    path = Path(layout)
    try:
        return str(layout), path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        near = did_you_mean(path.name, [each.name for each in path.parent.glob("*")] if path.parent.is_dir() else [])
        raise DataError.of(f"There is no file {layout}.{near}", "Give the path of the layout.") from None
    except IsADirectoryError:
        raise DataError.of(f"{layout} is a directory.", "Give the path of the layout in it.") from None
    except OSError as error:
        raise DataError.of(f"{layout} cannot be read: {error.strerror}.", "Give a file that can be read.") from None


def _ordered(manifest: Manifest, read: LayoutTable, subject: Subject) -> list[Any]:
    columns = read.stacked_columns_of(subject)
    return [np.ascontiguousarray(columns[each["name"]], dtype=np.float64) for each in manifest["columns"]]


@dataclass(frozen=True)
class _Asked:
    """What is read from the main table."""

    outcome: Outcome
    bind: dict[str, str]
    filters: tuple[RowFilter, ...]


def _widened(
    table: Table, main: Manifest, asked: _Asked, join: Any, stack: str | None
) -> tuple[Table, _Asked, list[MissingFacts]]:
    """The table with stacked columns and joined facts, and what is read from it. Raises DataError or SettingError."""
    outcome, bind = asked.outcome, asked.bind
    if stack is not None:
        table = stack_columns(table, main, stack, outcome=outcome, bind=bind, filters=asked.filters)
        outcomes = [each["name"] for each in main["columns"] if each["role"] == "outcome"]
        outcome, bind = None, {name: column for name, column in bind.items() if name not in outcomes}
    facts = open_facts(join, bind)
    if not facts:
        return table, replace(asked, outcome=outcome, bind=bind), []
    columns = [each for each in main["columns"] if each["role"] != "outcome"]
    categories = [each["name"] for each in columns if each["role"] == "category"]
    read = [*(each["name"] for each in columns), *(each.column for each in asked.filters)]
    own = table.names
    whole, missing = join_facts(table, facts, categories, read, bind)
    # The columns of joined tables have the names of the layout.
    theirs = {column for each in facts for column in each.names.values()}
    kept = {name: column for name, column in bind.items() if column in own or column not in theirs}
    return whole, replace(asked, outcome=outcome, bind=kept), missing


def _write_table(path: Path, table: Table) -> None:
    _write_rows(path, {name: table.cells(name) for name in table.names}, table.rows)


def _has(manifest: Manifest, name: str) -> bool:
    return any(each["name"] == name for each in manifest["columns"])


def _read_beside(
    table: Mapping[str, Any],
    given: Mapping[str, Table],
    manifest: Manifest,
    bind: Mapping[str, str],
    success: Sequence[str] | None,
) -> LayoutTable:
    """The rows of a table beside the main one. Raises DataError that names it."""
    own = {name: column for name, column in bind.items() if name in table["columns"]}
    try:
        return read_table(given[table["name"]], table_part(manifest, table), bind=own, success=success)
    except DataError as error:
        raise error.about(table["name"]) from None


def _fitted_cells(
    table: Table,
    read: LayoutTable,
    subject: Subject,
    manifest: Manifest,
    bind: Mapping[str, str],
    filters: Sequence[RowFilter],
) -> dict[str, Cells]:
    """The cells of the fitted rows by the table's own names: what a report reads the rows from."""
    names = [each["name"] for each in manifest["columns"] if each["role"] != "outcome" and "pairOf" not in each]
    names += [*subject.columns.values(), *(each.column for each in filters)]
    own = dict.fromkeys(bind.get(name, name) for name in names)
    return {name: table.cells(name).take(read.numbers) for name in own}


@contextmanager
def _beside(work: Callable[[], list[dict[str, Any]]]) -> Iterator[Future[list[dict[str, Any]]]]:
    """Does work of the companion in another thread. If the body fails, the companion is ended."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        try:
            yield future
        except BaseException as error:
            if not isinstance(error, Exception):
                companion.interrupt()
            raise


@contextmanager
def _shown(progress: Progress, title: str) -> Iterator[Callable[[int, int], None] | None]:
    """A function that shows progress, or None."""
    if callable(progress):
        yield progress
        return
    wanted = _is_interactive() if progress is None else bool(progress)
    if not wanted:
        yield None
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # That a notebook has no widgets is no concern of a fit.
            from tqdm.auto import tqdm
    except ImportError:
        yield _plain_progress(title) if progress else None
        return
    with tqdm(total=1, desc=title, unit="draw", delay=0.5, leave=False) as bar:

        def show(done: int, total: int) -> None:
            bar.total = total
            bar.n = done
            bar.refresh()

        yield show


def _plain_progress(title: str) -> Callable[[int, int], None]:
    def show(done: int, total: int) -> None:
        end = "\n" if done >= total else ""
        print(f"\r{title}: {done} of {total} draws", end=end, file=sys.stderr, flush=True)

    return show


def _is_interactive() -> bool:
    return "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())


__all__ = ["LayoutError", "Model"]
