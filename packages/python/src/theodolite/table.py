"""Reads the columns that a layout needs from a table in memory, and holds every value to what the layout declares.

The rules are those of the command for tables whose cells have types (``files/tables``), and the words are its words.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

import numpy as np
import numpy.typing as npt

from .columns import Cells, Doubles, Table, cell_text, plain
from .errors import DataError, Problem, ProblemList, SettingError
from .filters import RowFilter, held_number, passes
from .levels import name_of_pair, order_levels
from .module import Manifest
from .wide import MissingFacts, StackedTable, check_stacked
from .words import TABLE, as_outcome, cell_problem, did_you_mean, filled, list_names, number_text, shared, table_problem

Outcome = str | Sequence[str] | Mapping[str, str | Sequence[str]] | None
Column = Mapping[str, Any]
"""A column of the manifest."""


@dataclass(frozen=True)
class Subject:
    """One fit: its name, and by outcome the column of the table that it is read from."""

    name: str
    columns: Mapping[str, str]


@dataclass(frozen=True)
class LayoutTable:
    """The rows that the filters choose, as the numbers that a module is given."""

    rows: int
    numbers: npt.NDArray[np.intp]
    """The place of each row in the table, from 0."""
    subjects: tuple[Subject, ...]
    given: Mapping[str, Doubles]
    """Demands, and categories as the numbers of their levels."""
    outcomes: Mapping[str, Doubles]
    """By their names in the table; NaN where one is missing."""
    levels: Mapping[str, tuple[str, ...]]
    """The names of each category's levels, in the order of their numbers."""
    replaced: Mapping[str, int] = field(default_factory=dict)
    """By demand, the number of missing cells that the layout's own number stands for."""
    beside: Mapping[str, Doubles] = field(default_factory=dict)
    """All columns of the layout, in the rows of the tables beside the main one; empty without such tables."""
    absent: Mapping[str, float] = field(default_factory=dict)
    """The columns of those tables alone, and what rows of the main table hold in them."""

    def columns_of(self, subject: Subject) -> dict[str, Doubles]:
        """The columns of one fit, by their names in the layout, in the rows of the main table."""
        return {**self.given, **{outcome: self.outcomes[column] for outcome, column in subject.columns.items()}}

    def stacked_columns_of(self, subject: Subject | None) -> dict[str, Doubles]:
        """The same as the module takes them: the rows of the tables beside the main one behind its own."""
        main = dict(self.given) if subject is None else self.columns_of(subject)
        return {
            name: np.concatenate([main[name] if name in main else np.full(self.rows, self.absent[name]), rows])
            for name, rows in self.beside.items()
        } or main


def read_table(
    table: Table,
    manifest: Manifest,
    *,
    outcome: Outcome = None,
    bind: Mapping[str, str] | None = None,
    filters: Sequence[RowFilter] = (),
    success: Sequence[str] | None = None,
    missing: Sequence[MissingFacts] = (),
) -> LayoutTable:
    """The columns that a layout needs. Raises DataError or SettingError."""
    return _Reading(table, manifest, bind or {}, filters, success, missing).read(outcome)


def stack_columns(
    table: Table,
    manifest: Manifest,
    category: str,
    *,
    outcome: Outcome,
    bind: Mapping[str, str],
    filters: Sequence[RowFilter],
) -> Table:
    """The table with the columns of its outcomes as levels of a category. Raises DataError or SettingError."""
    check_stacked(category, manifest["columns"])
    rest = {**manifest, "columns": [each for each in manifest["columns"] if each["name"] != category]}
    # Others may be in joined tables.
    own = {name: column for name, column in bind.items() if column in table.names}
    subjects = _Reading(table, rest, own, filters, None).subjects(outcome)
    columns = {
        name: [own.get(each.columns[name], each.columns[name]) for each in subjects] for name in subjects[0].columns
    }
    return StackedTable(table, category, columns, [each.name for each in subjects])


class _Reading:
    def __init__(
        self,
        table: Table,
        manifest: Manifest,
        bind: Mapping[str, str],
        filters: Sequence[RowFilter],
        success: Sequence[str] | None,
        missing: Sequence[MissingFacts] = (),
    ) -> None:
        self.table = table
        self.missing = missing
        self.columns: list[Column] = list(manifest["columns"])
        self.bind = bind
        self.filters = filters
        self.success = success
        self.problems = ProblemList()
        self.unlisted = 0
        self.replaced: dict[str, int] = {}
        self.rows: npt.NDArray[np.intp] = np.arange(table.rows)
        absent = next((name for name, column in bind.items() if column not in table.names), None)
        if absent is not None:
            column = bind[absent]
            raise DataError.of(
                f"The table has no column `{column}` to read for `{absent}`.{did_you_mean(column, table.names)}",
                f"Its columns are {list_names(table.names)}.",
            )
        self.header = [f"{name} (not read)" if name in bind else name for name in table.names] + list(bind)

    def subjects(self, outcome: Outcome) -> tuple[Subject, ...]:
        """The fits that are asked for."""
        names = [each["name"] for each in self.columns if each["role"] == "outcome"]
        others = [each for each in self.columns if each["role"] != "outcome" and "pairOf" not in each]
        return self._subjects(outcome, names, others)

    def read(self, outcome: Outcome) -> LayoutTable:
        demands, categories, outcomes = (
            [column for column in self.columns if column["role"] == role and "pairOf" not in column]
            for role in ("demand", "category", "outcome")
        )
        self._check_header(demands, categories)
        subjects = self._subjects(outcome, [each["name"] for each in outcomes], [*demands, *categories])
        self.rows = self._chosen()
        for joined in self.missing:
            for row, problem in joined.problems(self.rows, self.table, self._label):
                self.problems.add(row, problem)
        given: dict[str, Doubles] = {each["name"]: self._numbers(each["name"], each) for each in demands}
        names = {each["name"]: self._level_names(each) for each in categories}
        read: dict[str, Doubles] = {}
        for subject in subjects:
            for each in outcomes:
                name = subject.columns[each["name"]]
                if name not in read:
                    read[name] = self._numbers(name, each)
                    self._check_trials(name, each, read[name], given)
        if not self.problems.reported:
            self._check_facts(given, names)
        self.problems.check(self.unlisted)
        levels: dict[str, tuple[str, ...]] = {}
        for each in categories:
            self._number_levels(each, names, given, levels)
        self._number_pairs(given, levels)
        for subject in subjects:
            for each in outcomes:
                if np.isnan(read[subject.columns[each["name"]]]).all():
                    raise DataError.of(
                        f"The outcome `{each['name']}` is missing in every row.", "Give it in some of the rows."
                    ).about(subject.name)
        return LayoutTable(len(self.rows), self.rows, subjects, given, read, levels, self.replaced)

    # The columns.

    def _check_header(self, demands: Sequence[Column], categories: Sequence[Column]) -> None:
        problems: list[Problem] = []
        if not self.table.names:
            raise DataError.of("The table has no columns.", "Give at least the columns of the layout.")
        for columns, one, several in (
            (demands, "a demand", "demands"),
            (categories, "a category", "categories"),
        ):
            absent = [each["name"] for each in columns if each["name"] not in self.header]
            if absent:
                problems.append(
                    table_problem(
                        "absentColumns",
                        names=list_names([f"`{name}`" for name in absent]),
                        role=several if len(absent) > 1 else one,
                        meant="" if len(absent) > 1 else did_you_mean(absent[0], self.header),
                        columns=list_names(self.header),
                    )
                )
        for each in (*demands, *categories):
            if self.header.count(each["name"]) > 1:
                problems.append(table_problem("twoColumns", column=each["name"]))
        for asked in self.filters:
            if asked.column not in self.header:
                meant = did_you_mean(asked.column, self.header)
                problems.append(
                    table_problem(
                        "absentFilterColumn", column=asked.column, meant=meant, columns=list_names(self.header)
                    )
                )
        if problems:
            raise DataError(problems[:5], max(0, len(problems) - 5))

    def _subjects(self, outcome: Outcome, names: list[str], others: Sequence[Column]) -> tuple[Subject, ...]:
        if not names:
            return ()
        choices = read_choices(outcome, names, self.header)
        used = {each["name"] for each in others} | {each.column for each in self.filters}
        columns_of: list[list[str]] = []
        for name in names:
            if name in choices:
                found = [each for asked in choices[name] for each in self._matching(asked, used)]
                columns_of.append(list(dict.fromkeys(found)))
            elif name in self.header:
                columns_of.append([name])
            else:
                raise DataError([table_problem("absentOutcome", outcome=name, columns=list_names(self.header))])
        fits = max(map(len, columns_of))
        for name, columns in zip(names, columns_of):
            if len(columns) not in (1, fits):
                raise DataError.of(
                    f"The outcome `{name}` has {len(columns)} columns where another has {fits}.",
                    "Give every outcome as many columns, in the same order, or one column for all fits.",
                )
        naming = next(columns for columns in columns_of if len(columns) == fits)
        return tuple(
            Subject(
                called,
                {name: columns[fit if len(columns) == fits else 0] for name, columns in zip(names, columns_of)},
            )
            for fit, called in enumerate(naming)
        )

    def _matching(self, asked: str, used: set[str]) -> list[str]:
        if asked in self.header:
            return [asked]
        if not re.search("[*?]", asked):
            raise DataError(
                [
                    table_problem(
                        "absentChoice",
                        column=asked,
                        meant=did_you_mean(asked, self.header),
                        columns=list_names(self.header),
                    )
                ]
            )
        pattern = asked.replace("[", "[[]")
        matches = [name for name in self.header if name not in used and fnmatchcase(name, pattern)]
        if not matches:
            raise DataError.of(
                f"No column of {TABLE} matches `{asked}`.", f"Its columns are {list_names(self.header)}."
            )
        return order_levels(matches)

    # The rows.

    def _cells(self, name: str) -> Cells:
        return self.table.cells(self.bind.get(name, name)).take(self.rows)

    def _label(self, name: str) -> str:
        return self.bind.get(name, name)

    def _chosen(self) -> npt.NDArray[np.intp]:
        count = self.table.rows
        if count == 0:
            raise DataError([table_problem("noRowsOfColumns")])
        self.rows = np.arange(count)
        held: list[str] = []
        for asked in self.filters:
            cells = self._cells(asked.column)
            answers: dict[Any, bool | None] = {}
            kept = np.zeros(len(self.rows), dtype=bool)
            seen: dict[str, None] = {}
            for place, cell in enumerate(_plain_cells(cells)):
                key = (type(cell), cell) if cell.__hash__ is not None else None
                if key is None or key not in answers:
                    answer = passes(asked, cell)
                    if key is not None:
                        answers[key] = answer
                else:
                    answer = answers[key]
                if cell is None and self.table.place(self._label(asked.column), int(self.rows[place])) is None:
                    # That its level has no row in a joined table is told below.
                    kept[place] = True
                elif answer is None:
                    self._add_unordered(asked, int(self.rows[place]), cell)
                elif answer:
                    kept[place] = True
                elif len(seen) < 1000:
                    seen[cell_text(cell)] = None
            self.problems.check()
            self.rows = self.rows[kept]
            if seen:
                known = list_names(order_levels(seen))
                held.append(filled(shared()["phrases"]["holds"], {"column": asked.column, "known": known}))
        if len(self.rows) == 0:
            asked_text = " and ".join(map(str, self.filters))
            raise DataError([table_problem("noRowChosen", asked=asked_text, held="; ".join(held))])
        return self.rows

    def _add_unordered(self, asked: RowFilter, row: int, cell: Any) -> None:
        what, write = ("date", "it as 2024-06-01") if asked.orders_dates else ("number", "a number")
        where = f"row {row + 1}, column `{asked.column}`"
        message = f'The table, {where}: found "{cell_text(cell)}" where the filter `{asked}` needs a {what}.'
        self.problems.add(
            row, Problem(message, f"Write {write}, or leave the cell empty, so that its row is not used.", where)
        )

    def _add(self, code: str, place: int, name: str, **values: object) -> None:
        row = int(self.rows[place])
        found = self.table.place(self._label(name), row)
        if found is not None:
            self.problems.add(row, cell_problem(code, found, **values))

    def _cells_at(self, places: npt.NDArray[np.intp], name: str) -> npt.NDArray[np.intp]:
        """The first of those places for each cell: rows with the same level have one cell of a joined table."""
        if type(self.table) is Table:
            return places
        label = self._label(name)
        first: dict[tuple[str, int, str], int] = {}
        for place in places.tolist():
            found = self.table.place(label, int(self.rows[place]))
            if found is not None:
                first.setdefault(found, place)
        return np.array(list(first.values()), dtype=np.intp)

    # Numbers.

    def _numbers(self, name: str, column: Column) -> Doubles:
        """A demand or an outcome as numbers, with missing values replaced as the layout says."""
        if self.header.count(name) > 1:
            raise DataError([table_problem("twoColumns", column=name)])
        cells = self._cells(name)
        verdicts = self.success if column["role"] == "outcome" and column["kind"] == "binary" else None
        if verdicts is not None:
            return self._verdicts(name, cells, verdicts)
        if column.get("values") is not None:
            return self._named(name, cells, column["values"])
        flawed: dict[int, tuple[str, dict[str, object]]] = {}
        if cells.numbers is not None:
            values = cells.numbers.astype(np.float64)
        else:
            values = np.full(len(cells), np.nan)
            known: dict[Any, float | tuple[str, dict[str, object]] | None] = {}
            for place, cell in enumerate(_plain_cells(cells)):
                if cell is None:
                    continue
                key = (type(cell), cell) if isinstance(cell, (str, int, float)) else None
                read = known[key] if key in known else _number_of(cell, column)
                if key is not None:
                    known[key] = read
                if isinstance(read, float):
                    values[place] = read
                elif read is not None:
                    flawed[place] = read
        is_missing = np.isnan(values)
        is_missing[list(flawed)] = False
        wrong = ~is_missing & ~_are_allowed(values, column)
        missing = column.get("missing")
        if missing is not None:
            if column["role"] == "demand" and is_missing.any():
                self.replaced[name] = len(self._cells_at(np.flatnonzero(is_missing), name))
            values[is_missing] = missing
        elif column["role"] != "outcome":
            self._report(np.flatnonzero(is_missing), name, lambda _: ("noValue", {"wanted": wanted(column)}))
        self._report(
            np.flatnonzero(wrong),
            name,
            lambda place: flawed[place] if place in flawed else _not_allowed(values[place], column),
        )
        return values

    def _report(
        self, places: npt.NDArray[np.intp], name: str, problem: Callable[[int], tuple[str, dict[str, object]]]
    ) -> None:
        """Adds the first five problems of a column, and counts the others."""
        if len(places) == 0:
            return
        cells = self._cells_at(places, name)
        for place in cells[:5].tolist():
            code, values = problem(place)
            self._add(code, place, name, **values)
        self.unlisted += max(0, len(cells) - 5)

    def _named(self, name: str, cells: Cells, values: Sequence[str]) -> Doubles:
        """An outcome whose values have names, as their places from 1: ``placeAmong`` of files/tables/read-cell.ts."""
        places: dict[str, float] = {value: float(place) for place, value in enumerate(values, 1)}
        numbers = {number: places[value] for value in values if (number := held_number(value)) is not None}
        found = np.full(len(cells), np.nan)
        unlisted: dict[int, tuple[str, dict[str, object]]] = {}
        for row, cell in enumerate(cells.values()):
            if cell is None:
                continue
            text = cell_text(cell)
            number = held_number(text)
            place = places.get(text)
            if place is None and number is not None:
                place = numbers.get(number)
            if place is None:
                unlisted[row] = ("unlistedValue", {"cell": text, "known": list_names(values)})
            else:
                found[row] = place
        self._report(np.array(list(unlisted), dtype=np.intp), name, lambda row: unlisted[row])
        return found

    def _verdicts(self, name: str, cells: Cells, words: Sequence[str]) -> Doubles:
        successes = {word.lower() for word in words}
        values = np.full(len(cells), np.nan)
        found: dict[str, None] = {}
        for place, cell in enumerate(cells.values()):
            if cell is None:
                continue
            text = cell_text(cell)
            values[place] = text.lower() in successes
            if values[place] == 0 and len(found) < 1000:
                found[text] = None
        if found and not (values == 1).any():
            label = self._label(name)
            raise DataError.of(
                f"The table, column `{label}`: no cell is {' or '.join(words)}, so there would be no success.",
                f"It holds {list_names(order_levels(found))}: give those that stand for success as `success`.",
                f"column `{label}`",
            )
        return values

    def _check_trials(self, name: str, column: Column, values: Doubles, given: Mapping[str, Doubles]) -> None:
        trials = column.get("trials")
        if trials is None:
            return
        most = given[trials]
        self._report(
            np.flatnonzero(values > most),
            name,
            lambda place: (
                "aboveTrials",
                {
                    "value": number_text(values[place]),
                    "most": number_text(most[place]),
                    "trials": trials,
                    "outcome": column["name"],
                },
            ),
        )

    # Categories.

    def _level_names(self, column: Column) -> list[str]:
        """The name of each row's level; an empty text where there is a problem."""
        name = column["name"]
        listed = column.get("levels")
        known = None if listed is None else set(listed)
        texts: list[str] = []
        flaws: dict[int, tuple[str, dict[str, object]]] = {}
        for place, cell in enumerate(_plain_cells(self._cells(name))):
            if cell is None:
                flaws[place] = ("noLevel", {})
            elif isinstance(cell, float) and math.isinf(cell):
                flaws[place] = ("noLevelName", {"kind": "an infinite number"})
            elif not isinstance(cell, (str, int, float)):
                flaws[place] = ("noLevelName", {"kind": _kind_of(cell)})
            elif known is not None and cell_text(cell) not in known:
                flaws[place] = ("unlistedLevel", {"cell": cell_text(cell), "known": list_names(listed or ())})
            texts.append("" if place in flaws else cell_text(cell))
        self._report(np.array(list(flaws), dtype=np.intp), name, lambda place: flaws[place])
        return texts

    def _check_facts(self, given: Mapping[str, Doubles], names: Mapping[str, list[str]]) -> None:
        """A demand of a category's levels, or the category around them, must be the same in all rows of a level."""
        for column in self.columns:
            for category, fact in (
                (column.get("index"), column["name"]),
                (column["name"], column.get("within")),
            ):
                if category is None or fact is None or category not in names:
                    continue
                is_demand = fact in given
                values: Sequence[Any] = given[fact].tolist() if is_demand else names[fact]
                text = number_text if is_demand else str
                first: dict[str, int] = {}
                for place, (level, value) in enumerate(zip(names[category], values)):
                    before = first.setdefault(level, place)
                    if values[before] != value:
                        self._add(
                            "severalValuesOfLevel" if is_demand else "severalGroupsOfLevel",
                            place,
                            fact,
                            cell=text(value),
                            held=text(values[before]),
                            lo=(self.table.place(self._label(fact), int(self.rows[before])) or ("", 0, ""))[1] + 1,
                            level=level,
                            names=category,
                        )

    def _number_levels(
        self,
        column: Column,
        names: Mapping[str, list[str]],
        given: dict[str, Doubles],
        levels: dict[str, tuple[str, ...]],
    ) -> None:
        name = column["name"]
        category = column.get("category", name)
        if category not in levels:
            # All columns of a category share its levels.
            own = [each["name"] for each in self.columns if each.get("category", each["name"]) == category]
            found = dict.fromkeys(text for each in own if each in names for text in names[each])
            levels[category] = self._in_order(column, found, names, given)
        levels[name] = levels[category]
        places = {level: place for place, level in enumerate(levels[name])}
        given[name] = np.array([places[text] for text in names[name]], dtype=np.float64)

    def _in_order(
        self,
        column: Column,
        found: Mapping[str, None],
        names: Mapping[str, list[str]],
        given: Mapping[str, Doubles],
    ) -> tuple[str, ...]:
        if column.get("levels") is not None:
            return tuple(level for level in column["levels"] if level in found)
        by = column.get("orderedBy")
        if by is None and column["name"] in self.table.orders:
            return tuple(level for level in self.table.orders[column["name"]] if level in found)
        ordered = order_levels(found)
        if by is None:
            return tuple(ordered)
        value = dict(zip(names[column["name"]], given[by].tolist()))
        ordered.sort(key=value.__getitem__)
        for level, after in itertools.pairwise(ordered):
            if value[level] == value[after]:
                words = {"level": level, "word": after, "names": column["name"], "column": by}
                raise DataError([table_problem("sameOrderOfLevels", value=number_text(value[level]), **words)])
        return tuple(ordered)

    def _number_pairs(self, given: dict[str, Doubles], levels: dict[str, tuple[str, ...]]) -> None:
        """The categories of pairs, whose levels follow from those of two others."""
        for column in self.columns:
            if "pairOf" not in column:
                continue
            first, second = column["pairOf"]
            width = len(levels[second])
            found, codes = np.unique(given[first] * width + given[second], return_inverse=True)
            given[column["name"]] = codes.astype(np.float64)
            levels[column["name"]] = tuple(
                name_of_pair(levels[first][int(key) // width], levels[second][int(key) % width]) for key in found
            )


def read_choices(outcome: Outcome, names: Sequence[str], header: Sequence[str]) -> dict[str, list[str]]:
    """By outcome, the columns that are asked for, or patterns of their names."""
    if outcome is None:
        return {}
    if isinstance(outcome, Mapping):
        for name in outcome:
            _check_outcome(str(name), names)
        return {name: [each] if isinstance(each, str) else list(each) for name, each in outcome.items()}
    asked = [outcome] if isinstance(outcome, str) else list(outcome)
    choices: dict[str, list[str]] = {}
    for each in asked:
        named, equals, columns = each.partition("=")
        if each in header or equals == "":
            if len(names) != 1:
                raise SettingError.of(
                    f"`outcome={each!r}` does not say which outcome of the layout the column holds.",
                    f"Its outcomes are {list_names(names)}: write outcome={{{names[0]!r}: {each!r}}}.",
                )
            found = [each] if each in header else [part.strip() for part in each.split(",")]
            choices.setdefault(names[0], []).extend(found)
        else:
            name = named.strip()
            _check_outcome(name, names)
            whole = columns.strip()
            found = [whole] if whole in header else [part.strip() for part in whole.split(",")]
            choices.setdefault(name, []).extend(found)
    return choices


def _check_outcome(name: str, names: Sequence[str]) -> None:
    if name in names:
        return
    template = shared()["options"]["noOutcome"]
    values = {"outcome": name, "meant": did_you_mean(name, names), "count": len(names), "names": list_names(names)}
    remedy = filled(template["remedy"], {**values, "known": names[0] if names else ""})
    raise SettingError.of(filled(template["message"], values), as_outcome(remedy))


def _plain_cells(cells: Cells) -> list[Any]:
    return cells.values() if cells.numbers is not None else [plain(each) for each in cells.objects or ()]


def _are_allowed(values: Doubles, column: Column) -> npt.NDArray[np.bool_]:
    """Which values the column may hold, as ``isAllowed`` of module/support.ts says."""
    allowed = np.isfinite(values)
    kind, domain = column["kind"], column["domain"]
    if kind in ("flag", "binary"):
        allowed &= (values == 0) | (values == 1)
    if kind == "count":
        with np.errstate(invalid="ignore"):
            allowed &= (values >= 0) & (np.floor(values) == values)
    if domain["kind"] == "set":
        return np.asarray(allowed & np.isin(values, domain["values"]))
    if domain["kind"] == "any":
        return np.asarray(allowed)
    low, high = domain.get("lo", -math.inf), domain.get("hi", math.inf)
    if domain.get("open"):
        return np.asarray(allowed & (values > low) & (values < high))
    return np.asarray(allowed & (values >= low) & (values <= high))


def wanted(column: Column) -> str:
    """The values of a column in words: ``a number in [0, 20] px``, as ``wanted`` of module/support.ts says them."""
    kind, domain, unit = column["kind"], column["domain"], column["unit"]
    if kind in ("flag", "binary"):
        return "0 or 1"
    in_unit = "" if unit == "" else f" {unit}"
    if domain["kind"] == "set":
        return f"one of {', '.join(map(number_text, domain['values']))}{in_unit}"
    low, high = domain.get("lo"), domain.get("hi")
    lo, hi = (None if end is None else number_text(end) for end in (low, high))
    if kind == "count":
        return f"a whole number from {lo or 0}{'' if hi is None else f' to {hi}'}{in_unit}"
    if lo is None and hi is None:
        return f"a number{'' if unit == '' else f' of {unit}'}"
    if domain.get("open"):
        return f"a number above {lo}{in_unit}" if hi is None else f"a number between {lo} and {hi}{in_unit}"
    return f"a number in {'(-inf' if lo is None else f'[{lo}'}, {'inf)' if hi is None else f'{hi}]'}{in_unit}"


def _number_of(cell: Any, column: Column) -> float | tuple[str, dict[str, object]] | None:
    """The number that a plain cell holds, or what is wrong with it."""
    if isinstance(cell, bool):
        return float(cell)
    if isinstance(cell, int):
        try:
            held = float(cell)
        except OverflowError:
            held = math.inf
        exact = math.isfinite(held) and int(held) == cell
        return held if exact else ("unheldWhole", {"cell": str(cell)})
    if isinstance(cell, float):
        return cell
    is_binary = column["role"] == "outcome" and column["kind"] == "binary"
    if not isinstance(cell, str):
        return ("nested", {"kind": _kind_of(cell), "wanted": wanted(column)})
    if is_binary and cell.lower() in shared()["outcomes"]:
        return float(shared()["outcomes"][cell.lower()])
    if held_number(cell.strip()) is not None:
        return ("quotedNumber", {"cell": cell})
    decimal = cell.replace(",", ".", 1)
    if re.fullmatch(r"[+-]?[1-9]\d{0,2},\d{3}", cell, re.ASCII):
        return ("thousands", {"cell": cell, "whole": cell.replace(",", "", 1), "decimal": decimal})
    if re.fullmatch(r"[+-]?\d+,\d+", cell, re.ASCII):
        return ("decimalComma", {"cell": cell, "decimal": decimal})
    if cell.lower() in ("yes", "no"):
        return ("answer", {"cell": cell})
    if cell.lower() in ("true", "false"):
        return ("quotedBoolean", {"cell": cell})
    return ("noOutcomeWord", {"cell": cell}) if is_binary else ("noNumber", {"cell": cell, "wanted": wanted(column)})


def _not_allowed(value: float, column: Column) -> tuple[str, dict[str, object]]:
    found: dict[str, object] = {"cell": number_text(value), "wanted": wanted(column)}
    if column["kind"] == "binary":
        return ("notBinary", {**found, "outcome": column["name"]})
    if column["role"] == "outcome":
        return ("notOfDistribution", {**found, "outcome": column["name"]})
    return ("outOfRange" if column["kind"] == "real" else "notOfKind", found)


def _kind_of(cell: Any) -> str:
    if isinstance(cell, (list, tuple)):
        return "a list"
    return "an object" if isinstance(cell, Mapping) else f"a value of type {type(cell).__name__}"
