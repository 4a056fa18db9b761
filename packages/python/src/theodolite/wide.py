"""Tables made of others: with facts of levels joined to each row, and with columns stacked as levels of a category."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .columns import Cells, Table, cell_text, open_table, plain
from .errors import DataError, Problem, SettingError
from .words import TABLE, did_you_mean, list_names, table_problem

Rows = npt.NDArray[np.intp]


class StackedTable(Table):
    """The rows of a table once for each column of its outcomes, which are the levels of a category."""

    def __init__(
        self, table: Table, category: str, columns: Mapping[str, Sequence[str]], levels: Sequence[str]
    ) -> None:
        """``columns`` are those of each outcome, one for each level, or one for all."""
        self._table = table
        self._category = category
        self._stacked = columns
        self._levels = list(levels)
        own = [name for name in table.names if name != category and name not in columns]
        super().__init__([*own, category, *columns], table.rows * len(levels), table.kind, self._read_column)
        self.orders = {category: tuple(levels)}

    def _read_column(self, place: int) -> Cells:
        name = self.names[place]
        count = len(self._levels)
        if name == self._category:
            return Cells(None, [level for level in self._levels for _ in range(self._table.rows)])
        if name in self._stacked:
            return _one_after_another([self._table.cells(self._column(name, number)) for number in range(count)])
        return self._table.cells(name).take(np.tile(np.arange(self._table.rows), count))

    def _column(self, outcome: str, number: int) -> str:
        columns = self._stacked[outcome]
        return columns[number if len(columns) > 1 else 0]

    def place(self, column: str, row: int) -> tuple[str, int, str] | None:
        number, own = divmod(row, self._table.rows)
        return self._table.place(self._column(column, number) if column in self._stacked else column, own)


class JoinedTable(Table):
    """A table with the columns of another that has one row for each level of a category, or for each of their pairs."""

    def __init__(self, table: Table, facts: Facts, added: Sequence[str], rows: Rows) -> None:
        """``rows`` has the row of the facts for each row of the table, -1 where there is none."""
        self._table = table
        self._facts = facts
        self._added = list(added)
        self._rows = rows
        super().__init__([*table.names, *added], table.rows, table.kind, self._read_column)
        self.orders = table.orders

    def _read_column(self, place: int) -> Cells:
        if place < len(self._table.names):
            return self._table.cells(self.names[place])
        cells = self._facts.cells(self.names[place])
        return _emptied(cells.take(np.maximum(self._rows, 0)), self._rows < 0)

    def place(self, column: str, row: int) -> tuple[str, int, str] | None:
        if column not in self._added:
            return self._table.place(column, row)
        found = int(self._rows[row])
        return None if found < 0 else (self._facts.called, found, self._facts.label(column))


@dataclass(frozen=True)
class Facts:
    """A table of facts."""

    table: Table
    called: str
    names: Mapping[str, str]
    """Its columns, by their names in the layout."""

    def cells(self, name: str) -> Cells:
        """The column that is called so in the layout."""
        return self.table.cells(self.names[name])

    def label(self, name: str) -> str:
        """What the column is called in the table."""
        return self.names[name]


def open_facts(given: Any, bind: Mapping[str, str]) -> list[Facts]:
    """The tables of facts that are given: one, or several in a list. Raises DataError."""
    if given is None:
        return []
    several = isinstance(given, (list, tuple)) and not (given and all(map(_is_row, given)))
    tables = [open_table(each) for each in (given if several else [given])]
    found = []
    for number, table in enumerate(tables, 1):
        called = "the joined table" if len(tables) == 1 else f"the joined table {number}"
        twice = next((name for name in table.names if table.names.count(name) > 1), None)
        if twice is not None:
            raise DataError([table_problem("twoColumns", table=called, column=twice)])
        if table.rows == 0:
            raise DataError([table_problem("noRowsOfColumns", table=called)])
        found.append(Facts(table, called, _called(table.names, bind)))
    return found


def _called(names: Sequence[str], bind: Mapping[str, str]) -> dict[str, str]:
    """The columns by their names in the layout; what is bound is read in place of a column that has its name."""
    bound = {name: column for name, column in bind.items() if column in names}
    return {**{name: name for name in names if name not in bound and name not in bound.values()}, **bound}


def _is_row(value: Any) -> bool:
    return isinstance(value, Mapping) and not any(
        hasattr(cell, "__len__") and not isinstance(cell, (str, bytes)) for cell in value.values()
    )


def join_facts(
    table: Table, facts: Sequence[Facts], categories: Sequence[str], read: Sequence[str], bind: Mapping[str, str]
) -> tuple[Table, list[MissingFacts]]:
    """The table with the columns of others, each joined by all categories that both have, in the order that this needs.

    ``categories`` are those of the layout, ``read`` all columns that are read. Raises DataError for a table that has
    no such category, adds no such column, or has one that is there, and for two rows of one level.
    """
    whole = table
    missing: list[MissingFacts] = []
    known = list(_called(table.names, bind))
    waiting = list(facts)
    while waiting:
        ready = next((each for each in waiting if _keys(each, known, categories)), None)
        if ready is None:
            raise DataError([_no_category(waiting[0], known, categories)])
        waiting.remove(ready)
        keys = _keys(ready, known, categories)
        added = [name for name in ready.names if name not in keys]
        both = next((name for name in known if name in added), None)
        if both is not None:
            raise DataError.of(
                f"{_capital(ready.called)}, column `{both}`: {TABLE} has a column of this name too.",
                "Rename it in one of them, or leave it out: only categories by which tables are joined may be in both.",
            )
        if not any(name in read for name in added):
            raise DataError([_nothing_added(ready, added, known, read)])
        cells = [_level_texts(whole.cells(_source(name, whole, bind))) for name in keys]
        by_levels = _rows_by_levels(ready, keys)
        levels = list(zip(*cells))
        rows = np.array([-1 if None in each else by_levels.get(each, -1) for each in levels], dtype=np.intp)
        absent = {row: each for row, each in enumerate(levels) if rows[row] < 0 and None not in each}
        missing.append(MissingFacts(ready, tuple(keys), absent, [each[0] for each in by_levels]))
        whole = JoinedTable(whole, ready, added, rows)
        known += added
    return whole, missing


@dataclass(frozen=True)
class MissingFacts:
    """The rows whose levels have no row in a table of facts."""

    facts: Facts
    keys: tuple[str, ...]
    levels: Mapping[int, tuple[str | None, ...]]
    """By row."""
    known: Sequence[str | None]

    def problems(self, rows: Rows, table: Table, label: Callable[[str], str]) -> list[tuple[int, Problem]]:
        """One for each combination of levels among the rows, with the first row that has it."""
        found: dict[tuple[str | None, ...], int] = {}
        for row in rows.tolist():
            if row in self.levels:
                found.setdefault(self.levels[row], row)
        return [(row, self._problem(levels, row, table, label)) for levels, row in found.items()]

    def _problem(self, levels: tuple[str | None, ...], row: int, table: Table, label: Callable[[str], str]) -> Problem:
        several = len(levels) > 1
        column = label(self.keys[0])
        called, own, _ = table.place(column, row) or (TABLE, row, column)
        keys = f"column{'s' if several else ''} {' and '.join(f'`{each}`' for each in self.keys)}"
        meant = "" if several else did_you_mean(str(levels[0]), [str(each) for each in self.known])
        return Problem(
            f"{_capital(called)}, row {own + 1}, {keys}: {_levels_in_words(levels)} {'have' if several else 'has'} "
            f"no row in {self.facts.called}.{meant}",
            f"Add a row for {'them' if several else 'it'} to {self.facts.called}, or leave out the rows of {called} "
            f"that name {'them' if several else 'it'}.",
            f"row {own + 1}, {keys}",
        )


def _keys(facts: Facts, known: Sequence[str], categories: Sequence[str]) -> list[str]:
    return [name for name in facts.names if name in categories and name in known]


def _source(name: str, table: Table, bind: Mapping[str, str]) -> str:
    """The column of the table that is read for a name of the layout."""
    return bind[name] if bind.get(name) in table.names else name


def _rows_by_levels(facts: Facts, keys: Sequence[str]) -> dict[tuple[str | None, ...], int]:
    found: dict[tuple[str | None, ...], int] = {}
    names = list_names([f"`{each}`" for each in keys])
    for row, levels in enumerate(zip(*(_level_texts(facts.cells(name)) for name in keys))):
        if None in levels:
            column = facts.label(keys[levels.index(None)])
            raise DataError([table_problem("noLevel", table=facts.called, row=row + 1, column=column)])
        before = found.setdefault(levels, row)
        if before != row:
            kind = f"level of {names}" if len(keys) == 1 else f"combination of levels of {names}"
            raise DataError.of(
                f"{_capital(facts.called)}, row {row + 1}, column{'s' if len(keys) > 1 else ''} "
                f"{' and '.join(f'`{each}`' for each in keys)}: {_levels_in_words(levels)} already "
                f"{'has' if len(keys) == 1 else 'have'} a row, row {before + 1}.",
                f"Keep one row for each {kind}.",
            )
    return found


def _level_texts(cells: Cells) -> list[str | None]:
    """The name of each row's level; None where there is none."""

    def text(cell: Any) -> str | None:
        is_named = isinstance(cell, (str, int, float)) and not (isinstance(cell, float) and math.isinf(cell))
        return cell_text(cell) if is_named else None

    return [text(plain(cell)) for cell in cells.values()]


def _levels_in_words(levels: Sequence[str | None]) -> str:
    quoted = " and ".join(f'"{each}"' for each in levels)
    return f"the level{'' if len(levels) == 1 else 's'} {quoted}"


def _no_category(facts: Facts, known: Sequence[str], categories: Sequence[str]) -> Problem:
    columns = list_names([f"`{name}`" for name in facts.names])
    shared = [name for name in categories if name in known]
    if not categories:
        remedy = "The layout has no category: declare one, such as `category task`, and the demands of its levels."
    elif not shared:
        named = list_names([f"`{name}`" for name in categories])
        remedy = f"The categories of the layout are {named}: both tables need a column of one of these names."
    else:
        named = list_names([f"`{name}`" for name in shared])
        remedy = f"Tables are joined by {named}: name a column of this table so, and give it the levels."
    return Problem(
        f"{_capital(facts.called)}: none of the columns {columns} is a category of the layout that {TABLE} has too.",
        remedy,
    )


def _nothing_added(facts: Facts, added: Sequence[str], known: Sequence[str], read: Sequence[str]) -> Problem:
    absent = [f"`{name}`" for name in read if name not in known]
    return Problem(
        f"{_capital(facts.called)}: it adds {'no column that the layout reads' if added else 'no column'}.",
        f"Leave this table out, or name its columns as the layout does, which also reads {list_names(absent)}."
        if absent
        else "Leave this table out.",
    )


def check_stacked(category: str, columns: Sequence[Mapping[str, Any]]) -> None:
    """Raises SettingError when the layout has no such category."""
    known = [
        each["name"]
        for each in columns
        if each["role"] == "category" and "category" not in each and "pairOf" not in each
    ]
    if category in known:
        return
    raise SettingError.of(
        f"The layout has no category called `{category}`.{did_you_mean(category, known)}",
        f"Its categories are {list_names(known)}."
        if known
        else "Leave out `stack`: each column of `outcome` is then a fit of its own.",
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _one_after_another(columns: Sequence[Cells]) -> Cells:
    numbers = [each.numbers for each in columns if each.numbers is not None]
    kinds = {each.are_booleans for each in columns}
    if len(numbers) == len(columns) and len(kinds) == 1:
        return Cells(np.concatenate(numbers), None, kinds.pop())
    return Cells(None, [cell for each in columns for cell in each.values()])


def _emptied(cells: Cells, is_empty: npt.NDArray[np.bool_]) -> Cells:
    """The cells without those."""
    if not is_empty.any():
        return cells
    if cells.numbers is not None:
        return Cells(np.where(is_empty, np.nan, cells.numbers), None, cells.are_booleans)
    return Cells(None, [None if empty else cell for cell, empty in zip(cells.objects or [], is_empty)])
